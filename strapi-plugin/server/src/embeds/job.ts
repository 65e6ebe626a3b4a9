import { setTimeout as pause } from 'node:timers/promises';
import type { Core } from '@strapi/strapi';
import { makeMissingTables } from '../database/missing-tables';
import { type Database, type DatabaseClient, runAlone } from '../database/named-lock';
import { failure } from '../database/write-conflicts';
import { getPluginOptions } from '../options';
import { Pace } from '../pace';
import { AddressIndex, type SweepState } from './address-index';
import { noteWrites } from './changes';
import { readJudge } from './judgement';
import { WrittenDocuments } from './queue';
import { beginning, readAgain, type SweepInput, shapeOf, sweepOn } from './sweep';
import { EMBED_TABLES } from './tables';

/** How often it is looked whether something was written, in ms. */
const EVERY = 1000;

/** How often it is looked whether a sweep is due, or one is left that another instance began, in ms. */
const LOOKED_EVERY = 60_000;

/** A sweep begins so long after the last one ended, in ms: it finds what was written past Strapi. */
const SWEPT_EVERY = 24 * 3_600_000;

/** Documents that are read at once. */
const AT_ONCE = 10;

/** So long one run holds the lock, in ms, before it looks again what was written meanwhile. */
const LONGEST_RUN = 5000;

/**
 * No rest after a step is longer, in ms: a step waits for slow queries of others, too, and 100,000 entries are to be read within
 * some hours on a server that is never idle. On one that is, half of the time is taken, and they are read in minutes.
 */
const LONGEST_PAUSE = 1000;

/** Asked after each step; it rests. False: it is time to stop. */
type GoOn = () => Promise<boolean>;

const always: GoOn = async () => true;

/** Follows what is published, and what it loads. */
export interface EmbedsJob {
  index: AddressIndex;
  /** Reads all that was written until now, and sweeps where that is due. */
  settle(): Promise<void>;
  stop(): Promise<void>;
}

const jobs = new WeakMap<Core.Strapi, EmbedsJob>();
const queues = new WeakMap<Core.Strapi, WrittenDocuments>();

/** Null where the option turns it off. */
export const embedsJob = (strapi: Core.Strapi): EmbedsJob | null => jobs.get(strapi) ?? null;

/** In the plugin's register(). */
export function followEmbeds(strapi: Core.Strapi): void {
  if (!getPluginOptions(strapi).jobs.embeds) return;
  const written = new WrittenDocuments();
  queues.set(strapi, written);
  noteWrites(strapi, written);
}

/** In the plugin's bootstrap(). Every instance follows its own writes; one at a time sweeps. */
export async function startEmbeds(strapi: Core.Strapi): Promise<void> {
  const written = queues.get(strapi);
  if (!written) return;
  const database = { connection: strapi.db.connection, client: strapi.db.dialect.client as DatabaseClient };
  await makeMissingTables(database, EMBED_TABLES);
  const job = new Following(strapi, database, written);
  jobs.set(strapi, job);
  job.start();
}

/** In the plugin's destroy(), before the database closes. */
export const stopEmbeds = async (strapi: Core.Strapi): Promise<void> => jobs.get(strapi)?.stop();

class Following implements EmbedsJob {
  readonly index: AddressIndex;
  readonly #strapi: Core.Strapi;
  readonly #database: Database;
  readonly #written: WrittenDocuments;
  readonly #ended = new AbortController();
  readonly #pace = new Pace(this.#ended.signal, LONGEST_RUN, LONGEST_PAUSE);
  #looping: Promise<void> | null = null;
  #looksAt = 0;
  /** Whether this process has asked already if types have changed: two releases side by side would ask for ever. */
  #hasCompared = false;
  #isAsked = false;

  constructor(strapi: Core.Strapi, database: Database, written: WrittenDocuments) {
    this.#strapi = strapi;
    this.#database = database;
    this.#written = written;
    this.index = new AddressIndex(database);
  }

  start(): void {
    this.#looping = this.#loop().catch((error: Error) => {
      if (error.name !== 'AbortError') this.#say(error);
    });
  }

  async settle(): Promise<void> {
    for (;;) {
      await this.#follow(always);
      this.#looksAt = 0;
      await this.#sweep(always);
      if ((await this.index.state())?.endedAt) return;
      // Somebody else is at it.
      await pause(EVERY / 10);
    }
  }

  async stop(): Promise<void> {
    this.#ended.abort();
    await this.#looping;
    // What waits is soon read; were it more, the next sweep would find it.
    if (this.#looping && this.#written.size <= 100)
      await this.#follow(always).catch((error) => this.#say(error));
  }

  async #loop(): Promise<void> {
    for (;;) {
      await this.#pace.betweenRuns(EVERY);
      try {
        const goOn = this.#pace.begin();
        await this.#follow(goOn);
        await this.#sweep(goOn);
      } catch (error) {
        this.#say(error);
        this.#looksAt = performance.now() + LOOKED_EVERY;
      }
    }
  }

  async #input(): Promise<SweepInput> {
    const { own } = await readJudge(this.#strapi);
    return { strapi: this.#strapi, index: this.index, own };
  }

  async #follow(goOn: GoOn): Promise<void> {
    if (this.#written.takeAll()) {
      this.#isAsked = true;
      this.#looksAt = 0;
    }
    if (this.#written.size === 0) return;
    const input = await this.#input();
    for (let some = this.#written.take(AT_ONCE); some; some = this.#written.take(AT_ONCE)) {
      const { uid, documentIds } = some;
      try {
        await readAgain(input, uid, documentIds);
      } catch (error) {
        for (const documentId of documentIds) this.#written.add(uid, documentId);
        throw error;
      }
      if (!(await goOn())) return;
    }
  }

  async #sweep(goOn: GoOn): Promise<void> {
    if (performance.now() < this.#looksAt) return;
    const input = await this.#input();
    const isOurs = await runAlone(this.#database, 'consent embeds', async () => {
      let state = await this.#begunOrLeft(input);
      while (state && state.endedAt === null) {
        state = await sweepOn(input, state);
        if (!(await goOn())) return;
        await this.#follow(goOn);
      }
      this.#looksAt = performance.now() + LOOKED_EVERY;
    });
    if (!isOurs) this.#looksAt = performance.now() + LOOKED_EVERY;
  }

  /** The sweep that goes on, or one that begins; null where none is due. */
  async #begunOrLeft({ own }: SweepInput): Promise<SweepState | null> {
    const state = await this.index.state();
    const shape = shapeOf(this.#strapi, own);
    const isOther = !this.#hasCompared && state?.shape !== shape;
    const isOld = state !== null && state.endedAt !== null && Date.now() - state.endedAt > SWEPT_EVERY;
    this.#hasCompared = true;
    if (state && !isOther && !isOld && !this.#isAsked) return state;
    this.#isAsked = false;
    const begun = beginning(state, shape);
    await this.index.write(begun);
    return begun;
  }

  #say(error: unknown): void {
    this.#strapi.log.warn(
      `consent: what content loads from third parties is not followed at the moment; it is tried again: ${failure(error)}`,
    );
  }
}
