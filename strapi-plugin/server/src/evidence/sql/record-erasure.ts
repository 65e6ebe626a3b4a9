import type { Query, Transaction } from '../../database/table';
import { consentIdHash } from '../consent-id-hash';
import { HeldError } from '../holds';
import { RecordIds } from '../record-id';
import type { Erasure, ErasureSubject } from '../store';
import { decidedOn } from './append';
import { type EvidenceDatabase, inParts, inTransaction, rows, TABLES } from './evidence-database';
import { heldNow } from './holds';
import { forgetItems } from './leaves';
import { enterInLog } from './log-rows';
import { forgetNetworksOf } from './networks';
import type { Enqueue } from './sealed-sources';

/** Values of one statement: SQLite takes 32,766, which is the fewest. */
const AT_ONCE = 10_000;

interface Gone {
  id: string;
  consent_id: string;
  decided_at: number | string;
}

/** What is asked for by somebody, who may ask for what nobody has. */
const subjectHash = (subject: ErasureSubject): string =>
  consentIdHash('account' in subject ? subject.account : subject.consentId);

/** Erases what belongs to one person. */
export class RecordErasure {
  readonly #database: EvidenceDatabase;
  readonly #enqueue: Enqueue;
  readonly #ids = new RecordIds();

  constructor(database: EvidenceDatabase, enqueue: Enqueue) {
    this.#database = database;
    this.#enqueue = enqueue;
  }

  /**
   * Deletes what it has found, by id: a record that is stored meanwhile is one of later, and stays with its salt and its
   * fingerprint. The fingerprints of what goes go too: the same decision sent again would be promised a record that is gone.
   */
  erase(erasure: Erasure): Promise<number> {
    const { actor, actorName = null, at } = erasure;
    return inTransaction(this.#database, async (trx) => {
      const held = await heldNow(this.#database, trx);
      const gone = await rows<Gone>(
        of(trx(TABLES.records), erasure).select(['id', 'consent_id', 'decided_at']),
      );
      const ids = gone.map(({ id }) => id);
      const consentIds = new Set(gone.map(({ consent_id }) => consent_id));
      if ('consentId' in erasure) consentIds.add(erasure.consentId);
      const holds = held.of(consentIds, ids);
      if (holds.length > 0) throw new HeldError(holds);
      await forgetFingerprints(trx, gone);
      let deleted = 0;
      for (const part of inParts(ids, AT_ONCE)) {
        deleted += Number(await trx(TABLES.records).whereIn('id', part).delete());
      }
      await forgetItems(trx, ids);
      await forgetNetworksOf(trx, ids);
      const subject = subjectHash(erasure);
      const id = this.#ids.next(at);
      await enterInLog(trx, {
        id,
        kind: 'erasure',
        actor,
        actorName,
        subject,
        deleted,
        cutoff: null,
        checkpoint: null,
      });
      await this.#enqueue(trx, [{ id, kind: 'erasure' }]);
      return deleted;
    });
  }
}

const of = (records: Query, subject: ErasureSubject): Query =>
  records.where('account' in subject ? { account: subject.account } : { consent_id: subject.consentId });

async function forgetFingerprints(trx: Transaction, gone: readonly Gone[]): Promise<void> {
  const [first] = await rows<{ day: number | null }>(trx(TABLES.fingerprints).min({ day: 'decided_on' }));
  const repeatable = gone
    .map(({ id, decided_at }) => ({ id, day: decidedOn(Number(decided_at)) }))
    .filter(({ day }) => day >= (first?.day ?? Number.POSITIVE_INFINITY));
  for (const part of inParts(repeatable, AT_ONCE)) {
    const days = [...new Set(part.map(({ day }) => day))];
    const ids = part.map(({ id }) => id);
    await trx(TABLES.fingerprints).whereIn('decided_on', days).whereIn('record_id', ids).delete();
  }
}
