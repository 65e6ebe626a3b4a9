import { RECORD_UID } from '../../uids';
import type { Actor } from '../audit';
import { consentIdHash } from '../consent-id-hash';
import type { SqlAuditTrail } from './audit-trail';
import { type EvidenceDatabase, inParts, inTransaction, rows, TABLES } from './evidence-database';
import { heldNow } from './holds';
import { forgetItems } from './leaves';
import type { Enqueue } from './sealed-sources';

/** Values of one statement: SQLite takes 32,766, which is the fewest. */
const AT_ONCE = 10_000;

/**
 * The records of an account name it no longer. Their leaves lose id and salt, as those of what is erased: with them somebody
 * who still has the linked record could show that it was sealed. They wait to be sealed anew.
 */
export function unlinkRecords(
  { database, enqueue, trail }: { database: EvidenceDatabase; enqueue: Enqueue; trail: SqlAuditTrail },
  account: string,
  { actor, at }: { actor: Actor; at: Date },
): Promise<{ unlinked: number; held: number }> {
  return inTransaction(database, async (trx) => {
    const keeping = await heldNow(database, trx);
    const linked = () => trx(TABLES.records).select('id').where({ account });
    const all = await rows<{ id: string }>(linked());
    const ids = (await rows<{ id: string }>(keeping.leaveOut(linked()))).map(({ id }) => id);
    const held = all.length - ids.length;
    if (ids.length === 0) return { unlinked: 0, held };
    for (const part of inParts(ids, AT_ONCE)) {
      await trx(TABLES.records).whereIn('id', part).update({ account: null });
    }
    await forgetItems(trx, ids);
    await enqueue(
      trx,
      ids.map((id) => ({ id, kind: 'record' })),
    );
    const changes = Object.entries({ unlinked: ids.length, held: held || null })
      .filter(([, after]) => after !== null)
      .map(([path, after]) => ({ path, before: null, after }));
    const subject = { uid: RECORD_UID, id: consentIdHash(account), title: null, locale: null };
    await trail.enter(trx, [{ action: 'unlink', at, actor, subject, changes, reason: null }]);
    return { unlinked: ids.length, held };
  });
}
