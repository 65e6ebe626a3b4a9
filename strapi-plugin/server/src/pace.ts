import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';

/** Each step of a run is followed by a rest so many times as long while the server has all hands full: visitors come first. */
const LONGEST_REST = 40;

/** The same while nobody asks for anything: half the time is everybody else's still. */
const SHORTEST_REST = 1;

/** A process that is busy for this share of its time is taken for full: the other half may be its database's. */
const FULL = 0.5;

/** How long one run goes on, in ms: then another instance may, and the lock's connection is free for a moment. */
const LONGEST_RUN = 15_000;

/** No rest is longer than this, in ms, however slow the database was: what is stored is to be seen to soon. */
const LONGEST_PAUSE = 60_000;

/**
 * How many times as long as it worked the job rests. Squared, so that a server which is hardly busy gives it nearly all
 * of what it has to spare.
 *
 * @param load share of the time in which this process had something to do, 0 to 1
 */
export const restAfter = (load: number): number =>
  Math.max(SHORTEST_REST, LONGEST_REST * Math.min(1, load / FULL) ** 2);

/** Divides the time between a job in the background and everybody else. */
export class Pace {
  readonly #ended: AbortSignal;
  readonly #longestRun: number;
  readonly #longestPause: number;
  /** What others had to do while the job rested last. Until it has, the server is taken for busy. */
  #load = 1;
  /** The rest that the last run left to be taken after it, in ms. */
  #due = 0;

  /**
   * @param longestRun in ms
   * @param longestPause after a step, in ms
   */
  constructor(ended: AbortSignal, longestRun = LONGEST_RUN, longestPause = LONGEST_PAUSE) {
    this.#ended = ended;
    this.#longestRun = longestRun;
    this.#longestPause = longestPause;
  }

  /** The rest that the last run left to be taken after it, in ms. */
  get due(): number {
    return this.#due;
  }

  /**
   * A run begins: what it returns is asked after each step, and rests. A rest for which the run has no time left is taken
   * after it instead: the run ends there, so nobody waits for its lock longer than it may take, and one step.
   */
  begin(): () => Promise<boolean> {
    const end = performance.now() + this.#longestRun;
    let stepBegun = performance.now();
    return async () => {
      const now = performance.now();
      const rest = Math.min((now - stepBegun) * restAfter(this.#load), this.#longestPause);
      if (this.#ended.aborted) return false;
      if (now + rest > end) {
        this.#due = rest;
        return false;
      }
      await this.#rest(rest).catch(() => undefined);
      stepBegun = performance.now();
      return !this.#ended.aborted;
    };
  }

  /**
   * Rests between two runs.
   *
   * @param least in ms
   * @throws AbortError where the job is ended meanwhile.
   */
  async betweenRuns(least: number): Promise<void> {
    const rest = Math.max(least, this.#due);
    this.#due = 0;
    await this.#rest(rest);
  }

  /** Only what goes on while this job rests is the load of others. */
  async #rest(ms: number): Promise<void> {
    const before = performance.eventLoopUtilization();
    await pause(ms, undefined, { signal: this.#ended, ref: false });
    this.#load = performance.eventLoopUtilization(before).utilization;
  }
}
