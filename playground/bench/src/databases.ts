/** The databases that the CMS is measured on: those of the integration tests, created and dropped as they are there. */
import { DATABASES, type DatabaseKind } from '../../../strapi-plugin/tests/support/databases.ts';

export type { DatabaseKind, TestDatabase } from '../../../strapi-plugin/tests/support/databases.ts';

/** As Strapi's `config/database.js` names the clients. */
const CLIENTS: Record<string, DatabaseKind['name']> = {
  sqlite: 'SQLite',
  postgres: 'PostgreSQL',
  mysql: 'MariaDB',
};

/**
 * The databases by the names of their clients, every reachable one for `all`. Says of each other one why it is left
 * out.
 *
 * @throws where a name is unknown, and where a database that was asked for by its name cannot be reached.
 */
export function chosenDatabases(client: string): DatabaseKind[] {
  if (client === 'all') {
    for (const { missing } of DATABASES) if (missing) console.warn(`${missing}: nothing is measured on it.`);
    return DATABASES.filter(({ missing }) => missing === null);
  }
  const kind = DATABASES.find(({ name }) => name === CLIENTS[client]);
  if (!kind) {
    throw new Error(`--database is "${client}"; use ${Object.keys(CLIENTS).join(', ')} or all.`);
  }
  if (kind.missing) throw new Error(`${kind.missing}: start it, or choose another --database.`);
  return [kind];
}
