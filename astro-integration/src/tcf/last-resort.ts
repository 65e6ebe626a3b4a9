import type { ConsentState } from '@permesso/consent-core';
import { askAgain } from './ask-again.ts';

/** For how long after a decision its string may yet come from the tab that made it, and how often it is looked for, in seconds. */
const PATIENCE = 3;
const EVERY = 0.3;

/** Asks again whose grant has no string, once on a page. */
export interface LastResort {
  ask(state: Pick<ConsentState, 'decidedAt'>): void;
  stop(): void;
}

/** @param look looks for the string once more */
export function createLastResort(look: () => void): LastResort {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let hasAsked = false;
  return {
    ask({ decidedAt }) {
      if (hasAsked) return;
      clearTimeout(timer);
      // A clock that was put back may date a decision ahead.
      const isFresh = Math.abs(Date.now() / 1000 - (decidedAt ?? 0)) < PATIENCE;
      if (isFresh) {
        timer = setTimeout(look, EVERY * 1000);
        return;
      }
      hasAsked = true;
      askAgain();
    },
    stop: () => clearTimeout(timer),
  };
}
