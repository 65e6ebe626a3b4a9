import type { Core } from '@strapi/strapi';
import { failure } from '../database/write-conflicts';
import { RELEASE_TASK_UID } from '../uids';
import { publishDue } from './publishing';
import { isManual } from './served-release';

/** As fine as the time that one can choose. */
const EVERY_MINUTE = '* * * * *';

/**
 * In bootstrap(): has releases published at their time, on every instance, since one of them does it. What came due
 * while none ran is published now.
 */
export async function planReleases(strapi: Core.Strapi): Promise<void> {
  if (!isManual(strapi)) return;
  const task = async (): Promise<void> => {
    try {
      const release = await publishDue(strapi, new Date());
      if (release) strapi.log.info(`consent: release ${release.number} was published at its time`);
    } catch (error) {
      strapi.log.error(`consent: what is due is published in a minute: ${failure(error)}`);
    }
  };
  strapi.cron.add({ [RELEASE_TASK_UID]: { task, options: { rule: EVERY_MINUTE } } });
  await task();
}
