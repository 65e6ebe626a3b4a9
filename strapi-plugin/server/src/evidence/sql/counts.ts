import { type DailyCount, type DailyDimension, dailyCountsOf } from '../daily-counts';
import { cellsShown } from '../decision-counts';
import type { CountStore } from '../store';
import { foldDecisions } from './decision-counts';
import { allDecided, countriesSince, decidedSince, sumsOf } from './decision-reading';
import { type EvidenceDatabase, rows, TABLES } from './evidence-database';
import { addShown } from './impressions';

/** What was counted before version 6 has a table of its own, which nobody writes any more: each thing by itself. */
export function countsIn(database: EvidenceDatabase): CountStore {
  const { connection } = database;
  return {
    async decisions() {
      const query = connection(TABLES.counts).where('dimension', 'decisions').sum({ total: 'total' });
      const [former] = await rows<{ total: number | string | null }>(query);
      return Number(former?.total ?? 0) + (await allDecided(database));
    },
    async since(day) {
      const cell = ['dimension', 'day', 'subject'];
      const query = connection(TABLES.counts).select(cell).sum({ total: 'total' }).groupBy(cell);
      query.whereIn('dimension', DIMENSIONS).where('day', '>=', day);
      const former = await rows<DailyCount>(query);
      const counts = dailyCountsOf(await decidedSince(database, day), [
        ...(await countriesSince(database, day)),
        ...former.map((one) => ({ ...one, total: Number(one.total) })),
      ]);
      // What is set apart is taken off, and may be all that a cell had.
      return counts.filter(({ total }) => total > 0);
    },
    sums: (query) => sumsOf(database, query),
    addShown: (batch, at) => addShown(database, batch.id, cellsShown(batch), at),
    fold: (now) => foldDecisions(database, now),
  };
}

/** Named, because the key begins with them. */
const DIMENSIONS: DailyDimension[] = ['decisions', 'model', 'country', 'granted', 'refused'];
