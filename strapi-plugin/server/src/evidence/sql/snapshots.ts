import { LRUCache } from 'lru-cache';
import { contentHash } from '../../content/hash';
import type { Transaction } from '../../database/table';
import { retryingConflicts } from '../../database/write-conflicts';
import { firstIdOf, RecordIds } from '../record-id';
import { documentParts, joinSnapshot, partsOf, type SnapshotOutline, splitSnapshot } from '../snapshot-parts';
import {
  type Snapshot,
  type SnapshotContent,
  SnapshotGoneError,
  type SnapshotHead,
  type SnapshotStore,
} from '../store';
import { type EvidenceDatabase, inParts, inTransaction, rows, TABLES, wanted } from './evidence-database';

/** When a snapshot was last served is noted to this, in milliseconds. */
const NOTED_EVERY = 3_600_000;

/**
 * How much longer than the records a snapshot stays, in milliseconds: a week, for clocks that differ and for what was
 * noted up to an hour before it was last served.
 */
const GRACE = 7 * 86_400_000;

/** What was last served or named before this, in milliseconds since 1970, no record from after the cutoff rests on. */
export const unusedBefore = (cutoff: Date): number => cutoff.getTime() - GRACE;

interface SnapshotRow {
  id: string;
  hash: string;
  environment: string;
  policy_version: string;
  locale: string;
  outline: string;
  first_served_at: number | string;
}

const headOf = (row: Omit<SnapshotRow, 'outline'>): SnapshotHead => ({
  hash: row.hash,
  policyVersion: row.policy_version,
  locale: row.locale,
  environment: row.environment,
  firstServedAt: new Date(Number(row.first_served_at)),
});

const HEAD = ['id', 'hash', 'environment', 'policy_version', 'locale', 'first_served_at'];

/**
 * Which snapshots this process has noted as served within the last hour. In place of a lock on what every record refers
 * to: a purge, which spares the last month at the very least, cannot take what anybody noted a moment ago.
 */
export class ServedSnapshots {
  readonly #noted = new LRUCache<string, true>({ max: 1000, ttl: NOTED_EVERY });

  /**
   * Notes those that records are about to refer to, within their transaction.
   *
   * @throws {SnapshotGoneError} where one is not there.
   */
  async touch(trx: Transaction, hashes: Iterable<string>): Promise<void> {
    const now = Date.now();
    const later = trx.raw('case when ?? < ? then ? else ?? end', [
      'last_served_at',
      now,
      now,
      'last_served_at',
    ]);
    for (const hash of [...hashes].sort()) {
      if (this.#noted.has(hash)) continue;
      const touched = await trx(TABLES.snapshots).where({ hash }).update({ last_served_at: later });
      if (touched === 0) throw new SnapshotGoneError('the snapshot of what a visitor was shown is gone');
    }
  }

  /** Whether `touch` has nothing to do. */
  isNoted(hash: string): boolean {
    return this.#noted.has(hash);
  }

  /** After the commit. What was noted before is due again when its hour is over, however often it is named meanwhile. */
  remember(hashes: Iterable<string>): void {
    for (const hash of hashes) if (!this.#noted.has(hash)) this.#noted.set(hash, true);
  }

  forget(): void {
    this.#noted.clear();
  }
}

/** Snapshots in tables, each part of them once. */
export class SqlSnapshots implements SnapshotStore {
  readonly #database: EvidenceDatabase;
  readonly #served: ServedSnapshots;
  readonly #ids = new RecordIds();

  constructor(database: EvidenceDatabase, served: ServedSnapshots) {
    this.#database = database;
    this.#served = served;
  }

  async keep(content: SnapshotContent, environment: string, at: Date): Promise<string> {
    const hash = contentHash(content);
    const { connection } = this.#database;
    const now = at.getTime();
    const found = await rows<{ last_served_at: number | string }>(
      connection(TABLES.snapshots).select('last_served_at').where({ hash, environment }),
    );
    const known = found[0];
    if (known && Number(known.last_served_at) > now - NOTED_EVERY) return hash;
    const { outline, parts } = splitSnapshot(content);
    await inTransaction(this.#database, async (trx) => {
      const kept = [...parts].map(([part, value]) => ({
        hash: part,
        content: JSON.stringify(value),
        kept_at: now,
      }));
      kept.sort((a, b) => (a.hash < b.hash ? -1 : 1));
      await trx(TABLES.parts).insert(kept).onConflict('hash').merge(['kept_at']);
      const row = {
        id: this.#ids.next(at),
        hash,
        environment,
        policy_version: content.versions.policyVersion,
        locale: content.locale,
        outline: JSON.stringify(outline),
        first_served_at: now,
        last_served_at: now,
      };
      const later = trx.raw(
        `case when ??.?? < ${wanted(this.#database)} then ${wanted(this.#database)} else ??.?? end`,
        [
          ...[TABLES.snapshots, 'last_served_at', 'last_served_at', 'last_served_at'],
          ...[TABLES.snapshots, 'last_served_at'],
        ],
      );
      await trx(TABLES.snapshots)
        .insert(row)
        .onConflict(['hash', 'environment'])
        .merge({ last_served_at: later });
    });
    return hash;
  }

  async has(hash: string, environment: string): Promise<boolean> {
    const found = this.#database.connection(TABLES.snapshots).select('id').where({ hash, environment });
    return (await rows(found.limit(1))).length > 0;
  }

  async ofPolicy(policyVersion: string): Promise<SnapshotHead[]> {
    const { connection } = this.#database;
    const found = connection(TABLES.snapshots).select(HEAD).where({ policy_version: policyVersion });
    return (await rows<SnapshotRow>(found.orderBy('id', 'desc'))).map(headOf);
  }

  async byHash(hash: string): Promise<Snapshot | null> {
    const { connection } = this.#database;
    const found = connection(TABLES.snapshots).where({ hash }).orderBy('id').limit(1);
    return (await this.#whole(await rows<SnapshotRow>(found)))[0] ?? null;
  }

  async latest(limit: number): Promise<Snapshot[]> {
    const { connection } = this.#database;
    return this.#whole(
      await rows<SnapshotRow>(connection(TABLES.snapshots).orderBy('id', 'desc').limit(limit)),
    );
  }

  async #whole(found: readonly SnapshotRow[]): Promise<Snapshot[]> {
    const outlines = found.map(({ outline }) => JSON.parse(outline) as SnapshotOutline);
    const hashes = [...new Set(outlines.flatMap(partsOf))];
    const kept = await rows<{ hash: string; content: string }>(
      this.#database.connection(TABLES.parts).select(['hash', 'content']).whereIn('hash', hashes),
    );
    const parts = new Map(kept.map(({ hash, content }) => [hash, JSON.parse(content) as unknown]));
    return found.map((row, i) => ({
      ...headOf(row),
      content: joinSnapshot(outlines[i] as SnapshotOutline, parts),
    }));
  }

  /** Hashes of all documents that some snapshot names. */
  async documents(): Promise<ReadonlySet<string>> {
    const { connection } = this.#database;
    const outlines = await rows<{ outline: string }>(connection(TABLES.snapshots).select('outline'));
    const lists = outlines.flatMap(({ outline }) => documentParts(JSON.parse(outline) as SnapshotOutline));
    const kept: { content: string }[] = [];
    for (const part of inParts([...new Set(lists)])) {
      kept.push(
        ...(await rows<{ content: string }>(
          connection(TABLES.parts).select('content').whereIn('hash', part),
        )),
      );
    }
    return new Set(
      kept.flatMap(({ content }) => Object.values(JSON.parse(content) as Record<string, string>)),
    );
  }

  /**
   * Deletes those that were last served long before the cutoff, but for a policy version and for those of records that
   * are held, and then the parts that none has any more. Every other record that is still there was stored after its
   * snapshot was noted as served.
   *
   * @returns how many snapshots.
   */
  async dropUnused(cutoff: Date, keep: { policyVersion: string }): Promise<number> {
    const { connection } = this.#database;
    const before = unusedBefore(cutoff);
    // What a purge has left from before its cutoff is held.
    const held = connection(TABLES.records)
      .distinct('snapshot')
      .where('id', '<', firstIdOf(cutoff))
      .whereNotNull('snapshot');
    const dropped: number = await retryingConflicts(() =>
      connection(TABLES.snapshots)
        .where('last_served_at', '<', before)
        .whereNot('policy_version', keep.policyVersion)
        .whereNotIn('hash', held.clone())
        .delete(),
    );
    if (dropped === 0) return 0;
    const left = await rows<{ outline: string }>(connection(TABLES.snapshots).select('outline'));
    const used = new Set(left.flatMap(({ outline }) => partsOf(JSON.parse(outline) as SnapshotOutline)));
    const old = await rows<{ hash: string }>(
      connection(TABLES.parts).select('hash').where('kept_at', '<', before),
    );
    const unused = old.map(({ hash }) => hash).filter((hash) => !used.has(hash));
    // Whoever keeps a snapshot meanwhile has noted its parts anew.
    for (let i = 0; i < unused.length; i += 500) {
      await connection(TABLES.parts)
        .whereIn('hash', unused.slice(i, i + 500))
        .where('kept_at', '<', before)
        .delete();
    }
    this.#served.forget();
    return dropped;
  }
}
