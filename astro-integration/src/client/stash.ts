import type { RecordSubmission } from '@permesso/consent-core';
import { page } from './page.ts';
import { unsentKeys } from './unsent.ts';

/** Keeps a record in storage until the part that sends it has come: the page may be left before (F4). */
export function stash(name: string, submission: RecordSubmission): void {
  const [key] = unsentKeys(name);
  try {
    localStorage.setItem(key, JSON.stringify([...stored(key), submission]));
  } catch {
    // Storage is denied: the record is sent while the page lives.
    page().stashed.push(submission);
  }
}

/** Takes what waits, also from a page that was left. */
export function takeStashed(name: string): RecordSubmission[] {
  const [key] = unsentKeys(name);
  const stashed = page().stashed.splice(0);
  try {
    stashed.unshift(...stored(key));
    localStorage.removeItem(key);
  } catch {
    // Storage is denied, or somebody else wrote there: there is nothing in it.
  }
  return stashed;
}

function stored(key: string): RecordSubmission[] {
  return JSON.parse(localStorage.getItem(key) ?? '[]');
}
