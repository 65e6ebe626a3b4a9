import { setTimeout as pause } from 'node:timers/promises';
import type { Connection, Transaction } from '../../database/table';
import { failure, property } from '../../database/write-conflicts';
import { firstIdOf } from '../record-id';
import { type EvidenceDatabase, TABLES } from './evidence-database';
import { heldNow } from './holds';

/** How many months beyond the present one are made ahead. */
const AHEAD = 2;

/** How long a partition that is to go may make others wait for the table, in ms, and how often that is tried. */
const LOCK_TIMEOUT = 250;
const ATTEMPTS = 20;

/** Somebody else holds the table, as a backup does; the role that purges is not its owner. */
const NOT_TO_BE_DROPPED = ['55P03', '42501'];

/** UTC month as the number of months since the year 0. */
type Month = number;

const monthOf = (moment: Date): Month => moment.getUTCFullYear() * 12 + moment.getUTCMonth();
const beginOf = (month: Month): Date => new Date(Date.UTC(Math.floor(month / 12), month % 12, 1));
const nameOf = (month: Month): string =>
  `${TABLES.records}_${String(Math.floor(month / 12)).padStart(4, '0')}_${String((month % 12) + 1).padStart(2, '0')}`;

/** The monthly partitions of PostgreSQL's table of records, by the time that begins each id. */
export class RecordPartitions {
  readonly #database: EvidenceDatabase;
  readonly #connection: Connection;
  readonly #warn: EvidenceDatabase['warn'];
  /** Months that are known to be there. */
  #ready = new Set<Month>();

  constructor(database: EvidenceDatabase) {
    this.#database = database;
    this.#connection = database.connection;
    this.#warn = database.warn;
  }

  /**
   * Sees to it that records of these moments have their place.
   *
   * @throws where one is not there and cannot be made.
   */
  async prepare(moments: readonly Date[]): Promise<void> {
    const months = new Set(moments.map(monthOf));
    const missing = [...months].filter((month) => !this.#ready.has(month));
    if (missing.length === 0) return;
    await this.#make(missing.sort((a, b) => a - b));
    for (const month of missing) this.#ready.add(month);
  }

  /** Makes the months to come, so that no visitor waits for one. Where that fails there is time to see to it. */
  async prepareAhead(now: Date): Promise<void> {
    try {
      await this.#make(Array.from({ length: AHEAD }, (_, i) => monthOf(now) + 1 + i));
    } catch (error) {
      this.#warn(`the tables of the months to come cannot be made: ${failure(error)}`);
    }
  }

  /** One at a time on all instances. A table is made by itself and attached then, which no insert waits for. */
  async #make(months: readonly Month[]): Promise<void> {
    const made = new Set(await this.#names(this.#connection));
    if (months.every((month) => made.has(nameOf(month)))) return;
    await this.#connection.transaction(async (trx) => {
      await trx.raw('select pg_advisory_xact_lock(hashtext(?))', [`${TABLES.records} partitions`]);
      const there = new Set(await this.#names(trx));
      for (const month of months) {
        const name = nameOf(month);
        if (there.has(name)) continue;
        await trx.raw('create table ?? (like ?? including all)', [name, TABLES.records]);
        const bounds = [firstIdOf(beginOf(month)), firstIdOf(beginOf(month + 1))];
        const values = bounds.map((id) => `'${id}'`).join(') to (');
        await trx.raw(`alter table ?? attach partition ?? for values from (${values})`, [
          TABLES.records,
          name,
        ]);
      }
    });
  }

  /**
   * Drops the months that end before the cutoff: one act, however many records they hold. At the first that others hold
   * it stops: rows can be deleted all the same, and what is empty goes another time. A month of which a legal hold keeps
   * something stays, too.
   *
   * @param note is told how many records go, in the transaction in which they do.
   * @returns how many records that were.
   */
  async dropBefore(
    cutoff: Date,
    note: (trx: Transaction, records: number) => Promise<void>,
    months: number | null,
  ): Promise<number> {
    let dropped = 0;
    const last = nameOf(monthOf(cutoff));
    try {
      for (const name of (await this.#names(this.#connection)).filter((one) => one < last)) {
        dropped += await this.#drop(name, note, months);
      }
    } catch (error) {
      if (!NOT_TO_BE_DROPPED.includes(property(error, 'code'))) throw error;
      this.#warn(`a month of records cannot be dropped now, its rows are deleted instead: ${failure(error)}`);
    }
    this.#ready.clear();
    return dropped;
  }

  /** Whoever needs the table waits while this waits for it, so it waits for a moment at a time. */
  async #drop(
    name: string,
    note: (trx: Transaction, records: number) => Promise<void>,
    months: number | null,
  ): Promise<number> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.#connection.transaction(async (trx) => {
          const held = await heldNow(this.#database, trx);
          if (held.months !== months) return 0;
          await trx.raw(`set local lock_timeout = ${LOCK_TIMEOUT}`);
          const [counted] = await trx(name).count({ records: '*' });
          const records = Number(counted?.records ?? 0);
          if (await held.keepsSome(trx(name), records)) return 0;
          await note(trx, records);
          await trx.raw('drop table ??', [name]);
          return records;
        });
      } catch (error) {
        if (property(error, 'code') !== '55P03' || attempt === ATTEMPTS) throw error;
        await pause(LOCK_TIMEOUT);
      }
    }
  }

  async #names(connection: Connection | Transaction): Promise<string[]> {
    const { rows } = await connection.raw(
      `select relname as name from pg_inherits join pg_class on pg_class.oid = inhrelid
       where inhparent = to_regclass(?) order by relname`,
      [TABLES.records],
    );
    return (rows as { name: string }[]).map(({ name }) => name);
  }
}
