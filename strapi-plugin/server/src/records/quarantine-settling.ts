import { setTimeout as pause } from 'node:timers/promises';
import type { Core } from '@strapi/strapi';
import { failure } from '../database/write-conflicts';
import { getEvidenceStore } from '../evidence';

/** For so long, in ms, an answer waits for the records to be set apart; the rest is done behind it. */
const PATIENCE = 5000;

/** Another instance sets apart: how long, in ms, until it is asked again whether something is left. */
const ASK_AGAIN = 1000;

export interface Settling {
  /** Begins to set apart what is to be, unless that is under way; resolves when it is done, or after some seconds. */
  settleSoon(): Promise<void>;
  /** Stops after the present step; another start goes on there. */
  close(): Promise<void>;
}

const ofApp = new WeakMap<Core.Strapi, Settling>();

/** The work on what is set apart, one for an app. */
export function settlingOf(strapi: Core.Strapi): Settling {
  const known = ofApp.get(strapi) ?? createSettling(strapi);
  ofApp.set(strapi, known);
  return known;
}

function createSettling(strapi: Core.Strapi): Settling {
  const ended = new AbortController();
  let running: Promise<void> = Promise.resolve();
  const settle = async (): Promise<void> => {
    try {
      const { quarantines } = getEvidenceStore(strapi);
      while (!ended.signal.aborted && !(await quarantines.settle(() => !ended.signal.aborted))) {
        await pause(ASK_AGAIN, undefined, { signal: ended.signal, ref: false }).catch(() => undefined);
      }
    } catch (error) {
      strapi.log.error(
        `consent: what is to be set apart is not yet, and is tried again within an hour: ${failure(error)}`,
      );
    }
  };
  return {
    async settleSoon() {
      // Behind what is under way, which may have looked already.
      running = running.then(settle);
      await Promise.race([running, pause(PATIENCE, undefined, { signal: ended.signal, ref: false })]).catch(
        () => undefined,
      );
    },
    async close() {
      ended.abort();
      await running;
    },
  };
}
