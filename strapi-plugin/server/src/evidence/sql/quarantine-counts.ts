import { TYPES } from '../../database/column-types';
import type { DatabaseClient } from '../../database/named-lock';
import type { Transaction } from '../../database/table';
import { type Countable, cellsOf, type DecisionCell } from '../decision-counts';
import { momentOf } from '../record-id';
import { moveApart } from './decision-counts';
import { additions, type EvidenceDatabase, inTurn, rows, TABLES } from './evidence-database';
import { decisionsOfText, type RecordRow } from './record-rows';

/**
 * The statements of the tenth version: what each quarantine has counted off. Its records may be purged or erased before it is
 * lifted, and the counts survive that.
 */
export function quarantineCounts(client: DatabaseClient): string[] {
  const type = TYPES[client];
  return [
    `create table ${TABLES.apart} (
      quarantine ${type.id} not null,
      day ${type.text(10)} not null,
      source ${type.text(20)} not null,
      choice ${type.text(255)} not null,
      country ${type.text(8)} not null,
      model ${type.text(20)} not null,
      language ${type.text(8)} not null,
      policy_version ${type.text(64)} not null,
      total bigint not null,
      primary key (quarantine, day, source, choice, country, model, language, policy_version)
    ) ${client === 'sqlite' ? 'without rowid' : type.table}`,
  ];
}

const KEY = ['quarantine', 'day', 'source', 'choice', 'country', 'model', 'language', 'policy_version'];

interface Row extends Omit<DecisionCell, 'release' | 'device' | 'total'> {
  policy_version: string;
  total: number | string;
}

/** Counts records of a quarantine off, or in again. */
export async function countApart(
  database: EvidenceDatabase,
  trx: Transaction,
  { quarantine, back }: { quarantine: string; back: boolean },
  records: readonly RecordRow[],
): Promise<void> {
  const cells = cellsOf(records.map(countable));
  await moveApart(database, trx, cells, back);
  const noted = cells.map(({ release, device: _, total, ...cell }) => ({
    ...cell,
    quarantine,
    policy_version: release,
    total: back ? -total : total,
  }));
  await inTurn(additions(database, trx, TABLES.apart, KEY, noted));
}

/**
 * Counts in again, of one day, what a quarantine has counted off of records that are gone. To be asked once all that are there have
 * been given back.
 *
 * @returns false where nothing is left.
 */
export async function countGoneAgain(
  database: EvidenceDatabase,
  trx: Transaction,
  quarantine: string,
): Promise<boolean> {
  const noted = () => trx(TABLES.apart).where({ quarantine });
  // Below nothing is what an earlier release had set apart without a note of it.
  await noted().where('total', '<=', 0).delete();
  const [first] = await rows<Row>(noted().orderBy('day').limit(1));
  if (!first) return false;
  const ofDay = () => noted().where({ day: first.day });
  const cells = (await rows<Row & { quarantine: string }>(ofDay())).map(
    ({ quarantine: _, policy_version, total, ...cell }): DecisionCell => ({
      ...cell,
      release: policy_version,
      device: 'other',
      total: Number(total),
    }),
  );
  await moveApart(database, trx, cells, true);
  await ofDay().delete();
  return true;
}

const countable = ({
  id,
  model,
  source,
  country,
  locale,
  policy_version,
  decisions,
}: RecordRow): Countable => ({
  createdAt: momentOf(id),
  model,
  source,
  country,
  locale,
  // A record does not say which it was.
  device: 'other',
  policyVersion: policy_version,
  ...decisionsOfText(decisions),
});
