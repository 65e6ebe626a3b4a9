import { setTimeout as pause } from 'node:timers/promises';
import { type ColumnTypes, TYPES } from '../database/column-types';
import { type Database, type DatabaseClient, tryInNamedLock } from '../database/named-lock';
import type { Transaction } from '../database/table';
import { isMadeAlready } from '../database/write-conflicts';

/**
 * The lists as they were fetched. A table of the plugin's own: a consent string names the version of the list that it was given
 * under, so that a version outlives imports and transfers like the records do.
 */
export const LISTS = 'consent_tcf_lists';

const statementFor = (type: ColumnTypes): string =>
  `create table ${LISTS} (
    id ${type.text(64)} not null primary key,
    kind ${type.text(16)} not null,
    version integer not null,
    hash ${type.text(64)} not null,
    body ${type.bytes} not null,
    fetched_at ${type.moment} not null
  ) ${type.table}`;

/** How often a start asks whether another one has made it, in ms. */
const ASK_EVERY = 100;

/** Makes the table where it is missing; several instances may start at once. */
export async function makeListsTable(database: Database): Promise<void> {
  while (!(await tryInNamedLock(database, 'consent tcf lists', (trx) => makeMissing(trx, database.client)))) {
    await pause(ASK_EVERY);
  }
}

async function makeMissing(trx: Transaction, client: DatabaseClient): Promise<void> {
  if (await trx.schema.hasTable(LISTS)) return;
  await trx.raw(statementFor(TYPES[client])).catch((error: unknown) => {
    if (client !== 'mysql' || !isMadeAlready(error)) throw error;
  });
}
