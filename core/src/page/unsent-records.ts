import type { RecordSubmission } from '../contract/config.ts';
import { RECORD_BYTES } from '../contract/record-size.ts';
import { refusalKey } from './newest-decision.ts';
import { page } from './page-state.ts';

/** A record on its way. Times in milliseconds since 1970. */
export interface UnsentRecord {
  key: string;
  at: number;
  submission: RecordSubmission;
  /** Attempts that failed. */
  tries: number;
  /** No attempt before this time; shared by all tabs. */
  due: number;
}

/** Where the browser denies storage, records wait as long as the page lives: in one place for all its bundles. */
const memory = (): Map<string, string> => {
  const page = globalThis as { [key: symbol]: Map<string, string> | undefined };
  const key = Symbol.for('pl-consent:outbox');
  page[key] ??= new Map();
  return page[key];
};

const read = (key: string): string | null | undefined => {
  try {
    return localStorage.getItem(key) ?? memory().get(key);
  } catch {
    return memory().get(key);
  }
};

const write = (key: string, text: string): void => {
  try {
    localStorage.setItem(key, text);
  } catch {
    memory().set(key, text);
  }
};

/**
 * The keys of all records that wait, in the order of their decisions. Each record has a key of its own, so that tabs
 * that decide in the same moment do not write over each other; it begins with a number that counts up, because a clock
 * may be put back.
 */
export const unsentKeys = (name: string): string[] => {
  const keys = [...memory().keys()];
  try {
    keys.push(...Object.keys(localStorage));
  } catch {
    // Denied: there is nothing in it.
  }
  return keys.filter((key) => key.startsWith(`${name}:outbox:`)).sort();
};

/**
 * Keeps the record of a decision until an outbox of this or a later page has sent it (rule F4). Returns its key.
 *
 * @param cookie the encoded cookie of the decision, where an answer to an older record may set another one
 */
export const keepUnsent = (name: string, submission: RecordSubmission, cookie?: string | null): string => {
  const [, last = 0] = /:outbox:(\d+)/.exec(unsentKeys(name).at(-1) ?? '') ?? [];
  const sequence = String(Number(last) + 1).padStart(9, '0');
  const key = `${name}:outbox:${sequence}:${Math.random().toString(36).slice(2)}`;
  write(key, JSON.stringify({ at: Date.now(), submission }));
  if (cookie) {
    const said = Object.values({ ...submission.services, ...submission.decisions });
    if (said.includes(false)) write(refusalKey(name), cookie);
    else dropUnsent(refusalKey(name));
  }
  return key;
};

/** The record of a key; null where there is none, or something else. */
export const readUnsent = (key: string): UnsentRecord | null => {
  try {
    const { at, submission, tries = 0, due = 0 } = JSON.parse(read(key)!);
    return Number.isFinite(at) && submission.consentId ? { key, at, submission, tries, due } : null;
  } catch {
    return null;
  }
};

/**
 * Has the newest record of a decision say what was not known when it was kept. One that was sent meanwhile stays as it was, and so does one
 * that would be too large to be taken (E4).
 */
export const completeUnsent = (
  name: string,
  { consentId, decidedAt, source }: Pick<RecordSubmission, 'consentId' | 'decidedAt' | 'source'>,
  more: Pick<RecordSubmission, 'tcString'>,
): void => {
  const isMeant = (one: RecordSubmission) =>
    one.consentId === consentId && one.decidedAt === decidedAt && one.source === source;
  const record = unsentKeys(name)
    .map(readUnsent)
    .filter((one) => one !== null && isMeant(one.submission))
    .at(-1);
  if (!record) return;
  const { key, ...stored } = record;
  const before = JSON.stringify(stored.submission);
  Object.assign(stored.submission, more);
  if (new TextEncoder().encode(JSON.stringify(stored.submission)).length > RECORD_BYTES) return;
  write(key, JSON.stringify(stored));
  // As it was read when its turn came.
  for (const held of page().hold?.held.keys() ?? [])
    if (JSON.stringify(held) === before) Object.assign(held, more);
};

/** Puts off the next attempt, where the record still waits. */
export const postponeUnsent = ({ key, at, submission, tries }: UnsentRecord, due: number): void => {
  // What it names may have come while it was under way.
  const now = readUnsent(key)?.submission ?? submission;
  if (read(key)) write(key, JSON.stringify({ at, submission: now, tries: tries + 1, due }));
};

export const dropUnsent = (key: string): void => {
  memory().delete(key);
  try {
    localStorage.removeItem(key);
  } catch {
    // Denied: it was not in there.
  }
};
