import { afterEach, describe, expect, it } from 'vitest';
import { keepAlive } from './background-work.ts';

const VERCEL = Symbol.for('@vercel/request-context');
const platforms = globalThis as Record<string | symbol, unknown>;

afterEach(() => {
  delete platforms.Netlify;
  delete platforms[VERCEL];
});

const HOSTS = {
  Vercel: (waitUntil: unknown) => {
    platforms[VERCEL] = { get: () => ({ waitUntil }) };
  },
  Netlify: (waitUntil: unknown) => {
    platforms.Netlify = { context: { waitUntil } };
  },
};

describe.each(Object.entries(HOSTS))('work that goes on after the answer, on %s', (_, install) => {
  it('is announced, and ends without an error where it fails', async () => {
    const announced: Promise<unknown>[] = [];
    install((work: Promise<unknown>) => announced.push(work));
    keepAlive(Promise.resolve('done'));
    keepAlive(Promise.reject(new Error('away')));
    expect(announced).toHaveLength(2);
    expect(await Promise.all(announced)).toEqual([undefined, undefined]);
  });

  it('goes on where the platform refuses, as outside a request', async () => {
    install(() => {
      throw new Error('There is no request.');
    });
    const work = Promise.resolve('done');
    keepAlive(work);
    expect(await work).toBe('done');
  });
});

it('needs nothing where there is no such platform', async () => {
  const work = Promise.resolve('done');
  keepAlive(work);
  expect(await work).toBe('done');
});
