import { existsSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { locks } from 'node:worker_threads';
import { DATABASES, type DatabaseCopy, type DatabaseKind, RUN, type TestDatabase } from './databases';

/** One for all threads of a test run. */
const NAME = `${RUN}_tables`;

const doneFile = ({ name }: DatabaseKind) => join(tmpdir(), `${NAME}_${name}.done`);

/** Those of this thread that nobody uses at the moment. */
const free = new Map<DatabaseKind['name'], DatabaseCopy[]>();

/**
 * A database in which Strapi has made its tables already: the first test that asks waits until they are made, the
 * others get a copy of them. A copy that is dropped is not: the next one who asks in this thread gets it with the
 * rows that a new one has.
 *
 * @param once where the tables will be altered, so that nobody can use it after that.
 */
export async function databaseWithTables(
  kind: DatabaseKind,
  make: (kind: DatabaseKind, database: TestDatabase) => Promise<void>,
  once = false,
): Promise<TestDatabase> {
  await locks.request(`consent tables on ${kind.name}`, async () => {
    if (existsSync(doneFile(kind))) return;
    const original = await kind.create(NAME);
    try {
      await make(kind, original);
      await kind.prepareCopies(NAME);
      await writeFile(doneFile(kind), '');
    } catch (error) {
      await original.drop();
      throw error;
    }
  });
  if (once) return kind.copy(NAME);
  const used = free.get(kind.name)?.pop();
  const database = used ?? (await kind.copy(NAME));
  await used?.restore?.();
  if (!database.restore) return database;
  return {
    connection: structuredClone(database.connection),
    askEvidence: database.askEvidence,
    openEvidence: database.openEvidence,
    async drop() {
      free.set(kind.name, [...(free.get(kind.name) ?? []), database]);
    },
  };
}

/** Drops every database of this run; to be called when no test needs them any more. */
export async function dropDatabases(): Promise<void> {
  for (const kind of DATABASES) {
    if (kind.missing) continue;
    await kind.dropAll();
    await rm(doneFile(kind), { force: true });
  }
}
