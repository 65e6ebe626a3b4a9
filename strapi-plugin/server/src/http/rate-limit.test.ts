import type { Context } from 'koa';
import { describe, expect, it } from 'vitest';
import { createRateLimit } from './rate-limit';

/** Addresses that the limiter remembers at once. */
const BOUND = 50_000;

const address = (number: number) => `10.${number >> 16}.${(number >> 8) & 255}.${number & 255}`;

describe('the limit per address in memory', () => {
  it('remembers 50,000 addresses and forgets the least recently seen one first', async () => {
    const limit = createRateLimit({ perMinute: 1, ceiling: 1e6, sharedSecret: () => '', warn: () => {} });
    /** The status that a request from this address gets. */
    const ask = async (number: number): Promise<number> => {
      const headers = new Map<string, string>();
      const ctx = {
        ip: address(number),
        app: { proxy: true },
        status: 200,
        state: {},
        set: (given: string | Record<string, unknown>, value?: string) => {
          const pairs = typeof given === 'string' ? { [given]: value } : given;
          for (const [name, text] of Object.entries(pairs)) headers.set(name.toLowerCase(), String(text));
        },
        response: { get: (name: string) => headers.get(name.toLowerCase()) ?? '' },
      };
      await limit.middleware(ctx as unknown as Context, async () => {});
      return ctx.status;
    };
    let passed = 0;
    for (let number = 0; number < BOUND; number++) if ((await ask(number)) === 200) passed++;
    expect(passed).toBe(BOUND);
    expect(await ask(0)).toBe(429);
    // Room for one more: the one that was seen longest ago goes, which the first no longer is.
    expect(await ask(BOUND)).toBe(200);
    expect(await ask(0)).toBe(429);
    expect(await ask(1)).toBe(200);
    limit.destroy();
  });
});
