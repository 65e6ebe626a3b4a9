import { existsSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { locks } from 'node:worker_threads';
import { DATABASES, type DatabaseKind, type TestDatabase } from './databases';

/** One for all threads of a test run. */
const NAME = `consent_test_${process.pid}_tables`;

const doneFile = ({ name }: DatabaseKind) => join(tmpdir(), `${NAME}_${name}`);

/**
 * A new database in which Strapi has made its tables already: the first test that asks waits until they are made,
 * the others get a copy of them.
 */
export async function databaseWithTables(
  kind: DatabaseKind,
  make: (kind: DatabaseKind, database: TestDatabase) => Promise<void>,
): Promise<TestDatabase> {
  await locks.request(`consent tables on ${kind.name}`, async () => {
    if (existsSync(doneFile(kind))) return;
    // One that could not be finished may be there.
    await kind.named(NAME).drop();
    await make(kind, await kind.create(NAME));
    await writeFile(doneFile(kind), '');
  });
  return kind.copy(NAME);
}

/** Drops them; to be called when no test needs them any more. */
export async function dropTables(): Promise<void> {
  for (const kind of DATABASES) {
    if (kind.missing) continue;
    await kind.named(NAME).drop();
    await rm(doneFile(kind), { force: true });
  }
}
