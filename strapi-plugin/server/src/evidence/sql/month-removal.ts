import { setTimeout as pause } from 'node:timers/promises';
import type { Connection, Transaction } from '../../database/table';
import { property } from '../../database/write-conflicts';
import { type EvidenceDatabase, TABLES } from './evidence-database';
import { heldNow } from './holds';
import { attachMonth } from './record-months';

/** Is told how many records go, in the transaction in which they do. */
export type NoteDropped = (trx: Transaction, records: number) => Promise<void>;

interface Due {
  note: NoteDropped;
  /** The retention by which months go: where another one holds, none does. */
  months: number | null;
  /** Name of the first month that stays. */
  end: string;
}

/** PostgreSQL's code of what it did not get at once. */
const LOCK_NOT_AVAILABLE = '55P03';

/** How long it is waited for whoever holds a month, in ms, and how often that is tried. */
const WAIT = 250;
const ATTEMPTS = 20;

/** Whoever writes records holds their table for a moment; who does for longer, in seconds, reads it, as a backup does. */
const LONG_READ = 1;

/** The most that it may take to detach a month, in ms: while it lasts nobody can place a legal hold. */
const DETACH_TIMEOUT = 5000;

/** Connections that it takes to detach a month: its own, that of the transaction, and that of the purge's lock; one is left. */
const CONNECTIONS = 4;

/**
 * Takes months out of PostgreSQL's table of records. To drop a partition everybody has to wait who writes records, so it is
 * detached concurrently first, which nobody waits for, and then a table by itself.
 */
export class MonthRemoval {
  readonly #database: EvidenceDatabase;
  readonly #connection: Connection;
  readonly #due: Due;

  constructor(database: EvidenceDatabase, due: Due) {
    this.#database = database;
    this.#connection = database.connection;
    this.#due = due;
  }

  /**
   * Drops a month that is due and of which no legal hold keeps something.
   *
   * @returns how many records it had.
   * @throws where somebody else holds it, or who asks is not its owner.
   */
  async drop(name: string): Promise<number> {
    if (name >= this.#due.end) return 0;
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.#dropNow(name);
      } catch (error) {
        if (property(error, 'code') !== LOCK_NOT_AVAILABLE || attempt === ATTEMPTS) throw error;
        await pause(WAIT);
      }
    }
  }

  /** With what is held read first, nobody can place a legal hold until the month is gone. */
  #dropNow(name: string): Promise<number> {
    return this.#connection.transaction(async (trx) => {
      const held = await heldNow(this.#database, trx);
      if (held.months !== this.#due.months) return 0;
      // Not in the transaction, which would hold what is to be detached.
      if (await held.keepsSome(() => this.#connection(name))) return 0;
      if (this.#connection.client.pool.max >= CONNECTIONS) await this.#detach(name);
      await trx.raw(`set local lock_timeout = ${WAIT}`);
      return this.#dropTable(trx, name);
    });
  }

  async #dropTable(trx: Transaction, name: string): Promise<number> {
    const [counted] = await trx(name).count({ records: '*' });
    const records = Number(counted?.records ?? 0);
    await this.#due.note(trx, records);
    await trx.raw('drop table ??', [name]);
    return records;
  }

  /** It has two transactions of its own, so it can be part of none, and waits for all that hold the table or the month. */
  async #detach(name: string): Promise<void> {
    const { rows } = await this.#connection.raw(
      `select 1 from pg_locks left join pg_stat_activity using (pid)
       where locktype = 'relation' and database = (select oid from pg_database where datname = current_database())
       and pid <> pg_backend_pid() and (relation = to_regclass(:name) or relation = to_regclass(:table)
       and coalesce(xact_start, '-infinity') < now() - interval '${LONG_READ} second') limit 1`,
      { name, table: TABLES.records },
    );
    if (rows.length > 0) {
      throw Object.assign(new Error(`somebody reads ${name}`), { code: LOCK_NOT_AVAILABLE });
    }
    await this.#alone(`alter table ?? detach partition ?? concurrently`, name);
  }

  async #alone(statement: string, name: string): Promise<void> {
    const { client } = this.#connection;
    const own = await client.acquireConnection();
    try {
      await this.#connection.raw(`set statement_timeout = ${DETACH_TIMEOUT}`).connection(own);
      await this.#connection.raw(statement, [TABLES.records, name]).connection(own);
    } finally {
      await this.#connection.raw('reset statement_timeout').connection(own);
      await client.releaseConnection(own);
    }
  }

  /** The months that a purge which was cut off has left, with whether they are detached. */
  async left(): Promise<{ name: string; detached: boolean }[]> {
    const { rows } = await this.#connection.raw(
      `select relname as name, inhrelid is null as detached
       from pg_class left join pg_inherits on inhrelid = pg_class.oid
       where relnamespace = (select relnamespace from pg_class where oid = to_regclass(:table)) and relkind = 'r'
       and relname ~ :months and (inhrelid is null or inhdetachpending) order by relname`,
      { table: TABLES.records, months: `^${TABLES.records}_\\d{4}_\\d{2}$` },
    );
    return rows as { name: string; detached: boolean }[];
  }

  /** Drops what was left, or gives it back to the table where it is not due any more, or a legal hold keeps some of it. */
  async end({ name, detached }: { name: string; detached: boolean }): Promise<number> {
    if (!detached) await this.#alone('alter table ?? detach partition ?? finalize', name);
    return this.#connection.transaction(async (trx) => {
      const held = await heldNow(this.#database, trx);
      const isDue = name < this.#due.end && held.months === this.#due.months;
      if (isDue && !(await held.keepsSome(() => trx(name)))) return this.#dropTable(trx, name);
      await attachMonth(trx, name);
      return 0;
    });
  }
}
