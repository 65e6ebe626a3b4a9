// @vitest-environment happy-dom
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createTestConfig } from '../contract/default-config.ts';
import { type PageFacts, page } from './page-state.ts';
import { guardStorage } from './storage-guard.ts';

const guarded = [
  {
    categoryKey: 'analytics',
    cookies: [{ name: '_st_*', storage: 'cookie' }],
  },
];

let granted: string[] = [];
const factsOf = (config: unknown) =>
  ({
    payload: { config, head: { name: 'pl-consent' } },
    has: (key: string) => granted.includes(key),
  }) as unknown as PageFacts;

/** What browsers have, and happy-dom has not. */
class CookieStore {
  async set(cookie: string | { name: string }) {
    stored.push(typeof cookie === 'string' ? cookie : cookie.name);
  }
}
let stored: string[] = [];

let owner: object = document;
while (!Object.hasOwn(owner, 'cookie')) owner = Object.getPrototypeOf(owner);
const cookie = Object.getOwnPropertyDescriptor(owner, 'cookie')!;
const { setItem } = Storage.prototype;

beforeAll(() => {
  vi.stubGlobal('CookieStore', CookieStore);
  guardStorage(['csrf']);
});
// Files of one worker share the window.
afterAll(() => {
  Object.defineProperty(owner, 'cookie', cookie);
  Storage.prototype.setItem = setItem;
  vi.unstubAllGlobals();
  page().facts = undefined;
  set(...['theme', '_st_a', 'csrf', 'pl-consent'].map((name) => `${name}=; Max-Age=0`));
});
beforeEach(() => {
  granted = [];
  stored = [];
  page().facts = factsOf({ ...createTestConfig(), guarded });
});

const set = (...lines: string[]) => {
  // biome-ignore lint/suspicious/noDocumentCookie: what a tracker does
  for (const line of lines) document.cookie = `${line}; Path=/`;
};
const has = (name: string) => new RegExp(`(^|; )${name}=.`).test(document.cookie);

/** Storage stands in tests/site/consent-cookies.test.ts of the integration, in a real browser. */
describe('a page that guards what scripts set', () => {
  it('takes no cookie that trackers declare until one of them is granted, and lets all be removed', () => {
    set('_st_a=1', 'theme=1');
    expect([has('_st_a'), has('theme')]).toEqual([false, true]);
    granted = ['analytics'];
    set('_st_a=1');
    expect(has('_st_a')).toBe(true);
    granted = [];
    set('_st_a=2');
    expect(document.cookie).toContain('_st_a=1');
    set('_st_a=; Max-Age=0');
    expect(has('_st_a')).toBe(false);
  });

  it('takes none by the Cookie Store API, whose calls are answered all the same', async () => {
    const store = new CookieStore();
    await store.set('_st_a');
    await store.set({ name: '_st_a' });
    await store.set({ name: '_st_a', expires: 0 } as { name: string });
    await store.set('theme');
    expect(stored).toEqual(['_st_a', 'theme']);
  });

  it('C1: takes while no configuration is known nothing but its own, and what is necessary', () => {
    page().facts = factsOf(null);
    set('other=1', 'csrf=1', 'pl-consent=1');
    expect(['other', 'csrf', 'pl-consent'].map(has)).toEqual([false, true, true]);
  });
});
