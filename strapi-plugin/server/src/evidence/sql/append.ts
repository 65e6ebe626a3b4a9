import { randomInt } from 'node:crypto';
import type { Transaction } from '../../database/table';
import { isRefusedValue } from '../../database/write-conflicts';
import { cellsOf } from '../decision-counts';
import type { NewRecord } from '../record';
import { RecordIds } from '../record-id';
import { SnapshotGoneError, type StoredRecord } from '../store';
import { addDecisions } from './decision-counts';
import type { SqlDocuments } from './documents';
import { type EvidenceDatabase, inParts, inserted, inTransaction, rows, TABLES } from './evidence-database';
import { noteNetworks } from './networks';
import type { RecordPartitions } from './partitions';
import { rowOf } from './record-rows';
import type { Enqueue } from './sealed-sources';
import type { ServedSnapshots } from './snapshots';

/** In so many shards the days are counted, at most: two that write at the same time rarely count in the same one. */
export const SHARDS = 256;

const DAY = 86_400_000;

/** The day of a decision, in days since 1970. */
export const decidedOn = (moment: Date | number): number => Math.floor(Number(moment) / DAY);

/** Stores records with their fingerprints and daily counts. */
export class RecordAppender {
  readonly #database: EvidenceDatabase;
  readonly #served: ServedSnapshots;
  readonly #documents: SqlDocuments;
  readonly #partitions: RecordPartitions | null;
  readonly #enqueue: Enqueue;
  readonly #ids = new RecordIds();
  /** Those in which nobody counts right now: whoever writes beside another has one for himself. */
  readonly #shards: number[] = [];
  /** Drawn where none is left of those. One follows the other, so that none is drawn twice before all are. */
  #nextShard = randomInt(SHARDS);

  constructor(
    database: EvidenceDatabase,
    served: ServedSnapshots,
    documents: SqlDocuments,
    partitions: RecordPartitions | null,
    enqueue: Enqueue,
  ) {
    this.#database = database;
    this.#served = served;
    this.#documents = documents;
    this.#partitions = partitions;
    this.#enqueue = enqueue;
  }

  /**
   * One transaction, one INSERT for all of them. Where a row is refused for what it holds or refers to, each is tried
   * alone, so that it takes no neighbour with it.
   */
  async append(records: readonly NewRecord[]): Promise<PromiseSettledResult<StoredRecord>[]> {
    await this.#partitions?.prepare(records.map(({ createdAt }) => createdAt));
    try {
      const stored = await this.#together(records);
      return stored.map((value) => ({ status: 'fulfilled', value }));
    } catch (error) {
      if (!(isRefusedValue(error) || error instanceof SnapshotGoneError)) throw error;
      const outcomes: PromiseSettledResult<StoredRecord>[] = [];
      for (const record of records) {
        const alone = this.#together([record]).then(([stored]) => stored as StoredRecord);
        outcomes.push(...(await Promise.allSettled([alone])));
      }
      return outcomes;
    }
  }

  async #together(records: readonly NewRecord[]): Promise<StoredRecord[]> {
    const ids = records.map(({ createdAt }) => this.#ids.next(createdAt));
    const given = new Map(records.map((record, i) => [record, ids[i] as string]));
    const snapshots = new Set(records.flatMap(({ snapshot }) => snapshot ?? []));
    const presentations = new Set(records.flatMap(({ presentation }) => presentation ?? []));
    const shard = this.#shards.pop() ?? this.#nextShard++ % SHARDS;
    const kept = await inTransaction(this.#database, async (trx) => {
      const keptUnder = await this.#claim(trx, given);
      await this.#served.touch(trx, snapshots);
      await this.#documents.touch(trx, presentations);
      const added = records.filter((record) => keptUnder(record) === given.get(record));
      if (added.length > 0) {
        const all = added.map((record) => rowOf(given.get(record) as string, record));
        for (const part of inParts(all)) {
          await trx(TABLES.records).insert(inserted(this.#database, trx, TABLES.records, part));
        }
        await this.#enqueue(
          trx,
          all.map(({ id }) => ({ id, kind: 'record' })),
        );
        await noteNetworks(
          trx,
          added.map((record) => ({ id: given.get(record) as string, networks: record.networks })),
        );
        await addDecisions(this.#database, trx, cellsOf(added), shard);
      }
      return keptUnder;
    }).finally(() => this.#shards.push(shard));
    this.#served.remember(snapshots);
    this.#documents.remember(presentations);
    return records.map((record) => ({
      id: kept(record),
      repeated: kept(record) !== given.get(record),
    }));
  }

  /**
   * Enters the fingerprints that nobody has entered yet. Whoever enters one waits for another who is about to.
   *
   * @returns the id under which each record is kept: its own, or that of the same decision before it.
   */
  async #claim(
    trx: Transaction,
    given: ReadonlyMap<NewRecord, string>,
  ): Promise<(record: NewRecord) => string> {
    const first = new Map<string, { decided_on: number; fingerprint: string; record_id: string }>();
    for (const [{ fingerprint, decidedAt }, id] of given) {
      if (fingerprint === null || first.has(fingerprint)) continue;
      first.set(fingerprint, { decided_on: decidedOn(decidedAt), fingerprint, record_id: id });
    }
    const owner = new Map([...first].map(([fingerprint, { record_id }]) => [fingerprint, record_id]));
    // In the same order everywhere, so that two writers cannot deadlock.
    const sorted = [...first.values()].sort((a, b) => (a.fingerprint < b.fingerprint ? -1 : 1));
    for (const part of inParts(sorted)) {
      for (const { fingerprint, record_id } of await this.#enter(trx, part))
        owner.set(fingerprint, record_id);
    }
    return (record) =>
      (record.fingerprint === null ? given.get(record) : owner.get(record.fingerprint)) as string;
  }

  /** @returns those that were there before. */
  async #enter(
    trx: Transaction,
    entries: { decided_on: number; fingerprint: string; record_id: string }[],
  ): Promise<{ fingerprint: string; record_id: string }[]> {
    const insert = trx(TABLES.fingerprints)
      .insert(inserted(this.#database, trx, TABLES.fingerprints, entries))
      .onConflict(['decided_on', 'fingerprint']);
    let others = entries;
    if (this.#database.client === 'mysql') {
      // It has no "do nothing": INSERT IGNORE would swallow every other error too. Setting the column to the value it
      // already has changes nothing.
      await insert.merge(['fingerprint']);
    } else {
      const entered: { fingerprint: string }[] = await insert.ignore().returning(['fingerprint']);
      const own = new Set(entered.map(({ fingerprint }) => fingerprint));
      others = entries.filter(({ fingerprint }) => !own.has(fingerprint));
    }
    if (others.length === 0) return [];
    return rows(
      trx(TABLES.fingerprints)
        .select(['fingerprint', 'record_id'])
        .whereIn(
          ['decided_on', 'fingerprint'],
          others.map(({ decided_on, fingerprint }) => [decided_on, fingerprint]),
        ),
    );
  }
}
