import { join, parse } from 'node:path';
import type { Core } from '@strapi/strapi';
import type { DatabaseClient } from '../../database/named-lock';
import type { EvidenceDatabase } from './evidence-database';

/**
 * The database of an app's evidence. PostgreSQL, MySQL and MariaDB serve it beside Strapi's own tables. SQLite lets one
 * connection write at a time, so there it has a file of its own, beside Strapi's.
 */
export function evidenceDatabaseOf(strapi: Core.Strapi): EvidenceDatabase {
  const client = strapi.db.dialect.client as DatabaseClient;
  if (client === 'sqlite') return sqliteFile(strapi);
  return { client, connection: strapi.db.connection, close: async () => {}, warn: warningsOf(strapi) };
}

const warningsOf =
  (strapi: Core.Strapi) =>
  (message: string): void => {
    strapi.log.warn(`consent: ${message}`);
  };

/** `data.db` has its evidence in `data.consent.db`. */
export function evidenceFileOf(filename: string): string {
  const { dir, name, ext } = parse(filename);
  return join(dir, `${name}.consent${ext}`);
}

/** A connection as `better-sqlite3` gives it. */
interface SqliteConnection {
  pragma(statement: string): unknown;
}

/**
 * Opened as Strapi opens its own, by the same class with the same driver and options: so there is neither another
 * driver nor another query builder to install.
 */
function sqliteFile(strapi: Core.Strapi): EvidenceDatabase {
  const { config, connection: own } = strapi.db;
  const { filename, options } = own.client.connectionSettings as { filename: string; options?: object };
  const SameDatabase = strapi.db.constructor as new (settings: object) => Core.Strapi['db'];
  const database = new SameDatabase({
    ...config,
    connection: {
      client: 'sqlite',
      connection: { filename: evidenceFileOf(filename), ...(options ? { options } : {}) },
      useNullAsDefault: true,
      pool: {
        min: 1,
        max: 1,
        afterCreate(connection: SqliteConnection, done: (error: null, connection: SqliteConnection) => void) {
          // A commit is on disk when it is done (F3), and readers wait for no writer.
          connection.pragma('journal_mode = wal');
          connection.pragma('synchronous = full');
          done(null, connection);
        },
      },
    },
  });
  return {
    client: 'sqlite',
    connection: database.connection,
    close: () => database.destroy(),
    warn: warningsOf(strapi),
  };
}
