import type { Transaction } from '../../database/table';
import type { CountDimension, DailyCount } from '../daily-counts';
import type { CountStore } from '../store';
import { type EvidenceDatabase, inParts, inserted, rows, TABLES, wanted } from './evidence-database';

/** Adds to the daily counts, each cell in this shard. In the order of `countsOf`, so that two writers cannot deadlock. */
export async function addToCounts(
  database: EvidenceDatabase,
  trx: Transaction,
  counts: readonly DailyCount[],
  shard: number,
): Promise<void> {
  const cells = counts.map((count) => ({ ...count, shard }));
  const total = trx.raw(`??.?? + ${wanted(database)}`, [TABLES.counts, 'total', 'total']);
  for (const part of inParts(cells)) {
    await trx(TABLES.counts)
      .insert(inserted(database, trx, TABLES.counts, part))
      .onConflict(['dimension', 'day', 'subject', 'shard'])
      .merge({ total });
  }
}

/** The shards of a cell are put together by whoever reads it. */
export function countsIn({ connection }: EvidenceDatabase): CountStore {
  return {
    async decisions() {
      const query = connection(TABLES.counts).where('dimension', 'decisions').sum({ total: 'total' });
      const [all] = await rows<{ total: number | string | null }>(query);
      return Number(all?.total ?? 0);
    },
    async since(day) {
      const cell = ['dimension', 'day', 'subject'];
      const query = connection(TABLES.counts).select(cell).sum({ total: 'total' }).groupBy(cell);
      query.whereIn('dimension', DIMENSIONS).where('day', '>=', day);
      const cells = await rows<{ dimension: CountDimension; day: string; subject: string; total: unknown }>(
        query,
      );
      // What is set apart is taken off, and may be all that a cell had.
      return cells.map((one) => ({ ...one, total: Number(one.total) })).filter(({ total }) => total > 0);
    },
  };
}

/** Named, because the key begins with them. */
const DIMENSIONS: CountDimension[] = ['decisions', 'model', 'country', 'granted', 'refused'];
