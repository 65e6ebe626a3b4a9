import type { Core } from '@strapi/strapi';
import type { UIDS } from '../uids';

/** A row of a localized type: one document in one locale. */
export interface LocaleRow {
  id: number;
  documentId: string;
  locale: string | null;
}

/** One document: the values all locales share, and each locale's own row. */
export interface Localized<Row> {
  documentId: string;
  shared: Row;
  byLocale: ReadonlyMap<string, Row>;
}

/** Shared values come from the default locale's row, so that an incomplete translation cannot change them. */
export function groupByDocument<Row extends LocaleRow>(rows: Row[], defaultLocale: string): Localized<Row>[] {
  const documents = new Map<string, Map<string, Row>>();
  for (const row of rows) {
    const locales = documents.get(row.documentId) ?? new Map<string, Row>();
    locales.set(row.locale ?? defaultLocale, row);
    documents.set(row.documentId, locales);
  }
  return [...documents].map(([documentId, byLocale]) => ({
    documentId,
    shared: byLocale.get(defaultLocale) ?? ([...byLocale.values()][0] as Row),
    byLocale,
  }));
}

/** An app may give a type drafts, by an extension: then what is not published is not served. Else every row is. */
export const served = (strapi: Core.Strapi, uid: (typeof UIDS)[keyof typeof UIDS]): object =>
  strapi.contentType(uid).options?.draftAndPublish ? { publishedAt: { $notNull: true } } : {};

/** The same of what editors work on: drafts where a type has them, be they published or not. */
export const drafted = (strapi: Core.Strapi, uid: (typeof UIDS)[keyof typeof UIDS]): object =>
  strapi.contentType(uid).options?.draftAndPublish ? { publishedAt: { $null: true } } : {};

/** The fields of a row that hold a text. */
export type TextField<Row> = { [K in keyof Row]: Row[K] extends string | null ? K : never }[keyof Row];

/** The text in this locale, else the default locale's, else nothing. */
export function text<Row>(
  document: Localized<Row>,
  locale: string,
  field: TextField<Row>,
): string | undefined {
  const own = document.byLocale.get(locale)?.[field] as string | null | undefined;
  return own || (document.shared[field] as string | null) || undefined;
}

/** Order by code unit: the same on every machine, whatever its language settings. */
export function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
