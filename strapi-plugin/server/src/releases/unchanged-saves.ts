import type { Core } from '@strapi/strapi';
import { canonicalJson, contentHash } from '../content/hash';
import { compare } from '../content/localized';
import { moment } from '../database/moment';
import { columnsOf, type TableColumns, type Transaction } from '../database/table';
import { isEdited } from './stale-saves';

/** A row as Strapi gives it. */
interface Row extends Record<string, unknown> {
  id: number;
  locale: string | null;
  publishedAt: unknown;
  updatedAt: unknown;
}

/** What is stored of a document in all languages, drafts and what is published of it. */
interface Stored {
  rows: Row[];
  /** Names its content: when it was saved, and by whom, is none. */
  hash: string;
}

/**
 * A save that changes nothing leaves a document the time of the one before, by which forms are judged: it refuses nobody, whoever made it
 * and by whatever way. In register(), behind what compares those times.
 */
export function keepTimeOfUnchanged(strapi: Core.Strapi): void {
  strapi.documents.use(async ({ uid, action, params }, next) => {
    const { documentId } = params as { documentId?: string };
    if (action !== 'update' || !documentId || !isEdited(uid) || !isComparable(strapi, uid)) return next();
    return strapi.db.transaction(async ({ trx }) => {
      const before = await storedOf(strapi, uid, documentId);
      const saved = await next();
      const after = await storedOf(strapi, uid, documentId);
      if (before.hash !== after.hash) return saved;
      await takeTimes(columnsOf(strapi, uid), trx, before.rows, after.rows);
      return withTimeOf(saved, before.rows);
    });
  });
}

type Uid = keyof Core.Strapi['contentTypes'];

const attributesOf = (strapi: Core.Strapi, uid: string) =>
  Object.entries(strapi.contentTypes[uid as Uid]!.attributes);

/** An app may have given a type components, which have rows of their own. */
const isComparable = (strapi: Core.Strapi, uid: string): boolean =>
  attributesOf(strapi, uid).every(([, { type }]) => type !== 'component' && type !== 'dynamiczone');

/** Who has made or saved it, and its other languages, are no content; nor is what is written from the other side. */
const NO_CONTENT = ['createdBy', 'updatedBy', 'localizations'];
const linksOf = (strapi: Core.Strapi, uid: string): string[] =>
  attributesOf(strapi, uid).flatMap(([name, attribute]) => {
    const isLink = attribute.type === 'relation' || attribute.type === 'media';
    const isWritten = !('mappedBy' in attribute) && !NO_CONTENT.includes(name);
    return isLink && isWritten ? [name] : [];
  });

async function storedOf(strapi: Core.Strapi, uid: string, documentId: string): Promise<Stored> {
  const read = (query: object): Promise<Row[]> =>
    strapi.db.query(uid).findMany({ where: { documentId }, ...query });
  const rows = await read({});
  const parts = rows.map(partOf);
  // One after the other: within a transaction there is one connection for all of them.
  for (const name of linksOf(strapi, uid)) {
    const linked = await read({
      select: ['locale', 'publishedAt'],
      populate: { [name]: { select: ['id'] } },
    });
    parts.push(...linked.map(partOf));
  }
  return { rows, hash: contentHash(parts.sort(compare)) };
}

/** What a row says, as a text. What is published again has another row, and other times. */
function partOf({ id: _, createdAt: _made, updatedAt: _saved, publishedAt, ...values }: Row): string {
  return canonicalJson({ ...values, isPublished: Boolean(publishedAt) });
}

/** By no way that would note a time for itself; and of no row that somebody else has saved in between. */
async function takeTimes(
  { table, column }: TableColumns,
  trx: Transaction,
  before: readonly Row[],
  after: readonly Row[],
): Promise<void> {
  const savedAt = column('updatedAt');
  const moved = after.filter(({ id, updatedAt }) =>
    before.some((row) => row.id === id && row.updatedAt !== updatedAt),
  );
  for (const { id, updatedAt } of moved) {
    const former = before.find((row) => row.id === id);
    await trx(table)
      .where({ id, [savedAt]: moment(updatedAt) })
      .update({ [savedAt]: moment(former?.updatedAt) });
  }
}

/** What was saved, as it is stored now. */
function withTimeOf<T>(saved: T, rows: readonly Row[]): T {
  if (typeof saved !== 'object' || saved === null || !('updatedAt' in saved)) return saved;
  const row = rows.find(({ id }) => 'id' in saved && id === saved.id);
  return row ? { ...saved, updatedAt: row.updatedAt } : saved;
}
