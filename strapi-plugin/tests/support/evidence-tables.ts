import { evidenceDatabaseOf } from '../../server/src/evidence/sql/strapi-database';
import type { App } from './app';

type Connection = App['strapi']['db']['connection'];

/** Works on the tables of evidence past the store, over a connection of its own on SQLite. */
export async function evidenceTables<T>(
  { strapi }: App,
  work: (connection: Connection) => PromiseLike<T>,
): Promise<T> {
  const database = evidenceDatabaseOf(strapi);
  try {
    return await work(database.connection);
  } finally {
    await database.close();
  }
}
