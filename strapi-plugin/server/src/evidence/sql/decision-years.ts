import { TYPES } from '../../database/column-types';
import type { DatabaseClient } from '../../database/named-lock';
import type { Transaction } from '../../database/table';
import { type EvidenceDatabase, TABLES } from './evidence-database';

/**
 * The statements of the ninth version: counts of years. They do not tell releases apart, of which there is one every few
 * weeks, or they would be hardly fewer than those of months.
 */
export function decisionYears(client: DatabaseClient): string[] {
  const type = TYPES[client];
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
    `${filling(client)} ${client === 'mysql' ? 'on duplicate key update total = values(total)' : ''}`,
  ];
}

/**
 * Makes the counts of a year anew from those of its months. What a process of an earlier version has added to these comes in as
 * well.
 *
 * @param year as `YYYY`
 */
export async function makeYear({ client }: EvidenceDatabase, trx: Transaction, year: string): Promise<void> {
  await trx(TABLES.years).where('day', `${year}-01-01`).delete();
  await trx.raw(filling(client, 'where day like ?'), [`${year}-%`]);
}

function filling(client: DatabaseClient, where = ''): string {
  const first = client === 'mysql' ? "concat(left(day, 4), '-01-01')" : "substr(day, 1, 4) || '-01-01'";
  const [before, behind] = ['country', 'source, choice, model, language, device'];
  return `insert into ${TABLES.years} (${before}, day, ${behind}, total)
    select ${before}, ${first}, ${behind}, sum(total) from ${TABLES.months} ${where} group by ${before}, ${first}, ${behind}`;
}
