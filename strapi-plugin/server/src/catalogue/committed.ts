import type { Core } from '@strapi/strapi';
import { readLocales } from '../content/locales';
import { compare, groupByDocument, type Localized } from '../content/localized';
import { columnsOf, type Transaction } from '../database/table';
import { UIDS } from '../uids';

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
  uid: typeof UIDS.category | typeof UIDS.tracker | typeof UIDS.legalPage;
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
  const own: { value: string | null }[] = await values().where(column('documentId'), documentId).forUpdate();
  const [other]: { value: string }[] = await values()
    .whereIn(
      column(field),
      own.map(({ value }) => value).filter((value) => value !== null),
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
  const { table, column } = columnsOf(strapi, UIDS.category);
  const rows: Row[] = await trx(table).select('id').where(column('documentId'), category).forUpdate();
  const linked = await trackerRows(
    strapi,
    trx,
    'id',
    await linkedTrackers(strapi, trx, 'inverseJoinColumn', rows),
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
  const rows = await trackerRows(strapi, trx, 'documentId', trackers);
  const linked = new Set(await linkedTrackers(strapi, trx, 'joinColumn', rows));
  return (await documentsOf(strapi, rows))
    .filter(({ shared }) => !linked.has(shared.id))
    .map(({ documentId, shared }) => ({ documentId, name: shared.name }));
}

/** The row ids of trackers that a link joins to a category, for links whose end in this column is one of these rows. */
async function linkedTrackers(
  strapi: Core.Strapi,
  trx: Transaction,
  end: 'joinColumn' | 'inverseJoinColumn',
  rows: readonly Row[],
): Promise<number[]> {
  const link = linkOf(strapi);
  const links: { tracker: number }[] = await trx(link.name)
    .select({ tracker: link.joinColumn.name })
    .whereIn(
      link[end].name,
      rows.map(({ id }) => id),
    )
    .forUpdate();
  return links.map(({ tracker }) => tracker);
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
