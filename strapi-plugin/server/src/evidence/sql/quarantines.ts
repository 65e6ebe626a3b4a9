import { setTimeout as pause } from 'node:timers/promises';
import { runAlone } from '../../database/named-lock';
import type { Query, Transaction } from '../../database/table';
import type { NetworkTier } from '../../http/client-network';
import { RECORD_UID } from '../../uids';
import type { Actor, AuditAction, AuditChange } from '../audit';
import type { NewQuarantine, Quarantine, QuarantineStore, Sender, Span } from '../quarantine';
import { firstIdOf, isRecordId, momentOf, RecordIds } from '../record-id';
import type { SqlAuditTrail } from './audit-trail';
import { type EvidenceDatabase, inParts, inTransaction, rows, TABLES } from './evidence-database';
import { sendersIn } from './networks';
import { countApart, countGoneAgain } from './quarantine-counts';
import type { RecordRow } from './record-rows';

/** Records of one step: on SQLite it stops everybody else for its time, which is a few milliseconds. */
const AT_ONCE = 400;

interface QuarantineRow {
  id: string;
  from_at: number | string;
  to_at: number | string;
  tier: NetworkTier | null;
  tag: string | null;
  records: number | string;
  settled: boolean | number;
  reason: string;
  actor_kind: Actor['kind'];
  actor_id: string | null;
  actor_name: string;
  lifted_at: number | string | null;
}

/** Quarantines in a table of their own, and with each record that is set apart the id of its one. */
export class SqlQuarantines implements QuarantineStore {
  readonly #database: EvidenceDatabase;
  readonly #trail: SqlAuditTrail;
  readonly #ids = new RecordIds();

  constructor(database: EvidenceDatabase, trail: SqlAuditTrail) {
    this.#database = database;
    this.#trail = trail;
  }

  place(wanted: NewQuarantine): Promise<Quarantine> {
    const row = rowOf(this.#ids.next(wanted.at), wanted);
    return inTransaction(this.#database, async (trx) => {
      await trx(TABLES.quarantines).insert(row);
      await this.#enter(trx, 'quarantine', row, wanted);
      return quarantineOf(row);
    });
  }

  async lift(id: string, by: { actor: Actor; reason: string; at: Date }): Promise<boolean> {
    if (!isRecordId(id)) return false;
    return inTransaction(this.#database, async (trx) => {
      const one = () => trx(TABLES.quarantines).where({ id }).whereNull('lifted_at');
      const [row] = await rows<QuarantineRow>(one().forUpdate());
      if (!row) return false;
      await one().update({ lifted_at: by.at.getTime(), settled: false });
      await this.#enter(trx, 'restore', row, by);
      return true;
    });
  }

  async active(): Promise<Quarantine[]> {
    const query = this.#quarantines().whereNull('lifted_at').orderBy('id', 'desc');
    return (await rows<QuarantineRow>(query)).map(quarantineOf);
  }

  async among(records: readonly string[]): Promise<Set<string>> {
    const apart = new Set<string>();
    for (const part of inParts(records.filter(isRecordId))) {
      const query = this.#database.connection(TABLES.records).whereNotNull('quarantine').whereIn('id', part);
      for (const { id } of await rows<{ id: string }>(query.select('id'))) apart.add(id);
    }
    return apart;
  }

  senders(span: Span, limit: number): Promise<Sender[]> {
    return sendersIn(this.#database, span, limit);
  }

  async settle(goOn: () => boolean = () => true): Promise<boolean> {
    const unsettled = () => this.#quarantines().where({ settled: false }).orderBy('id').limit(1);
    let settled = (await rows(unsettled())).length === 0;
    if (settled) return true;
    await runAlone(this.#database, 'consent quarantine', async () => {
      for (;;) {
        const [row] = await rows<QuarantineRow>(unsettled());
        settled = !row;
        if (!row || !(await this.#settleOne(row, goOn))) return;
      }
    });
    return settled;
  }

  /** @returns false where it was told to stop. */
  async #settleOne({ id, from_at, lifted_at }: QuarantineRow, goOn: () => boolean): Promise<boolean> {
    for (let after = firstIdOf(new Date(Number(from_at))); ; ) {
      if (!goOn()) return false;
      const started = performance.now();
      const last = await inTransaction(this.#database, (trx) => this.#step(trx, id, lifted_at, after));
      if (last === null) return true;
      after = last;
      await pause(performance.now() - started);
    }
  }

  /** @returns where it ended; null where nothing is left, or what is to be done is another thing by now. */
  async #step(
    trx: Transaction,
    id: string,
    liftedAt: QuarantineRow['lifted_at'],
    after: string,
  ): Promise<string | null> {
    const one = () => trx(TABLES.quarantines).where({ id });
    const [row] = await rows<QuarantineRow>(one().forUpdate());
    if (!row || row.lifted_at !== liftedAt) return null;
    const looked = await lookedAt(trx, row, after);
    const found = await rows<RecordRow>(toBeMoved(trx, row).whereIn('id', looked).orderBy('id').forUpdate());
    if (found.length > 0) await this.#move(trx, row, found);
    const last = looked.at(-1);
    if (last && looked.length === AT_ONCE) return last;
    if (liftedAt !== null && (await countGoneAgain(this.#database, trx, id))) return last ?? after;
    await one().update({ settled: true });
    // What others are about and this one had.
    if (liftedAt !== null) {
      const others = trx(TABLES.quarantines).whereNull('lifted_at');
      await others
        .where('from_at', '<', row.to_at)
        .where('to_at', '>', row.from_at)
        .update({ settled: false });
    }
    return null;
  }

  /** Sets records apart, or gives them back, and the counts with them. */
  async #move(
    trx: Transaction,
    { id, lifted_at }: QuarantineRow,
    found: readonly RecordRow[],
  ): Promise<void> {
    const back = lifted_at !== null;
    const sign = back ? 1 : -1;
    const ids = found.map((record) => record.id);
    await trx(TABLES.records)
      .whereIn('id', ids)
      .update({ quarantine: back ? null : id });
    await countApart(this.#database, trx, { quarantine: id, back }, found);
    const records = trx.raw('?? - ?', ['records', sign * found.length]);
    await trx(TABLES.quarantines).where({ id }).update({ records });
  }

  #quarantines(): Query {
    return this.#database.connection(TABLES.quarantines);
  }

  #enter(
    trx: Transaction,
    action: AuditAction,
    row: QuarantineRow,
    { actor, reason, at }: { actor: Actor; reason: string; at: Date },
  ): Promise<void> {
    const subject = { uid: RECORD_UID, id: null, title: null, locale: null };
    return this.#trail.enter(trx, [{ action, at, actor, reason, subject, changes: changesOf(action, row) }]);
  }
}

/** The records that a quarantine has still to set apart, or once it is lifted to give back. */
const toBeMoved = (trx: Transaction, { id, lifted_at }: QuarantineRow): Query =>
  lifted_at === null
    ? trx(TABLES.records).whereNull('quarantine')
    : trx(TABLES.records).where({ quarantine: id });

/**
 * The ids of the next records to look at, in their order: always along one index. What one network sent is found by its tag;
 * once it is forgotten who sent what, there is nothing to find.
 */
async function lookedAt(trx: Transaction, row: QuarantineRow, after: string): Promise<string[]> {
  const byTag = row.tier !== null && row.lifted_at === null;
  const column = byTag ? 'record_id' : 'id';
  const query = byTag ? trx(TABLES.networks).where({ tag: row.tag }) : toBeMoved(trx, row);
  query.where(column, '>=', after).where(column, '<', firstIdOf(new Date(Number(row.to_at))));
  const found = await rows<{ id: string }>(query.select({ id: column }).orderBy(column).limit(AT_ONCE));
  return found.map(({ id }) => id);
}

/** In the trail it is said how wide the network was, and not which. */
function changesOf(action: AuditAction, row: QuarantineRow): AuditChange[] {
  const { from, to, tier, records } = quarantineOf(row);
  const lifted = action === 'restore';
  const values = {
    from: from.toISOString(),
    to: to.toISOString(),
    ...(tier && { network: tier }),
    ...(lifted && { records, placed: momentOf(row.id).toISOString() }),
  };
  return Object.entries(values).map(([path, value]) =>
    lifted ? { path, before: value, after: null } : { path, before: null, after: value },
  );
}

const rowOf = (id: string, { from, to, network, reason, actor }: NewQuarantine): QuarantineRow => ({
  id,
  from_at: from.getTime(),
  to_at: to.getTime(),
  tier: network?.tier ?? null,
  tag: network?.tag ?? null,
  records: 0,
  settled: false,
  reason,
  actor_kind: actor.kind,
  actor_id: actor.id,
  actor_name: actor.name,
  lifted_at: null,
});

const quarantineOf = ({
  id,
  from_at,
  to_at,
  tier,
  records,
  settled,
  reason,
  ...by
}: QuarantineRow): Quarantine => ({
  id,
  from: new Date(Number(from_at)),
  to: new Date(Number(to_at)),
  tier,
  records: Number(records),
  settled: Boolean(settled),
  reason,
  actor: { kind: by.actor_kind, id: by.actor_id, name: by.actor_name },
  at: momentOf(id),
});
