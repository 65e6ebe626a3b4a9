import type { Query } from '../../database/table';
import {
  type CountDimension,
  type CountQuery,
  type CountSum,
  type DecisionCell,
  SHOWN,
} from '../decision-counts';
import { GRAINS } from './decision-count-table';
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
  grain: 'day' | 'month';
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
  const parts = [
    counted(database, query, (span) => span.where({ grain: GRAINS.fresh }).whereBetween('day', [from, to])),
    ...spansOf(query).map((span) => over(database, query, span)),
  ];
  const found = await rows<CountSum & { total: number | string }>(
    database.connection.queryBuilder().unionAll(parts),
  );
  return merged(found, (key) => (by === 'time' && grain === 'month' ? key.slice(0, 7) : key));
}

const over = (database: EvidenceDatabase, query: CountQuery, { grain, from, to }: Span): Query => {
  const dimension = onlyDimension(query);
  const within = (span: Query) => span.where({ grain: GRAINS[grain] }).whereBetween('day', [from, to]);
  if (!dimension || !summedBy(grain).includes(dimension)) return counted(database, query, within);
  const { by, filter = {} } = query;
  const sums = within(database.connection(TABLES.sums)).where({ dimension });
  const value = dimension !== 'all' && filter[dimension];
  if (value) sums.where({ value });
  if (filter.source) sums.whereIn('source', [filter.source, SHOWN]);
  const key = by === 'time' ? 'day' : by === 'source' ? 'source' : 'value';
  return grouped(sums, key);
};

function counted(
  { connection }: EvidenceDatabase,
  query: CountQuery,
  within: (query: Query) => Query,
): Query {
  const { by, filter = {} } = query;
  const counts = within(connection(TABLES.decisions));
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

/** In whole months as far as time is not told apart by days. */
function spansOf({ from, to, by, grain }: CountQuery): Span[] {
  if (by === 'time') return [{ grain, from, to }];
  const first = from.endsWith('-01') ? from : monthAfter(from);
  const end = monthAfter(to);
  const last = before(end) <= to ? end : `${to.slice(0, 7)}-01`;
  if (first >= last) return [{ grain: 'day', from, to }];
  return [
    ...(from < first ? [{ grain: 'day', from, to: before(first) } as const] : []),
    { grain: 'month', from: first, to: before(last) },
    ...(last <= to ? [{ grain: 'day', from: last, to } as const] : []),
  ];
}

const dayText = (moment: number): string => new Date(moment).toISOString().slice(0, 10);

const before = (day: string): string => dayText(Date.parse(day) - 86_400_000);

const monthAfter = (day: string): string =>
  dayText(Date.UTC(Number(day.slice(0, 4)), Number(day.slice(5, 7)), 1));

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

/** What was decided since a day, by what the overview tells of. */
export async function decidedSince(
  { connection }: EvidenceDatabase,
  day: string,
): Promise<Pick<DecisionCell, 'day' | 'model' | 'country' | 'choice' | 'total'>[]> {
  const parts = ['day', 'model', 'country', 'choice'];
  const query = connection(TABLES.decisions)
    .whereIn('grain', [GRAINS.fresh, GRAINS.day])
    .where('day', '>=', day);
  const found = await rows<DecisionCell>(
    query.whereNot('source', SHOWN).select(parts).sum({ total: 'total' }).groupBy(parts),
  );
  return found.map((cell) => ({ ...cell, total: Number(cell.total) }));
}

/** All that was ever decided, as far as it is counted here. */
export async function allDecided(database: EvidenceDatabase): Promise<number> {
  const all = await sumsOf(database, { from: '0000-01-01', to: '9999-12-31', grain: 'month', by: 'source' });
  return all.reduce((sum, { source, total }) => (source === SHOWN ? sum : sum + total), 0);
}
