import type { Core } from '@strapi/strapi';
import { PLUGIN } from '../uids';
import type { Transaction } from './table';

/** The row by which writers wait for each other, in the store of Strapi's own settings. */
const LOCK = `plugin_${PLUGIN}_lock`;

const STORE = 'strapi::core-store';

/** The ids of the lock's rows: looked for by its name, a database without an index on that would lock them all. */
const known = new WeakMap<Core.Strapi, number[]>();

/** In the plugin's bootstrap(), outside any transaction: creates the lock where the database has none. */
export async function prepareLock(strapi: Core.Strapi): Promise<void> {
  if ((await lockRows(strapi)).length === 0) await createLockRow(strapi);
  known.set(strapi, await lockRows(strapi));
}

/**
 * All of it or nothing, and one at a time on all instances: two that look and then write would both find what neither
 * has written yet. A write to the lock's row makes the second one wait for the commit of the first, on each database.
 */
export const alone = <T>(strapi: Core.Strapi, work: (trx: Transaction) => Promise<T>): Promise<T> =>
  strapi.db.transaction(async ({ trx }) => {
    await takeLock(strapi, trx);
    return work(trx);
  }) as Promise<T>;

/** Before anything is read, so that the transaction begins to see when the one before it has ended. */
async function takeLock(strapi: Core.Strapi, trx: Transaction): Promise<void> {
  const ids = known.get(strapi) ?? (await lockRows(strapi));
  if (ids.length > 0 && (await touch(strapi, trx, ids)) > 0) {
    known.set(strapi, ids);
    return;
  }
  // Somebody has emptied the store. This row may be rolled back, so the next writer looks for it again.
  known.delete(strapi);
  await createLockRow(strapi);
  await touch(strapi, trx, await lockRows(strapi));
}

const touch = (strapi: Core.Strapi, trx: Transaction, ids: readonly number[]): Promise<number> =>
  trx(strapi.db.metadata.get(STORE).tableName)
    .whereIn('id', ids)
    // What has the id by now may be another row: somebody has restored the store of another database.
    .where('key', LOCK)
    .update({ key: LOCK })
    .then((touched: number) => touched);

const createLockRow = (strapi: Core.Strapi): Promise<unknown> =>
  strapi.db.query(STORE).create({ data: { key: LOCK, type: 'string', value: '""' } });

/**
 * Nothing keeps two instances from creating a row each. Each reads after its own is committed, so of any two the later
 * one finds the other's row too and waits for it.
 */
async function lockRows(strapi: Core.Strapi): Promise<number[]> {
  const rows: { id: number }[] = await strapi.db
    .query(STORE)
    .findMany({ where: { key: LOCK }, select: ['id'], orderBy: { id: 'asc' } });
  return rows.map(({ id }) => id);
}
