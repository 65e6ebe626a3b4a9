import type { Core } from '@strapi/strapi';
import { getPluginOptions } from '../options';
import { PURGE_TASK_UID } from '../uids';
import { purgeExpiredRecords } from './retention';

/** Plans the purge, unless `jobs.purge` is false. Every instance runs it; that is safe. */
export function planPurge(strapi: Core.Strapi): void {
  const options = getPluginOptions(strapi);
  const plan = options.jobs.purge;
  if (plan === false) return;
  strapi.cron.add({
    [PURGE_TASK_UID]: {
      async task() {
        try {
          const { deleted, cutoff } = await purgeExpiredRecords(strapi, options);
          if (deleted > 0) strapi.log.info(`consent: purged ${deleted} records from before ${cutoff}`);
        } catch (error) {
          strapi.log.error(`consent: the purge stopped and will go on at its next run: ${String(error)}`);
        }
      },
      options: { rule: plan.cron, ...(plan.tz ? { tz: plan.tz } : {}) },
    },
  });
}
