import type { OwnTables } from '../database/missing-tables';

/**
 * What published content loads from others, and how far it was read. Tables of the plugin's own, as they hold nothing that
 * could not be read again: no transfer or import carries them, and no edit of a schema touches them.
 */
export const TABLES = {
  addresses: 'consent_embed_addresses',
  sweep: 'consent_embed_sweep',
} as const;

export const EMBED_TABLES: OwnTables = {
  lock: 'consent embed tables',
  last: TABLES.sweep,
  statements: (type) => [
    // `id` is of all that a row says, `entry` of the entry in its language.
    `create table ${TABLES.addresses} (
      id ${type.text(32)} not null primary key,
      entry ${type.text(32)} not null,
      uid ${type.text(255)} not null,
      document_id ${type.text(64)} not null,
      locale ${type.text(64)} not null,
      field ${type.text(255)} not null,
      host ${type.text(255)} not null,
      path ${type.text(255)} not null,
      sweep integer not null
    ) ${type.table}`,
    `create index ${TABLES.addresses}_document on ${TABLES.addresses} (document_id, uid)`,
    `create index ${TABLES.addresses}_host on ${TABLES.addresses} (host, uid, entry)`,
    `create index ${TABLES.addresses}_sweep on ${TABLES.addresses} (sweep)`,
    // One row.
    `create table ${TABLES.sweep} (
      id integer not null primary key,
      sweep integer not null,
      shape ${type.text(64)} not null,
      uid ${type.text(255)} not null,
      last_id bigint not null,
      entries bigint not null,
      begun_at ${type.moment} not null,
      ended_at ${type.moment}
    ) ${type.table}`,
  ],
};
