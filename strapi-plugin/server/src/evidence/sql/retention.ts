import type { RetentionState, RetentionStore } from '../retention';
import type { SqlAuditTrail } from './audit-trail';
import { type EvidenceDatabase, inTransaction, rows, TABLES } from './evidence-database';
import { GATE, stopRemovals } from './holds';

interface RetentionRow {
  months: number | null;
  pending_months: number | null;
  pending_since: number | string | null;
  withheld: boolean | number;
}

const stateOf = ({ months, pending_months, pending_since, withheld }: RetentionRow): RetentionState => ({
  months,
  pending:
    pending_months === null
      ? null
      : { months: pending_months, since: new Date(Number(pending_since)), withheld: Boolean(withheld) },
});

/** The retention in the row at which removals wait. */
export class SqlRetention implements RetentionStore {
  readonly #database: EvidenceDatabase;
  readonly #trail: SqlAuditTrail;

  constructor(database: EvidenceDatabase, trail: SqlAuditTrail) {
    this.#database = database;
    this.#trail = trail;
  }

  async read(): Promise<RetentionState> {
    const [row] = await rows<RetentionRow>(this.#database.connection(TABLES.retention).where(GATE));
    return row ? stateOf(row) : { months: null, pending: null };
  }

  update(judge: Parameters<RetentionStore['update']>[0]): Promise<RetentionState> {
    return inTransaction(this.#database, async (trx) => {
      await stopRemovals(trx);
      const [row] = await rows<RetentionRow>(trx(TABLES.retention).where(GATE));
      const known: RetentionState = row ? stateOf(row) : { months: null, pending: null };
      const judged = judge(known);
      if (!judged) return known;
      const { months, pending } = judged.state;
      await trx(TABLES.retention)
        .where(GATE)
        .update({
          months,
          pending_months: pending?.months ?? null,
          pending_since: pending?.since.getTime() ?? null,
          withheld: pending?.withheld ?? false,
        });
      if (judged.entries.length > 0) await this.#trail.enter(trx, judged.entries);
      return judged.state;
    });
  }
}
