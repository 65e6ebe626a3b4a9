import type { Core } from '@strapi/strapi';
import { type ContentChecker, contentChecker } from '../http/admin';
import { contentAction, roleHolds } from '../http/admin-route';
import { askedByConditions } from '../http/document-rows';
import type { Item, Values, Variant } from '../transfer/format';
import { KINDS, type Kind } from '../transfer/kinds';
import { readConfiguration } from '../transfer/stored-configuration';
import { pluginAction } from '../uids';
import type { Caller } from './tool';

/** What reads the entries of a kind. The settings have a permission of their own. */
export const readActionOf = (kind: Kind) =>
  kind === 'settings' ? pluginAction('settings.read') : contentAction('read', KINDS[kind].uid);

/**
 * The entries of a kind as editors have saved them, drafts of legal pages included, as far as the role of the token's owner may
 * read them: by its conditions, languages and fields.
 */
export async function readableItems(strapi: Core.Strapi, kind: Kind, caller: Caller): Promise<Item[]> {
  if (!roleHolds(caller.asker, readActionOf(kind))) return [];
  const items = [(await readConfiguration(strapi))[kind] ?? []].flat();
  if (kind === 'settings') return items;
  const { uid } = KINDS[kind];
  const checker = contentChecker(strapi, caller.asker, uid);
  const query = await checker.sanitizedQuery.read({});
  const populate = await askedByConditions(strapi, uid, query);
  const asked: object = { ...query, locale: '*', populate };
  const rows: ReadableRow[] = await strapi.documents(uid).findMany(asked);
  return items.flatMap(({ published, ...item }) => {
    const own = rows.filter(({ documentId }) => documentId === item.id);
    if (own.length === 0) return [];
    return {
      ...item,
      ...readableVariant(item, own, checker),
      ...(published ? { published: readableVariant(published, own, checker) } : {}),
    };
  });
}

/** A row with what the conditions of the role ask of it. */
interface ReadableRow {
  documentId: string;
  locale?: string | null;
}

function readableVariant(
  { shared, locales }: Variant,
  rows: readonly ReadableRow[],
  { can }: ContentChecker,
): Variant {
  const readable = (values: Values, row: object): Values =>
    Object.fromEntries(Object.entries(values).filter(([field]) => can.read(row, field)));
  const own = Object.entries(locales).flatMap(([locale, values]) => {
    const row = rows.find((one) => (one.locale ?? locale) === locale);
    return row && can.read(row) ? [{ locale, values, row }] : [];
  });
  return {
    shared: own[0] ? readable(shared, own[0].row) : {},
    locales: Object.fromEntries(own.map(({ locale, values, row }) => [locale, readable(values, row)])),
  };
}

/** An entry by its id, key, name or slug. */
export function itemNamed(items: readonly Item[], kind: Kind, name: string): Item | undefined {
  const { key } = KINDS[kind];
  return items.find(({ id, shared, locales }) => {
    const names = [shared, ...Object.values(locales)].map((values) => (key ? values[key] : undefined));
    return id === name || names.includes(name);
  });
}
