// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { RecordSubmission } from './config.ts';
import { createTestConfig } from './fixtures.ts';
import { createOutbox, type Outbox, type OutboxOptions } from './outbox.ts';

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
  JSON.parse(localStorage.getItem('pl-consent:outbox') ?? '[]');

beforeEach(() => {
  localStorage.clear();
  vi.useFakeTimers();
});
afterEach(() => {
  for (const outbox of opened.splice(0)) outbox.destroy();
  vi.restoreAllMocks();
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
    expect(localStorage.getItem('pl-consent:outbox')).toBeNull();
  });

  it('F4: sends what is put in under one id once, before and after its answer, and settles each', async () => {
    const { outbox, sent } = open();
    const settled = Promise.all([outbox.push(submission(1), 'one'), outbox.push(submission(1), 'one')]);
    await vi.advanceTimersByTimeAsync(1000);
    await settled;
    const late = outbox.push(submission(1), 'one');
    await vi.advanceTimersByTimeAsync(1000);
    await late;
    expect(sent).toEqual([1]);
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

  it.each([400, 403, 404, 409, 413])('F4: gives a record up on %i, and tells', async (status) => {
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
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
      throw new DOMException('denied', 'SecurityError');
    });
    const { outbox, sent, answers } = open([0]);
    const settled = [1, 2].map((n) => outbox.push(submission(n)));
    await vi.advanceTimersByTimeAsync(5000);
    await Promise.all(settled);
    expect([sent, answers.length]).toEqual([[1, 1, 2], 2]);
  });

  it('reads past what is not a record', async () => {
    localStorage.setItem('pl-consent:outbox', '[null, 1, {"id": "x"}, {"id": 2}]');
    localStorage.setItem('pl-consent:outbox:taken', '{"a": 1}');
    const { outbox, sent } = open();
    void outbox.push(submission(1));
    await vi.advanceTimersByTimeAsync(1000);
    expect(sent).toEqual([1]);
  });

  it('puts back what another tab overwrote, and does not send again what another tab took', async () => {
    const tab = open([0, 0, 0]);
    void tab.outbox.push(submission(1));
    const [entry] = kept();
    // The other tab wrote what it had read before the push.
    localStorage.removeItem('pl-consent:outbox');
    await vi.advanceTimersByTimeAsync(500);
    expect(kept().map(({ submission: { decidedAt } }) => decidedAt)).toEqual([1_790_000_001]);
    // It sent the record; a third tab, which had not seen that, writes it once more.
    localStorage.setItem(
      'pl-consent:outbox:taken',
      JSON.stringify([[(entry as unknown as { id: string }).id, Date.now()]]),
    );
    const before = tab.sent.length;
    await vi.advanceTimersByTimeAsync(MINUTE);
    expect([tab.sent.length, kept().length]).toEqual([before, 1]);
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
