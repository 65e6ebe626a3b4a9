import type { Core } from '@strapi/strapi';
import { LAST_ASKED } from '../content/site-content';
import type { DatabaseClient } from '../database/named-lock';
import type { Query } from '../database/table';
import { UIDS } from '../uids';

/** Every type of which something is published, and what is published derived from. */
const TYPES: readonly string[] = [...Object.values(UIDS), 'plugin::i18n.locale'];

/** What counts at once also where content waits to be published: the last asking again, and the last assessment. */
export async function lastActs(strapi: Core.Strapi): Promise<string> {
  const ids: string[] = [];
  for (const [uid, orderBy] of [
    [UIDS.reconsent, LAST_ASKED],
    [UIDS.assessment, { id: 'desc' }],
  ] as const) {
    const [last]: { documentId: string }[] = await strapi.db
      .query(uid)
      .findMany({ select: ['documentId'], orderBy, limit: 1 });
    ids.push(last?.documentId ?? '');
  }
  return ids.join();
}

const STORE = 'strapi::core-store';
/** Rows of Strapi's settings that decide about locales. */
const LOCALE_SETTINGS = 'plugin_i18n_%';

/**
 * What stands for everything that is published, asked in one query that brings no content along: while it is the same,
 * nothing has changed, whoever wrote it and by whatever way, SQL by hand included. It says nothing to another process.
 */
export async function contentStamp(strapi: Core.Strapi): Promise<string> {
  const client = strapi.db.dialect.client as DatabaseClient;
  const [row]: Record<string, unknown>[] =
    client === 'sqlite'
      ? await sqliteChanges(strapi)
      : await strapi.db.connection.select(sums(strapi, client));
  return Object.values(row ?? {}).join(' ');
}

/** SQLite counts its changes itself: those of this connection, and those of others that this one has seen. */
const sqliteChanges = (strapi: Core.Strapi): Promise<Record<string, unknown>[]> =>
  strapi.db.connection.raw('select total_changes() as own, data_version as others from pragma_data_version');

/** For each table the sum of the hashes of its rows, which the order of the rows does not change. */
function sums(strapi: Core.Strapi, client: 'postgres' | 'mysql'): Query[] {
  const tables = tablesOf(strapi).map((uid, n) => sumOf(strapi, client, uid).as(`t${n}`));
  const { tableName } = strapi.db.metadata.get(STORE);
  const settings = sumOf(strapi, client, STORE).where(`${tableName}.key`, 'like', LOCALE_SETTINGS);
  return [...tables, settings.as('settings')];
}

function sumOf(strapi: Core.Strapi, client: 'postgres' | 'mysql', uid: string): Query {
  const { tableName, attributes } = strapi.db.metadata.get(uid);
  const { connection } = strapi.db;
  const query = strapi.db.getConnection(tableName);
  if (client === 'postgres') {
    return query.select(connection.raw('sum(hashtextextended(??::text, 0))', [tableName]));
  }
  const columns = Object.values(attributes).flatMap((attribute) =>
    'columnName' in attribute && attribute.columnName ? [attribute.columnName] : [],
  );
  const row = columns.map(() => 'quote(??)').join(', ');
  return query.select(
    connection.raw(`sum(cast(conv(left(md5(concat(${row})), 15), 16, 10) as unsigned))`, columns),
  );
}

/** The tables of the types, and those that link them to each other. */
function tablesOf(strapi: Core.Strapi): string[] {
  const present = TYPES.filter((uid) => strapi.db.metadata.has(uid));
  const links = present.flatMap((uid) =>
    Object.values(strapi.db.metadata.get(uid).attributes).flatMap((attribute) =>
      'joinTable' in attribute && attribute.joinTable ? [attribute.joinTable.name] : [],
    ),
  );
  return [...new Set([...present, ...links])];
}
