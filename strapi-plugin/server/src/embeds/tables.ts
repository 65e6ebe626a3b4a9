import { setTimeout as pause } from 'node:timers/promises';
import { type ColumnTypes, TYPES } from '../database/column-types';
import { type Database, type DatabaseClient, tryInNamedLock } from '../database/named-lock';
import type { Transaction } from '../database/table';
import { isMadeAlready } from '../database/write-conflicts';

/**
 * What published content loads from others, and how far it was read. Tables of the plugin's own, as they hold nothing that
 * could not be read again: no transfer or import carries them, and no edit of a schema touches them.
 */
export const TABLES = {
  addresses: 'consent_embed_addresses',
  sweep: 'consent_embed_sweep',
} as const;

function statementsFor(type: ColumnTypes): string[] {
  return [
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
  ];
}

/** How often a start asks whether another one has made them, in ms. */
const ASK_EVERY = 100;

/** Makes the tables where they are missing; several instances may start at once. */
export async function makeTables(database: Database): Promise<void> {
  while (
    !(await tryInNamedLock(database, 'consent embed tables', (trx) => makeMissing(trx, database.client)))
  ) {
    await pause(ASK_EVERY);
  }
}

async function makeMissing(trx: Transaction, client: DatabaseClient): Promise<void> {
  // The last of them is there once all are.
  if (await trx.schema.hasTable(TABLES.sweep)) return;
  for (const statement of statementsFor(TYPES[client])) {
    // MySQL and MariaDB commit each by itself: what a start that died has made is passed over.
    await trx.raw(statement).catch((error: unknown) => {
      if (client !== 'mysql' || !isMadeAlready(error)) throw error;
    });
  }
}
