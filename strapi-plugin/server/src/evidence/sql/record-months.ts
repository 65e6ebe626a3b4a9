import type { Transaction } from '../../database/table';
import { firstIdOf } from '../record-id';
import { TABLES } from './evidence-database';

/** UTC month as the number of months since the year 0. */
export type Month = number;

export const monthOf = (moment: Date): Month => moment.getUTCFullYear() * 12 + moment.getUTCMonth();

const beginOf = (month: Month): Date => new Date(Date.UTC(Math.floor(month / 12), month % 12, 1));

/** The table of a month; their names are in the order of time. */
export const nameOf = (month: Month): string =>
  `${TABLES.records}_${String(Math.floor(month / 12)).padStart(4, '0')}_${String((month % 12) + 1).padStart(2, '0')}`;

const monthNamed = (name: string): Month => {
  const [year, month] = name.split('_').slice(-2).map(Number) as [number, number];
  return year * 12 + month - 1;
};

/** Makes the table of a month part of the table of records, which no insert waits for. */
export async function attachMonth(trx: Transaction, name: string): Promise<void> {
  const month = monthNamed(name);
  const bounds = [firstIdOf(beginOf(month)), firstIdOf(beginOf(month + 1))];
  const values = bounds.map((id) => `'${id}'`).join(') to (');
  await trx.raw(`alter table ?? attach partition ?? for values from (${values})`, [TABLES.records, name]);
}
