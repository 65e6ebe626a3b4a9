import type { RecordSubmission } from '../contract/config.ts';
import { isolated } from './atom.ts';
import { exclusively } from './exclusive-work.ts';
import { refusalKey } from './newest-decision.ts';
import {
  dropUnsent,
  keepUnsent,
  postponeUnsent,
  readUnsent,
  type UnsentRecord,
  unsentKeys,
} from './unsent-records.ts';

export interface OutboxOptions {
  /** Name of the consent cookie; the records wait in localStorage, each under a key that begins with `<name>:outbox:`. */
  name: string;
  /**
   * Posts one record. Answers with the HTTP status; 0, or a rejection, when nothing was reached. The signal ends the
   * request when a newer decision was made, here or in another tab: an answer may set the cookie of the older one.
   */
  send: (submission: RecordSubmission, signal: AbortSignal) => Promise<number>;
  /** Hears the answer that took a record from the outbox: 2xx, or one of 400, 403, 404, 409, 413. */
  onAnswer?: (status: number, submission: RecordSubmission) => void;
}

/** Sends what waits in localStorage, whoever put it there. */
export interface Sender {
  /** Tries now, whatever the back-off; settles after the attempt. */
  flush(): Promise<void>;
  /** The same within the back-off, which another record does not end. */
  send(): Promise<void>;
  /** Stops trying on this page, and ends the request under way. What waits stays for the next page. */
  destroy(): void;
}

export interface Outbox extends Omit<Sender, 'send'> {
  /** Keeps the record and sends it; settles once it was answered for good. */
  push(submission: RecordSubmission): Promise<void>;
}

const MAX_RECORDS = 50;
/** The server takes no decision older than seven days. */
const MAX_AGE = 7 * 86_400_000;
/** Sending the same again would change nothing (rule F4). */
const FINAL = [400, 403, 404, 409, 413];
/** Back-off and patience, in milliseconds. */
const FIRST_DELAY = 1_000;
const LONGEST_DELAY = 300_000;
const ANSWER_WITHIN = 30_000;
/** How long other tabs leave a record to the tab that put it there. */
const GRACE = 2_000;

const isFinal = (status: number) => (status >= 200 && status < 300) || FINAL.includes(status);

/** What waits, in the order of the decisions. What is too old, too much or no record is dropped. */
function recordsOf(name: string): UnsentRecord[] {
  const keys = unsentKeys(name);
  const records = keys
    .map(readUnsent)
    .filter((record) => record !== null && Date.now() - record.at <= MAX_AGE)
    .slice(-MAX_RECORDS) as UnsentRecord[];
  const waiting = new Set(records.map(({ key }) => key));
  for (const key of keys) if (!waiting.has(key)) dropUnsent(key);
  return records;
}

/** The status of an attempt; one that hangs counts as failed, so that it does not block the others for ever. */
function statusOf(answer: () => Promise<number>): Promise<number> {
  const tried = Promise.resolve().then(answer);
  const late = new Promise<number>((resolve) => setTimeout(resolve, ANSWER_WITHIN, 0));
  return Promise.race([tried.catch(() => 0), late]);
}

/**
 * Sends records until the server has answered for good (rule F4): through reload and offline, in the order of their
 * decisions, at most 50 of at most 7 days. One tab sends at a time. Tries at once, after 1 s doubling to 5 min, and when
 * the page starts, is shown again or gets online.
 *
 * @param looked is told at each look which of them wait
 */
export function createSender(
  { name, send, onAnswer }: OutboxOptions,
  looked?: (waiting: readonly UnsentRecord[]) => void,
): Sender {
  const queue = `${name}:outbox`;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running: Promise<void> = Promise.resolve();
  /** The request under way, and the newest record when it began. */
  let attempt: { newest: string; request: AbortController } | undefined;
  let stopped = false;

  const newest = () => unsentKeys(name).at(-1) ?? '';
  const tryIn = (delay: number) => {
    clearTimeout(timer);
    if (!stopped) timer = setTimeout(() => run(false), delay);
  };
  const endOutdated = () => {
    if (attempt && newest() > attempt.newest) attempt.request.abort();
  };

  /** Sends one; false when it has to wait. */
  async function deliver(record: UnsentRecord, renew: () => void): Promise<boolean> {
    const request = new AbortController();
    attempt = { newest: newest(), request };
    const sent = (submission: RecordSubmission) => statusOf(() => send(submission, request.signal));
    let status = await sent(record.submission);
    const { decidedAt, ...undated } = record.submission;
    // The visitor's clock may be further off than the server takes (E5): the time of the server stands then.
    if (status === 400 && decidedAt !== undefined) {
      renew();
      status = await sent(undated);
    }
    attempt = undefined;
    if (isFinal(status)) {
      dropUnsent(record.key);
      void isolated(() => onAnswer?.(status, record.submission));
      return true;
    }
    // Ended for a newer decision: it goes out again at once, and now cannot bring its cookie back.
    if (request.signal.aborted) return true;
    // A late answer to what counts as failed must not set a cookie either.
    request.abort();
    const delay = Math.min(FIRST_DELAY * 2 ** record.tries, LONGEST_DELAY);
    postponeUnsent(record, Date.now() + delay);
    tryIn(delay);
    return false;
  }

  async function drain(atOnce: boolean, renew: () => void) {
    while (!stopped) {
      const records = recordsOf(name);
      looked?.(records);
      const [next] = records;
      if (!next) return dropUnsent(refusalKey(name));
      const early = Math.min(next.due - Date.now(), LONGEST_DELAY);
      if (!atOnce && early > 0) return tryIn(early);
      renew();
      if (!(await deliver(next, renew))) return;
    }
  }

  function run(atOnce: boolean): Promise<void> {
    endOutdated();
    running = running.then(async () => {
      if (stopped) return;
      try {
        const busyFor = await exclusively(queue, (renew) => drain(atOnce, renew));
        if (busyFor) tryIn(busyFor);
      } catch {
        // Storage failed in the middle: nothing is lost that was kept, and nothing is hurried either.
        tryIn(LONGEST_DELAY);
      }
    });
    return running;
  }

  const flush = () => run(true);
  const onStorage = ({ key }: StorageEvent) => {
    if (!key?.startsWith(`${queue}:`)) return;
    endOutdated();
    // Also where another tab has sent the last: that is news to who waits for it.
    if (looked || recordsOf(name).length) tryIn(GRACE);
  };
  const listening = new AbortController();
  const { signal } = listening;
  if (globalThis.window) {
    addEventListener('online', flush, { signal });
    addEventListener('pageshow', flush, { signal });
    addEventListener('storage', onStorage, { signal });
    if (unsentKeys(name).length) void flush();
  }

  return {
    flush,
    send: () => run(false),
    destroy() {
      stopped = true;
      attempt?.request.abort();
      clearTimeout(timer);
      listening.abort();
    },
  };
}

/** Keeps records until the server has answered for good, and tells of each when it has. */
export function createOutbox(options: OutboxOptions): Outbox {
  const waiting = new Map<string, () => void>();
  const { send, ...sender } = createSender(options, (records) => {
    for (const [key, settle] of waiting) if (!records.some((record) => record.key === key)) settle();
  });
  return {
    ...sender,
    push(submission) {
      const key = keepUnsent(options.name, submission);
      recordsOf(options.name);
      void send();
      return new Promise((resolve) => {
        waiting.set(key, () => {
          waiting.delete(key);
          resolve();
        });
      });
    },
  };
}
