import { LRUCache } from 'lru-cache';
import type { Transaction } from '../../database/table';
import { documentHash, type EvidenceDocument, type KeptDocument } from '../document';
import type { DocumentStore } from '../store';
import { type EvidenceDatabase, inParts, inTransaction, rows, TABLES } from './evidence-database';

/** When a document was last named is noted to this, in milliseconds. */
const NOTED_EVERY = 3_600_000;

interface DocumentRow {
  hash: string;
  role: EvidenceDocument['role'];
  media_type: EvidenceDocument['mediaType'];
  content: string;
  first_kept_at: number | string;
}

/** Documents in a table, each once. When one was last named is noted, so that a purge spares what a record may rest on. */
export class SqlDocuments implements DocumentStore {
  readonly #database: EvidenceDatabase;
  readonly #noted = new LRUCache<string, true>({ max: 1000, ttl: NOTED_EVERY });

  constructor(database: EvidenceDatabase) {
    this.#database = database;
  }

  async keep({ role, mediaType, text }: EvidenceDocument, at: Date): Promise<string> {
    const hash = documentHash(text);
    const now = at.getTime();
    const { connection } = this.#database;
    const [known] = await rows<{ last_named_at: number | string }>(
      connection(TABLES.documents).select('last_named_at').where({ hash }),
    );
    if (known && Number(known.last_named_at) > now - NOTED_EVERY) return hash;
    await inTransaction(this.#database, async (trx) => {
      if (await this.#note(trx, hash, now)) return;
      const row = {
        hash,
        role,
        media_type: mediaType,
        content: text,
        first_kept_at: now,
        last_named_at: now,
      };
      await trx(TABLES.documents).insert(row).onConflict('hash').merge(['last_named_at']);
    });
    return hash;
  }

  async has(hash: string): Promise<boolean> {
    const found = this.#database.connection(TABLES.documents).select('hash').where({ hash }).limit(1);
    return (await rows(found)).length > 0;
  }

  async byHash(hash: string): Promise<KeptDocument | null> {
    const [row] = await rows<DocumentRow>(this.#database.connection(TABLES.documents).where({ hash }));
    if (!row) return null;
    return {
      hash: row.hash,
      role: row.role,
      mediaType: row.media_type,
      text: row.content,
      firstKeptAt: new Date(Number(row.first_kept_at)),
    };
  }

  /** Notes those that records are about to name, within their transaction. One that is not there yet may still come. */
  async touch(trx: Transaction, hashes: Iterable<string>): Promise<void> {
    for (const hash of [...hashes].sort())
      if (!this.#noted.has(hash)) await this.#note(trx, hash, Date.now());
  }

  /** Whether `touch` has nothing to do. */
  isNoted(hash: string): boolean {
    return this.#noted.has(hash);
  }

  /** After the commit. What was noted before is due again when its hour is over, however often it is named meanwhile. */
  remember(hashes: Iterable<string>): void {
    for (const hash of hashes) if (!this.#noted.has(hash)) this.#noted.set(hash, true);
  }

  /**
   * Deletes what was last named before a moment, in milliseconds since 1970.
   *
   * @param used those that a snapshot names; asked only where something is that old.
   */
  async dropUnused(before: number, used: () => Promise<ReadonlySet<string>>): Promise<void> {
    const { connection } = this.#database;
    const old = await rows<{ hash: string }>(
      connection(TABLES.documents).select('hash').where('last_named_at', '<', before),
    );
    if (old.length === 0) return;
    const named = await used();
    const unused = old.map(({ hash }) => hash).filter((hash) => !named.has(hash));
    // Whoever names one meanwhile has noted it anew.
    for (const part of inParts(unused)) {
      await connection(TABLES.documents).whereIn('hash', part).where('last_named_at', '<', before).delete();
    }
    this.#noted.clear();
  }

  /** @returns whether it is there. */
  async #note(trx: Transaction, hash: string, now: number): Promise<boolean> {
    const later = trx.raw('case when ?? < ? then ? else ?? end', [
      'last_named_at',
      now,
      now,
      'last_named_at',
    ]);
    const noted: number = await trx(TABLES.documents).where({ hash }).update({ last_named_at: later });
    return noted > 0;
  }
}
