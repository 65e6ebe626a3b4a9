import type { Core } from '@strapi/strapi';
import { getConfigService } from '../config/service';
import { readPublished } from '../versions/service';
import { getSnapshotsService } from '../versions/snapshots';
import { cutoffOf, deleteRecordsBefore, deleteUnusedSnapshots, type PurgeOutcome } from './purge';

/** The options that the purge reads. */
export interface RetentionOptions {
  recording?: { retentionMonths?: number | undefined } | undefined;
}

const DEFAULT_RETENTION_MONTHS = 36;

/**
 * Deletes records older than the retention, then snapshots that nothing refers to any more (F5, K). Safe to run on
 * several instances at once.
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
  const deleted = await deleteRecordsBefore(strapi, cutoff);
  if ((await deleteUnusedSnapshots(strapi, cutoff, versions.policyVersion)) > 0) forgetSnapshots(strapi);
  return { deleted, cutoff: cutoff.toISOString() };
}

/** Otherwise a record could refer to what is gone, and what is served again would not be kept again. */
function forgetSnapshots(strapi: Core.Strapi): void {
  getSnapshotsService(strapi).forget();
  getConfigService(strapi).forget();
}
