import type { ConsentCookieV1 } from '../contract/config.ts';

/**
 * How often one older decision is written over by a newer one that refuses no more than it. Two tabs may each take the
 * other's decision for the older one: then the one that refuses more goes on, and the other gives way in the end.
 */
const PATIENCE = 20;

/** Whether a decision leaves something off that another grants. */
const refusesOf = (decision: ConsentCookieV1, other: ConsentCookieV1): boolean =>
  Object.keys(other.d).some((key) => other.d[key] === 1 && decision.d[key] !== 1);

/** Two decisions are the same where these texts are equal. By the whole cookie: its time may be that of a clock put back. */
const nameOf = (decision: ConsentCookieV1 | null) => JSON.stringify(decision);

export const isSameDecision = (one: ConsentCookieV1 | null, other: ConsentCookieV1 | null): boolean =>
  nameOf(one) === nameOf(other);

/** Decisions of which a page knows that a newer one replaced them, made here or elsewhere. */
export const createReplaced = () => {
  /** How often each may still be written over by one that refuses no more. */
  const patience = new Map<string, number>();
  return {
    /** From now on `next` is the newest. */
    replace(decision: ConsentCookieV1 | null, next: ConsentCookieV1 | null) {
      patience.set(nameOf(decision), PATIENCE);
      patience.delete(nameOf(next));
    },
    /**
     * What becomes of the newest decision where the storage shows another: it is written again, or held on to without
     * that, where the other is an older one (rule L); else, or in the end, the other one is followed. Nothing that the
     * newest refuses is granted again by an older one.
     */
    resist(newest: ConsentCookieV1 | null, found: ConsentCookieV1 | null): 'write' | 'hold' | 'follow' {
      const left = patience.get(nameOf(found));
      if (!newest || !found || left === undefined) return 'follow';
      const refuses = refusesOf(newest, found);
      if (refuses && !refusesOf(found, newest)) return 'write';
      if (!left) return refuses ? 'hold' : 'follow';
      patience.set(nameOf(found), left - 1);
      return 'write';
    },
  };
};
