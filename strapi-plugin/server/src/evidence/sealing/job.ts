import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import type { Core } from '@strapi/strapi';
import { failure } from '../../database/write-conflicts';
import { getPluginOptions } from '../../options';
import { getEvidenceStore } from '../index';
import { getSealingService, stampLog } from './service';
import { NO_KEY, NO_ORIGIN, signersOfEnvironment } from './signers';

/** Each step of a run is followed by a rest so many times as long while the server has all hands full: visitors come first. */
const LONGEST_REST = 40;

/** The same while nobody asks for anything: half the time is everybody else's still. */
const SHORTEST_REST = 1;

/** How long one run goes on, in ms: then another instance may, and the lock's connection is free for a moment. */
const LONGEST = 15_000;

/** How often the same failure is said, and an authority for time stamps asked again, in ms. */
const SAID_EVERY = 600_000;

interface Job {
  /** Ends it; resolves when it touches the database no more. */
  stop(): Promise<void>;
}

const jobs = new WeakMap<Core.Strapi, Job>();

/**
 * In the plugin's bootstrap(): looks every few seconds whether something waits to be sealed. Every instance does; one at a
 * time seals.
 *
 * @throws Error where CONSENT_SEAL_KEY is wrong.
 */
export function startSealing(strapi: Core.Strapi): void {
  const { seal, jobs: plans } = getPluginOptions(strapi);
  if (!seal.enabled) return;
  const given = signersOfEnvironment(strapi);
  if (plans.seal === false) return;
  if (!given) strapi.log.warn(NO_KEY);
  jobs.set(strapi, sealEvery(strapi, plans.seal.everySeconds * 1000));
}

/** In the plugin's destroy(), before the evidence is closed. */
export const stopSealing = async (strapi: Core.Strapi): Promise<void> => jobs.get(strapi)?.stop();

function sealEvery(strapi: Core.Strapi, every: number): Job {
  const ended = new AbortController();
  const say = sayNowAndThen(strapi);
  const loop = async (): Promise<void> => {
    // What an earlier process left half done, and what was stored before anything was sealed, does not wait in a queue.
    let more = true;
    for (;;) {
      await pause(every, undefined, { signal: ended.signal, ref: false });
      try {
        more = await sealOnce(strapi, more, ended.signal, say);
      } catch (error) {
        say('error', `consent: nothing is sealed, what is stored waits: ${failure(error)}`);
      }
      await stampLog(strapi).catch((error: Error) => say('warn', `consent: no time stamp: ${error.message}`));
    }
  };
  const done = loop().catch((error: Error) => {
    if (error.name !== 'AbortError') strapi.log.error(`consent: sealing has ended: ${failure(error)}`);
  });
  return {
    async stop() {
      ended.abort();
      await done;
    },
  };
}

/** @returns whether it stopped before everything was sealed. */
async function sealOnce(
  strapi: Core.Strapi,
  unfinished: boolean,
  ended: AbortSignal,
  say: (level: 'error' | 'warn', message: string) => void,
): Promise<boolean> {
  if (!unfinished && !(await getEvidenceStore(strapi).leaves.waits())) return false;
  const sealing = getSealingService(strapi);
  if (!(await sealing.log())) {
    say('warn', NO_ORIGIN);
    return true;
  }
  const begun = performance.now();
  let stepBegun = begun;
  let load = 1;
  let stopped = false;
  const signed = await sealing.run({
    async goOn() {
      stopped = ended.aborted || performance.now() - begun > LONGEST;
      if (stopped) return false;
      const worked = performance.now() - stepBegun;
      // Only what goes on while this job rests is the load of others.
      const before = performance.eventLoopUtilization();
      await pause(worked * restAfter(load), undefined, { signal: ended, ref: false }).catch(() => {
        stopped = true;
      });
      load = performance.eventLoopUtilization(before).utilization;
      stepBegun = performance.now();
      return !stopped;
    },
  });
  return stopped || signed === null;
}

/** A process that is busy for this share of its time is taken for full: the other half may be its database's. */
const FULL = 0.5;

/**
 * How many times as long as it worked the job rests. Squared, so that a server which is hardly busy gives it nearly all
 * of what it has to spare.
 *
 * @param load share of the time in which this process had something to do, 0 to 1
 */
export const restAfter = (load: number): number =>
  Math.max(SHORTEST_REST, LONGEST_REST * Math.min(1, load / FULL) ** 2);

function sayNowAndThen(strapi: Core.Strapi): (level: 'error' | 'warn', message: string) => void {
  const said = new Map<string, number>();
  return (level, message) => {
    const now = performance.now();
    if (now - (said.get(message) ?? Number.NEGATIVE_INFINITY) < SAID_EVERY) return;
    said.set(message, now);
    strapi.log[level](message);
  };
}
