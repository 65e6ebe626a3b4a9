import type { Core } from '@strapi/strapi';
import { readLocales } from '../content/locales';
import { compare } from '../content/localized';
import { PICTURE_FIELDS, withPicture } from '../content/picture';
import { type Configuration, FORMAT, FORMAT_VERSION, type Item, type Values, type Variant } from './format';
import { type Fields, fieldsOf, KINDS, type Kind, type Scope } from './kinds';

/** What can become an item, as the database holds it. */
export interface Row extends Values {
  documentId: string;
  locale: string | null;
  publishedAt: unknown;
}

/** The configuration as the database holds it, always in the same order: equal content gives an equal file. */
export async function readConfiguration(strapi: Core.Strapi, scope: Scope = {}): Promise<Configuration> {
  const { default: locale } = await readLocales(strapi);
  const items = (kind: Kind) => readItems(strapi, kind, fieldsOf(strapi, kind, scope), locale);
  return {
    format: FORMAT,
    version: FORMAT_VERSION,
    settings: (await items('settings'))[0] ?? null,
    categories: await items('categories'),
    trackers: await items('trackers'),
    processors: await items('processors'),
    legalPages: await items('legalPages'),
  };
}

/** Those documents of a kind that there are, with what a person's act alone may set, which no file carries. */
export async function readDocuments(
  strapi: Core.Strapi,
  kind: Kind,
  documentIds: readonly string[],
): Promise<Item[]> {
  const { default: locale } = await readLocales(strapi);
  const rows = await readRows(strapi, kind, { documentId: { $in: documentIds } });
  return itemsOf(rows, fieldsWithActs(strapi, kind), locale);
}

/** The fields of a kind, with those that a person's act alone may set. */
export function fieldsWithActs(strapi: Core.Strapi, kind: Kind): Fields {
  const { shared, byAct, ...fields } = fieldsOf(strapi, kind);
  const acts = Object.fromEntries(byAct.map((name) => [name, { type: 'string' }]));
  return { ...fields, byAct, shared: { ...shared, ...acts } };
}

/** In the order in which a configuration lists them. */
export const inOrder = (kind: Kind, items: readonly Item[]): Item[] =>
  [...items].sort((a, b) => compare(sortKey(a, kind), sortKey(b, kind)));

async function readItems(
  strapi: Core.Strapi,
  kind: Kind,
  fields: Fields,
  defaultLocale: string,
): Promise<Item[]> {
  return inOrder(kind, itemsOf(await readRows(strapi, kind, {}), fields, defaultLocale));
}

async function readRows(strapi: Core.Strapi, kind: Kind, where: object): Promise<Row[]> {
  const populate = kind === 'trackers' ? { category: { select: ['key'] }, poster: PICTURE_FIELDS } : {};
  const rows: Row[] = await strapi.db
    .query(KINDS[kind].uid)
    .findMany({ where, populate, orderBy: { id: 'asc' } });
  return rows.map(withPicture);
}

/** The documents of some rows, in the order of these. */
export function itemsOf(rows: readonly Row[], fields: Fields, defaultLocale: string): Item[] {
  const documents = new Map<string, Row[]>();
  for (const row of rows) documents.set(row.documentId, [...(documents.get(row.documentId) ?? []), row]);
  return [...documents].map(([id, own]) => itemOf(id, own, fields, defaultLocale));
}

function itemOf(id: string, rows: Row[], fields: Fields, defaultLocale: string): Item {
  if (!fields.draftAndPublish) return { id, ...variantOf(rows, fields, defaultLocale) };
  const drafts = rows.filter(({ publishedAt }) => !publishedAt);
  const published = rows.filter(({ publishedAt }) => publishedAt);
  return {
    id,
    ...variantOf(drafts.length > 0 ? drafts : published, fields, defaultLocale),
    published: published.length > 0 ? variantOf(published, fields, defaultLocale) : null,
  };
}

function variantOf(rows: Row[], fields: Fields, defaultLocale: string): Variant {
  const localeOf = (row: Row) => row.locale ?? defaultLocale;
  const main = rows.find((row) => localeOf(row) === defaultLocale) ?? (rows[0] as Row);
  const others = rows.filter((row) => row !== main).sort((a, b) => compare(localeOf(a), localeOf(b)));
  const ordered = [main, ...others];
  return {
    shared: pick(main, Object.keys(fields.shared)),
    locales: Object.fromEntries(
      ordered.map((row) => [localeOf(row), pick(row, Object.keys(fields.localized))]),
    ),
  };
}

const pick = (row: Row, names: string[]): Values =>
  Object.fromEntries(
    names.map((name) => [
      name,
      name === 'category' ? ((row.category as Values | null)?.key ?? null) : (row[name] ?? null),
    ]),
  );

const sortKey = ({ id, shared }: Item, kind: Kind): string =>
  `${KINDS[kind].key ? String(shared[KINDS[kind].key] ?? '').toLowerCase() : ''}\n${id}`;
