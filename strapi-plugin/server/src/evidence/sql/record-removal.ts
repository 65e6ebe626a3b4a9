import { setTimeout as pause } from 'node:timers/promises';
import { type DatabaseClient, runAlone } from '../../database/named-lock';
import type { Transaction } from '../../database/table';
import { consentIdHash } from '../consent-id-hash';
import { firstIdOf, RecordIds } from '../record-id';
import type { Dropped, Kept, LogEntry, LogKind, LogStore, SignedState } from '../store';
import { decidedOn } from './append';
import type { SqlDocuments } from './documents';
import { type EvidenceDatabase, inTransaction, rows, TABLES } from './evidence-database';
import { heldLately, heldNow } from './holds';
import { lastSigned } from './log-files';
import { enterInLog, type LogRow, logEntryOf } from './log-rows';
import { forgetOldNetworks } from './networks';
import type { RecordPartitions } from './partitions';
import type { Enqueue } from './sealed-sources';
import { type SqlSnapshots, unusedBefore } from './snapshots';

/**
 * For so many days after its decision a record can be sent again (E5 takes none that is older than seven), and a day more
 * for clocks that differ.
 */
const REPEATED_DAYS = 8;

/** The first batch; from then on a batch has as many rows as went in the time that a batch may take. */
const FIRST_BATCH = 50;
const MAX_BATCH = 1000;

/** Is told how many records go, in the transaction in which they do. */
type Note = (trx: Transaction, deleted: number) => Promise<void>;

interface Pace {
  /** How long a batch may take, in milliseconds. */
  milliseconds: number;
  /** Rows that a batch has however long it takes: on a slow disk the commit alone may take longer than that. */
  least: number;
}

/** On SQLite a statement stops the process, so there it is kept to a moment. */
const PACES: Record<DatabaseClient, Pace> = {
  sqlite: { milliseconds: 5, least: 10 },
  postgres: { milliseconds: 25, least: 200 },
  mysql: { milliseconds: 25, least: 200 },
};

/** What removes old records, and the log of all that was removed. */
export class RecordRemoval implements LogStore {
  readonly #database: EvidenceDatabase;
  readonly #snapshots: SqlSnapshots;
  readonly #documents: SqlDocuments;
  readonly #partitions: RecordPartitions | null;
  readonly #enqueue: Enqueue;
  readonly #ids = new RecordIds();

  constructor(
    database: EvidenceDatabase,
    snapshots: SqlSnapshots,
    documents: SqlDocuments,
    partitions: RecordPartitions | null,
    enqueue: Enqueue,
  ) {
    this.#database = database;
    this.#snapshots = snapshots;
    this.#documents = documents;
    this.#partitions = partitions;
    this.#enqueue = enqueue;
  }

  async countDeletable({ from, to }: { from: Date; to: Date }): Promise<number> {
    const held = await heldLately(this.#database);
    const between = this.#database.connection(TABLES.records);
    between.where('id', '>=', firstIdOf(from)).where('id', '<', firstIdOf(to));
    const [counted] = await rows<{ records: unknown }>(held.leaveOut(between).count({ records: '*' }));
    return Number(counted?.records ?? 0);
  }

  async dropBefore(cutoff: Date, keep: Kept): Promise<Dropped> {
    let dropped: Dropped = { records: 0, snapshots: 0 };
    await runAlone(this.#database, 'consent purge', async () => {
      dropped = await this.#purge(cutoff, keep);
    });
    return dropped;
  }

  async #purge(cutoff: Date, keep: Kept): Promise<Dropped> {
    try {
      await this.#partitions?.prepare([new Date()]);
      await this.#partitions?.prepareAhead(new Date());
      await this.#enqueuePurges();
      await forgetOldNetworks(this.#database, new Date());
      const purgedBefore = await this.purgedBefore();
      const note = this.#purgeLog(cutoff, await lastSigned(this.#database));
      const months = keep.months ?? (await heldLately(this.#database)).months;
      const whole = (await this.#partitions?.dropBefore(cutoff, note, months)) ?? 0;
      const { deleted, whole: reached } = await this.#deleteBefore(cutoff, note, months);
      const records = whole + deleted;
      // Also what a purge has left that was killed, where the retention is a longer one by now.
      await this.#forgetBefore(new Date(Math.max(Number(cutoff), Number(purgedBefore ?? 0))));
      // Older records are left that refer to snapshots: the next purge goes by the retention that holds now.
      if (!reached) return { records, snapshots: 0 };
      const remembered = Math.max(decidedOn(Date.now()) - REPEATED_DAYS, decidedOn(cutoff));
      await this.#database.connection(TABLES.fingerprints).where('decided_on', '<', remembered).delete();
      const snapshots = await this.#snapshots.dropUnused(cutoff, keep);
      await this.#documents.dropUnused(unusedBefore(cutoff), () => this.#named(cutoff));
      return { records, snapshots };
    } finally {
      await this.#enqueuePurges();
    }
  }

  /** An entry is sealed when its purge has ended; that of a purge which was killed, when the next one begins. */
  #enqueuePurges(): Promise<void> {
    return inTransaction(this.#database, async (trx) => {
      const purges = await rows<{ id: string }>(
        trx(TABLES.log)
          .select('id')
          .where({ kind: 'purge' })
          .whereNotExists(
            trx(TABLES.leaves).whereRaw('?? = ??', [`${TABLES.leaves}.item_id`, `${TABLES.log}.id`]),
          ),
      );
      await this.#enqueue(
        trx,
        purges.map(({ id }) => ({ id, kind: 'purge' })),
      );
    });
  }

  /** Of the leaves of records that are gone nothing but the commitment stays. Not with them, since a month goes at once. */
  async #forgetBefore(cutoff: Date): Promise<void> {
    const { connection } = this.#database;
    const leaves = () => connection(TABLES.leaves).where({ kind: 'record' });
    for (let after = firstIdOf(new Date(0)), end = firstIdOf(cutoff); ; ) {
      const started = performance.now();
      const found = await rows<{ item_id: string }>(
        leaves()
          .select('item_id')
          .where('item_id', '>', after)
          .where('item_id', '<', end)
          .orderBy('item_id')
          .limit(MAX_BATCH),
      );
      const last = found.at(-1)?.item_id;
      if (!last) return;
      const within = connection(TABLES.records).select('id').where('id', '>', after).where('id', '<=', last);
      await leaves()
        .where('item_id', '>', after)
        .where('item_id', '<=', last)
        .whereNotIn('item_id', within)
        .update({ item_id: null, salt: null });
      after = last;
      await pause(performance.now() - started);
    }
  }

  /** The documents that a snapshot names, or a record which a legal hold keeps: no other is left from before the cutoff. */
  async #named(cutoff: Date): Promise<ReadonlySet<string>> {
    const held = this.#database.connection(TABLES.records).distinct('presentation');
    held.where('id', '<', firstIdOf(cutoff)).whereNotNull('presentation');
    const shown = (await rows<{ presentation: string }>(held)).map(({ presentation }) => presentation);
    return new Set([...(await this.#snapshots.documents()), ...shown]);
  }

  /** One entry of a purge that grows with what it deletes, so that a purge that is cut off has left what it did. */
  #purgeLog(cutoff: Date, checkpoint: SignedState | null): Note {
    const id = this.#ids.next(new Date());
    return async (trx, deleted) => {
      if (deleted === 0) return;
      const more = trx.raw('?? + ?', ['deleted', deleted]);
      const raised: number = await trx(TABLES.log).where({ id }).update({ deleted: more });
      if (raised > 0) return;
      const entry = {
        id,
        kind: 'purge',
        actor: 'system',
        actorName: null,
        subject: null,
        deleted,
        cutoff,
        checkpoint,
      } as const;
      await enterInLog(trx, entry);
    };
  }

  /**
   * In batches along the key, each of which begins where the last one ended: PostgreSQL and InnoDB keep what was deleted
   * in the index until they tidy up. Each leaves as much time to the visitors as it took.
   *
   * @param months the retention by which it deletes: where another one holds, it ends.
   * @returns how many, and whether it has come to the cutoff.
   */
  async #deleteBefore(
    cutoff: Date,
    note: Note,
    months: number | null,
  ): Promise<{ deleted: number; whole: boolean }> {
    const { milliseconds, least } = PACES[this.#database.client];
    const end = firstIdOf(cutoff);
    let deleted = 0;
    let limit = FIRST_BATCH;
    for (let last = firstIdOf(new Date(0)); ; ) {
      const started = performance.now();
      const batch = await inTransaction(this.#database, (trx) =>
        this.#deleteBatch(trx, { from: last, end, limit, months }, note),
      );
      if (batch === null) return { deleted, whole: false };
      deleted += batch.deleted;
      if (batch.last === null) return { deleted, whole: true };
      last = batch.last;
      const took = performance.now() - started;
      await pause(took);
      const growth = Math.min(2, Math.max(0.5, milliseconds / took));
      limit = Math.min(MAX_BATCH, Math.max(least, Math.round(limit * growth)));
    }
  }

  /** @returns how many, and where it ended, which is null at the end; null where another retention holds by now. */
  async #deleteBatch(
    trx: Transaction,
    { from, end, limit, months }: { from: string; end: string; limit: number; months: number | null },
    note: Note,
  ): Promise<{ deleted: number; last: string | null } | null> {
    const held = await heldNow(this.#database, trx);
    if (held.months !== months) return null;
    const begin = held.behind(from);
    const between = () => trx(TABLES.records).where('id', '>=', begin).where('id', '<', end);
    const ends = between()
      .select('id')
      .orderBy('id')
      .offset(limit - 1)
      .limit(1);
    const last = (await rows<{ id: string }>(ends))[0]?.id ?? null;
    const batch = last ? between().where('id', '<=', last) : between();
    const deleted: number = await held.leaveOut(batch).delete();
    await note(trx, deleted);
    return { deleted, last };
  }

  latest(kind: LogKind, limit: number): Promise<LogEntry[]> {
    return this.#entries({ kind }, limit);
  }

  async purgedBefore(): Promise<Date | null> {
    const purges = this.#database.connection(TABLES.log).where({ kind: 'purge' });
    const [furthest] = await rows<{ cutoff: number | string | null }>(purges.max({ cutoff: 'cutoff' }));
    return furthest?.cutoff == null ? null : new Date(Number(furthest.cutoff));
  }

  about(consentId: string): Promise<LogEntry[]> {
    return this.#entries({ subject: consentIdHash(consentId) }, MAX_BATCH);
  }

  async #entries(where: { kind?: LogKind; subject?: string }, limit: number): Promise<LogEntry[]> {
    const query = this.#database.connection(TABLES.log).where(where).orderBy('id', 'desc').limit(limit);
    return (await rows<LogRow>(query)).map(logEntryOf);
  }
}
