import type { Query, Transaction } from '../../database/table';
import { RECORD_UID } from '../../uids';
import type { AuditEntry, AuditFilter, AuditPage, AuditStore, NewAuditEntry } from '../audit';
import { firstIdOf, isRecordId, RecordIds } from '../record-id';
import { type AuditRow, entryOf, entryOfLog, rowOf } from './audit-rows';
import { type EvidenceDatabase, inParts, inTransaction, rows, TABLES } from './evidence-database';
import { type LogRow, logEntryOf } from './log-rows';
import type { Enqueue } from './sealed-sources';

/** The trail in a table of its own, into which the log of erasures and purges is shown. */
export class SqlAuditTrail implements AuditStore {
  readonly #database: EvidenceDatabase;
  readonly #enqueue: Enqueue;
  readonly #ids = new RecordIds();

  constructor(database: EvidenceDatabase, enqueue: Enqueue) {
    this.#database = database;
    this.#enqueue = enqueue;
  }

  async add(entries: readonly NewAuditEntry[]): Promise<void> {
    if (entries.length > 0) await inTransaction(this.#database, (trx) => this.enter(trx, entries));
  }

  /** The same within a transaction of what the entries tell of. */
  async enter(trx: Transaction, entries: readonly NewAuditEntry[]): Promise<void> {
    const written = entries.map((entry) => rowOf(entry, this.#ids.next(entry.at)));
    for (const part of inParts(written, ROWS_AT_ONCE)) await trx(TABLES.audit).insert(part);
    await this.#enqueue(
      trx,
      written.map(({ id }) => ({ id, kind: 'audit' })),
    );
  }

  async page(
    filter: AuditFilter,
    { after = null, limit }: { after?: string | null; limit: number },
  ): Promise<AuditPage> {
    const [changes, removals] = await Promise.all([
      this.#changes(filter, after, limit + 1),
      this.#removals(filter, after, limit + 1),
    ]);
    const found = [...changes, ...removals].sort((a, b) => (a.id < b.id ? 1 : -1));
    const entries = found.slice(0, limit);
    return { entries, next: found.length > limit ? (entries.at(-1)?.id ?? null) : null };
  }

  async byId(id: string): Promise<AuditEntry | null> {
    if (!isRecordId(id)) return null;
    const { connection } = this.#database;
    const [change] = await rows<AuditRow>(connection(TABLES.audit).where({ id }));
    if (change) return entryOf(change);
    const [removal] = await rows<LogRow>(connection(TABLES.log).where({ id }));
    return removal ? entryOfLog(logEntryOf(removal)) : null;
  }

  async #changes(filter: AuditFilter, after: string | null, limit: number): Promise<AuditEntry[]> {
    const query = this.#inTime(TABLES.audit, filter, after).limit(limit);
    const { action, actor, uid, subject } = filter;
    if (action) query.where({ action });
    if (uid) query.where({ uid });
    if (subject) query.where({ subject });
    if (actor) query.where((either) => either.where('actor_id', actor).orWhere('actor_name', actor));
    return (await rows<AuditRow>(query)).map(entryOf);
  }

  async #removals(filter: AuditFilter, after: string | null, limit: number): Promise<AuditEntry[]> {
    const { action, actor, uid, subject } = filter;
    if ((action && action !== 'erasure' && action !== 'purge') || (uid && uid !== RECORD_UID)) return [];
    const query = this.#inTime(TABLES.log, filter, after).limit(limit);
    if (action) query.where({ kind: action });
    if (subject) query.where({ subject });
    if (actor) query.where((either) => either.where('actor', actor).orWhere('actor_name', actor));
    return (await rows<LogRow>(query)).map(logEntryOf).map(entryOfLog);
  }

  #inTime(table: string, { from, to }: AuditFilter, after: string | null): Query {
    const query = this.#database.connection(table).orderBy('id', 'desc');
    if (from) query.where('id', '>=', firstIdOf(from));
    if (to) query.where('id', '<', firstIdOf(to));
    if (after) query.where('id', '<', after);
    return query;
  }
}

/** Texts of legal pages stand in a row, so a statement has few of them. */
const ROWS_AT_ONCE = 50;
