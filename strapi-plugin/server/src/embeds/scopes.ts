import type { Core } from '@strapi/strapi';
import type { Context } from 'koa';
import { contentChecker } from '../http/admin';
import { contentAction } from '../http/admin-route';
import { documentRows } from '../http/document-rows';
import type { EntryPlace, Scope } from './address-index';
import { hasDrafts } from './reading';
import { type RichText, richTextTypes } from './rich-text';

/** Entries and fields of a type that an administrator may read in the content manager. */
export interface ReadableScope extends Scope {
  /** Null where the role may read all of them; else it depends on each, as a condition of the role says. */
  mayRead: ((place: EntryPlace) => Promise<boolean>) | null;
}

/** A rule of a role, as CASL holds it. */
interface Rule {
  conditions?: unknown;
  fields?: readonly string[] | undefined;
  inverted?: boolean;
}

interface Ability {
  rulesFor(action: string, subject: string): readonly Rule[];
}

/** What of the rich text of all types an administrator may read; a role may have several rules for a type. */
export function readableScopes(strapi: Core.Strapi, ctx: Context): ReadableScope[] {
  const ability = ctx.state.userAbility as Ability;
  return [...richTextTypes(strapi)].flatMap(([uid, richText]) =>
    ability
      .rulesFor(...contentAction('read', uid))
      .flatMap((rule) => scopeOf(strapi, ctx, { uid, fields: fieldsOf(richText) }, rule)),
  );
}

function scopeOf(
  strapi: Core.Strapi,
  ctx: Context,
  { uid, fields: all }: { uid: string; fields: string[] },
  { conditions, fields: allowed, inverted }: Rule,
): ReadableScope[] {
  const fields = all.filter((field) => !allowed || allowed.includes(field));
  const [first] = fields;
  if (inverted || first === undefined) return [];
  const locales = localesOf(conditions);
  if (locales !== 'unknown') return [{ uid, fields, locales, mayRead: null }];
  const mayRead = (place: EntryPlace) => mayReadEntry(strapi, ctx, place, first);
  return [{ uid, fields, locales: null, mayRead }];
}

/** The languages to which conditions limit a rule, where they do nothing else; null is all of them. */
function localesOf(conditions: unknown): readonly string[] | null | 'unknown' {
  if (conditions === undefined || conditions === null) return null;
  const entries = Object.entries(conditions);
  let locales: readonly string[] | null = null;
  for (const [name, value] of entries) {
    const parts =
      name === '$and'
        ? (value as unknown[]).map(localesOf)
        : name === 'locale'
          ? [listed(value)]
          : ['unknown'];
    for (const part of parts as ReturnType<typeof localesOf>[]) {
      if (part === 'unknown') return part;
      if (part) locales = locales ? locales.filter((locale) => part.includes(locale)) : part;
    }
  }
  return locales;
}

function listed(value: unknown): readonly string[] | 'unknown' {
  const list: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, '$in') : null;
  return Array.isArray(list) ? list.map(String) : 'unknown';
}

/** As roles name them. */
function fieldsOf({ texts, components, zones }: RichText, before = ''): string[] {
  return [
    ...Object.keys(texts).map((name) => `${before}${name}`),
    ...Object.entries(components).flatMap(([name, one]) => fieldsOf(one, `${before}${name}.`)),
    ...Object.keys(zones).map((name) => `${before}${name}`),
  ];
}

/** By all conditions of the role. */
async function mayReadEntry(
  strapi: Core.Strapi,
  ctx: Context,
  { uid, documentId, locale }: EntryPlace,
  field: string,
): Promise<boolean> {
  const { can, sanitizedQuery } = contentChecker(strapi, ctx, uid);
  const rows = await documentRows(strapi, uid, documentId, await sanitizedQuery.read({}));
  const published = (rows as { locale?: string | null; publishedAt?: unknown }[]).find(
    (row) => (row.locale ?? '') === locale && (!hasDrafts(strapi, uid) || row.publishedAt !== null),
  );
  return published !== undefined && can.read(published, field);
}
