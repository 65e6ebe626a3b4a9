import { removeBundle } from './bundle';
import { dropDatabases } from './tables';

/** What the test files share is removed when all of them are done. */
export async function teardown(): Promise<void> {
  await dropDatabases();
  await removeBundle();
}
