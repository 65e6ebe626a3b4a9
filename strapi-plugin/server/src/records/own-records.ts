import type { Core } from '@strapi/strapi';
import { columnsOf } from '../database/table';
import { UIDS } from '../uids';
import { type ConsentRecord, type RecordRow, recordSelection, recordView } from './record-view';

/** How many records a user sees (E7). */
const LAST = 50;

/** A user's own records, newest first, at most 50. */
export async function recordsOfUser(
  strapi: Core.Strapi,
  userId: string,
): Promise<Omit<ConsentRecord, 'user'>[]> {
  const { table, column } = columnsOf(strapi, UIDS.record);
  const rows: RecordRow[] = await strapi.db
    .connection(table)
    .select(recordSelection(strapi))
    .where(column('user'), userId)
    .orderBy([
      { column: column('createdAt'), order: 'desc' },
      { column: 'id', order: 'desc' },
    ])
    .limit(LAST);
  return rows.map((row) => {
    const { user: _user, ...record } = recordView(row);
    return record;
  });
}
