import { vi } from 'vitest';
import type { App } from './app';

/** Runs `during` as 40 seconds later, with no connection to the database to be had, and nothing remembered so long. */
export async function withoutDatabase<T>({ strapi }: App, during: () => Promise<T>): Promise<T> {
  const refused = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
  const now = performance.now();
  const later = vi.spyOn(performance, 'now').mockImplementation(() => now + 40_000);
  const gone = vi.spyOn(strapi.db.connection.client, 'acquireConnection').mockRejectedValue(refused);
  const silent = vi.spyOn(strapi.log, 'error').mockImplementation(() => strapi.log);
  try {
    return await during();
  } finally {
    for (const spy of [later, gone, silent]) spy.mockRestore();
  }
}
