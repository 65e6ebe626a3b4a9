import { setTimeout as pause } from 'node:timers/promises';
import type { Core } from '@strapi/strapi';
import { moment } from '../database/moment';
import { type Connection, columnsOf, type Query, type Transaction } from '../database/table';
import { retryingConflicts } from '../database/write-conflicts';
import { UIDS } from '../uids';
import { openSqliteThread } from './sqlite-thread';

/** The first batch; from then on a batch has as many rows as went in the time that a batch may take. */
const FIRST_BATCH = 50;
const MAX_BATCH = 1000;

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

/** Deletes the oldest records, at most so many: how many it found, and how many of those went by its own hand. */
interface Deletion {
  batch(limit: number): Promise<{ found: number; deleted: number }>;
  /** How long a batch may take, in milliseconds. */
  milliseconds: number;
  /** Rows that a batch has however long it takes: on a slow disk the commit alone may take longer than that. */
  least: number;
  /** The pause after it, as a share of its time: what is left for the visitors. */
  pause: number;
  close?(): Promise<void>;
}

/**
 * Deletes the records stored before the cutoff, in batches of a few milliseconds by primary key. Several instances
 * may do so at once: each counts what it deleted itself, so that their counts add up.
 */
export async function deleteRecordsBefore(strapi: Core.Strapi, cutoff: Date): Promise<number> {
  const deletion = (await onThread(strapi, cutoff)) ?? inPlace(strapi, cutoff);
  let total = 0;
  let limit = FIRST_BATCH;
  try {
    for (;;) {
      const started = performance.now();
      const { found, deleted } = await retryingConflicts(() => deletion.batch(limit));
      if (found === 0) return total;
      total += deleted;
      const took = performance.now() - started;
      await pause(took * deletion.pause);
      const growth = Math.min(2, Math.max(0.5, deletion.milliseconds / took));
      limit = Math.min(MAX_BATCH, Math.max(deletion.least, Math.round(limit * growth)));
    }
  } finally {
    await deletion.close?.();
  }
}

/** Over the app's own connections. On SQLite each statement stops the process, so there it is kept to a moment. */
function inPlace(strapi: Core.Strapi, cutoff: Date): Deletion {
  const { table } = columnsOf(strapi, UIDS.record);
  // PostgreSQL and InnoDB keep what was deleted in the index until they tidy up: a batch begins where the last one
  // ended, and does not go through all of that again.
  let since: Date | null = null;
  const stopsTheProcess = strapi.db.dialect.client === 'sqlite';
  return {
    milliseconds: stopsTheProcess ? 5 : 25,
    least: stopsTheProcess ? 10 : 200,
    pause: 1,
    async batch(limit) {
      const rows = (await oldest(strapi, cutoff, limit, since)) as unknown as OldRow[];
      const ids = rows.map(({ id }) => id).sort((a, b) => a - b);
      const last = rows.at(-1);
      if (!last) return { found: 0, deleted: 0 };
      const deleted: number = await strapi.db.connection(table).whereIn('id', ids).delete();
      since = moment(last.createdAt);
      return { found: ids.length, deleted };
    },
  };
}

/** On SQLite, beside the event loop. A request that needs the database waits for a batch at most. */
async function onThread(strapi: Core.Strapi, cutoff: Date): Promise<Deletion | null> {
  const thread = await openSqliteThread(strapi);
  if (!thread) return null;
  const { table } = columnsOf(strapi, UIDS.record);
  return {
    milliseconds: 20,
    least: FIRST_BATCH,
    pause: 1,
    async batch(limit) {
      const ids = oldest(strapi, cutoff, limit).clearSelect().select('id');
      const statement = strapi.db.connection(table).whereIn('id', ids).delete();
      const { sql, bindings } = statement.toSQL().toNative();
      const deleted = await thread.run(
        sql,
        bindings.map((value) => (value instanceof Date ? value.getTime() : Number(value))),
      );
      return { found: deleted, deleted };
    },
    close: thread.close,
  };
}

interface OldRow {
  id: number;
  /** As the driver gives it. */
  createdAt: unknown;
}

/** The oldest records before the cutoff, from `since` on. */
export function oldest(strapi: Core.Strapi, cutoff: Date, limit: number, since: Date | null = null): Query {
  const { table, column } = columnsOf(strapi, UIDS.record);
  const query = strapi.db
    .connection(table)
    .select({ id: 'id', createdAt: column('createdAt') })
    .where(column('createdAt'), '<', cutoff)
    .orderBy([{ column: column('createdAt') }, { column: 'id' }])
    .limit(limit);
  if (since) query.where(column('createdAt'), '>=', since);
  return query;
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
  const snapshots = columnsOf(strapi, UIDS.snapshot);
  const records = columnsOf(strapi, UIDS.record);
  const ref = (name: string) => `${snapshots.table}.${snapshots.column(name)}`;
  const unused = (db: Connection | Transaction) =>
    db(snapshots.table)
      .where(snapshots.column('createdAt'), '<', cutoff)
      .whereNot(snapshots.column('policyVersion'), currentPolicy)
      .whereNotExists(
        db(records.table)
          .select(db.raw('1'))
          .whereRaw('?? = ??', [records.column('snapshot'), ref('hash')]),
      );
  return retryingConflicts<number>(async () => {
    const { connection } = strapi.db;
    const found: { id: number }[] = await unused(connection).select('id');
    const ids = found.map(({ id }) => id);
    if (ids.length === 0) return 0;
    const work = async (trx: Transaction) => {
      // Once they are held, whoever is storing a record of one has committed, and the deletion sees it. By their ids:
      // MySQL and MariaDB hold every row that they look through, and with it all records that are about to be stored.
      await trx(snapshots.table).select('id').whereIn('id', ids).forUpdate();
      const deleted: number = await unused(trx).whereIn('id', ids).delete();
      return deleted;
    };
    // PostgreSQL may be set up so that a transaction goes on to see what there was when it began: not that record.
    const isolationLevel = 'read committed' as const;
    return connection.transaction(work, strapi.db.dialect.client === 'postgres' ? { isolationLevel } : {});
  });
}
