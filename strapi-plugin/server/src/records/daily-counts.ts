import type { Core } from '@strapi/strapi';
import { columnsOf, type Transaction } from '../database/table';
import { UIDS } from '../uids';

export type CountDimension = 'decisions' | 'model' | 'country' | 'granted' | 'refused';

export interface DailyCount {
  /** UTC day as `YYYY-MM-DD`. */
  day: string;
  dimension: CountDimension;
  subject: string;
  total: number;
}

interface Countable {
  createdAt: Date;
  model: string;
  country: string | null;
  decisions: Record<string, boolean>;
}

/** The UTC day of a moment, as `YYYY-MM-DD`. */
export function dayOf(moment: Date): string {
  return moment.toISOString().slice(0, 10);
}

/** What the records add to the daily counts; always in the same order, so that two writers cannot deadlock. */
export function countsOf(records: readonly Countable[]): DailyCount[] {
  const cells = new Map<string, DailyCount>();
  const add = (day: string, dimension: CountDimension, subject: string) => {
    const name = `${dimension} ${day} ${subject}`;
    const cell = cells.get(name) ?? { day, dimension, subject, total: 0 };
    cell.total += 1;
    cells.set(name, cell);
  };
  for (const record of records) {
    const day = dayOf(record.createdAt);
    add(day, 'decisions', 'all');
    add(day, 'model', record.model);
    if (record.country) add(day, 'country', record.country);
    for (const [key, granted] of Object.entries(record.decisions)) {
      add(day, granted ? 'granted' : 'refused', key);
    }
  }
  return [...cells.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, cell]) => cell);
}

/** Adds to the counts within the transaction that stores the records. */
export async function addDailyCounts(
  strapi: Core.Strapi,
  trx: Transaction,
  counts: readonly DailyCount[],
  newDocumentId: () => string,
): Promise<void> {
  if (counts.length === 0) return;
  const { table, column } = columnsOf(strapi, UIDS.dailyCount);
  const now = new Date();
  const rows = counts.map((count) => ({
    [column('documentId')]: newDocumentId(),
    [column('day')]: count.day,
    [column('dimension')]: count.dimension,
    [column('subject')]: count.subject,
    [column('total')]: count.total,
    [column('createdAt')]: now,
    [column('updatedAt')]: now,
    [column('publishedAt')]: now,
  }));
  const added = strapi.db.dialect.client === 'mysql' ? 'values(??)' : 'excluded.??';
  const total = column('total');
  await trx(table)
    .insert(rows)
    .onConflict([column('dimension'), column('day'), column('subject')])
    .merge({ [total]: trx.raw(`??.?? + ${added}`, [table, total, total]), [column('updatedAt')]: now });
}
