import { setTimeout as pause } from 'node:timers/promises';
import { type DatabaseClient, tryInNamedLock } from '../../database/named-lock';
import type { Transaction } from '../../database/table';
import { isMadeAlready } from '../../database/write-conflicts';
import { checkpointColumns } from './checkpoint-columns';
import { decisionCountTable } from './decision-count-table';
import { decisionYears } from './decision-years';
import { type EvidenceDatabase, rows, TABLES } from './evidence-database';
import { quarantineCounts } from './quarantine-counts';
import { quarantineTables } from './quarantine-tables';
import { releaseTables } from './release-tables';
import { sealTables } from './seal-tables';
import { auditTables, documentTables, firstTables } from './tables';

/** A step from one version of the tables to the next. One that was released is never changed again. */
interface Migration {
  version: number;
  statements(client: DatabaseClient): string[];
}

const MIGRATIONS: readonly Migration[] = [
  { version: 1, statements: firstTables },
  { version: 2, statements: sealTables },
  { version: 3, statements: auditTables },
  { version: 4, statements: documentTables },
  { version: 5, statements: quarantineTables },
  { version: 6, statements: decisionCountTable },
  { version: 7, statements: releaseTables },
  { version: 8, statements: checkpointColumns },
  { version: 9, statements: decisionYears },
  { version: 10, statements: quarantineCounts },
];

/** Of the tables as they are now. */
export const PRESENT_VERSION = Math.max(...MIGRATIONS.map(({ version }) => version));

/** How often a start asks whether another one has done, in ms. */
const ASK_EVERY = 100;

/**
 * Brings the tables to the present version; several instances may start at once. All of it is done or nothing. Only on
 * MySQL and MariaDB a statement that makes a table commits by itself: where a start dies between two, the next one goes
 * on behind what is there.
 *
 * @param upTo the version to stop at, as an earlier release did.
 */
export async function migrate(database: EvidenceDatabase, upTo = PRESENT_VERSION): Promise<void> {
  // Here it waits for another start's commit. In a transaction that has read already SQLite would refuse the first write.
  if (database.client === 'sqlite')
    await database.connection.raw(`create table if not exists ${MIGRATIONS_TABLE}`);
  const work = (trx: Transaction) => runMissing(trx, database.client, upTo);
  while (!(await tryInNamedLock(database, 'consent tables', work))) {
    await pause(ASK_EVERY);
  }
}

const MIGRATIONS_TABLE = `${TABLES.migrations} (version integer not null primary key, ran_at bigint not null)`;

async function runMissing(trx: Transaction, client: DatabaseClient, upTo: number): Promise<void> {
  if (client === 'sqlite') {
    // Changes nothing, and is the lock of SQLite: a first statement that writes waits until no other process does.
    await trx(TABLES.migrations).where('version', 0).update({ version: 0 });
  } else if (!(await trx.schema.hasTable(TABLES.migrations))) {
    // PostgreSQL refuses CREATE TABLE IF NOT EXISTS to who may not create, also where there is nothing to create.
    await trx.raw(`create table ${MIGRATIONS_TABLE}`);
  }
  const known = await rows<{ version: number }>(trx(TABLES.migrations).select('version'));
  const ran = new Set(known.map(({ version }) => Number(version)));
  for (const { version, statements } of MIGRATIONS) {
    if (ran.has(version) || version > upTo) continue;
    for (const statement of statements(client)) await run(trx, client, statement);
    const done = { version, ran_at: Date.now() };
    // MySQL gives the lock back before this is committed, so the next one may enter it, too.
    await trx(TABLES.migrations).insert(done).onConflict('version').merge(['version']);
  }
}

/** On MySQL and MariaDB what a start that died had made already is passed over. */
async function run(trx: Transaction, client: DatabaseClient, statement: string): Promise<void> {
  try {
    await trx.raw(statement);
  } catch (error) {
    if (client !== 'mysql' || !isMadeAlready(error)) throw error;
  }
}
