// @vitest-environment happy-dom
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ConsentTracker, TrackerStorage } from '../contract/config.ts';
import { createTestConfig } from '../contract/default-config.ts';
import { attachCleanup, cleanRevoked } from './cleanup.ts';
import { cookieStorage } from './storage.ts';
import { createConsentStore } from './store.ts';

const tracker = (categoryKey: string, storage: TrackerStorage, ...names: string[]): ConsentTracker => ({
  id: `${categoryKey}-${names.join()}`,
  name: 'x',
  categoryKey,
  kind: 'script',
  cookies: names.map((name) => ({ name, storage })),
});
/** happy-dom keeps what was removed by Max-Age=0, without a value; Chromium shows the rest in tests/browser. */
const cookieNames = () => document.cookie.split('; ').flatMap((pair) => pair.match(/^(.+)=./)?.[1] ?? []);
const setCookies = (...names: string[]) => {
  // biome-ignore lint/suspicious/noDocumentCookie: what a tracker does
  for (const name of names) document.cookie = `${name}=1; Path=/`;
};

const setUrl = (url: string) =>
  (window as unknown as { happyDOM: { setURL(url: string): void } }).happyDOM.setURL(url);
const { href } = location;

// Files of one worker share the window.
afterAll(() => setUrl(href));

beforeEach(() => {
  for (const name of cookieNames()) cookieStorage().clear({ name: name! });
  localStorage.clear();
});

describe('I3: cleanup', () => {
  it('removes by exact name and by wildcard, and nothing that only looks like it', () => {
    setCookies('_ga', '_ga_1', 'x_ga', 'a.b', 'aXb', 'a+', 'aa');
    cleanRevoked([tracker('analytics', 'cookie', '_ga*', 'a.b', 'a+')], [], []);
    expect(cookieNames()).toEqual(['x_ga', 'aXb', 'aa']);
  });

  it.each([
    ['http://a.shop.example/', ['', 'a.shop.example', 'shop.example']],
    ['http://127.0.0.1/', ['']],
    ['http://localhost/', ['']],
  ])('at %s asks the browser for no domain that takes no cookies', (url, domains) => {
    setUrl(url);
    setCookies('_ga');
    const written = vi.spyOn(Document.prototype, 'cookie', 'set');
    cleanRevoked([tracker('analytics', 'cookie', '_ga')], [], []);
    const asked = written.mock.calls.map(([text]) => /Domain=([^;]+)/.exec(text)?.[1] ?? '');
    written.mockRestore();
    expect(asked).toEqual(domains);
  });

  it('asks for each removal once, however many trackers declare the cookie', () => {
    setUrl('http://shop.example/a/b');
    setCookies('_ga');
    const declared = {
      ...tracker('analytics', 'cookie', '_ga', '_g*'),
      cookies: [] as ConsentTracker['cookies'],
    };
    declared.cookies = [
      { name: '_ga', storage: 'cookie', domain: '.shop.example' },
      { name: '_g*', storage: 'cookie', domain: 'shop.example' },
    ];
    const written = vi.spyOn(Document.prototype, 'cookie', 'set');
    cleanRevoked([declared, { ...declared, id: 'b' }, { ...declared, id: 'c' }], [], []);
    const asked = written.mock.calls.map(([text]) => text);
    written.mockRestore();
    expect(new Set(asked).size).toBe(asked.length);
    expect(asked, 'for the host and its domain, at /, /a, /a/, /a/b and /a/b/').toHaveLength(10);
  });

  it('keeps what a granted tracker declares too, but only of the same kind', () => {
    setCookies('shared', 'own');
    localStorage.setItem('shared', '1');
    cleanRevoked(
      [tracker('analytics', 'cookie', 'shared', 'own'), tracker('analytics', 'localStorage', 'shared')],
      [tracker('functional', 'cookie', 'sh*')],
      [],
    );
    expect([cookieNames(), localStorage.length]).toEqual([['shared'], 0]);
  });

  it("leaves the site's own cookie alone where a tracker declares one of that name on its vendor's domain", () => {
    const entry = (name: string, domain: string) => ({ name, domain, storage: 'cookie' as const });
    const host = location.hostname;
    setCookies('uid', 'ours');
    const cookies = [entry('uid', '.vendor.example'), entry('ours', `.${host}`)];
    cleanRevoked([{ ...tracker('marketing', 'cookie'), cookies }], [], []);
    expect(cookieNames()).toEqual(['uid']);
  });

  it("never removes the consent cookie and the product's own storage, whatever a pattern says", () => {
    setCookies('pl-consent', 'pl-consentful');
    for (const name of ['pl-consent:outbox', 'pl-consent', 'other']) localStorage.setItem(name, '1');
    cleanRevoked([tracker('a', 'cookie', '*'), tracker('a', 'localStorage', '*')], [], ['pl-consent']);
    expect(cookieNames()).toEqual(['pl-consent']);
    expect(Object.keys(localStorage).sort()).toEqual(['pl-consent', 'pl-consent:outbox']);
  });

  it('cleans up after a revocation, not after a first refusal, and again when the page is left', () => {
    const trackers = [tracker('analytics', 'cookie', '_ga'), tracker('functional', 'cookie', 'f')];
    const store = createConsentStore({ config: createTestConfig({ trackers }), gpc: false });
    const detach = attachCleanup(store);
    setCookies('_ga', 'f');
    store.rejectAll();
    expect(cookieNames()).toEqual(expect.arrayContaining(['_ga', 'f', 'pl-consent']));
    store.acceptAll();
    store.open();
    store.toggle('analytics', false);
    store.save();
    expect(cookieNames().sort()).toEqual(['f', 'pl-consent']);
    setCookies('_ga');
    window.dispatchEvent(new Event('pagehide'));
    expect(cookieNames().sort()).toEqual(['f', 'pl-consent']);
    store.acceptAll();
    setCookies('_ga');
    window.dispatchEvent(new Event('pagehide'));
    expect(cookieNames()).toContain('_ga');
    detach();
    store.withdraw();
    expect(cookieNames()).toContain('_ga');
    store.destroy();
  });
});

describe('I3: cleanup after a single service is revoked', () => {
  const trackers: ConsentTracker[] = ['one', 'two'].map((key) => ({
    ...tracker('analytics', 'localStorage', `_${key}`, '_both'),
    id: key,
    key,
  }));

  it('removes what it declares and no other declares too, and nothing of the rest of its category', () => {
    const config = createTestConfig({ trackers, granularity: 'service' });
    const store = createConsentStore({ config, gpc: false });
    store.acceptAll();
    const detach = attachCleanup(store);
    for (const name of ['_one', '_two', '_both']) localStorage.setItem(name, '1');
    store.toggle('one', false);
    store.save();
    expect(Object.keys(localStorage).filter((name) => name.startsWith('_'))).toEqual(['_two', '_both']);
    store.toggle('two', false);
    store.save();
    expect(Object.keys(localStorage).filter((name) => name.startsWith('_'))).toEqual([]);
    detach();
    store.destroy();
  });
});
