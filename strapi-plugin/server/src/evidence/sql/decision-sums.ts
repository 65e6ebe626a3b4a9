import type { Transaction } from '../../database/table';
import type { CountDimension, DecisionCell } from '../decision-counts';
import { GRAINS, type SumGrain } from './decision-count-table';
import { additions, type EvidenceDatabase, inTurn, TABLES } from './evidence-database';

/** What a sum is told apart by beside its source and choice; `all` for nothing. */
export type SumDimension = Exclude<CountDimension, 'source'> | 'all';

/** Of a day there are nearly as many countries and languages as there are cells. */
const OF_DAYS = ['all', 'model', 'device', 'release'] as const satisfies SumDimension[];
const OF_MONTHS = [...OF_DAYS, 'country', 'language'] as const satisfies SumDimension[];

/** By what the days, months and years that are over are summed up. */
export const summedBy = (grain: SumGrain): readonly SumDimension[] => (grain === 'day' ? OF_DAYS : OF_MONTHS);

interface SumRow {
  grain: number;
  dimension: SumDimension;
  value: string;
  day: string;
  source: string;
  choice: string;
  total: number;
}

/** In the order in which the table has its rows. */
const KEY = ['grain', 'dimension', 'value', 'day', 'source', 'choice'] as const;

/** Adds what cells come to by each thing alone. In the order of the key, so that two writers cannot deadlock. */
export async function addSums(
  database: EvidenceDatabase,
  trx: Transaction,
  cells: readonly DecisionCell[],
  grain: SumGrain,
): Promise<void> {
  const sums = new Map<string, SumRow>();
  for (const { day, source, choice, total, ...cell } of cells) {
    for (const dimension of summedBy(grain)) {
      const value = dimension === 'all' ? '' : cell[dimension];
      const name = [dimension, value, day, source, choice].join('\t');
      const sum = sums.get(name) ?? { grain: GRAINS[grain], dimension, value, day, source, choice, total: 0 };
      sum.total += total;
      sums.set(name, sum);
    }
  }
  const sorted = [...sums].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, sum]) => sum);
  await inTurn(additions(database, trx, TABLES.sums, KEY, sorted));
}
