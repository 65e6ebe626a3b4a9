import type { Core } from '@strapi/strapi';
import { getConfigService } from '../config/service';
import { getEvidenceStore } from '../evidence';
import { readPublished } from '../versions/service';
import { getSnapshotsService } from '../versions/snapshots';
import { cutoffOf } from './cutoff';
import { type RetentionOptions, settleRetention, wantedRetention } from './retention-state';

export interface PurgeOutcome {
  deleted: number;
  /** Everything stored before this moment is gone but for what a legal hold keeps; ISO 8601. */
  cutoff: string;
}

/**
 * Deletes records older than the retention that holds, then snapshots that nothing can refer to any more (F5, K). A
 * retention that was shortened holds when its grace is over. Several instances may be asked at once: one of them does it.
 *
 * @param options the plugin's options; a retention set by people in the settings wins over theirs.
 * @param now the moment from which the retention counts back.
 */
export async function purgeExpiredRecords(
  strapi: Core.Strapi,
  options: RetentionOptions,
  now: Date = new Date(),
): Promise<PurgeOutcome> {
  const { months } = await settleRetention(strapi, await wantedRetention(strapi, options), now);
  const cutoff = cutoffOf(now, months);
  const { versions } = await readPublished(strapi);
  const { policyVersion } = versions;
  const { records, snapshots } = await getEvidenceStore(strapi).dropBefore(cutoff, { policyVersion, months });
  if (snapshots > 0) forgetSnapshots(strapi);
  return { deleted: records, cutoff: cutoff.toISOString() };
}

/** Otherwise a record could refer to what is gone, and what is served again would not be kept again. */
function forgetSnapshots(strapi: Core.Strapi): void {
  getSnapshotsService(strapi).forget();
  getConfigService(strapi).forget();
}
