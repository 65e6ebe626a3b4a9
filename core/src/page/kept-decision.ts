import type { ConsentConfig, ConsentCookieV1 } from '../contract/config.ts';
import { decodeConsentCookie } from '../rules/cookie.ts';
import { isolated } from './atom.ts';
import { ledger } from './ledger.ts';
import type { StorageAdapter, StorageOptions } from './storage.ts';

/** The decision that is kept: in the storage or, where the browser does not take it there, for this page. */
export const createKeptDecision = (storage: StorageAdapter) => {
  let keptInPage: ConsentCookieV1 | null = null;
  const stored = () => {
    try {
      const value = storage.read();
      keptDecision.unreadable = false;
      return decodeConsentCookie(value);
    } catch {
      keptDecision.unreadable = true;
      return null;
    }
  };
  const keptDecision = {
    /** The browser denies the storage, as in a sandboxed frame: it may hold a refusal. */
    unreadable: false,
    read: () => stored() ?? keptInPage,
    /** @param value the encoded decision */
    write(value: string, options: StorageOptions) {
      isolated(() => storage.write(value, options));
      keptInPage = stored() ? null : decodeConsentCookie(value);
    },
  };
  return keptDecision;
};

/**
 * How often one older decision is written over by a newer one that refuses no more than it. Two tabs may each take the
 * other's decision for the older one: then the one that refuses more goes on, and the other gives way in the end.
 */
const PATIENCE = 20;

type Services = ConsentConfig['services'];

/**
 * Whether a decision refuses, or leaves ungranted, what another does not. A service that is not named has what its category has.
 * What is not said may be on without consent: a refusal is one more than silence, and silence than a grant.
 */
const refusesOf = (decision: ConsentCookieV1, other: ConsentCookieV1, services: Services = {}): boolean => {
  const bits = { ...decision.d, ...decision.x };
  const others = { ...other.d, ...other.x };
  return Object.keys({ ...bits, ...others }).some(
    (name) => !(bits[name] ?? bits[services[name]!]) && (others[name] ?? others[services[name]!]) !== 0,
  );
};

/** Two decisions are the same where these texts are equal. By the whole cookie: its time may be that of a clock put back. */
const nameOf: (decision: ConsentCookieV1 | null) => string = JSON.stringify;

export const isSameDecision = (one: ConsentCookieV1 | null, other: ConsentCookieV1 | null): boolean =>
  nameOf(one) === nameOf(other);

/** Decisions of which a page knows that a newer one replaced them, made here or elsewhere. */
export const createReplacedDecisions = () => {
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
    resist(
      newest: ConsentCookieV1 | null,
      found: ConsentCookieV1 | null,
      services: Services,
    ): 'write' | 'hold' | 'follow' {
      const left = patience.get(nameOf(found));
      if (!newest || !found || left === undefined) return 'follow';
      if (left < 1 && !refusesOf(newest, found, services)) return 'follow';
      // Who refuses less gives way in the end; of two that refuse different things neither does.
      if (left < 1 && refusesOf(found, newest, services)) return 'hold';
      patience.set(nameOf(found), left - 1);
      return 'write';
    },
  };
};

/**
 * Keeps and records a decision. Other stores of the page hear of it by their storage, some at once; they come when it is
 * recorded, so that the record of one who decides in turn comes second.
 */
export const commit = (keep: () => void): void => {
  const page = ledger();
  const others = new Set<() => void>();
  page.afterCommit = others;
  try {
    keep();
  } finally {
    page.afterCommit = undefined;
  }
  for (const refresh of others) refresh();
};

/** Calls it, or once the decision is recorded that is being kept now. */
export const afterCommit = (call: () => void): void => {
  const { afterCommit: waiting } = ledger();
  if (waiting) waiting.add(call);
  else call();
};
