import type { Core } from '@strapi/strapi';
import { failure } from '../database/write-conflicts';
import { getEvidenceStore } from '../evidence';
import { settlingOf } from '../records/quarantine-settling';
import { COUNTS_TASK_UID } from '../uids';

/** A day of counts ends at midnight UTC, whatever the server's time zone; an hour without a day that is over costs one query. */
const EVERY_HOUR = '23 * * * *';

/**
 * In bootstrap(): has the counts of days that are over put together, on every instance, since one of them does it, and
 * what an outage of the database left to be set apart. Not with the purge, which an owner may turn off.
 */
export function planCounts(strapi: Core.Strapi): void {
  const task = async (): Promise<void> => {
    try {
      await getEvidenceStore(strapi).counts.fold(new Date());
    } catch (error) {
      strapi.log.error(`consent: the counts of past days are put together in an hour: ${failure(error)}`);
    }
    await settlingOf(strapi).settleSoon();
  };
  strapi.cron.add({ [COUNTS_TASK_UID]: { task, options: { rule: EVERY_HOUR } } });
}
