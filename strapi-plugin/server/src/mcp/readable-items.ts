import type { Core } from '@strapi/strapi';
import { type ContentChecker, contentChecker } from '../http/admin';
import { contentAction, roleHolds } from '../http/admin-route';
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
  const found = await strapi.documents(uid).findMany({ ...query, locale: '*', fields: ['documentId'] });
  const readable = new Set(found.map(({ documentId }) => documentId));
  return items
    .filter(({ id }) => id !== undefined && readable.has(id))
    .map(({ published, ...item }) => ({
      ...item,
      ...readableVariant(item, checker),
      ...(published ? { published: readableVariant(published, checker) } : {}),
    }));
}

function readableVariant({ shared, locales }: Variant, { can }: ContentChecker): Variant {
  const readable = (values: Values, row: object): Values =>
    Object.fromEntries(Object.entries(values).filter(([field]) => can.read(row, field)));
  const own = Object.entries(locales).filter(([locale]) => can.read({ locale }));
  const [locale] = own[0] ?? [];
  return {
    shared: locale === undefined ? {} : readable(shared, { locale }),
    locales: Object.fromEntries(own.map(([name, values]) => [name, readable(values, { locale: name })])),
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
