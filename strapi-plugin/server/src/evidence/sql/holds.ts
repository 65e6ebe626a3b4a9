import type { Query, Transaction } from '../../database/table';
import { RECORD_UID } from '../../uids';
import type { Actor, AuditChange } from '../audit';
import { consentIdHash } from '../consent-id-hash';
import type { Hold, HoldScope, HoldStore, NewHold } from '../holds';
import { firstIdOf, isRecordId, momentOf, RecordIds } from '../record-id';
import type { SqlAuditTrail } from './audit-trail';
import { type EvidenceDatabase, inTransaction, rows, TABLES } from './evidence-database';

interface HoldRow {
  id: string;
  consent_id: string | null;
  subject: string | null;
  from_at: number | string | null;
  to_at: number | string | null;
  reason: string;
  actor_kind: Actor['kind'];
  actor_id: string | null;
  actor_name: string;
}

/** The one row at which who deletes and who forbids it wait for each other. */
export const GATE = { id: 1 };

/** Sees to it that the gate is there. */
export async function makeGate({ connection }: EvidenceDatabase): Promise<void> {
  const there = await rows(connection(TABLES.retention).where(GATE));
  if (there.length > 0) return;
  const first = { ...GATE, months: null, pending_months: null, pending_since: null, withheld: false };
  await connection(TABLES.retention).insert(first).onConflict('id').ignore();
}

/**
 * For the rest of the transaction nobody deletes. To be the first of it: what is read afterwards is what is committed.
 * A change of the row, and no mere lock, as PostgreSQL's stricter isolation notices nothing less.
 */
export async function stopRemovals(trx: Transaction): Promise<void> {
  await trx(TABLES.retention).where(GATE).update(GATE);
}

/**
 * What is held, for as long as the transaction lasts: nobody can add to it, or change the retention, meanwhile. To be the
 * first of it.
 */
export async function heldNow({ client }: EvidenceDatabase, trx: Transaction): Promise<Held> {
  const gate = trx(TABLES.retention).select('months').where(GATE);
  // SQLite has one writer, and no word for this.
  const [row] = await rows<{ months: number | null }>(client === 'sqlite' ? gate : gate.forShare());
  return new Held(await activeIn(trx(TABLES.holds)), row?.months ?? null);
}

/** What is held as far as is committed, without keeping anybody waiting. */
export async function heldLately({ connection }: EvidenceDatabase): Promise<Held> {
  const [row] = await rows<{ months: number | null }>(
    connection(TABLES.retention).select('months').where(GATE),
  );
  return new Held(await activeIn(connection(TABLES.holds)), row?.months ?? null);
}

/** What the holds of a moment keep, and the retention in force then. */
export class Held {
  readonly #holds: readonly Hold[];
  readonly months: number | null;

  constructor(holds: readonly Hold[], months: number | null) {
    this.#holds = holds;
    this.months = months;
  }

  /** The holds that keep one of these consent ids, or of their records by the time at which it was stored. */
  of(consentIds: ReadonlySet<string>, recordIds: readonly string[]): Hold[] {
    return this.#holds.filter((hold) =>
      hold.consentId === null
        ? recordIds.some((id) => id >= beginOf(hold) && id < endOf(hold))
        : consentIds.has(hold.consentId),
    );
  }

  /** Narrows a query of records to those that nothing keeps. */
  leaveOut(query: Query): Query {
    for (const hold of this.#spans()) {
      query.whereNot((kept) => kept.where('id', '>=', beginOf(hold)).where('id', '<', endOf(hold)));
    }
    const consentIds = this.#holds.flatMap(({ consentId }) => consentId ?? []);
    return consentIds.length > 0 ? query.whereNotIn('consent_id', consentIds) : query;
  }

  /** Whether some of so many records of a table are kept; nothing is counted where there is no hold. */
  async keepsSome(table: Query, records: number): Promise<boolean> {
    if (this.#holds.length === 0) return false;
    const [free] = await rows<{ records: unknown }>(this.leaveOut(table).count({ records: '*' }));
    return Number(free?.records ?? 0) < records;
  }

  /** Where the records go on that are not in a span which this id is in. */
  behind(id: string): string {
    const span = this.#spans().find((hold) => id >= beginOf(hold) && id < endOf(hold));
    return span ? this.behind(endOf(span)) : id;
  }

  #spans(): Hold[] {
    return this.#holds.filter(({ consentId }) => consentId === null);
  }
}

const beginOf = ({ from }: HoldScope): string => firstIdOf(from ?? new Date(0));
/** The last id of all is no record's: its clock would stand in the year 10889. */
const endOf = ({ to }: HoldScope): string => firstIdOf(to ?? new Date(2 ** 48 - 1));

async function activeIn(table: Query): Promise<Hold[]> {
  return (await rows<HoldRow>(table.whereNull('lifted_at').orderBy('id', 'desc'))).map(holdOf);
}

/** Holds in a table of their own; each change of one is in the trail, too. */
export class SqlHolds implements HoldStore {
  readonly #database: EvidenceDatabase;
  readonly #trail: SqlAuditTrail;
  readonly #ids = new RecordIds();

  constructor(database: EvidenceDatabase, trail: SqlAuditTrail) {
    this.#database = database;
    this.#trail = trail;
  }

  place(hold: NewHold): Promise<Hold> {
    const placed: Hold = {
      ...hold,
      consentId: hold.consentId?.toLowerCase() ?? null,
      id: this.#ids.next(hold.at),
    };
    return inTransaction(this.#database, async (trx) => {
      await stopRemovals(trx);
      await trx(TABLES.holds).insert(rowOf(placed));
      const { at, actor, reason } = placed;
      await this.#trail.enter(trx, [
        { action: 'hold', at, actor, reason, subject: subjectOf(rowOf(placed)), changes: scopeOf(placed) },
      ]);
      return placed;
    });
  }

  async lift(
    id: string,
    { actor, reason, at }: { actor: Actor; reason: string; at: Date },
  ): Promise<boolean> {
    if (!isRecordId(id)) return false;
    return inTransaction(this.#database, async (trx) => {
      await stopRemovals(trx);
      const [row] = await rows<HoldRow>(trx(TABLES.holds).where({ id }).whereNull('lifted_at'));
      if (!row) return false;
      await trx(TABLES.holds).where({ id }).update({ lifted_at: at.getTime(), consent_id: null });
      const placed = { path: 'placed', before: momentOf(id).toISOString(), after: null };
      const changes = [placed, ...scopeOf(holdOf(row))];
      await this.#trail.enter(trx, [{ action: 'lift', at, actor, reason, subject: subjectOf(row), changes }]);
      return true;
    });
  }

  active(): Promise<Hold[]> {
    return activeIn(this.#database.connection(TABLES.holds));
  }
}

const subjectOf = ({ subject }: Pick<HoldRow, 'subject'>) => ({
  uid: RECORD_UID,
  id: subject,
  title: null,
  locale: null,
});

const scopeOf = ({ from, to }: HoldScope): AuditChange[] =>
  Object.entries({ from, to }).flatMap(([path, moment]) =>
    moment ? [{ path, before: null, after: moment.toISOString() }] : [],
  );

const rowOf = ({ id, consentId, from, to, reason, actor }: Hold): HoldRow => ({
  id,
  consent_id: consentId,
  subject: consentId === null ? null : consentIdHash(consentId),
  from_at: from?.getTime() ?? null,
  to_at: to?.getTime() ?? null,
  reason,
  actor_kind: actor.kind,
  actor_id: actor.id,
  actor_name: actor.name,
});

const momentIn = (column: number | string | null): Date | null =>
  column === null ? null : new Date(Number(column));

const holdOf = ({ id, consent_id, from_at, to_at, reason, ...by }: HoldRow): Hold => ({
  id,
  consentId: consent_id,
  from: momentIn(from_at),
  to: momentIn(to_at),
  reason,
  actor: { kind: by.actor_kind, id: by.actor_id, name: by.actor_name },
  at: momentOf(id),
});
