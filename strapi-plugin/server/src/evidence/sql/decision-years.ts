import { TYPES } from '../../database/column-types';
import type { DatabaseClient } from '../../database/named-lock';
import type { Transaction } from '../../database/table';
import type { DecisionCell } from '../decision-counts';
import { additions, type EvidenceDatabase, inTransaction, inTurn, rows, TABLES } from './evidence-database';

/**
 * The statements of the ninth version: counts of years. They do not tell releases apart, of which there is one every few
 * weeks, or they would be hardly fewer than those of months.
 */
export function decisionYears(client: DatabaseClient): string[] {
  const type = TYPES[client];
  const first = firstOfYear(client);
  return [
    `create table ${TABLES.years} (
      country ${type.text(8)} not null,
      day ${type.text(10)} not null,
      source ${type.text(20)} not null,
      choice ${type.text(255)} not null,
      model ${type.text(20)} not null,
      language ${type.text(8)} not null,
      device ${type.text(8)} not null,
      total bigint not null,
      primary key (country, day, source, choice, model, language, device)
    ) ${client === 'sqlite' ? 'without rowid' : type.table}`,
    // Where a start of MySQL has died behind this one, the next comes here once more.
    `insert into ${TABLES.years} (country, day, source, choice, model, language, device, total)
      select country, ${first}, source, choice, model, language, device, sum(total) from ${TABLES.months}
      group by country, ${first}, source, choice, model, language, device
      ${client === 'mysql' ? 'on duplicate key update total = values(total)' : ''}`,
  ];
}

/** In the order in which the table has its rows. */
const KEY = ['country', 'day', 'source', 'choice', 'model', 'language', 'device'] as const;

type YearRow = Omit<DecisionCell, 'release'>;

/**
 * Adds cells to the counts of their years. In the order of the key, so that two writers cannot deadlock.
 *
 * @param cells under the first day of their year
 */
export async function addYears(
  database: EvidenceDatabase,
  trx: Transaction,
  cells: readonly DecisionCell[],
): Promise<void> {
  const years = new Map<string, YearRow>();
  for (const { release: _, ...cell } of cells) {
    const name = KEY.map((column) => cell[column]).join('\t');
    const year = years.get(name) ?? { ...cell, total: 0 };
    year.total += cell.total;
    years.set(name, year);
  }
  const sorted = [...years].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, year]) => year);
  await inTurn(additions(database, trx, TABLES.years, KEY, sorted));
}

/**
 * Makes those years anew that do not come to what their months do: an instance of an earlier version adds to months alone.
 * While nobody else folds.
 */
export async function mendYears(database: EvidenceDatabase): Promise<void> {
  const [months, years] = [await totalsIn(database, TABLES.months), await totalsIn(database, TABLES.years)];
  for (const [year, total] of months) {
    if (years.get(year) !== total) await inTransaction(database, (trx) => makeYear(database, trx, year));
  }
}

/** What the counts of each year come to, by the year as `YYYY`. */
async function totalsIn({ connection }: EvidenceDatabase, table: string): Promise<Map<string, number>> {
  const query = connection(table).select('day').sum({ total: 'total' }).groupBy('day');
  const totals = new Map<string, number>();
  for (const { day, total } of await rows<{ day: string; total: number | string }>(query)) {
    const year = day.slice(0, 4);
    totals.set(year, (totals.get(year) ?? 0) + Number(total));
  }
  return totals;
}

async function makeYear({ client }: EvidenceDatabase, trx: Transaction, year: string): Promise<void> {
  const read = KEY.map((column) => (column === 'day' ? firstOfYear(client) : column)).join(', ');
  await trx(TABLES.years).where('day', `${year}-01-01`).delete();
  await trx.raw(
    `insert into ${TABLES.years} (${KEY.join(', ')}, total)
      select ${read}, sum(total) from ${TABLES.months} where day like ? group by ${read}`,
    [`${year}-%`],
  );
}

/** Of a day, in SQL. */
const firstOfYear = (client: DatabaseClient): string =>
  client === 'mysql' ? "concat(left(day, 4), '-01-01')" : "substr(day, 1, 4) || '-01-01'";
