import type { Core } from '@strapi/strapi';
import { getConfigService } from '../config/service';
import { getEvidenceStore } from '../evidence';
import { readPublished } from '../versions/service';
import { getSnapshotsService } from '../versions/snapshots';

/** The options that the purge reads. */
export interface RetentionOptions {
  recording?: { retentionMonths?: number | undefined } | undefined;
}

export interface PurgeOutcome {
  deleted: number;
  /** Everything stored before this moment is gone, as ISO 8601. */
  cutoff: string;
}

const DEFAULT_RETENTION_MONTHS = 36;

/**
 * Deletes records older than the retention, then snapshots that nothing can refer to any more (F5, K). Several instances
 * may be asked at once: one of them does it.
 *
 * @param options the plugin's options; a retention set by people in the settings wins over theirs.
 * @param now the moment from which the retention counts back.
 */
export async function purgeExpiredRecords(
  strapi: Core.Strapi,
  options: RetentionOptions,
  now: Date = new Date(),
): Promise<PurgeOutcome> {
  // Not from the cache: another instance may have lengthened the retention a moment ago, and what goes is gone.
  const { content, versions } = await readPublished(strapi);
  const months =
    content.settings?.shared.retentionMonths ??
    options.recording?.retentionMonths ??
    DEFAULT_RETENTION_MONTHS;
  const cutoff = cutoffOf(now, months);
  const { records, snapshots } = await getEvidenceStore(strapi).dropBefore(cutoff, versions);
  if (snapshots > 0) forgetSnapshots(strapi);
  return { deleted: records, cutoff: cutoff.toISOString() };
}

/**
 * The moment that lies so many calendar months before `now`, in UTC. The day is kept where the month has it, else
 * the month's last day counts: 31 March less one month is the end of February.
 */
export function cutoffOf(now: Date, months: number): Date {
  const cutoff = new Date(now);
  cutoff.setUTCDate(1);
  cutoff.setUTCMonth(cutoff.getUTCMonth() - months);
  const lastDay = new Date(Date.UTC(cutoff.getUTCFullYear(), cutoff.getUTCMonth() + 1, 0)).getUTCDate();
  cutoff.setUTCDate(Math.min(now.getUTCDate(), lastDay));
  return cutoff;
}

/** Otherwise a record could refer to what is gone, and what is served again would not be kept again. */
function forgetSnapshots(strapi: Core.Strapi): void {
  getSnapshotsService(strapi).forget();
  getConfigService(strapi).forget();
}
