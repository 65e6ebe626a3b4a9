import type { Core } from '@strapi/strapi';
import type { Context } from 'koa';
import { type ContentChecker, contentChecker } from '../http/admin';
import { documentRows } from '../http/document-rows';
import type { EntryPlace, Scope } from './address-index';
import { hasDrafts } from './reading';
import { type RichText, richTextTypes } from './rich-text';

/** What of a type an administrator may read in the content manager. */
export interface ReadableType extends Scope {
  /** Null where the role may read all of its entries; else it depends on each of them. */
  mayRead: ((place: EntryPlace) => Promise<boolean>) | null;
}

/** The types, and of each the fields with rich text, that an administrator may read. */
export function readableTypes(strapi: Core.Strapi, ctx: Context): ReadableType[] {
  return [...richTextTypes(strapi)].flatMap(([uid, richText]) => {
    const checker = contentChecker(strapi, ctx, uid);
    if (!checker.can.read()) return [];
    const fields = fieldsOf(richText).filter((field) => checker.can.read(undefined, field));
    if (fields.length === 0) return [];
    const mayRead = checker.requiresEntity.read()
      ? (place: EntryPlace) => mayReadEntry(strapi, checker, place)
      : null;
    return [{ uid, fields, mayRead }];
  });
}

/** As roles name them. */
function fieldsOf({ texts, components, zones }: RichText, before = ''): string[] {
  return [
    ...Object.keys(texts).map((name) => `${before}${name}`),
    ...Object.entries(components).flatMap(([name, one]) => fieldsOf(one, `${before}${name}.`)),
    ...Object.keys(zones).map((name) => `${before}${name}`),
  ];
}

/** By the conditions and languages of the role. */
async function mayReadEntry(
  strapi: Core.Strapi,
  { can, sanitizedQuery }: ContentChecker,
  { uid, documentId, locale }: EntryPlace,
): Promise<boolean> {
  const rows = await documentRows(strapi, uid, documentId, await sanitizedQuery.read({}));
  const published = (rows as { locale?: string | null; publishedAt?: unknown }[]).find(
    (row) => (row.locale ?? '') === locale && (!hasDrafts(strapi, uid) || row.publishedAt !== null),
  );
  return published !== undefined && can.read(published);
}
