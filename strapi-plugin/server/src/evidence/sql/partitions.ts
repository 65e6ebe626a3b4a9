import type { Connection, Transaction } from '../../database/table';
import { failure, property } from '../../database/write-conflicts';
import { type EvidenceDatabase, TABLES } from './evidence-database';
import { MonthRemoval, type NoteDropped } from './month-removal';
import { attachMonth, type Month, monthOf, monthTables, nameOf } from './record-months';

/** How many months beyond the present one are made ahead. */
const AHEAD = 2;

/** Somebody else holds the table, as a backup does; the role that purges is not its owner. */
const NOT_TO_BE_DROPPED = ['55P03', '42501'];

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
    const made = await attachedNames(this.#connection);
    if (months.every((month) => made.has(nameOf(month)))) return;
    await this.#connection.transaction(async (trx) => {
      await trx.raw('select pg_advisory_xact_lock(hashtext(?))', [`${TABLES.records} partitions`]);
      const there = await attachedNames(trx);
      for (const month of months) {
        const name = nameOf(month);
        if (there.has(name)) continue;
        await trx.raw('create table if not exists ?? (like ?? including all)', [name, TABLES.records]);
        await attachMonth(trx, name);
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
  async dropBefore(cutoff: Date, note: NoteDropped, months: number | null): Promise<number> {
    const removal = new MonthRemoval(this.#database, note, months);
    const end = nameOf(monthOf(cutoff));
    let dropped = 0;
    try {
      const tables = await monthTables(this.#connection);
      // One that a purge which was cut off has left on its way is empty, and in the way of all others, due or not.
      const emptied = tables.filter(({ name, state }) => state === 'detaching' && name >= end);
      for (const month of tables.filter(({ name }) => name < end)) {
        const records = await removal.empty(month);
        if (records !== null) emptied.push(month);
        dropped += records ?? 0;
      }
      await removal.takeOut(emptied);
    } catch (error) {
      if (!NOT_TO_BE_DROPPED.includes(property(error, 'code'))) throw error;
      this.#warn(`a month of records cannot be dropped now, its rows are deleted instead: ${failure(error)}`);
    }
    this.#ready.clear();
    return dropped;
  }
}

async function attachedNames(connection: Connection | Transaction): Promise<Set<string>> {
  const tables = await monthTables(connection);
  return new Set(tables.filter(({ state }) => state === 'attached').map(({ name }) => name));
}
