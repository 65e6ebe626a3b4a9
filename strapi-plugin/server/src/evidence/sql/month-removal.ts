import { setTimeout as pause } from 'node:timers/promises';
import type { Connection, Transaction } from '../../database/table';
import { property } from '../../database/write-conflicts';
import { type EvidenceDatabase, TABLES } from './evidence-database';
import { heldNow } from './holds';
import { attachMonth, type MonthTable } from './record-months';

/** Is told how many records go, in the transaction in which they do. */
export type NoteDropped = (trx: Transaction, records: number) => Promise<void>;

/** How long it is waited for whoever holds a month, in ms, and how often that is tried. */
const LOCK_TIMEOUT = 250;
const ATTEMPTS = 20;

/** PostgreSQL's code of what it did not get at once. */
const LOCK_NOT_AVAILABLE = '55P03';

/**
 * Takes months out of PostgreSQL's table of records. To drop a partition everybody waits who writes records. So it is emptied
 * first, in one act with what is noted of it, for which nobody waits who decides; then, empty, it is detached concurrently and
 * dropped as a table by itself. Wherever that is cut off, no record is out of sight that is still there.
 */
export class MonthRemoval {
  readonly #database: EvidenceDatabase;
  readonly #connection: Connection;
  readonly #note: NoteDropped;
  readonly #months: number | null;

  /** @param months the retention by which months go: where another one holds, none does. */
  constructor(database: EvidenceDatabase, note: NoteDropped, months: number | null) {
    this.#database = database;
    this.#connection = database.connection;
    this.#note = note;
    this.#months = months;
  }

  /**
   * Empties a month, unless a legal hold keeps something of it.
   *
   * @returns how many records it had; null where it stays as it is.
   * @throws where somebody else holds it, or who asks is not its owner.
   */
  async empty({ name, state }: MonthTable): Promise<number | null> {
    const records = await this.#emptied(name);
    if (records === null && state === 'detached') {
      await this.#connection.transaction((trx) => attachMonth(trx, name));
    }
    return records;
  }

  /**
   * Drops months that are empty. Where somebody reads the table of records for long, as a backup does, it stops: an empty month
   * harms nobody, and goes another time.
   */
  async takeOut(months: readonly MonthTable[]): Promise<void> {
    try {
      // Only one at a time can be on its way out, and where a purge was cut off one is.
      for (const { name } of months.filter(isDetaching)) await this.#detach(name, 'finalize');
      for (const month of months) {
        if (month.state === 'attached') await this.#detach(month.name, 'concurrently');
        await this.#connection.transaction((trx) => dropEmpty(trx, month.name));
      }
    } catch (error) {
      if (property(error, 'code') !== LOCK_NOT_AVAILABLE) throw error;
    }
  }

  /** Whoever needs the month waits while this waits for it, so it waits for a moment at a time. */
  async #emptied(name: string): Promise<number | null> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.#connection.transaction((trx) => this.#emptyIn(trx, name));
      } catch (error) {
        if (property(error, 'code') !== LOCK_NOT_AVAILABLE || attempt === ATTEMPTS) throw error;
        await pause(LOCK_TIMEOUT);
      }
    }
  }

  /** Null where something is kept. With what is held read first, nobody can place a legal hold until the records are gone. */
  async #emptyIn(trx: Transaction, name: string): Promise<number | null> {
    const held = await heldNow(this.#database, trx);
    if (held.months !== this.#months) return null;
    await trx.raw(`set local lock_timeout = ${LOCK_TIMEOUT}`);
    const [counted] = await trx(name).count({ records: '*' });
    const records = Number(counted?.records ?? 0);
    if (await held.keepsSome(trx(name), records)) return null;
    await this.#note(trx, records);
    await trx.raw('truncate table ??', [name]);
    return records;
  }

  /** It has transactions of its own, so it can be part of none, and waits for all that use the table of records. */
  async #detach(name: string, how: 'concurrently' | 'finalize'): Promise<void> {
    const { client } = this.#connection;
    const own = await client.acquireConnection();
    const run = async (statement: string, bindings: string[] = []) =>
      await this.#connection.raw(statement, bindings).connection(own);
    try {
      await run(`set lock_timeout = ${LOCK_TIMEOUT}`);
      await run(`alter table ?? detach partition ?? ${how}`, [TABLES.records, name]);
    } finally {
      // Also where the connection is broken, by which this fails, too.
      await run('reset lock_timeout').finally(() => client.releaseConnection(own));
    }
  }
}

const isDetaching = ({ state }: MonthTable): boolean => state === 'detaching';

/** What was written to the month after it had been emptied stays. */
async function dropEmpty(trx: Transaction, name: string): Promise<void> {
  await trx.raw('lock table ?? in access exclusive mode', [name]);
  const [some] = await trx(name).limit(1);
  if (some) await attachMonth(trx, name);
  else await trx.raw('drop table ??', [name]);
}
