import type { Core } from '@strapi/strapi';
import type { Content } from '../content/site-content';
import { alone } from '../database/lock';
import { inParts, rows } from '../database/statements';
import { errors } from '../http/errors';
import { CATEGORY_KEYS, type CategoryKeyRow } from './tables';

/** The keys of one category that visitors may have decided under, the first one first; inside a transaction, as that sees them. */
export async function servedKeysOf(strapi: Core.Strapi, category: string): Promise<string[]> {
  const found = await strapi.db.transaction(({ trx }) => {
    const query = trx(CATEGORY_KEYS).where({ category }).select(['name']).orderBy(['noted_at', 'name']);
    return rows<Pick<CategoryKeyRow, 'name'>>(query);
  });
  return found.map(({ name }) => name);
}

/** A category as visitors are served it, or as it is about to be. */
export interface KeyedCategory {
  id: string;
  key: string;
}

/**
 * Before a config is served: from then on visitors' cookies may hold refusals under the keys in it. A key that was written past the
 * refusals below, as a transfer writes, is warned of once.
 */
export async function noteCategoryKeys(
  strapi: Core.Strapi,
  categories: Content['categories'],
): Promise<void> {
  const served = await strapi.db.transaction(({ trx }) =>
    rows<CategoryKeyRow>(trx(CATEGORY_KEYS).select(['category', 'name']).orderBy(['noted_at', 'name'])),
  );
  const keysOf = (id: string) => served.filter(({ category }) => category === id).map(({ name }) => name);
  // Of what is required nothing is decided.
  const unknown = categories.flatMap(({ documentId, shared: { key, required } }) =>
    required || keysOf(documentId).includes(key)
      ? []
      : [{ category: documentId, name: key, noted_at: Date.now() }],
  );
  if (unknown.length === 0) return;
  for (const { category, name } of unknown) {
    const reason = whyNotKey(keysOf(category), name);
    if (reason) strapi.log.warn(`consent: the category "${name}" is served under a new key. ${reason}`);
  }
  await alone(strapi, async (trx) => {
    for (const part of inParts<CategoryKeyRow>(unknown)) {
      await trx(CATEGORY_KEYS).insert(part).onConflict(['category', 'name']).ignore();
    }
  });
}

/**
 * Why a category cannot have this key: visitors know it by another. What is on without consent would be on again for whoever has
 * refused it, since a cookie that does not name a category says nothing of it (C3). Null where it can.
 */
export function whyNotKey(served: readonly string[], key: string): string | null {
  const [known] = served;
  if (known === undefined || served.includes(key)) return null;
  return (
    `Visitors who decided on this category hold that in their cookies under "${known}": under another key their refusals would be lost. ` +
    `Leave the key as "${known}" and change its label, which is what visitors read. What is another category is another entry.`
  );
}

/** @throws {errors.ApplicationError} where a category that is about to be published has lost the key that visitors know. */
export async function refuseLostKeys(
  strapi: Core.Strapi,
  categories: readonly KeyedCategory[],
): Promise<void> {
  for (const { id, key } of categories) {
    const reason = whyNotKey(await servedKeysOf(strapi, id), key);
    if (reason) throw new errors.ApplicationError(reason, { categories: [id] });
  }
}
