import type { Core } from '@strapi/strapi';
import type { NewAuditEntry } from '../evidence/audit';
import type { Item } from '../transfer/format';
import { KIND_NAMES, KINDS, type Kind } from '../transfer/kinds';
import { readDocuments } from '../transfer/stored-configuration';
import { contentEntry } from './content-entry';
import { auditAfter, trailWritten } from './trail';

/** A document that a transaction writes, as it was before it and as it left it; null where there was or is none. */
interface Written {
  kind: Kind;
  documentId: string;
  before: Item | null;
  after: Item | null;
}

/** By kind and document id. */
type Writes = Map<string, Written>;

interface LifecycleEvent {
  model: { uid: string };
  params: { where?: object; data?: { documentId?: unknown } | { documentId?: unknown }[] };
  result?: { documentId?: unknown; ids?: unknown[] };
  /** The same object before and after one write. */
  state: { writes?: Writes; documentIds?: string[] };
}

const KIND_OF = new Map<string, Kind>(KIND_NAMES.map((kind) => [KINDS[kind].uid, kind]));

const place = (kind: Kind, documentId: string): string => `${kind} ${documentId}`;

const texts = (values: readonly unknown[]): string[] => [
  ...new Set(values.filter((value): value is string => typeof value === 'string')),
];

/**
 * Sees every write to what editors edit, whatever path it takes: each ends in rows. A document is read before its first
 * row is written and after each, so one entry says what a transaction did to it, and none what it left as it was.
 * In register().
 */
export function auditContent(strapi: Core.Strapi): void {
  const writesOf = writesOfTransactions(strapi);
  const rows = (uid: string, where: object): Promise<{ documentId: string }[]> =>
    strapi.db.query(uid).findMany({ where, select: ['documentId'] });

  async function before(event: LifecycleEvent, documentIds: string[]): Promise<void> {
    const kind = KIND_OF.get(event.model.uid) as Kind;
    const writes = await writesOf(event);
    event.state.documentIds = documentIds;
    const fresh = documentIds.filter((id) => !writes.has(place(kind, id)));
    if (fresh.length === 0) return;
    const items = await itemsOf(strapi, kind, fresh);
    for (const documentId of fresh) {
      const item = items.get(documentId) ?? null;
      writes.set(place(kind, documentId), { kind, documentId, before: item, after: item });
    }
  }

  async function after(event: LifecycleEvent, created: readonly string[] = []): Promise<void> {
    const kind = KIND_OF.get(event.model.uid) as Kind;
    const writes = await writesOf(event);
    const documentIds = [...new Set([...(event.state.documentIds ?? []), ...created])];
    const items = await itemsOf(strapi, kind, documentIds);
    for (const documentId of documentIds) {
      // Who named no id got one with the row: nothing can have been there before.
      const known = writes.get(place(kind, documentId)) ?? { kind, documentId, before: null };
      writes.set(place(kind, documentId), { ...known, after: items.get(documentId) ?? null });
    }
    if (!strapi.db.inTransaction()) await auditAfter(strapi, entriesOf(strapi, writes));
  }

  const beforeRows = async (event: LifecycleEvent): Promise<void> => {
    const found = await rows(event.model.uid, event.params.where ?? {});
    await before(event, texts(found.map(({ documentId }) => documentId)));
  };
  const beforeCreated = (event: LifecycleEvent): Promise<void> =>
    before(event, texts([event.params.data ?? []].flat().map(({ documentId }) => documentId)));
  const afterCreated = async (event: LifecycleEvent): Promise<void> => {
    const { documentId, ids } = event.result ?? {};
    const made = ids ? await rows(event.model.uid, { id: { $in: ids } }) : [{ documentId }];
    await after(event, texts(made.map((row) => row.documentId)));
  };
  const afterRows = (event: LifecycleEvent): Promise<void> => after(event);
  strapi.db.lifecycles.subscribe({
    models: [...KIND_OF.keys()],
    beforeCreate: beforeCreated,
    beforeCreateMany: beforeCreated,
    beforeUpdate: beforeRows,
    beforeUpdateMany: beforeRows,
    beforeDelete: beforeRows,
    beforeDeleteMany: beforeRows,
    afterCreate: afterCreated,
    afterCreateMany: afterCreated,
    afterUpdate: afterRows,
    afterUpdateMany: afterRows,
    afterDelete: afterRows,
    afterDeleteMany: afterRows,
  } as unknown as Parameters<typeof strapi.db.lifecycles.subscribe>[0]);
  // The document service writes in a transaction of its own; whoever asked it waits for the trail, too.
  strapi.documents.use(async (context, next) => {
    const result = await next();
    if (KIND_OF.has(context.uid) && !strapi.db.inTransaction()) await trailWritten(strapi);
    return result;
  });
}

/** What a transaction has written so far; its commit brings that into the trail. Outside of one: what one act writes. */
function writesOfTransactions(strapi: Core.Strapi): (event: LifecycleEvent) => Promise<Writes> {
  const known = new WeakMap<object, Writes>();
  return async ({ state }) => {
    if (!strapi.db.inTransaction()) {
      state.writes ??= new Map();
      return state.writes;
    }
    let writes: Writes = new Map();
    await strapi.db.transaction(async ({ trx, onCommit }) => {
      const begun = known.get(trx);
      if (begun) {
        writes = begun;
        return;
      }
      known.set(trx, writes);
      onCommit(() => void auditAfter(strapi, entriesOf(strapi, writes)));
    });
    return writes;
  };
}

async function itemsOf(
  strapi: Core.Strapi,
  kind: Kind,
  documentIds: readonly string[],
): Promise<Map<string | undefined, Item>> {
  const items = documentIds.length > 0 ? await readDocuments(strapi, kind, documentIds) : [];
  return new Map(items.map((item) => [item.id, item]));
}

const entriesOf = (strapi: Core.Strapi, writes: Writes): NewAuditEntry[] =>
  [...writes.values()].flatMap((written) => contentEntry(strapi, written) ?? []);
