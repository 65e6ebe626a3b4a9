import type { Core } from '@strapi/strapi';
import { UIDS } from '../uids';

const NAME = 'consent_categories_key_uq';

/**
 * In register(): the database itself keeps a second category from a key, whoever writes it. The key is the same in all
 * languages of a category, and each is a row.
 */
export function keepKeysUnique(strapi: Core.Strapi): void {
  // The models are loaded by then, and the tables are not made to match them yet.
  strapi.hook('strapi::content-types.beforeSync').register(() => declareUniqueKey(strapi));
}

/**
 * Where two categories have one key already, nothing here can say which of them visitors meant: to rename one would turn
 * a refusal into the default of a new key, and to delete one would take its trackers. So they stay as they are, the log
 * names them, and the index follows at the first start that finds each key once.
 */
export async function declareUniqueKey(strapi: Core.Strapi): Promise<void> {
  const { tableName, attributes, indexes } = strapi.db.metadata.get(UIDS.category);
  // An app may give the type drafts: then a draft and what is published share their key.
  if (strapi.contentType(UIDS.category).options?.draftAndPublish) return;
  // Without the i18n plugin there is no such column.
  const columns = 'locale' in attributes ? ['key', 'locale'] : ['key'];
  const taken = await keysTakenTwice(strapi, tableName, columns);
  if (taken.length === 0) {
    indexes.push({ name: NAME, columns, type: 'unique' });
    return;
  }
  strapi.log.warn(
    `consent: several categories have the key ${taken.join(', ')}. Move the trackers into one of them, delete the others, ` +
      'and start again: from then on the database keeps each key unique.',
  );
}

async function keysTakenTwice(
  strapi: Core.Strapi,
  table: string,
  columns: readonly string[],
): Promise<string[]> {
  if (!(await strapi.db.getSchemaConnection().hasTable(table))) return [];
  const rows: { key: string }[] = await strapi.db
    .getConnection(table)
    .select('key')
    .groupBy([...columns])
    .havingRaw('count(*) > 1');
  return [...new Set(rows.map(({ key }) => `"${key}"`))];
}
