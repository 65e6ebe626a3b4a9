import { setTimeout as pause } from 'node:timers/promises';
import type { Connection, Transaction } from '../../database/table';
import { firstIdOf } from '../record-id';
import { TABLES } from './evidence-database';

/** How many months beyond the present one are made ahead. */
const AHEAD = 2;

/** How long a partition that is to go may make others wait for the table, in ms, and how often that is tried. */
const LOCK_TIMEOUT = 250;
const ATTEMPTS = 20;

/** UTC month as the number of months since the year 0. */
type Month = number;

const monthOf = (moment: Date): Month => moment.getUTCFullYear() * 12 + moment.getUTCMonth();
const beginOf = (month: Month): Date => new Date(Date.UTC(Math.floor(month / 12), month % 12, 1));
const nameOf = (month: Month): string =>
  `${TABLES.records}_${String(Math.floor(month / 12)).padStart(4, '0')}_${String((month % 12) + 1).padStart(2, '0')}`;

/** The monthly partitions of PostgreSQL's table of records, by the time that begins each id. */
export class RecordPartitions {
  readonly #connection: Connection;
  /** Months that are known to be there. */
  #ready = new Set<Month>();

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** Sees to it that records of these moments have their place, and those of the months to come. */
  async prepare(moments: readonly Date[]): Promise<void> {
    const months = new Set(moments.map(monthOf));
    const missing = [...months].filter((month) => !this.#ready.has(month));
    if (missing.length === 0) return;
    const ahead = missing.flatMap((month) => Array.from({ length: AHEAD + 1 }, (_, i) => month + i));
    await this.#make([...new Set(ahead)].sort((a, b) => a - b));
    for (const month of missing) this.#ready.add(month);
  }

  /** One at a time on all instances. A table is made by itself and attached then, which no insert waits for. */
  #make(months: readonly Month[]): Promise<void> {
    return this.#connection.transaction(async (trx) => {
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
   * Drops the months that end before the cutoff: one act, however many records they hold.
   *
   * @returns how many records that were.
   */
  async dropBefore(cutoff: Date): Promise<number> {
    let dropped = 0;
    const last = nameOf(monthOf(cutoff));
    for (const name of (await this.#names(this.#connection)).filter((one) => one < last)) {
      const [counted] = await this.#connection(name).count({ records: '*' });
      await this.#drop(name);
      dropped += Number(counted?.records ?? 0);
    }
    this.#ready.clear();
    return dropped;
  }

  /** Whoever needs the table waits while this waits for it, so it waits for a moment at a time. */
  async #drop(name: string): Promise<void> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        await this.#connection.transaction(async (trx) => {
          await trx.raw(`set local lock_timeout = ${LOCK_TIMEOUT}`);
          await trx.raw('drop table ??', [name]);
        });
        return;
      } catch (error) {
        const timedOut = (error as { code?: string }).code === '55P03';
        if (!timedOut || attempt === ATTEMPTS) throw error;
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
