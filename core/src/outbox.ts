import type { RecordSubmission } from './config.ts';
import { createQueue, type OutboxEntry } from './outbox-queue.ts';
import { exclusively } from './turn.ts';

export interface OutboxOptions {
  /** Name of the consent cookie; the records wait in localStorage under `<name>:outbox`. */
  name: string;
  /** Posts one record. Answers with the HTTP status; 0, or a rejection, when nothing was reached. */
  send: (submission: RecordSubmission) => Promise<number>;
  /** Hears the answer that took a record from the outbox: 2xx, or one of 400, 403, 404, 409, 413. */
  onAnswer?: (status: number, submission: RecordSubmission) => void;
}

export interface Outbox {
  /**
   * Keeps the record and sends it; settles once it was answered for good.
   *
   * @param id names this record, where several tabs may come upon it: put in under one id within a minute, it is sent
   * once.
   */
  push(submission: RecordSubmission, id?: string): Promise<void>;
  /** Tries now, whatever the back-off; settles after the attempt. */
  flush(): Promise<void>;
  /** Stops trying on this page. What waits stays for the next one. */
  destroy(): void;
}

/** Sending the same again would change nothing (rule F4). */
const FINAL = [400, 403, 404, 409, 413];
/** Back-off and patience, in milliseconds. */
const FIRST_DELAY = 1_000;
const LONGEST_DELAY = 300_000;
const ANSWER_WITHIN = 30_000;
/** How long other tabs leave a record to the tab that put it there. */
const GRACE = 2_000;

/** The status of an attempt; one that hangs counts as failed, so that it does not block the others for ever. */
function statusOf(answer: () => Promise<number>): Promise<number> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ANSWER_WITHIN, 0);
    const settle = (status: number) => {
      clearTimeout(timer);
      resolve(status);
    };
    Promise.resolve()
      .then(answer)
      .then(settle, () => settle(0));
  });
}

/**
 * Keeps records until the server has answered for good (rule F4): through reload and offline, in order, at most
 * 50 of at most 7 days. One tab sends at a time. Tries at once, after 1 s doubling to 5 min, and when the page
 * starts, is shown again or gets online.
 */
export function createOutbox({ name, send, onAnswer }: OutboxOptions): Outbox {
  const key = `${name}:outbox`;
  const queue = createQueue(key);
  const waiting = new Map<string, () => void>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running: Promise<void> = Promise.resolve();
  let stopped = false;

  const tryIn = (delay: number) => {
    clearTimeout(timer);
    if (!stopped) timer = setTimeout(() => run(false), delay);
  };

  /** Sends one; false when it has to wait. */
  async function deliver({ id, submission, tries }: OutboxEntry): Promise<boolean> {
    const status = await statusOf(() => send(submission));
    const answered = (status >= 200 && status < 300) || FINAL.includes(status);
    if (!answered) {
      const delay = Math.min(FIRST_DELAY * 2 ** tries, LONGEST_DELAY);
      queue.postpone(id, Date.now() + delay);
      tryIn(delay);
      return false;
    }
    queue.take(id);
    try {
      onAnswer?.(status, submission);
    } catch (error) {
      console.error(error);
    }
    return true;
  }

  async function drain(atOnce: boolean, renew: () => void) {
    while (!stopped) {
      const [next] = queue.entries();
      for (const [id, settle] of waiting) if (queue.isTaken(id)) settle();
      if (!next) return;
      const early = Math.min(next.due - Date.now(), LONGEST_DELAY);
      if (!atOnce && early > 0) return tryIn(early);
      renew();
      if (!(await deliver(next))) return;
    }
  }

  function run(atOnce: boolean): Promise<void> {
    running = running.then(async () => {
      if (stopped) return;
      try {
        const busyFor = await exclusively(key, (renew) => drain(atOnce, renew));
        if (busyFor) tryIn(busyFor);
      } catch {
        // Storage failed in the middle: nothing is lost that was kept, and nothing is hurried either.
        tryIn(LONGEST_DELAY);
      }
    });
    return running;
  }

  const flush = () => run(true);
  const onStorage = (event: StorageEvent) => {
    if (event.key === key && (queue.entries().length || waiting.size)) tryIn(GRACE);
  };
  if (typeof window !== 'undefined') {
    window.addEventListener('online', flush);
    window.addEventListener('pageshow', flush);
    window.addEventListener('storage', onStorage);
    if (queue.entries().length) void flush();
  }

  return {
    push(submission, given) {
      const id = queue.put(submission, given);
      void run(false);
      return new Promise((resolve) => {
        const others = waiting.get(id);
        waiting.set(id, () => {
          waiting.delete(id);
          others?.();
          resolve();
        });
      });
    },
    flush,
    destroy() {
      stopped = true;
      clearTimeout(timer);
      if (typeof window === 'undefined') return;
      window.removeEventListener('online', flush);
      window.removeEventListener('pageshow', flush);
      window.removeEventListener('storage', onStorage);
    },
  };
}
