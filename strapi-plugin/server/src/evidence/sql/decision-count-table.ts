import { TYPES } from '../../database/column-types';
import type { DatabaseClient } from '../../database/named-lock';
import { TABLES } from './evidence-database';

/** How a row of the counts came to be. */
export const GRAINS = {
  /** Counted as decisions arrive: each process in a shard of its own. */
  fresh: 0,
  /** Sums of a day that is over. */
  day: 1,
  /** Sums of a month, under its first day, as far as its days are over. */
  month: 2,
  /** Sums of a year, under its first day. */
  year: 3,
} as const;

/** What is told apart by all things is kept by days and by months; by years it is without releases. */
export type CountGrain = Exclude<keyof typeof GRAINS, 'year'>;
export type SumGrain = Exclude<keyof typeof GRAINS, 'fresh'>;

/**
 * The statements of the sixth version. A decision is counted in one row, whatever it is told apart by. Most questions are
 * about one of these at a time: what each comes to by itself has a table that is a hundred times as small.
 */
export function decisionCountTable(client: DatabaseClient): string[] {
  const type = TYPES[client];
  const kept = client === 'sqlite' ? 'without rowid' : type.table;
  return [
    `create table ${TABLES.decisions} (
      grain smallint not null,
      day ${type.text(10)} not null,
      source ${type.text(20)} not null,
      choice ${type.text(255)} not null,
      country ${type.text(8)} not null,
      model ${type.text(20)} not null,
      language ${type.text(8)} not null,
      policy_version ${type.text(64)} not null,
      device ${type.text(8)} not null,
      shard integer not null,
      total bigint not null,
      primary key (grain, day, source, choice, country, model, language, policy_version, device, shard)
    ) ${kept}`,
    // Of one country what there is stands together.
    `create table ${TABLES.months} (
      country ${type.text(8)} not null,
      day ${type.text(10)} not null,
      source ${type.text(20)} not null,
      choice ${type.text(255)} not null,
      model ${type.text(20)} not null,
      language ${type.text(8)} not null,
      policy_version ${type.text(64)} not null,
      device ${type.text(8)} not null,
      shard integer not null,
      total bigint not null,
      primary key (country, day, source, choice, model, language, policy_version, device, shard)
    ) ${kept}`,
    `create table ${TABLES.sums} (
      grain smallint not null,
      dimension ${type.text(20)} not null,
      value ${type.text(64)} not null,
      day ${type.text(10)} not null,
      source ${type.text(20)} not null,
      choice ${type.text(255)} not null,
      total bigint not null,
      primary key (grain, dimension, value, day, source, choice)
    ) ${kept}`,
  ];
}
