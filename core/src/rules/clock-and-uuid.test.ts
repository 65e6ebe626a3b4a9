import { afterEach, describe, expect, it, vi } from 'vitest';
import { randomUuid, unixSeconds } from './clock-and-uuid.ts';

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

const webcrypto = globalThis.crypto;
const VERSION_4 = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/;

afterEach(() => {
  vi.unstubAllGlobals();
});

describe('randomUuid', () => {
  it('makes a UUID of version 4', () => {
    expect(randomUuid()).toMatch(VERSION_4);
  });

  it('L: makes one in an insecure context, where crypto.randomUUID is missing', () => {
    // What browsers leave of `crypto` on a page served without https.
    vi.stubGlobal('crypto', {
      getRandomValues: (bytes: Uint8Array<ArrayBuffer>) => webcrypto.getRandomValues(bytes),
    });
    const ids = Array.from({ length: 200 }, randomUuid);
    expect(ids.filter((id) => !VERSION_4.test(id))).toEqual([]);
    expect(new Set(ids).size).toBe(200);
  });
});
