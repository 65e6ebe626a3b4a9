import type { RecordSubmission } from '@permesso/consent-core';
import { page } from './page.ts';

/** Records wait here, in storage, for the part that sends them: the page may be left before it has come (F4). */
const stashKey = (name: string) => `${name}:decided`;

/** Keeps a record until it is sent. */
export function stash(submission: RecordSubmission): void {
  const { stashed, store } = page();
  stashed.push(submission);
  try {
    localStorage.setItem(stashKey(store?.config.cookie.name ?? ''), JSON.stringify(stashed));
  } catch {
    // Storage is denied: the record is sent while the page lives.
  }
}

/** Takes what waits, also from a page that was left. */
export function takeStashed(name: string): RecordSubmission[] {
  const stashed = page().stashed.splice(0);
  try {
    const stored = JSON.parse(localStorage.getItem(stashKey(name)) ?? '[]');
    localStorage.removeItem(stashKey(name));
    return stashed.length > 0 ? stashed : stored;
  } catch {
    return stashed;
  }
}

/** Whether records of this or an earlier page wait, here or in the outbox. */
export function hasUnsent(name: string): boolean {
  try {
    return [stashKey(name), `${name}:outbox`].some((key) => (localStorage.getItem(key) ?? '[]') !== '[]');
  } catch {
    return false;
  }
}
