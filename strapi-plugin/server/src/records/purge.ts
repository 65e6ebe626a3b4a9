import { setTimeout as pause } from 'node:timers/promises';
import type { Core } from '@strapi/strapi';
import { columnsOf } from './table';
import { retryingConflicts } from './transient';
import { RECORD_UID, SNAPSHOT_UID } from './uids';

/** Rows deleted in one statement: a few milliseconds, so that requests are answered in between. */
const BATCH = 500;

export interface PurgeOutcome {
  deleted: number;
  /** Everything stored before this moment is gone, as ISO 8601. */
  cutoff: string;
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

/**
 * Deletes the records stored before the cutoff, in batches by primary key. Several instances may do so at once:
 * each counts what it deleted itself, so that their counts add up.
 */
export async function deleteRecordsBefore(strapi: Core.Strapi, cutoff: Date): Promise<number> {
  const { table, column } = columnsOf(strapi, RECORD_UID);
  const db = strapi.db.connection;
  const createdAt = column('createdAt');
  let deleted = 0;
  for (;;) {
    const started = performance.now();
    const rows: { id: number }[] = await db(table)
      .select('id')
      .where(createdAt, '<', cutoff)
      .orderBy([{ column: createdAt }, { column: 'id' }])
      .limit(BATCH);
    if (rows.length === 0) return deleted;
    const ids = rows.map(({ id }) => id).sort((a, b) => a - b);
    deleted += await retryingConflicts<number>(() => db(table).whereIn('id', ids).delete());
    // Half of the time belongs to the visitors.
    await pause(performance.now() - started);
  }
}

/**
 * Deletes snapshots that no visitor is shown, no record refers to and that are older than the retention (K).
 *
 * @returns how many.
 */
export async function deleteUnusedSnapshots(
  strapi: Core.Strapi,
  cutoff: Date,
  currentPolicy: string,
): Promise<number> {
  const snapshots = columnsOf(strapi, SNAPSHOT_UID);
  const records = columnsOf(strapi, RECORD_UID);
  const db = strapi.db.connection;
  const ref = (name: string) => `${snapshots.table}.${snapshots.column(name)}`;
  return retryingConflicts<number>(() =>
    db(snapshots.table)
      .where(snapshots.column('createdAt'), '<', cutoff)
      .whereNot(snapshots.column('policyVersion'), currentPolicy)
      .whereNotExists(
        db(records.table)
          .select(db.raw('1'))
          .whereRaw('?? = ??', [records.column('snapshot'), ref('hash')]),
      )
      .delete(),
  );
}
