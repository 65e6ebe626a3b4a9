import { removeBundle } from './bundle';
import { dropTables } from './tables';

/** What the test files share is removed when all of them are done. */
export async function teardown(): Promise<void> {
  await dropTables();
  await removeBundle();
}
