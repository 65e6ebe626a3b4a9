import type { Core } from '@strapi/strapi';
import { columnsOf, type Transaction } from '../records/table';
import { UIDS } from '../schema';
import { compare, groupByDocument, type Localized, readLocales } from '../versions/content';

/**
 * What is committed at this moment, held until the transaction ends. On MySQL and MariaDB a transaction that began
 * earlier would otherwise go on to see what there was then.
 */

interface Row {
  id: number;
  documentId: string;
  locale: string | null;
}

interface NamedRow extends Row {
  name: string;
}

interface Link {
  name: string;
  joinColumn: { name: string };
  inverseJoinColumn: { name: string };
}

/** A tracker, by the name that all locales share. */
export interface NamedTracker {
  documentId: string;
  name: string;
}

/** A field of a document that no other document of its type may share. */
export interface OwnField {
  uid: typeof UIDS.category | typeof UIDS.legalPage;
  field: 'key' | 'slug';
  documentId: string;
}

/** The value that another document has too, of the draft or of what is published; undefined where there is none. */
export async function valueTaken(
  strapi: Core.Strapi,
  trx: Transaction,
  { uid, field, documentId }: OwnField,
): Promise<string | undefined> {
  const { table, column } = columnsOf(strapi, uid);
  const values = () => trx(table).select({ value: column(field) });
  const own: { value: string }[] = await values().where(column('documentId'), documentId).forUpdate();
  const [other]: { value: string }[] = await values()
    .whereIn(
      column(field),
      own.map(({ value }) => value),
    )
    .whereNot(column('documentId'), documentId)
    .limit(1)
    .forUpdate();
  return other?.value;
}

/** The trackers that belong to a category in some locale, by name. */
export async function trackersOf(
  strapi: Core.Strapi,
  trx: Transaction,
  category: string,
): Promise<NamedTracker[]> {
  const { name, joinColumn, inverseJoinColumn } = linkOf(strapi);
  const { table, column } = columnsOf(strapi, UIDS.category);
  const rows: Row[] = await trx(table).select('id').where(column('documentId'), category).forUpdate();
  const links: { tracker: number }[] = await trx(name)
    .select({ tracker: joinColumn.name })
    .whereIn(
      inverseJoinColumn.name,
      rows.map(({ id }) => id),
    )
    .forUpdate();
  const linked = await trackerRows(
    strapi,
    trx,
    'id',
    links.map(({ tracker }) => tracker),
  );
  return (await documentsOf(strapi, linked)).map(({ documentId, shared }) => ({
    documentId,
    name: shared.name,
  }));
}

/** Those of these trackers that no category is left for, by name: what all locales share decides. */
export async function withoutCategory(
  strapi: Core.Strapi,
  trx: Transaction,
  trackers: readonly string[],
): Promise<NamedTracker[]> {
  const { name, joinColumn } = linkOf(strapi);
  const rows = await trackerRows(strapi, trx, 'documentId', trackers);
  const links: { tracker: number }[] = await trx(name)
    .select({ tracker: joinColumn.name })
    .whereIn(
      joinColumn.name,
      rows.map(({ id }) => id),
    )
    .forUpdate();
  const linked = new Set(links.map(({ tracker }) => tracker));
  return (await documentsOf(strapi, rows))
    .filter(({ shared }) => !linked.has(shared.id))
    .map(({ documentId, shared }) => ({ documentId, name: shared.name }));
}

/** The rows as documents, by name. */
async function documentsOf(strapi: Core.Strapi, rows: NamedRow[]): Promise<Localized<NamedRow>[]> {
  const locales = await readLocales(strapi);
  return groupByDocument(rows, locales.default).sort((a, b) => compare(a.shared.name, b.shared.name));
}

async function trackerRows(
  strapi: Core.Strapi,
  trx: Transaction,
  by: 'id' | 'documentId',
  values: readonly (number | string)[],
): Promise<NamedRow[]> {
  const { table, column } = columnsOf(strapi, UIDS.tracker);
  return trx(table)
    .select({
      id: 'id',
      documentId: column('documentId'),
      locale: column('locale'),
      name: column('name'),
    })
    .whereIn(column(by), values)
    .orderBy('id')
    .forUpdate();
}

/** The table between trackers and categories. */
const linkOf = (strapi: Core.Strapi): Link =>
  (strapi.db.metadata.get(UIDS.tracker).attributes.category as unknown as { joinTable: Link }).joinTable;
