import { setTimeout as pause } from 'node:timers/promises';
import { type DatabaseClient, type Release, tryNamedLock } from '../../database/named-lock';
import { type EvidenceDatabase, rows, TABLES } from './evidence-database';
import { firstTables } from './tables';

/** A step from one version of the tables to the next. One that was released is never changed again. */
interface Migration {
  version: number;
  statements(client: DatabaseClient): string[];
}

const MIGRATIONS: readonly Migration[] = [{ version: 1, statements: firstTables }];

/** How often a start asks whether another one has done, in ms. */
const ASK_EVERY = 100;

/**
 * Brings the tables to the present version; several instances may start at once. On MySQL and MariaDB a statement that
 * makes a table commits by itself: where a start dies between two, the next one goes on behind what is there.
 */
export async function migrate(database: EvidenceDatabase): Promise<void> {
  const release = await waitForTurn(database);
  try {
    const { connection, client } = database;
    await connection.raw(
      `create table if not exists ${TABLES.migrations} (version integer not null primary key, ran_at bigint not null)`,
    );
    const known = await rows<{ version: number }>(connection(TABLES.migrations).select('version'));
    const ran = new Set(known.map(({ version }) => Number(version)));
    for (const migration of MIGRATIONS) {
      if (ran.has(migration.version)) continue;
      if (client === 'mysql') await runBeside(database, migration);
      else await runWhole(database, migration);
    }
  } finally {
    await release();
  }
}

async function waitForTurn(database: EvidenceDatabase): Promise<Release> {
  for (;;) {
    const release = await tryNamedLock(database, 'consent tables');
    if (release) return release;
    await pause(ASK_EVERY);
  }
}

const done = ({ version }: Migration) => ({ version, ran_at: Date.now() });

/** All of its statements or none. */
async function runWhole({ connection, client }: EvidenceDatabase, migration: Migration): Promise<void> {
  await connection.transaction(async (trx) => {
    for (const statement of migration.statements(client)) await trx.raw(statement);
    await trx(TABLES.migrations).insert(done(migration));
  });
}

/** What a start that died had made already is passed over. */
async function runBeside({ connection, client }: EvidenceDatabase, migration: Migration): Promise<void> {
  for (const statement of migration.statements(client)) {
    await connection.raw(statement).catch((error: { code?: string }) => {
      if (!['ER_TABLE_EXISTS_ERROR', 'ER_DUP_KEYNAME'].includes(error.code ?? '')) throw error;
    });
  }
  await connection(TABLES.migrations).insert(done(migration));
}
