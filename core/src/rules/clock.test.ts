import { describe, expect, it } from 'vitest';
import { unixSeconds } from './clock.ts';

describe('unixSeconds', () => {
  it('reads a clock or a moment, in whole seconds', () => {
    expect(unixSeconds(1.9)).toBe(1);
    expect(unixSeconds(() => 1_790_000_000.5)).toBe(1_790_000_000);
  });

  it('tells the present in seconds by default', () => {
    expect(Math.abs(unixSeconds() - Date.now() / 1000)).toBeLessThan(60);
  });

  it('J: is NaN when the clock is unusable', () => {
    for (const now of [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]) {
      expect(unixSeconds(() => now)).toBeNaN();
    }
  });
});
