// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { RecordSubmission } from '../contract/config.ts';
import { createTestConfig } from '../contract/default-config.ts';
import { hasUnsent } from './newest-decision.ts';
import { createOutbox, type Outbox, type OutboxOptions } from './outbox.ts';
import { keepUnsent } from './unsent-records.ts';

const { versions } = createTestConfig();

const submission = (n: number): RecordSubmission => ({
  consentId: `${String(n).padStart(8, '0')}-1111-4111-8111-111111111111`,
  decisions: { analytics: n % 2 === 0 },
  versions,
  source: 'banner',
  decidedAt: 1_790_000_000 + n,
});

const MINUTE = 60_000;
const opened: Outbox[] = [];

/** An outbox whose server answers with the given statuses, and with 201 once they are used up. */
function open(statuses: number[] = [], options: Partial<OutboxOptions> = {}) {
  const sent: number[] = [];
  const answers: [number, number][] = [];
  const outbox = createOutbox({
    name: 'pl-consent',
    send: async ({ decidedAt }) => {
      sent.push(decidedAt! - 1_790_000_000);
      return statuses.shift() ?? 201;
    },
    onAnswer: (status, { decidedAt }) => answers.push([decidedAt! - 1_790_000_000, status]),
    ...options,
  });
  opened.push(outbox);
  return { outbox, sent, answers };
}

const kept = (): { submission: RecordSubmission }[] =>
  Object.keys(localStorage)
    .filter((key) => key.startsWith('pl-consent:outbox:0'))
    .sort()
    .map((key) => JSON.parse(localStorage.getItem(key)!));

beforeEach(() => {
  localStorage.clear();
  vi.useFakeTimers();
});
afterEach(() => {
  for (const outbox of opened.splice(0)) outbox.destroy();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe('the outbox', () => {
  it('F4: sends what is pushed, once and in order, and keeps nothing then', async () => {
    const { outbox, sent, answers } = open();
    const settled = Promise.all([1, 2, 3].map((n) => outbox.push(submission(n))));
    expect(kept().map((entry) => entry.submission)).toEqual([1, 2, 3].map(submission));
    await vi.advanceTimersByTimeAsync(1000);
    await settled;
    expect(sent).toEqual([1, 2, 3]);
    expect(answers).toEqual([
      [1, 201],
      [2, 201],
      [3, 201],
    ]);
    expect(kept()).toEqual([]);
  });

  it('L: ends a request for an older decision, sends it again at once, and then the newer one', async () => {
    const ended: number[] = [];
    let slow = true;
    const sent: number[] = [];
    const send: OutboxOptions['send'] = ({ decidedAt }, signal) => {
      sent.push(decidedAt! - 1_790_000_000);
      if (!slow) return Promise.resolve(201);
      slow = false;
      return new Promise((_, reject) => {
        signal.addEventListener('abort', () => {
          ended.push(decidedAt! - 1_790_000_000);
          reject(signal.reason);
        });
      });
    };
    const { outbox, answers } = open([], { send });
    void outbox.push(submission(1));
    await vi.advanceTimersByTimeAsync(500);
    void outbox.push(submission(2));
    await vi.advanceTimersByTimeAsync(500);
    expect([ended, sent, answers.map(([n]) => n)]).toEqual([[1], [1, 1, 2], [1, 2]]);
  });

  it('L: ends it for a decision of another tab, and for no record that waited before', async () => {
    const ended = vi.fn();
    const send: OutboxOptions['send'] = (_, signal) =>
      new Promise((_, reject) => {
        signal.addEventListener('abort', () => reject(ended()));
      });
    keepUnsent('pl-consent', submission(1));
    keepUnsent('pl-consent', submission(2));
    const { outbox } = open([], { send });
    await vi.advanceTimersByTimeAsync(500);
    void outbox.flush();
    expect(ended).not.toHaveBeenCalled();
    const key = keepUnsent('pl-consent', submission(3));
    window.dispatchEvent(new StorageEvent('storage', { key, newValue: '{}' }));
    expect(ended).toHaveBeenCalledTimes(1);
  });

  it('L: ends a request that hangs, so that its answer sets no cookie later', async () => {
    const ended = vi.fn();
    const send: OutboxOptions['send'] = (_, signal) =>
      new Promise(() => {
        signal.addEventListener('abort', ended);
      });
    void open([], { send }).outbox.push(submission(1));
    await vi.advanceTimersByTimeAsync(31_000);
    expect(ended).toHaveBeenCalledTimes(1);
  });

  it('L: ends the request under way when it is stopped, for a form that decides may lead away from the page', async () => {
    const ended = vi.fn();
    const send: OutboxOptions['send'] = (_, signal) =>
      new Promise(() => {
        signal.addEventListener('abort', ended);
      });
    const { outbox } = open([], { send });
    void outbox.push(submission(1));
    await vi.advanceTimersByTimeAsync(100);
    outbox.destroy();
    expect(ended).toHaveBeenCalledTimes(1);
    expect(hasUnsent('pl-consent')).toBe(true);
  });

  it('F4: sends in the order of the decisions, also after the clock was put back', async () => {
    const { outbox, sent } = open([0]);
    void outbox.push(submission(1));
    vi.setSystemTime(Date.now() - 86_400_000);
    void outbox.push(submission(2));
    vi.setSystemTime(Date.now() - 86_400_000);
    void outbox.push(submission(3));
    await vi.advanceTimersByTimeAsync(7 * 86_400_000 - 60_000);
    expect(sent).toEqual([1, 1, 2, 3]);
  });

  it('F4: sends what another part of the page has kept for it, and what two tabs kept in one moment', async () => {
    vi.spyOn(Math, 'random').mockReturnValueOnce(0.1).mockReturnValueOnce(0.2);
    const { outbox, sent } = open();
    const before = { ...localStorage };
    keepUnsent('pl-consent', submission(1));
    const first = { ...localStorage };
    // The other tab has not seen that yet, and makes a key of the same number.
    localStorage.clear();
    keepUnsent('pl-consent', submission(2));
    for (const [key, text] of Object.entries(first)) localStorage.setItem(key, text as string);
    expect([Object.keys(before).length, kept().length]).toEqual([0, 2]);
    await Promise.all([outbox.flush(), vi.advanceTimersByTimeAsync(500)]);
    expect(sent.sort()).toEqual([1, 2]);
  });

  it('F4: keeps a record through a reload and sends it when the next page starts', async () => {
    const first = open([0]);
    void first.outbox.push(submission(1));
    await vi.advanceTimersByTimeAsync(500);
    first.outbox.destroy();
    const second = open();
    await vi.advanceTimersByTimeAsync(500);
    expect([first.sent, second.sent, kept()]).toEqual([[1], [1], []]);
  });

  it('backs off from 1 s, doubling to 5 min, and never overtakes', async () => {
    const { outbox, sent } = open(Array(14).fill(503));
    void outbox.push(submission(1));
    void outbox.push(submission(2));
    const attempts: number[] = [];
    for (let second = 0; second < 40; second++) {
      await vi.advanceTimersByTimeAsync(1000);
      attempts.push(sent.length);
    }
    // At 0, 1, 3, 7, 15 and 31 s, each a little later for the turn it takes.
    expect([attempts[0], attempts[2], attempts[4], attempts[9], attempts[19], attempts[39]]).toEqual([
      1, 2, 3, 4, 5, 6,
    ]);
    await vi.advanceTimersByTimeAsync(60 * MINUTE);
    expect(sent.slice(-2)).toEqual([1, 2]);
    expect(new Set(sent.slice(0, -1))).toEqual(new Set([1]));
  });

  it('waits no longer than 5 min between attempts', async () => {
    const { outbox, sent } = open(Array(100).fill(429));
    void outbox.push(submission(1));
    await vi.advanceTimersByTimeAsync(30 * MINUTE);
    const before = sent.length;
    await vi.advanceTimersByTimeAsync(5 * MINUTE + 1000);
    expect(sent.length).toBe(before + 1);
  });

  it.each(['online', 'pageshow'])('tries again at once on %s', async (type) => {
    const { outbox, sent } = open([0, 0, 0, 0, 0]);
    void outbox.push(submission(1));
    await vi.advanceTimersByTimeAsync(17_000);
    const before = sent.length;
    window.dispatchEvent(new Event(type));
    await vi.advanceTimersByTimeAsync(200);
    expect(sent.length).toBe(before + 1);
  });

  it('F4: sends a record that is not taken once more without the time of a clock that may be wrong', async () => {
    const taken: RecordSubmission[] = [];
    const send = async (made: RecordSubmission) => {
      // What waits for its consent string has it by now.
      made.tcString ??= 'CP';
      taken.push(made);
      return made.decidedAt === undefined ? 201 : 400;
    };
    const onAnswer = vi.fn();
    void open([], { send, onAnswer }).outbox.push(submission(1));
    await vi.advanceTimersByTimeAsync(900);
    const dated = { ...submission(1), tcString: 'CP' };
    const { decidedAt: _, ...undated } = dated;
    expect(taken).toEqual([dated, undated]);
    expect([onAnswer.mock.calls, kept()]).toEqual([[[201, dated]], []]);
  });

  it('F4: gives it up on the second 400, and keeps it where that is no answer', async () => {
    const statuses = [400, 503, 400, 400];
    const send = vi.fn(async () => statuses.shift() ?? 201);
    const onAnswer = vi.fn();
    void open([], { send, onAnswer }).outbox.push(submission(1));
    await vi.advanceTimersByTimeAsync(900);
    expect([send.mock.calls.length, kept().length]).toEqual([2, 1]);
    await vi.advanceTimersByTimeAsync(MINUTE);
    expect([send.mock.calls.length, onAnswer.mock.calls, kept()]).toEqual([4, [[400, submission(1)]], []]);
  });

  it.each([403, 404, 409, 413])('F4: gives a record up on %i, and tells', async (status) => {
    const { outbox, sent, answers } = open([status]);
    void outbox.push(submission(1));
    void outbox.push(submission(2));
    await vi.advanceTimersByTimeAsync(1000);
    expect([sent, answers, kept()]).toEqual([
      [1, 2],
      [
        [1, status],
        [2, 201],
      ],
      [],
    ]);
  });

  it.each([0, 401, 408, 415, 429, 500, 502, 503])('F4: keeps a record on %i', async (status) => {
    const { outbox, answers } = open(Array(3).fill(status));
    void outbox.push(submission(1));
    await vi.advanceTimersByTimeAsync(500);
    expect([kept().length, answers]).toEqual([1, []]);
    await vi.advanceTimersByTimeAsync(MINUTE);
    expect(answers).toEqual([[1, 201]]);
  });

  it('takes a rejection, an exception and a request that hangs for a network that is down', async () => {
    const fails = [
      () => Promise.reject(new Error('offline')),
      () => {
        throw new Error('blocked');
      },
      () => new Promise<number>(() => {}),
    ];
    const send = vi.fn(async () => (await fails.shift()?.()) ?? 201);
    const { outbox, answers } = open([], { send });
    void outbox.push(submission(1));
    await vi.advanceTimersByTimeAsync(2 * MINUTE);
    expect([send.mock.calls.length, answers]).toEqual([4, [[1, 201]]]);
  });

  it('keeps at most 50 records, the newest, and none older than 7 days', async () => {
    const { outbox, answers } = open(Array(10_000).fill(0));
    void outbox.push(submission(0));
    await vi.advanceTimersByTimeAsync(4 * 86_400_000);
    for (let n = 1; n <= 60; n++) void outbox.push(submission(n));
    expect(kept().map((entry) => entry.submission.decidedAt! - 1_790_000_000)).toEqual(
      Array.from({ length: 50 }, (_, at) => at + 11),
    );
    outbox.destroy();
    await vi.advanceTimersByTimeAsync(7 * 86_400_000 + 1);
    const next = open();
    void next.outbox.push(submission(61));
    await vi.advanceTimersByTimeAsync(1000);
    expect([next.sent, answers, kept()]).toEqual([[61], [], []]);
  });

  it('works where the browser denies storage', async () => {
    vi.stubGlobal('localStorage', null);
    const { outbox, sent, answers } = open([0]);
    const settled = [1, 2].map((n) => outbox.push(submission(n)));
    await vi.advanceTimersByTimeAsync(5000);
    await Promise.all(settled);
    expect([sent, answers.length]).toEqual([[1, 1, 2], 2]);
    expect(hasUnsent('pl-consent')).toBe(false);
  });

  it('reads past what is not a record', async () => {
    for (const [at, text] of ['null', '1', '{"at": 1}', '{"at": "x"}', '{', '[]'].entries())
      localStorage.setItem(`pl-consent:outbox:00000000${at}:x`, text);
    localStorage.setItem('pl-consent:outbox-other', 'kept');
    const { outbox, sent } = open();
    void outbox.push(submission(1));
    await vi.advanceTimersByTimeAsync(1000);
    expect([sent, Object.keys(localStorage)]).toEqual([[1], ['pl-consent:outbox-other']]);
  });

  it('does not send again what another tab sent, and settles it', async () => {
    const tab = open([0, 0, 0]);
    const settled = tab.outbox.push(submission(1));
    await vi.advanceTimersByTimeAsync(500);
    for (const key of Object.keys(localStorage)) localStorage.removeItem(key);
    const before = tab.sent.length;
    await vi.advanceTimersByTimeAsync(MINUTE);
    await settled;
    expect(tab.sent.length).toBe(before);
  });

  it('destroy stops trying', async () => {
    const { outbox, sent } = open(Array(9).fill(0));
    void outbox.push(submission(1));
    await vi.advanceTimersByTimeAsync(500);
    outbox.destroy();
    window.dispatchEvent(new Event('online'));
    await vi.advanceTimersByTimeAsync(MINUTE);
    expect([sent.length, kept().length]).toEqual([1, 1]);
  });
});
