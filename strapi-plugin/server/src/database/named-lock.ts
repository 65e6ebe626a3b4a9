import type { Connection, Transaction } from './table';

/** As Strapi names the kinds of database. */
export type DatabaseClient = 'sqlite' | 'postgres' | 'mysql';

export interface Database {
  connection: Connection;
  client: DatabaseClient;
}

/** Held by a connection, so that the lock of a process that is gone is gone with it. */
interface Statements {
  /** Whether the lock is ours now; it does not wait. */
  take(trx: Transaction, name: string): ReturnType<Connection['raw']>;
  release(trx: Transaction, name: string): ReturnType<Connection['raw']>;
}

const STATEMENTS: Record<DatabaseClient, Statements | null> = {
  // SQLite has one process.
  sqlite: null,
  // Held by the transaction, as behind a pooler a session is not ours. It sees nothing in between, so it is in no one's
  // way; with a parameter it would: PostgreSQL keeps such a statement, and what it sees, until the next one.
  postgres: {
    take: (trx, name) =>
      trx.raw(
        trx
          .raw('pg_try_advisory_xact_lock(hashtext(?)) as held', [
            `${name} ${trx.client.connectionSettings.schema ?? ''}`,
          ])
          .toQuery(),
      ),
    release: (trx) => trx.raw('select 1'),
  },
  // Names are the whole server's, and 64 characters at most.
  mysql: {
    take: (trx, name) => trx.raw('get_lock(concat(?, sha1(database())), 0) as held', [`${name} `]),
    release: (trx, name) => trx.raw('select release_lock(concat(?, sha1(database())))', [`${name} `]),
  },
};

/** Ends a lock. */
export type Release = () => Promise<void>;

const nothingToRelease: Release = async () => {};

/**
 * Takes a lock of the whole database without waiting. It holds one connection for itself: with a pool of one, and on
 * SQLite, there is none.
 *
 * @param name at most 23 characters.
 * @returns null where somebody else has it.
 */
export async function tryNamedLock({ connection, client }: Database, name: string): Promise<Release | null> {
  const statements = STATEMENTS[client];
  if (!statements || connection.client.pool.max < 2) return nothingToRelease;
  const trx = await connection.transaction();
  try {
    const [row]: { held: unknown }[] = await trx.select(statements.take(trx, name));
    if (!row?.held) {
      await trx.rollback();
      return null;
    }
  } catch (error) {
    await trx.rollback();
    throw error;
  }
  return async () => {
    try {
      await statements.release(trx, name);
      await trx.commit();
    } catch {
      // A connection that is lost has lost the lock.
      await trx.rollback().catch(() => undefined);
    }
  };
}

/** What runs alone in this process, by the client of its database. */
const running = new WeakMap<object, Set<string>>();

/**
 * Does something that must run once at a time: on all instances, where the database has such a lock, and in this process
 * wherever it has none.
 *
 * @param name as of {@link tryNamedLock}
 * @returns false where it is running already; nothing was done then.
 */
export async function runAlone(
  database: Database,
  name: string,
  work: () => Promise<void>,
): Promise<boolean> {
  const { client } = database.connection;
  const names = running.get(client) ?? new Set();
  running.set(client, names);
  if (names.has(name)) return false;
  names.add(name);
  let release: Release | null = null;
  try {
    release = await tryNamedLock(database, name);
    if (release) await work();
    return release !== null;
  } finally {
    await release?.();
    names.delete(name);
  }
}

/**
 * Does something in the transaction whose connection holds such a lock, so that a pool of one connection is enough.
 *
 * @returns false where somebody else has the lock; nothing was done then.
 */
export async function tryInNamedLock(
  { connection, client }: Database,
  name: string,
  work: (trx: Transaction) => Promise<void>,
): Promise<boolean> {
  const statements = STATEMENTS[client];
  return connection.transaction(async (trx) => {
    if (statements) {
      const [row]: { held: unknown }[] = await trx.select(statements.take(trx, name));
      if (!row?.held) return false;
    }
    try {
      await work(trx);
    } finally {
      // After an error PostgreSQL answers nothing more in this transaction, and gives the lock back with it.
      await statements?.release(trx, name).catch(() => undefined);
    }
    return true;
  });
}
