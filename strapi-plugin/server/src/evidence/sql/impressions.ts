import { createHash, randomInt } from 'node:crypto';
import type { DecisionCell } from '../decision-counts';
import { RecordIds } from '../record-id';
import { decidedOn, SHARDS } from './append';
import { decisionAdditions } from './decision-counts';
import { type EvidenceDatabase, inTransaction, inTurn, rows, TABLES } from './evidence-database';

const ids = new RecordIds();

/** Of this process. */
const SHARD = randomInt(SHARDS);

/**
 * Counts what a site has shown, unless it has been counted already: batches are known among the fingerprints of records, and
 * forgotten with them after some days.
 *
 * @returns whether it is counted now.
 */
export function addShown(
  database: EvidenceDatabase,
  batch: string,
  cells: readonly DecisionCell[],
  at: Date,
): Promise<boolean> {
  const fingerprint = createHash('sha256').update(`impressions ${batch}`).digest('hex');
  const [first] = cells;
  if (!first) return Promise.resolve(false);
  // By the day of what is counted, which is the same whenever the batch comes.
  const decided_on = decidedOn(new Date(first.day));
  const entry = { decided_on, fingerprint, record_id: ids.next(at) };
  return inTransaction(database, async (trx) => {
    // Sets what is there to what it is: whoever entered it first waits for nobody, and another one for its commit.
    const known = trx(TABLES.fingerprints);
    await known.insert(entry).onConflict(['decided_on', 'fingerprint']).merge(['fingerprint']);
    const [kept] = await rows<{ record_id: string }>(
      trx(TABLES.fingerprints).select('record_id').where({ decided_on, fingerprint }),
    );
    if (kept?.record_id !== entry.record_id) return false;
    await inTurn(decisionAdditions(database, trx, cells, SHARD));
    return true;
  });
}
