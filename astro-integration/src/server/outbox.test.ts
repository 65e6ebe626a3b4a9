import { describe, expect, it } from 'vitest';
import { createOutbox } from './outbox.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const answer = (status: number, headers = {}) => new Response(null, { status, headers });

/** An outbox with a clock of its own, which runs when it is told to. */
function outboxAt(max?: number) {
  let time = 0;
  const timers: { at: number; ring: () => void }[] = [];
  const warnings: string[] = [];
  const outbox = createOutbox({
    max,
    now: () => time,
    wait: (milliseconds) => new Promise((ring) => timers.push({ at: time + milliseconds, ring })),
    warn: (message) => warnings.push(message),
  });
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  async function pass(milliseconds: number): Promise<void> {
    const end = time + milliseconds;
    await settle();
    for (;;) {
      timers.sort((one, other) => one.at - other.at);
      if (!timers[0] || timers[0].at > end) break;
      const { at, ring } = timers.shift()!;
      time = at;
      ring();
      await settle();
    }
    time = end;
  }
  /** Hands over a record that is answered so; notes when it was sent, and whether that is over. */
  function hand(reply: () => Response | Error) {
    const seen = { sent: [] as number[], over: false };
    const send = async () => {
      seen.sent.push(time);
      const given = reply();
      if (given instanceof Error) throw given;
      return given;
    };
    void outbox.hand(send).then(() => {
      seen.over = true;
    });
    return seen;
  }
  return { hand, pass, warnings, now: () => time };
}

describe('records of decisions made without JavaScript', () => {
  it('are sent at once, side by side, while the CMS takes them', async () => {
    const { hand, pass, warnings } = outboxAt();
    const records = [1, 2, 3].map(() => hand(() => answer(201)));
    await pass(0);
    expect(records).toEqual([1, 2, 3].map(() => ({ sent: [0], over: true })));
    expect(warnings).toEqual([]);
  });

  it.each([
    ['does not answer', () => new Error('away')],
    ['is unwell', () => answer(503)],
  ])('wait for hours while the CMS %s, and are then all taken', async (_name, failing) => {
    const { hand, pass, warnings } = outboxAt();
    let away = true;
    const taken: number[] = [];
    const records = [0, 1, 2, 3].map((n) =>
      hand(() => {
        if (away) return failing();
        taken.push(n);
        return answer(201);
      }),
    );
    await pass(6 * HOUR);
    const sent = records.flatMap((record) => record.sent);
    expect(sent.length, 'pauses grow to some minutes').toBeLessThan(100);
    expect(sent.length).toBeGreaterThan(6 * 10);
    away = false;
    await pass(6 * MINUTE);
    expect(taken.sort()).toEqual([0, 1, 2, 3]);
    expect(records.every(({ over }) => over)).toBe(true);
    expect(warnings).toEqual([]);
  });

  it('are sent one at a time once the CMS was away', async () => {
    const { hand, pass } = outboxAt();
    const first = hand(() => new Error('away'));
    await pass(0);
    const later = Array.from({ length: 50 }, () => hand(() => new Error('away')));
    await pass(500);
    expect(first.sent).toEqual([0]);
    expect(later.flatMap(({ sent }) => sent)).toEqual([]);
    await pass(MINUTE);
    expect(later.flatMap(({ sent }) => sent).length).toBeLessThan(10);
  });

  it('wait as long as the CMS asks', async () => {
    const { hand, pass } = outboxAt();
    const record = hand(() => answer(503, { 'retry-after': '600' }));
    await pass(599_000);
    expect(record.sent).toEqual([0]);
    await pass(2000);
    expect(record.sent).toEqual([0, 600_000]);
  });

  it('do not wait for those of a visitor who sent too many', async () => {
    const { hand, pass } = outboxAt();
    let limited = true;
    const many = Array.from({ length: 30 }, () =>
      hand(() => (limited ? answer(429, { 'retry-after': '60' }) : answer(201))),
    );
    await pass(1000);
    const other = hand(() => answer(201));
    await pass(0);
    expect(other).toEqual({ sent: [1000], over: true });
    limited = false;
    await pass(58_000);
    expect(many.some(({ over }) => over)).toBe(false);
    await pass(2000);
    expect(many.every(({ over }) => over)).toBe(true);
  });

  it('do not wait for one that the CMS cannot take', async () => {
    const { hand, pass } = outboxAt();
    const odd = hand(() => answer(500));
    await pass(HOUR);
    const other = hand(() => answer(201));
    await pass(6 * MINUTE);
    expect([odd.over, other.over]).toEqual([false, true]);
  });

  it('are given up after seven days (E5), or when the CMS refuses them', async () => {
    const { hand, pass, warnings } = outboxAt();
    const refused = hand(() => answer(409));
    await pass(0);
    expect(refused).toEqual({ sent: [0], over: true });
    const record = hand(() => new Error('away'));
    await pass(7 * 24 * HOUR + 6 * MINUTE);
    expect(record.over).toBe(true);
    expect(warnings).toHaveLength(2);
  });

  it('are so many at most, and what is lost is said once a minute, without naming anybody', async () => {
    const { hand, pass, warnings } = outboxAt(10);
    const kept = hand(() => new Error('away'));
    await pass(0);
    const rest = Array.from({ length: 60 }, () => hand(() => new Error('away')));
    await pass(1000);
    expect(rest.filter(({ over }) => over)).toHaveLength(51);
    expect(kept.over, 'the older ones stay').toBe(false);
    expect(warnings).toEqual(['[consent] 1 record of a decision could not be handed over to the CMS.']);
    await pass(MINUTE);
    expect(warnings.slice(1)).toEqual([
      '[consent] 50 records of decisions could not be handed over to the CMS.',
    ]);
    await pass(HOUR);
    expect(warnings).toHaveLength(2);
  });
});
