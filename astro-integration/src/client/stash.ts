import type { RecordSubmission } from '@permesso/consent-core';
import type { StashedRecord } from '../page.ts';
import { page } from './page.ts';
import { unsentKeys } from './unsent.ts';

/** Keeps a record in storage until the part that sends it has come: the page may be left before (F4). */
export function stash(name: string, submission: RecordSubmission): void {
  const [key] = unsentKeys(name);
  const record = { id: Math.random().toString(36).slice(2), submission };
  try {
    localStorage.setItem(key, JSON.stringify([...stored(key), record]));
  } catch {
    // Storage is denied: the record is sent while the page lives.
    page().stashed.push(record);
  }
}

/**
 * Takes what waits, also from a page that was left. Another tab may take the same at the same time: the outbox knows
 * the records by their ids. What we did not write there is dropped, and takes nothing else with it.
 */
export function takeStashed(name: string): StashedRecord[] {
  const [key] = unsentKeys(name);
  const stashed = page().stashed.splice(0);
  try {
    const text = localStorage.getItem(key);
    localStorage.removeItem(key);
    const found: unknown = JSON.parse(text ?? '[]');
    if (Array.isArray(found)) stashed.unshift(...found.filter(isRecord));
  } catch {
    // Storage is denied, or somebody else wrote there: there is nothing in it.
  }
  return stashed;
}

function isRecord(found: Partial<StashedRecord> | null): found is StashedRecord {
  return typeof found?.id === 'string' && typeof found.submission?.consentId === 'string';
}

function stored(key: string): StashedRecord[] {
  return JSON.parse(localStorage.getItem(key) ?? '[]');
}
