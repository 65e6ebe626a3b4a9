import type { RecordSubmission } from '../contract/config.ts';

/**
 * For so long after a request came, in milliseconds, its visitor cannot have decided anew elsewhere: to find the button,
 * to click it and to leave the page takes longer.
 */
const STILL_NEWEST = 1000;

interface Held {
  decision: string;
  superseded: boolean;
}

export interface HeldDecision {
  /**
   * Whether the answer may still set the decision's cookie: nothing newer came here meanwhile, and there was no time for
   * it elsewhere. A browser takes a cookie that comes late, and an older decision would be back (rule L).
   */
  isNewest(): boolean;
  release(): void;
}

/** Follows the decisions of a site whose answers are awaited in this process. */
export interface NewestDecisions {
  /**
   * Follows a decision from the moment its request came to its answer; others of the same consent are outdated by it.
   *
   * @param arrived by `performance.now()`
   */
  hold(submission: RecordSubmission, arrived?: number): HeldDecision;
}

export function createNewestDecisions(): NewestDecisions {
  /** By consent id. */
  const held = new Map<string, Set<Held>>();
  return {
    hold(submission, arrived = performance.now()) {
      const { consentId, replaces, decisions, services, decidedAt, source } = submission;
      const decision = JSON.stringify([decidedAt, source, decisions, services]);
      const own: Held = { decision, superseded: false };
      for (const id of [consentId, replaces]) {
        for (const other of held.get(id ?? '') ?? []) {
          if (id === replaces || other.decision !== own.decision) other.superseded = true;
        }
      }
      const ofConsent = held.get(consentId) ?? new Set();
      held.set(consentId, ofConsent.add(own));
      return {
        isNewest: () => !own.superseded && isStillNewest(arrived),
        release() {
          ofConsent.delete(own);
          if (ofConsent.size === 0) held.delete(consentId);
        },
      };
    },
  };
}

/** Whether a request that came then may still be answered with the cookie that it carried, or a new grant. */
export const isStillNewest = (arrived: number): boolean => performance.now() - arrived < STILL_NEWEST;
