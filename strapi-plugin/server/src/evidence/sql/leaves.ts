import { runAlone } from '../../database/named-lock';
import type { Transaction } from '../../database/table';
import type { Backlog, Leaf, LeafStore, SealableItem } from '../leaf-store';
import { isRecordId, momentOf } from '../record-id';
import { commitmentOf, type JsonObject, newSalt, type SealedKind, type TileStore } from '../seal';
import { type EvidenceDatabase, inParts, inTransaction, rows, TABLES } from './evidence-database';
import { enqueueFormer } from './former-items';
import { logFilesIn, logsIn } from './log-files';
import { sealedContents } from './sealed-sources';

interface LeafRow {
  leaf_index: number | string;
  item_id: string | null;
  kind: SealedKind;
  salt: string | null;
  commitment: string;
}

const leafOf = (row: LeafRow): Leaf => ({
  index: Number(row.leaf_index),
  kind: row.kind,
  itemId: row.item_id,
  salt: row.salt,
  commitment: Buffer.from(row.commitment, 'hex'),
});

/** So many rows of the queue are counted at most. */
export const COUNTED = 1000;

/** What waits, and the rows of the queue in which it stands. */
interface Queued {
  items: SealableItem[];
  queued: string[];
}

/** Leaves in tables. */
export class SqlLeaves implements LeafStore {
  readonly #database: EvidenceDatabase;

  constructor(database: EvidenceDatabase) {
    this.#database = database;
  }

  files(number: number): TileStore {
    return logFilesIn(this.#database, number);
  }

  logs(): Promise<number[]> {
    return logsIn(this.#database);
  }

  alone(work: () => Promise<void>): Promise<boolean> {
    return runAlone(this.#database, 'consent sealing', work);
  }

  async waits(): Promise<boolean> {
    return (await this.#queue(1)).queued.length > 0;
  }

  async backlog(): Promise<Backlog | null> {
    const { connection } = this.#database;
    const letters = connection.raw('length(??) as ??', ['items', 'letters']);
    const queued = await rows<{ id: string; letters: number | string }>(
      connection(TABLES.unsealed)
        .select('id', letters)
        .orderBy('id')
        .limit(COUNTED + 1),
    );
    const [oldest] = queued;
    if (!oldest) return null;
    // Each row is a list of ids in JSON: of each id its letters, two quotes, and a comma or the last bracket; and one bracket more.
    const itemsIn = (row: { letters: number | string }) => (Number(row.letters) - 1) / (oldest.id.length + 3);
    const items = queued.slice(0, COUNTED).reduce((sum, row) => sum + itemsIn(row), 0);
    return { items, more: queued.length > COUNTED, since: momentOf(oldest.id) };
  }

  async seal({ signed, limit, only }: Parameters<LeafStore['seal']>[0]): Promise<number> {
    const { items, queued } = only ? { items: only, queued: [] } : await this.#next(limit);
    const taken = await this.#withoutLeaf(items);
    if (taken.length === 0 && queued.length === 0) return 0;
    await inTransaction(this.#database, async (trx) => {
      const contents = await sealedContents(trx, taken);
      const [last] = await rows<{ last: number | string | null }>(
        trx(TABLES.leaves).max({ last: 'leaf_index' }),
      );
      const first = Math.max(signed, Number(last?.last ?? -1) + 1);
      const leaves = taken
        .filter(({ id }) => contents.has(id))
        .map(({ id, kind }, at) => leafRow(first + at, { id, kind }, contents.get(id) as JsonObject));
      for (const part of inParts(leaves)) await trx(TABLES.leaves).insert(part);
      for (const part of inParts(queued)) await trx(TABLES.unsealed).whereIn('id', part).delete();
    });
    return only ? taken.length : items.length;
  }

  async from(index: number, limit: number): Promise<Leaf[]> {
    const query = this.#leaves().where('leaf_index', '>=', index).orderBy('leaf_index').limit(limit);
    return (await rows<LeafRow>(query)).map(leafOf);
  }

  async ofItems(ids: readonly string[]): Promise<Leaf[]> {
    const found: LeafRow[] = [];
    // PostgreSQL refuses to compare with what is no id; nothing is sealed under it.
    for (const part of inParts(ids.filter(isRecordId))) {
      found.push(...(await rows<LeafRow>(this.#leaves().whereIn('item_id', part))));
    }
    return found.map(leafOf);
  }

  contents(items: readonly SealableItem[]): Promise<Map<string, JsonObject>> {
    return inTransaction(this.#database, (trx) => sealedContents(trx, items));
  }

  async prune(signed: number, limit: number): Promise<number> {
    const gone = await rows<{ leaf_index: number | string }>(
      this.#leaves().select('leaf_index').whereNull('item_id').where('leaf_index', '<', signed).limit(limit),
    );
    let pruned = 0;
    for (const part of inParts(gone.map(({ leaf_index }) => leaf_index))) {
      pruned += await this.#leaves().whereIn('leaf_index', part).delete();
    }
    return pruned;
  }

  async kept(name: string, value: () => string | null): Promise<string | null> {
    const find = () => rows<{ value: string }>(this.#sealing().select('value').where({ name }));
    const [known] = await find();
    const given = known?.value ?? value();
    if (known || given === null) return given;
    // Sets the name of what is there to what it is: two may give one at once.
    await this.#sealing().insert({ name, value: given }).onConflict('name').merge(['name']);
    return (await find())[0]?.value ?? null;
  }

  async note(name: string, value: string | null): Promise<void> {
    if (value === null) await this.#sealing().where({ name }).delete();
    else await this.#sealing().insert({ name, value }).onConflict('name').merge(['value']);
  }

  noted(prefix: string): Promise<{ name: string; value: string }[]> {
    return rows(this.#sealing().select('name', 'value').where('name', 'like', `${prefix}%`).orderBy('name'));
  }

  /** What waits, and where nothing does what was stored while nothing was sealed. */
  async #next(limit: number): Promise<Queued> {
    for (;;) {
      const next = await this.#queue(limit);
      if (next.queued.length > 0 || !(await enqueueFormer(this.#database, limit))) return next;
    }
  }

  /** At least so many items, where so many wait. */
  async #queue(limit: number): Promise<Queued> {
    const query = this.#database.connection(TABLES.unsealed).orderBy('id').limit(limit);
    const items: SealableItem[] = [];
    const queued: string[] = [];
    for (const row of await rows<{ id: string; kind: SealedKind; items: string }>(query)) {
      if (items.length >= limit) break;
      queued.push(row.id);
      for (const id of JSON.parse(row.items) as string[]) items.push({ id, kind: row.kind });
    }
    return { items, queued };
  }

  /** Those that are not sealed, each once, in the order of their ids. */
  async #withoutLeaf(items: readonly SealableItem[]): Promise<SealableItem[]> {
    const sealed = new Set((await this.ofItems(items.map(({ id }) => id))).map(({ itemId }) => itemId));
    const waiting = new Map(items.filter(({ id }) => !sealed.has(id)).map((item) => [item.id, item]));
    return [...waiting.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
  }

  #leaves() {
    return this.#database.connection(TABLES.leaves);
  }

  #sealing() {
    return this.#database.connection(TABLES.sealing);
  }
}

function leafRow(index: number, { id, kind }: SealableItem, content: JsonObject): LeafRow {
  const salt = newSalt();
  const commitment = Buffer.from(commitmentOf({ kind, salt, content })).toString('hex');
  return { leaf_index: index, item_id: id, kind, salt, commitment };
}

/** Leaves of items that are gone say nothing any more. In the transaction that removes the items, after it did. */
export async function forgetItems(trx: Transaction, ids: readonly string[]): Promise<void> {
  for (const part of inParts(ids, 10_000)) {
    await trx(TABLES.leaves).whereIn('item_id', part).update({ item_id: null, salt: null });
  }
}
