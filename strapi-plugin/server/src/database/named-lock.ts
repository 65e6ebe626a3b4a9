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
  // Held by the transaction, as behind a pooler a session is not ours. It sees nothing in between, so it is in no one's way.
  postgres: {
    take: (trx, name) =>
      trx.raw('pg_try_advisory_xact_lock(hashtext(?)) as held', [
        `${name} ${trx.client.connectionSettings.schema ?? ''}`,
      ]),
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

/** The locks that this process holds where the database has none for it, by the client whose connections they are of. */
const ownLocks = new WeakMap<object, Set<string>>();

/** The same as {@link tryNamedLock}, and in any case at most once in this process. */
export async function tryLoneLock(database: Database, name: string): Promise<Release | null> {
  const { client } = database.connection;
  const held = ownLocks.get(client) ?? new Set();
  ownLocks.set(client, held);
  if (held.has(name)) return null;
  held.add(name);
  const release = await tryNamedLock(database, name).catch((error) => {
    held.delete(name);
    throw error;
  });
  if (!release) held.delete(name);
  return (
    release &&
    (() => {
      held.delete(name);
      return release();
    })
  );
}

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
