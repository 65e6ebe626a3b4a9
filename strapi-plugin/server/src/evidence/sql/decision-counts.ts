import { runAlone } from '../../database/named-lock';
import type { Query, Transaction } from '../../database/table';
import { dayOf } from '../day';
import { type DecisionCell, nameOfCell, serviceOf, sharesOf, summed } from '../decision-counts';
import { type CountGrain, GRAINS } from './decision-count-table';
import { addSums } from './decision-sums';
import { addYears, mendYears } from './decision-years';
import { additions, type EvidenceDatabase, inTransaction, inTurn, rows, TABLES } from './evidence-database';

/** What is set apart is counted off in a shard of its own, from which it is given back; no writer counts in it. */
export const APART = 256;

/** Sums of days that are over. */
const FOLDED = -1;

const DAY = 86_400_000;

/** A row of the counts. */
type Row = Omit<DecisionCell, 'release' | 'total'> & {
  policy_version: string;
  total: number | string;
  shard: number;
  grain: number;
};

const KEY = [
  ...['day', 'source', 'choice', 'country'],
  ...['model', 'language', 'policy_version', 'device', 'shard'],
];

const cellOf = ({ policy_version, total, shard: _, grain: _grain, ...row }: Row): DecisionCell => ({
  ...row,
  release: policy_version,
  total: Number(total),
});

/** What adds to the counts in this shard. In the order of `summed`, so that two writers cannot deadlock. */
export function decisionAdditions(
  database: EvidenceDatabase,
  trx: Transaction,
  cells: readonly DecisionCell[],
  shard: number,
  grain: CountGrain = 'fresh',
): Query[] {
  const ofMonths = grain === 'month';
  const table = ofMonths ? TABLES.months : TABLES.decisions;
  const counted = cells.map(({ release, ...cell }) => ({
    ...cell,
    ...(ofMonths ? {} : { grain: GRAINS[grain] }),
    policy_version: release,
    shard,
  }));
  return additions(database, trx, table, ofMonths ? KEY : ['grain', ...KEY], counted);
}

/**
 * Counts records off, or in again. A record does not say which device it came from: that is taken from what its cells have, and
 * given back to those from which it was taken.
 *
 * @param cells what the records are counted in, with any device
 */
export async function moveApart(
  database: EvidenceDatabase,
  trx: Transaction,
  cells: readonly DecisionCell[],
  back: boolean,
): Promise<void> {
  const days = [...new Set(cells.map(({ day }) => day))];
  const query = trx(TABLES.decisions).whereIn('grain', [GRAINS.fresh, GRAINS.day]).whereIn('day', days);
  if (back) query.where('shard', APART);
  const has = new Map<string, Partial<Record<DecisionCell['device'], number>>>();
  for (const row of await rows<Row>(query)) {
    const cell = cellOf(row);
    const name = withoutDevice(cell);
    const devices = has.get(name) ?? {};
    devices[cell.device] = (devices[cell.device] ?? 0) + (back ? -cell.total : cell.total);
    has.set(name, devices);
  }
  const moved = cells.flatMap((cell) => {
    const devices = has.get(withoutDevice(cell)) ?? {};
    // What was said of services was not always counted.
    const total = serviceOf(cell.choice) ? Math.min(cell.total, counted(devices)) : cell.total;
    return sharesOf(total, devices).map(([device, share]) => ({
      ...cell,
      device,
      total: back ? share : -share,
    }));
  });
  await inTurn(decisionAdditions(database, trx, summed(moved), APART));
}

const counted = (devices: Readonly<Partial<Record<DecisionCell['device'], number>>>): number =>
  Object.values(devices).reduce((sum, total) => sum + Math.max(0, total), 0);

const withoutDevice = (cell: DecisionCell): string => nameOfCell({ ...cell, device: 'other' });

/**
 * Puts the shards of days that are over together, and into the sums of their months and years: what a question reads grows with what
 * there is to tell, and not with how many processes have counted. Of yesterday something may still come.
 */
export async function foldDecisions(database: EvidenceDatabase, now: Date): Promise<void> {
  const until = dayOf(new Date(now.getTime() - DAY));
  const fresh = () => database.connection(TABLES.decisions).where('grain', GRAINS.fresh);
  const days = await rows<{ day: string }>(fresh().where('day', '<', until).distinct('day').orderBy('day'));
  if (days.length === 0) return;
  // While records are set apart the counts of any day may change. They are folded another time.
  await runAlone(database, 'consent quarantine', async () => {
    for (const { day } of days) await inTransaction(database, (trx) => foldDay(database, trx, day));
    await mendYears(database);
  });
}

async function foldDay(database: EvidenceDatabase, trx: Transaction, day: string): Promise<void> {
  const fresh = () => trx(TABLES.decisions).where({ grain: GRAINS.fresh, day });
  const found = await rows<Row>(fresh().forUpdate());
  const firsts = { day, month: `${day.slice(0, 7)}-01`, year: `${day.slice(0, 4)}-01-01` };
  for (const grain of ['day', 'month', 'year'] as const) {
    const all = found.map((row) => ({ ...row, day: firsts[grain] }));
    await addSums(database, trx, all.map(cellOf), grain);
    if (grain === 'year') {
      await addYears(database, trx, all.map(cellOf));
      continue;
    }
    for (const shard of [FOLDED, APART]) {
      const cells = summed(all.filter((row) => (row.shard === APART) === (shard === APART)).map(cellOf));
      await inTurn(decisionAdditions(database, trx, cells, shard, grain));
    }
  }
  await fresh().delete();
}
