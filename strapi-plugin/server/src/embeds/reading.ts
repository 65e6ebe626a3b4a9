import type { Core } from '@strapi/strapi';
import type { EntryPlace, ReadEntry } from './address-index';
import { embedsOf } from './entry-embeds';
import { queryOf, type RichText } from './rich-text';

/** A row of a published entry, by which it is seen whether another one has taken its place since. */
interface Row {
  id: number;
  documentId: string;
  locale: string | null;
  updatedAt: unknown;
}

/** Entries that were read together. */
export interface Reading {
  entries: ReadEntry[];
  /** The highest of their ids; null where there are none. */
  lastId: number | null;
  /** Which documents were written to since they were read, by whomever. */
  changedSince(): Promise<string[]>;
}

interface Wanted {
  uid: string;
  richText: RichText;
  /** Hosts that are the site's own. */
  own: readonly string[];
}

/** The event loop is left to others after so many milliseconds. */
const AT_A_TIME = 10;

/** Whether entries of a type are drafts until they are published. */
export const hasDrafts = (strapi: Core.Strapi, uid: string): boolean =>
  Reflect.get(strapi.contentTypes, uid)?.options?.draftAndPublish === true;

/** Published entries of a type behind an id, in the order of their ids, and what they load. */
export async function readBehind(
  strapi: Core.Strapi,
  wanted: Wanted,
  id: number,
  limit: number,
): Promise<Reading> {
  const found = await rowsOf(strapi, wanted, { id: { $gt: id } }, limit);
  const ids = { id: { $in: found.map((row) => row.id) } };
  return {
    entries: await entriesOf(wanted, found),
    lastId: found.at(-1)?.id ?? null,
    changedSince: async () => differing(found, await stampsOf(strapi, wanted.uid, ids)),
  };
}

/** What is published of documents, in all languages, and what that loads. */
export async function readDocuments(
  strapi: Core.Strapi,
  wanted: Wanted,
  documentIds: readonly string[],
): Promise<Reading> {
  const where = { documentId: { $in: documentIds } };
  const found = await rowsOf(strapi, wanted, where);
  return {
    entries: await entriesOf(wanted, found),
    lastId: found.at(-1)?.id ?? null,
    changedSince: async () => differing(found, await stampsOf(strapi, wanted.uid, where)),
  };
}

const publishedOnly = (strapi: Core.Strapi, uid: string): object =>
  hasDrafts(strapi, uid) ? { publishedAt: { $notNull: true } } : {};

const COLUMNS = ['documentId', 'updatedAt'];

function rowsOf(
  strapi: Core.Strapi,
  { uid, richText }: Wanted,
  where: object,
  limit?: number,
): Promise<Row[]> {
  const columns = 'locale' in strapi.db.metadata.get(uid).attributes ? [...COLUMNS, 'locale'] : COLUMNS;
  return strapi.db.query(uid).findMany({
    where: { ...where, ...publishedOnly(strapi, uid) },
    ...queryOf(richText, columns),
    orderBy: { id: 'asc' },
    ...(limit ? { limit } : {}),
  });
}

async function entriesOf({ uid, richText, own }: Wanted, found: readonly Row[]): Promise<ReadEntry[]> {
  const entries: ReadEntry[] = [];
  let begun = performance.now();
  for (const row of found) {
    const place: EntryPlace = { uid, documentId: row.documentId, locale: row.locale ?? '' };
    entries.push({ ...place, embeds: embedsOf(row, richText, own) });
    if (performance.now() - begun < AT_A_TIME) continue;
    await new Promise((others) => setImmediate(others));
    begun = performance.now();
  }
  return entries;
}

type Stamp = Pick<Row, 'id' | 'documentId' | 'updatedAt'>;

const stampsOf = (strapi: Core.Strapi, uid: string, where: object): Promise<Stamp[]> =>
  strapi.db.query(uid).findMany({
    where: { ...where, ...publishedOnly(strapi, uid) },
    select: ['id', ...COLUMNS],
  });

/** The documents of which one list has a row that the other one has not. */
function differing(before: readonly Stamp[], now: readonly Stamp[]): string[] {
  const text = ({ id, updatedAt }: Stamp) => `${id} ${updatedAt}`;
  const [old, fresh] = [new Set(before.map(text)), new Set(now.map(text))];
  const changed = [
    ...before.filter((row) => !fresh.has(text(row))),
    ...now.filter((row) => !old.has(text(row))),
  ];
  return [...new Set(changed.map(({ documentId }) => documentId))];
}
