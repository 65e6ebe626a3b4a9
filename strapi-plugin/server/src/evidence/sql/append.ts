import { randomInt } from 'node:crypto';
import type { Query, Transaction } from '../../database/table';
import { isDuplicate, isRefusedValue, isWriteConflict } from '../../database/write-conflicts';
import { cellsOf } from '../decision-counts';
import type { NewRecord } from '../record';
import { RecordIds } from '../record-id';
import { SnapshotGoneError, type StoredRecord } from '../store';
import { decisionAdditions } from './decision-counts';
import type { SqlDocuments } from './documents';
import {
  atOnce,
  type EvidenceDatabase,
  inParts,
  inserted,
  inTransaction,
  inTurn,
  rows,
  TABLES,
} from './evidence-database';
import { networkNotes } from './networks';
import type { RecordPartitions } from './partitions';
import { rowOf } from './record-rows';
import type { Queueing } from './sealed-sources';
import type { ServedSnapshots } from './snapshots';

/** In so many shards the days are counted, at most: two that write at the same time rarely count in the same one. */
export const SHARDS = 256;

const DAY = 86_400_000;

/** The day of a decision, in days since 1970. */
export const decidedOn = (moment: Date | number): number => Math.floor(Number(moment) / DAY);

/** The id under which each record is kept: its own, or that of the same decision before it. */
type KeptUnder = (record: NewRecord) => string;

interface FingerprintEntry {
  decided_on: number;
  fingerprint: string;
  record_id: string;
}

/** Each fingerprint once, in the same order everywhere, so that two writers cannot deadlock. */
function entriesOf(given: ReadonlyMap<NewRecord, string>): FingerprintEntry[] {
  const first = new Map<string, FingerprintEntry>();
  for (const [{ fingerprint, decidedAt }, id] of given) {
    if (fingerprint === null || first.has(fingerprint)) continue;
    first.set(fingerprint, { decided_on: decidedOn(decidedAt), fingerprint, record_id: id });
  }
  return [...first.values()].sort((a, b) => (a.fingerprint < b.fingerprint ? -1 : 1));
}

/** Stores records with their fingerprints and daily counts. */
export class RecordAppender {
  readonly #database: EvidenceDatabase;
  readonly #served: ServedSnapshots;
  readonly #documents: SqlDocuments;
  readonly #partitions: RecordPartitions | null;
  readonly #queueing: Queueing;
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
    queueing: Queueing,
  ) {
    this.#database = database;
    this.#served = served;
    this.#documents = documents;
    this.#partitions = partitions;
    this.#queueing = queueing;
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
    const shard = this.#shards.pop() ?? this.#nextShard++ % SHARDS;
    const kept = await this.#kept(given, shard).finally(() => this.#shards.push(shard));
    return records.map((record) => ({
      id: kept(record),
      repeated: kept(record) !== given.get(record),
    }));
  }

  async #kept(given: ReadonlyMap<NewRecord, string>, shard: number): Promise<KeptUnder> {
    return (await this.#atOnce(given, shard)) ?? this.#claimed(given, shard);
  }

  /**
   * PostgreSQL keeps what is new in one statement, and is waited for once in place of seven times: meanwhile this process reads the
   * next records. Null where one of them was there already, or more has to be done.
   */
  async #atOnce(given: ReadonlyMap<NewRecord, string>, shard: number): Promise<KeptUnder | null> {
    const { client, connection } = this.#database;
    const records = [...given.keys()];
    const entries = entriesOf(given);
    const isKnown = records.every(
      ({ snapshot, presentation }) =>
        (!snapshot || this.#served.isNoted(snapshot)) &&
        (!presentation || this.#documents.isNoted(presentation)),
    );
    const mayRepeat = entries.length < records.filter(({ fingerprint }) => fingerprint !== null).length;
    if (client !== 'postgres' || !isKnown || mayRepeat) return null;
    const trx = connection as unknown as Transaction;
    const claims = inParts(entries).map((part) =>
      trx(TABLES.fingerprints).insert(inserted(this.#database, trx, TABLES.fingerprints, part)),
    );
    try {
      await atOnce(this.#database, [...claims, ...this.#writes(trx, records, given, shard)]);
      return (record) => given.get(record) as string;
    } catch (error) {
      if (isDuplicate(error) || isWriteConflict(error)) return null;
      throw error;
    }
  }

  async #claimed(given: ReadonlyMap<NewRecord, string>, shard: number): Promise<KeptUnder> {
    const records = [...given.keys()];
    const snapshots = new Set(records.flatMap(({ snapshot }) => snapshot ?? []));
    const presentations = new Set(records.flatMap(({ presentation }) => presentation ?? []));
    const kept = await inTransaction(this.#database, async (trx) => {
      const keptUnder = await this.#claim(trx, given);
      await this.#served.touch(trx, snapshots);
      await this.#documents.touch(trx, presentations);
      const added = records.filter((record) => keptUnder(record) === given.get(record));
      if (added.length > 0) await inTurn(this.#writes(trx, added, given, shard));
      return keptUnder;
    });
    this.#served.remember(snapshots);
    this.#documents.remember(presentations);
    return kept;
  }

  /** What stores records, has them wait for their seal, and counts them. */
  #writes(
    trx: Transaction,
    added: readonly NewRecord[],
    given: ReadonlyMap<NewRecord, string>,
    shard: number,
  ): Query[] {
    const database = this.#database;
    const idOf = (record: NewRecord) => given.get(record) as string;
    const all = added.map((record) => rowOf(idOf(record), record));
    return [
      ...inParts(all).map((part) =>
        trx(TABLES.records).insert(inserted(database, trx, TABLES.records, part)),
      ),
      ...this.#queueing(
        trx,
        all.map(({ id }) => ({ id, kind: 'record' })),
      ),
      ...networkNotes(
        database,
        trx,
        added.map((record) => ({ id: idOf(record), networks: record.networks })),
      ),
      ...decisionAdditions(database, trx, cellsOf(added), shard),
    ];
  }

  /** Enters the fingerprints that nobody has entered yet. Whoever enters one waits for another who is about to. */
  async #claim(trx: Transaction, given: ReadonlyMap<NewRecord, string>): Promise<KeptUnder> {
    const entries = entriesOf(given);
    const owner = new Map(entries.map(({ fingerprint, record_id }) => [fingerprint, record_id]));
    for (const part of inParts(entries)) {
      for (const { fingerprint, record_id } of await this.#enter(trx, part))
        owner.set(fingerprint, record_id);
    }
    return (record) =>
      (record.fingerprint === null ? given.get(record) : owner.get(record.fingerprint)) as string;
  }

  /** @returns those that were there before. */
  async #enter(
    trx: Transaction,
    entries: FingerprintEntry[],
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
