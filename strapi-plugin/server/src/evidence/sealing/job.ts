import { performance } from 'node:perf_hooks';
import type { Core } from '@strapi/strapi';
import { failure } from '../../database/write-conflicts';
import { getPluginOptions } from '../../options';
import { Pace } from '../../pace';
import { getEvidenceStore } from '../index';
import { LOG_ORIGIN } from '../seal';
import { MirrorError } from './mirror';
import { forgetGone, forgetSealing, noteSealing, type SealingProblem } from './problems';
import { getSealingService, stampLog } from './service';
import { keysOfEnvironment, MISNAMED, NO_KEY, NO_ORIGIN } from './signers';

/** How often the same failure is said, and an authority for time stamps asked again, in ms. */
const SAID_EVERY = 600_000;

/** `about` is what the message is the same of as an earlier one; else its words. */
type Say = (level: 'error' | 'warn', message: string, about?: string) => void;

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
  const given = keysOfEnvironment(strapi);
  if (plans.seal === false) return;
  if (!given) strapi.log.warn(NO_KEY);
  else if (!LOG_ORIGIN.test(given.signers[0].verifier.name)) strapi.log.warn(MISNAMED);
  jobs.set(strapi, sealEvery(strapi, plans.seal.everySeconds * 1000));
}

/** In the plugin's destroy(), before the evidence is closed. */
export const stopSealing = async (strapi: Core.Strapi): Promise<void> => jobs.get(strapi)?.stop();

function sealEvery(strapi: Core.Strapi, every: number): Job {
  const ended = new AbortController();
  const pace = new Pace(ended.signal);
  const say = sayNowAndThen(strapi);
  const loop = async (): Promise<void> => {
    // What an earlier process left half done, and what was stored before anything was sealed, does not wait in a queue.
    let more = true;
    await forgetGone(strapi).catch(() => {});
    for (;;) {
      await pace.betweenRuns(every);
      try {
        more = await sealOnce(strapi, more, pace, say);
      } catch (error) {
        more = true;
        await noteSealing(strapi, 'sealing', sayWhatFailed(error, say));
      }
      await stampOnce(strapi, say);
    }
  };
  const done = loop().catch((error: Error) => {
    if (error.name !== 'AbortError') strapi.log.error(`consent: sealing has ended: ${failure(error)}`);
  });
  return {
    async stop() {
      ended.abort();
      await done;
      await forgetSealing(strapi);
    },
  };
}

function sayWhatFailed(error: unknown, say: Say): SealingProblem {
  if (error instanceof MirrorError) {
    // Which of its files it was differs from one attempt to the next.
    say('error', `consent: ${error.message}; it is tried again`, 'folder');
    return { about: 'folder', message: error.message };
  }
  say('error', `consent: sealing failed, what is not sealed yet waits: ${failure(error)}`);
  return { about: 'log', message: failure(error) };
}

async function stampOnce(strapi: Core.Strapi, say: Say): Promise<void> {
  try {
    await stampLog(strapi);
    await noteSealing(strapi, 'stamping', null);
  } catch (error) {
    const { message } = error as Error;
    say('warn', `consent: no time stamp: ${message}`);
    await noteSealing(strapi, 'stamping', { about: 'timestamp', message });
  }
}

/** @returns whether it stopped before everything was sealed. */
async function sealOnce(strapi: Core.Strapi, unfinished: boolean, pace: Pace, say: Say): Promise<boolean> {
  if (!unfinished && !(await getEvidenceStore(strapi).leaves.waits())) return false;
  const sealing = getSealingService(strapi);
  if (!(await sealing.log())) {
    say('warn', NO_ORIGIN);
    await noteSealing(strapi, 'sealing', { about: 'name', message: 'The log has no name.' });
    return true;
  }
  const goOn = pace.begin();
  let finished = true;
  const signed = await sealing.run({
    async goOn() {
      finished = await goOn();
      return finished;
    },
  });
  // Where another instance seals just now, this one knows nothing new.
  if (signed) await noteSealing(strapi, 'sealing', null);
  return !finished || signed === null;
}

function sayNowAndThen(strapi: Core.Strapi): Say {
  const said = new Map<string, number>();
  return (level, message, about = message) => {
    const now = performance.now();
    if (now - (said.get(about) ?? Number.NEGATIVE_INFINITY) < SAID_EVERY) return;
    said.set(about, now);
    strapi.log[level](message);
  };
}
