import { setTimeout as pause } from 'node:timers/promises';
import { type ColumnTypes, TYPES } from './column-types';
import { type Database, type DatabaseClient, tryInNamedLock } from './named-lock';
import type { Transaction } from './table';
import { isMadeAlready } from './write-conflicts';

/** Tables of the plugin's own, beside those of content types: no transfer or import of Strapi carries them or empties them. */
export interface OwnTables {
  /** The lock under which they are made, as of {@link tryInNamedLock}. */
  lock: string;
  /** The one that is made last: it is there once all are. */
  last: string;
  statements(type: ColumnTypes): string[];
}

/** How often a start asks whether another one has made them, in ms. */
const ASK_EVERY = 100;

/** Makes tables where they are missing; several instances may start at once. */
export async function makeMissingTables(database: Database, tables: OwnTables): Promise<void> {
  while (!(await tryInNamedLock(database, tables.lock, (trx) => make(trx, database.client, tables)))) {
    await pause(ASK_EVERY);
  }
}

async function make(
  trx: Transaction,
  client: DatabaseClient,
  { last, statements }: OwnTables,
): Promise<void> {
  if (await trx.schema.hasTable(last)) return;
  for (const statement of statements(TYPES[client])) {
    // MySQL and MariaDB commit each by itself: what a start that died has made is passed over.
    await trx.raw(statement).catch((error: unknown) => {
      if (client !== 'mysql' || !isMadeAlready(error)) throw error;
    });
  }
}
