/** Records that wait at once. They are kept in memory, and whoever can reach the site can make some. */
const MOST = 1000;

/** Between two attempts: the longest pause, and the longest that the CMS may ask for, in milliseconds. */
const LONGEST_PAUSE = 5 * 60_000;
const LONGEST_ASKED = 60 * 60_000;

/** How long after its decision the CMS takes a record (E5), in milliseconds. */
const TAKEN_FOR = 7 * 24 * 60 * 60_000;

/** A warning says all that was lost in this time; who sent too many is asked to wait as long. In milliseconds. */
const MINUTE = 60_000;

/** A sender that gives no sign of life for so long was stopped, as edge runtimes do it, in milliseconds. */
const SILENCE = 30_000;

/** These say that the record will never be taken: sending it again is useless. */
const FINAL = new Set([400, 403, 404, 409, 413, 415]);

type Send = () => Promise<Response>;

interface Waiting {
  send: Send;
  since: number;
  /** When it is to be sent again. */
  due: number;
  /** Ends the wait: the record was taken, or is lost. */
  over: () => void;
}

export interface OutboxOptions {
  max?: number;
  wait?: (milliseconds: number) => Promise<void>;
  /** A monotonic clock, in milliseconds. */
  now?: () => number;
  warn?: (message: string) => void;
}

export interface Outbox {
  /** Hands over a record that nobody else keeps; resolves when it was taken or is lost. */
  hand(send: Send): Promise<void>;
}

/**
 * Hands records over at once while the CMS takes them. Else they wait in line, and one of them is sent at a time, after
 * longer and longer pauses, until it is taken or too old. What waits is lost when the process ends.
 */
export function createOutbox(options: OutboxOptions = {}): Outbox {
  const { max = MOST, wait = pause, warn = console.warn } = options;
  const now = options.now ?? (() => performance.now());
  const line: Waiting[] = [];
  /** Attempts in a row that found the CMS away or unwell, and until when it is left alone for that. */
  let failures = 0;
  let restUntil = 0;
  let sender = 0;
  let nextSign = Number.NEGATIVE_INFINITY;
  let lost = 0;
  let quiet = false;

  function lose(): void {
    lost += 1;
    if (!quiet) tell();
  }

  function tell(): void {
    quiet = lost > 0;
    if (!quiet) return;
    const records = lost === 1 ? '1 record of a decision' : `${lost} records of decisions`;
    warn(`[consent] ${records} could not be handed over to the CMS.`);
    lost = 0;
    void wait(MINUTE).then(tell);
  }

  /** Whether there is nothing left to do; else the record says when it is due again. */
  async function attempt(record: Waiting): Promise<boolean> {
    const response = await record.send().catch(() => null);
    void response?.body?.cancel();
    const asked = pauseAsked(response?.headers.get('retry-after'));
    if (!response || response.status >= 500) {
      // Those that were under way together failed once.
      if (now() >= restUntil) failures += 1;
      restUntil = now() + Math.max(asked, Math.min(500 * 2 ** failures, LONGEST_PAUSE));
      record.due = restUntil;
      return false;
    }
    failures = 0;
    restUntil = 0;
    const final = response.ok || FINAL.has(response.status);
    if (final && !response.ok) lose();
    // It is one visitor who has sent too many: the others need not wait for it.
    if (!final) record.due = now() + (asked || MINUTE);
    return final;
  }

  async function sendLine(): Promise<void> {
    sender += 1;
    const self = sender;
    while (line.length > 0) {
      const next = line.reduce((soonest, record) => (record.due < soonest.due ? record : soonest));
      const delay = Math.max(next.due, restUntil) - now();
      // In naps: what joins the line meanwhile may be due sooner.
      const nap = Math.min(Math.max(delay, 0), MINUTE);
      nextSign = now() + nap + SILENCE;
      if (nap > 0) await wait(nap);
      else {
        const old = now() - next.since > TAKEN_FOR;
        if (old) lose();
        if (old || (await attempt(next))) {
          const at = line.indexOf(next);
          if (at >= 0) line.splice(at, 1);
          next.over();
        }
      }
      // Another one took over.
      if (self !== sender) return;
    }
    nextSign = Number.NEGATIVE_INFINITY;
  }

  return {
    async hand(send) {
      const record: Waiting = { send, since: now(), due: now(), over() {} };
      if (failures === 0 && (await attempt(record))) return;
      // None that waits is given up for a newer one: nobody pushes them out by sending many.
      if (line.length >= max) {
        lose();
        return;
      }
      await new Promise<void>((over) => {
        line.push(Object.assign(record, { over }));
        if (now() > nextSign) void sendLine();
      });
    },
  };
}

/** Seconds or a date; nothing else is a pause. */
function pauseAsked(value: string | null | undefined): number {
  const milliseconds = Number(value) * 1000 || Date.parse(value ?? '') - Date.now();
  return Math.min(Math.max(milliseconds || 0, 0), LONGEST_ASKED);
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    // A server that is asked to stop does not wait for this.
    (timer as { unref?: () => void }).unref?.();
  });
}
