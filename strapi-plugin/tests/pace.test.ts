import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it, vi } from 'vitest';
import { Pace, restAfter } from '../server/src/pace';

describe('The pace of sealing', () => {
  it('leaves a busy server alone, and hurries where nothing else is to be done', () => {
    expect(restAfter(1)).toBe(40);
    expect(restAfter(0.5)).toBe(40);
    expect(restAfter(0.25)).toBe(10);
    expect(restAfter(0)).toBe(1);
  });

  it('leaves the lock for a rest that a run has no time for, and takes that rest after it', async () => {
    const ended = new AbortController();
    const pace = new Pace(ended.signal, 500);
    const goOn = pace.begin();
    await pause(20);
    const asked = performance.now();
    expect(await goOn()).toBe(false);
    expect(performance.now() - asked).toBeLessThan(300);
    expect(pace.due).toBeGreaterThan(500);
    const resting = pace.betweenRuns(1);
    expect(pace.due).toBe(0);
    ended.abort();
    await expect(resting).rejects.toThrow('aborted');
  });

  it('rests a minute at most, however long a step took', async () => {
    const now = vi.spyOn(performance, 'now').mockReturnValue(0);
    try {
      const pace = new Pace(new AbortController().signal);
      const goOn = pace.begin();
      now.mockReturnValue(10_000);
      expect(await goOn()).toBe(false);
      expect(pace.due).toBe(60_000);
    } finally {
      now.mockRestore();
    }
  });
});
