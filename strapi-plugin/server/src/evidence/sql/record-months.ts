import type { Connection, Transaction } from '../../database/table';
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

/** A month's table, and whether it is still part of the table of records: a purge may have been cut off. */
export interface MonthTable {
  name: string;
  state: 'attached' | 'detaching' | 'detached';
}

/** All that there are, in the order of time. */
export async function monthTables(connection: Connection | Transaction): Promise<MonthTable[]> {
  const { rows } = await connection.raw(
    `select relname as name, case when inhrelid is null then 'detached' when inhdetachpending then 'detaching' else 'attached' end as state
     from pg_class left join pg_inherits on inhrelid = pg_class.oid
     where relnamespace = (select relnamespace from pg_class where oid = to_regclass(:table)) and relkind = 'r'
     and relname ~ :months order by relname`,
    { table: TABLES.records, months: `^${TABLES.records}_\\d{4}_\\d{2}$` },
  );
  return rows as MonthTable[];
}
