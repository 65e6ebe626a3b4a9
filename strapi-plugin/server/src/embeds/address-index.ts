import { createHash } from 'node:crypto';
import type { Database } from '../database/named-lock';
import { inParts, inTransaction, rows } from '../database/statements';
import type { Query, Transaction } from '../database/table';
import type { FieldEmbeds } from './entry-embeds';
import { TABLES } from './tables';

/** A published entry in one language; without languages that is an empty text. */
export interface EntryPlace {
  uid: string;
  documentId: string;
  locale: string;
}

export interface ReadEntry extends EntryPlace {
  embeds: FieldEmbeds[];
}

/** Fields of a type that somebody may see. */
export interface Scope {
  uid: string;
  fields: readonly string[];
  /** Null: in all languages, or where there are none. */
  locales: readonly string[] | null;
}

/** Addresses of one host that are looked for: all but those whose path begins like one of these. */
export interface Wanted {
  host: string;
  except: readonly string[];
}

/** How far the sweep through all entries is. */
export interface SweepState {
  sweep: number;
  /** What was read: it changes with the types and their fields. */
  shape: string;
  uid: string;
  lastId: number;
  /** So many were read since it began. */
  entries: number;
  begunAt: number;
  /** Null: it goes on. */
  endedAt: number | null;
}

interface AddressRow {
  id: string;
  entry: string;
  uid: string;
  document_id: string;
  locale: string;
  field: string;
  host: string;
  path: string;
  sweep: number;
}

/** More hosts than anybody would look through; what is behind them is found once these are declared. */
const MOST_HOSTS = 2000;

/** Rows that one statement deletes. */
const DELETED_AT_ONCE = 1000;

/** Published content by the hosts that it loads from. */
export class AddressIndex {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** What documents say now, in all languages, in place of what they said. */
  async replace(uid: string, documentIds: readonly string[], entries: readonly ReadEntry[]): Promise<void> {
    await inTransaction(this.#database, async (trx) => {
      const sweep = (await stateIn(trx))?.sweep ?? 0;
      await trx(TABLES.addresses).where({ uid }).whereIn('document_id', documentIds).delete();
      await insert(trx, entries, sweep);
    });
  }

  /** What the sweep has read, and how far it is with that. */
  async swept(entries: readonly ReadEntry[], state: SweepState): Promise<void> {
    await inTransaction(this.#database, async (trx) => {
      await insert(trx, entries, state.sweep);
      await writeState(trx, state);
    });
  }

  /** Forgets what no sweep since has seen. */
  async forgetBefore(sweep: number): Promise<void> {
    const { connection } = this.#database;
    for (;;) {
      const gone = await rows<{ id: string }>(
        connection(TABLES.addresses).where('sweep', '<', sweep).limit(DELETED_AT_ONCE).select('id'),
      );
      for (const some of inParts(gone)) {
        const ids = some.map(({ id }) => id);
        // One that was written anew meanwhile stays.
        await connection(TABLES.addresses).whereIn('id', ids).where('sweep', '<', sweep).delete();
      }
      if (gone.length < DELETED_AT_ONCE) return;
    }
  }

  state(): Promise<SweepState | null> {
    return stateIn(this.#database.connection);
  }

  async write(state: SweepState): Promise<void> {
    await inTransaction(this.#database, (trx) => writeState(trx, state));
  }

  /** All hosts, each once. The index is asked for one after the other, however many rows each has. */
  async hosts(): Promise<string[]> {
    const { connection } = this.#database;
    const next = connection.raw(
      `select min(host) as host from ${TABLES.addresses} union all
       select (select min(a.host) from ${TABLES.addresses} a where a.host > found.host)
       from found where found.host is not null`,
    );
    const found = await rows<{ host: string }>(
      connection
        .withRecursive('found', ['host'], next)
        .from('found')
        .whereNotNull('host')
        .limit(MOST_HOSTS)
        .select('host') as unknown as Query,
    );
    return found.map(({ host }) => host);
  }

  /** How many entries ask for addresses of hosts, in what the scopes have of them; hosts that none asks for are left out. */
  async count(wanted: readonly Wanted[], scopes: readonly Scope[]): Promise<Map<string, number>> {
    const whole = wanted.filter(({ except }) => except.length === 0).map(({ host }) => host);
    const queries = [
      ...inParts(whole).map((some) => this.#within(scopes).whereIn('host', some)),
      ...wanted.filter(({ except }) => except.length > 0).map((one) => this.#fitting(one, scopes)),
    ];
    const counts = new Map<string, number>();
    for (const query of queries) {
      const found = await rows<{ host: string; n: number | string }>(
        query.groupBy('host').select('host').countDistinct({ n: 'entry' }),
      );
      for (const { host, n } of found) counts.set(host, Number(n));
    }
    return counts;
  }

  /** The first entries that ask for such an address, by type and document. */
  async places(
    wanted: Wanted,
    scopes: readonly Scope[],
    limit: number,
  ): Promise<(EntryPlace & { path: string })[]> {
    const found = await rows<{ uid: string; document_id: string; locale: string; path: string }>(
      this.#fitting(wanted, scopes)
        .groupBy('uid', 'document_id', 'locale')
        .orderBy(['uid', 'document_id', 'locale'])
        .limit(limit)
        .select('uid', 'document_id', 'locale')
        .min({ path: 'path' }),
    );
    return found.map(({ document_id: documentId, ...row }) => ({ ...row, documentId }));
  }

  #within(scopes: readonly Scope[]): Query {
    return this.#database.connection(TABLES.addresses).where((some) => {
      // Nobody's scopes are no rows.
      some.whereRaw('1 = 0');
      for (const { uid, fields, locales } of scopes) {
        some.orWhere((one) => {
          one.where({ uid }).whereIn('field', fields as string[]);
          if (locales) one.whereIn('locale', locales as string[]);
        });
      }
    }) as unknown as Query;
  }

  #fitting({ host, except }: Wanted, scopes: readonly Scope[]): Query {
    const query = this.#within(scopes).where({ host });
    for (const path of except) query.whereRaw('substr(path, 1, ?) <> ?', [path.length, path]);
    return query;
  }
}

const hashed = (...parts: string[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 32);

async function insert(trx: Transaction, entries: readonly ReadEntry[], sweep: number): Promise<void> {
  const all = entries.flatMap(({ uid, documentId, locale, embeds }) => {
    const entry = hashed(uid, documentId, locale);
    return embeds.flatMap(({ field, addresses }) =>
      addresses.map(({ host, path }): AddressRow => {
        const id = hashed(entry, field, host, path);
        return { id, entry, uid, document_id: documentId, locale, field, host, path, sweep };
      }),
    );
  });
  for (const some of inParts(all)) {
    await trx(TABLES.addresses).insert(some).onConflict('id').merge(['sweep']);
  }
}

interface StateRow {
  sweep: number;
  shape: string;
  uid: string;
  last_id: number | string;
  entries: number | string;
  begun_at: number | string;
  ended_at: number | string | null;
}

async function stateIn(connection: Transaction | Database['connection']): Promise<SweepState | null> {
  const [row] = await rows<StateRow>(connection(TABLES.sweep).where('id', 1).select());
  if (!row) return null;
  return {
    sweep: row.sweep,
    shape: row.shape,
    uid: row.uid,
    lastId: Number(row.last_id),
    entries: Number(row.entries),
    begunAt: Number(row.begun_at),
    endedAt: row.ended_at === null ? null : Number(row.ended_at),
  };
}

async function writeState(trx: Transaction, state: SweepState): Promise<void> {
  const { lastId, begunAt, endedAt, ...rest } = state;
  const row = { id: 1, ...rest, last_id: lastId, begun_at: begunAt, ended_at: endedAt };
  await trx(TABLES.sweep).insert(row).onConflict('id').merge();
}
