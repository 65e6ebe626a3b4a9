import type { ConsentDecisions, ConsentStatus, PendingConfig } from '../contract/config.ts';
import type { ConsentStore } from './store.ts';

/** What was granted on this device and may have left something behind: names of categories and services, as pages note them. */
export function notedGrants(name: string): string[] {
  try {
    return localStorage.getItem(`${name}:granted`)?.split(' ') ?? [];
  } catch {
    return [];
  }
}

/** Notes these, in place of what was noted before. */
export function keepGrants(name: string, granted: readonly string[]): void {
  try {
    if (granted.length > 0) localStorage.setItem(`${name}:granted`, granted.join(' '));
    else localStorage.removeItem(`${name}:granted`);
  } catch {
    // Storage is denied: nothing is noted.
  }
}

/** Notes what is granted now beside what was: that stays until what it left behind is removed. */
export function noteGrants(name: string, decisions: ConsentDecisions, has: (key: string) => boolean): void {
  const noted = notedGrants(name);
  const all = new Set([...noted, ...Object.keys(decisions).filter((key) => has(key))]);
  if (all.size > noted.length) keepGrants(name, [...all]);
}

/** Whether a decision has revoked something noted, here or on another page (I3). Where nobody has decided nothing is revoked. */
export const isNotedRevoked = (name: string, status: ConsentStatus, has: (key: string) => boolean): boolean =>
  status === 'decided' && !notedGrants(name).every((key) => has(key));

/**
 * Notes what a store grants. Returns whether something noted is revoked; neither while nobody knows what holds, nor in a preview, where
 * nothing runs.
 */
export function noteStore({
  config,
  getState,
  has,
}: Pick<ConsentStore, 'config' | 'getState' | 'has'>): boolean {
  const { pending, preview, cookie }: PendingConfig = config;
  if (pending || preview) return false;
  const { status, decisions } = getState();
  noteGrants(cookie.name, decisions, has);
  return isNotedRevoked(cookie.name, status, has);
}
