import { CONSENT_MODELS } from '@permesso/consent-core';
import type { Query } from '../../database/table';
import type { DailyCount } from '../daily-counts';
import {
  type CountDimension,
  type CountQuery,
  type CountSum,
  type DecisionCell,
  SERVICE,
  SHOWN,
  serviceOf,
} from '../decision-counts';
import { GRAINS, type SumGrain } from './decision-count-table';
import { type SumDimension, summedBy } from './decision-sums';
import { type EvidenceDatabase, rows, TABLES } from './evidence-database';

/** The column of each dimension among the counts. */
const COLUMNS: Record<CountDimension, string> = {
  country: 'country',
  model: 'model',
  language: 'language',
  source: 'source',
  device: 'device',
  release: 'policy_version',
};

interface Span {
  grain: SumGrain;
  from: string;
  /** Included. */
  to: string;
}

/**
 * One query. What is over is read from the smallest place that tells it apart as the question does: the sums of one
 * dimension, or else all counts. The rest, of about two days, from the counts as they come.
 */
export async function sumsOf(database: EvidenceDatabase, query: CountQuery): Promise<CountSum[]> {
  const { from, to, by, grain } = query;
  const fresh = database.connection(TABLES.decisions).where({ grain: GRAINS.fresh });
  const parts = [
    counted(fresh.whereBetween('day', [from, to]), query),
    ...spansOf(query).map((span) => over(database, query, span)),
  ];
  const found = await rows<CountSum & { total: number | string }>(
    database.connection.queryBuilder().unionAll(parts),
  );
  return merged(found, (key) => (by === 'time' && grain === 'month' ? key.slice(0, 7) : key));
}

function over({ connection }: EvidenceDatabase, query: CountQuery, { grain, from, to }: Span): Query {
  const { by, filter = {} } = query;
  const dimension = onlyDimension(query);
  if (!dimension || !summedBy(grain).includes(dimension)) {
    const counts =
      grain === 'day'
        ? connection(TABLES.decisions).where({ grain: GRAINS.day })
        : connection(grain === 'month' ? TABLES.months : TABLES.years);
    return counted(counts.whereBetween('day', [from, to]), query);
  }
  const sums = connection(TABLES.sums).where({ grain: GRAINS[grain], dimension });
  sums.whereBetween('day', [from, to]);
  const value = dimension === 'all' ? undefined : filter[dimension];
  // The empty text stands for what nobody knew.
  if (value !== undefined) sums.where({ value });
  if (filter.source) sums.whereIn('source', [filter.source, SHOWN]);
  return grouped(sums, by === 'time' ? 'day' : by === 'source' ? 'source' : 'value');
}

function counted(counts: Query, { by, filter = {} }: CountQuery): Query {
  for (const [dimension, value] of Object.entries(filter) as [CountDimension, string][]) {
    if (dimension === 'source') counts.whereIn('source', [value, SHOWN]);
    else counts.where(COLUMNS[dimension], value);
  }
  return grouped(counts, by === 'time' ? 'day' : COLUMNS[by]);
}

const grouped = (query: Query, key: string): Query =>
  query
    .select({ key, source: 'source', choice: 'choice' })
    .sum({ total: 'total' })
    .groupBy([...new Set([key, 'source', 'choice'])]);

/** The one dimension that a question tells apart, `all` for none; null where there are several. Each sum has its source. */
function onlyDimension({ by, filter = {} }: CountQuery): SumDimension | null {
  const named = new Set([...Object.keys(filter), by].filter((name) => name !== 'time' && name !== 'source'));
  if (named.size > 1) return null;
  const [only = 'all'] = named;
  return only as SumDimension;
}

/** The spans that are read: by time as it is told, else in whole years and months as far as there are any. */
function spansOf(query: CountQuery): Span[] {
  const { from, by, grain } = query;
  if (by === 'time') return [{ grain, from, to: query.to }];
  // What has not come yet is in no sum: this month and year are whole ones.
  const isOpen = query.to >= dayText(Date.now());
  const to = isOpen ? `${query.to.slice(0, 4)}-12-31` : query.to;
  const months = whole({ grain: 'day', from, to }, 'month', 7);
  // Of several things, years do not tell releases apart.
  const hasYears = onlyDimension(query) !== null || !(by === 'release' || query.filter?.release);
  return months.flatMap((span) => (hasYears && span.grain === 'month' ? whole(span, 'year', 4) : [span]));
}

/**
 * The same in whole months or years, with what is left before and behind.
 *
 * @param length of what is the same in the text of all of its days
 */
function whole(span: Span, grain: SumGrain, length: 4 | 7): Span[] {
  const { from, to } = span;
  const startOf = (day: string) => `${day.slice(0, length)}-01-01`.slice(0, 10);
  const first = startOf(from) === from ? from : startOf(next(from, length));
  const behind = dayText(Date.parse(to) + DAY);
  const last = startOf(behind);
  if (first >= last) return [span];
  return [
    ...(from < first ? [{ ...span, to: dayText(Date.parse(first) - DAY) }] : []),
    { grain, from: first, to: dayText(Date.parse(last) - DAY) },
    ...(last <= to ? [{ ...span, from: last }] : []),
  ];
}

const DAY = 86_400_000;

const dayText = (moment: number): string => new Date(moment).toISOString().slice(0, 10);

/** A day of the next month or year. */
const next = (day: string, length: 4 | 7): string =>
  length === 4
    ? `${String(Number(day.slice(0, 4)) + 1).padStart(4, '0')}-01-01`
    : dayText(Date.UTC(Number(day.slice(0, 4)), Number(day.slice(5, 7)), 1));

/** By the keys as they are told; what is set apart may be all that there was. */
function merged(
  sums: readonly (CountSum & { total: number | string })[],
  keyOf: (key: string) => string,
): CountSum[] {
  const totals = new Map<string, CountSum>();
  for (const sum of sums) {
    const key = keyOf(sum.key);
    const name = [key, sum.source, sum.choice].join('\t');
    const known = totals.get(name) ?? { ...sum, key, total: 0 };
    known.total += Number(sum.total);
    totals.set(name, known);
  }
  return [...totals.values()].filter(({ total }) => total !== 0);
}

/**
 * What was decided since a day, by what the overview tells of. Days that are over come from the sums of their models: to
 * group all counts by the texts of their choices is what a database is slowest at.
 */
export async function decidedSince(
  { connection }: EvidenceDatabase,
  day: string,
): Promise<Pick<DecisionCell, 'day' | 'model' | 'choice' | 'total'>[]> {
  const parts = ['day', 'model', 'choice'];
  const fresh = connection(TABLES.decisions).where('grain', GRAINS.fresh);
  const over = connection(TABLES.sums)
    .where({ grain: GRAINS.day, dimension: 'model' })
    // Named, because the key has them before the day.
    .whereIn('value', CONSENT_MODELS)
    .select({ day: 'day', model: 'value', choice: 'choice' });
  const decided = [fresh.select(parts).groupBy(parts), over.groupBy(['day', 'value', 'choice'])].map(
    (query) => query.sum({ total: 'total' }).where('day', '>=', day).whereNot('source', SHOWN),
  );
  const cells = await rows<DecisionCell>(connection.queryBuilder().unionAll(decided));
  return cells.map(withNumber);
}

/** How many decided in each country since a day. */
export async function countriesSince({ connection }: EvidenceDatabase, day: string): Promise<DailyCount[]> {
  const found = await rows<{ day: string; country: string; total: number | string }>(
    connection(TABLES.decisions)
      .whereIn('grain', [GRAINS.fresh, GRAINS.day])
      .where('day', '>=', day)
      .whereNot('source', SHOWN)
      .whereNot('country', '')
      .whereNot('choice', 'like', `${SERVICE}%`)
      .select('day', 'country')
      .sum({ total: 'total' })
      .groupBy('day', 'country'),
  );
  return found.map(({ country, ...count }) =>
    withNumber({ ...count, dimension: 'country', subject: country }),
  );
}

const withNumber = <Counted extends { total: number | string }>(
  counted: Counted,
): Counted & { total: number } => ({
  ...counted,
  total: Number(counted.total),
});

/** All that was ever decided, as far as it is counted here. */
export async function allDecided(database: EvidenceDatabase): Promise<number> {
  const all = await sumsOf(database, { from: '1970-01-01', to: '9998-12-31', grain: 'month', by: 'source' });
  return all
    .filter(({ source, choice }) => source !== SHOWN && !serviceOf(choice))
    .reduce((sum, { total }) => sum + total, 0);
}
