// @vitest-environment happy-dom
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type {
  ConsentDecisions,
  ConsentSource,
  ConsentTracker,
  PendingConfig,
  TrackerStorage,
} from '../contract/config.ts';
import { createTestConfig } from '../contract/default-config.ts';
import { withServices } from '../contract/services.ts';
import { CONSENT_MODELS } from '../contract/values.ts';
import { cookieFor, encodeConsentCookie } from '../rules/cookie.ts';
import { attachCleanup, cleanRevoked } from './cleanup.ts';
import { cookieStorage } from './storage.ts';
import { type ConsentStore, createConsentStore } from './store.ts';

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

describe('I3: cleanup on the page after', () => {
  const trackers = [tracker('analytics', 'localStorage', '_st'), tracker('marketing', 'localStorage', '_ad')];
  const optOut = { trackers, jurisdiction: { country: 'US', model: 'opt-out' as const } };
  const left = () => Object.keys(localStorage).filter((name) => name.startsWith('_'));
  const noted = () => localStorage.getItem('pl-consent:granted');

  /** A page that is left before anything else happens. */
  const onPage = (terms: Partial<PendingConfig>, act = (_: ConsentStore) => {}, gpc = false) => {
    const store = createConsentStore({ config: createTestConfig(terms), gpc });
    const detach = attachCleanup(store);
    act(store);
    detach();
    store.destroy();
  };
  const write = () => {
    for (const name of ['_st', '_ad']) localStorage.setItem(name, '1');
  };
  /** As a form without scripts decides, or the answer of a route. */
  const decideElsewhere = (decisions: ConsentDecisions, source: ConsentSource = 'preferences') => {
    const config = createTestConfig(optOut);
    const cookie = cookieFor({
      consentId: '6f9619ff-8b86-4d01-b42d-00cf4fc964ff',
      decisions,
      versions: config.versions,
      model: 'opt-out',
      source,
      decidedAt: Math.floor(Date.now() / 1000),
    });
    cookieStorage().write(encodeConsentCookie(cookie), config.cookie);
  };
  afterEach(() => vi.unstubAllGlobals());

  it('removes what was revoked without scripts, or on a page that was left at once', () => {
    onPage({ trackers }, (store) => store.acceptAll());
    expect(noted()).toBe('functional analytics marketing');
    write();
    decideElsewhere({ functional: true, analytics: false, marketing: true });
    onPage({ trackers });
    expect([left(), noted()]).toEqual([['_ad'], 'functional marketing']);
    decideElsewhere({ functional: false, analytics: false, marketing: false }, 'withdraw');
    onPage({ trackers });
    expect([left(), noted()]).toEqual([[], null]);
  });

  it.each([
    // Nobody has kept that it was granted.
    ['a default', () => {}, { marketing: false }],
    ['a banner that was dismissed', (store: ConsentStore) => store.dismiss(), { marketing: true }],
  ])('C11: removes what ran by %s before the signal was switched on', async (_, act, previous) => {
    onPage(optOut, act);
    write();
    const heard = new Promise<CustomEvent>((resolve) =>
      window.addEventListener('consentchange', (event) => resolve(event as CustomEvent), { once: true }),
    );
    onPage(optOut, undefined, true);
    expect([left(), noted()]).toEqual([[], 'functional']);
    expect((await heard).detail).toMatchObject({ previous, decisions: { marketing: false }, source: 'gpc' });
  });

  it('C11: removes it where the signal is switched on while the page is open', () => {
    onPage(optOut, (store) => {
      store.dismiss();
      write();
      store.refresh(undefined, true);
    });
    expect(left()).toEqual([]);
  });

  it.each<[string, Partial<PendingConfig>]>([
    ['nobody has decided, under another law', { trackers }],
    ['nobody knows whether the configuration holds', { ...optOut, pending: 'config' }],
    ['it is a preview', { trackers, preview: true } as never],
    ['consent is switched off', { ...optOut, enabled: false }],
  ])('keeps all where %s', (_, terms) => {
    onPage(optOut, (store) => store.dismiss());
    write();
    onPage(terms);
    expect([left(), noted()]).toEqual([['_st', '_ad'], 'functional analytics marketing']);
  });

  it('keeps all of a decision that has to be renewed', () => {
    onPage({ trackers }, (store) => store.acceptAll());
    write();
    onPage({ trackers, versions: { ...createTestConfig().versions, trackersVersion: 'other' } });
    expect(left()).toEqual(['_st', '_ad']);
    onPage({ trackers }, (store) => store.rejectAll());
    expect(left()).toEqual([]);
  });

  it('waits for what the configuration lacks, and keeps its note until then', () => {
    onPage({ trackers }, (store) => store.acceptAll());
    write();
    decideElsewhere({ functional: false, analytics: false, marketing: false });
    const store = createConsentStore({ config: createTestConfig() });
    const uses: (() => void)[] = [];
    const detach = attachCleanup(store, (use) => uses.push(use));
    expect([left(), noted()]).toEqual([['_st', '_ad'], 'functional analytics marketing']);
    store.config.trackers = trackers;
    for (const use of uses) use();
    expect([left(), noted()]).toEqual([[], null]);
    detach();
    store.destroy();
  });

  it('notes nothing where nothing optional is granted', () => {
    const own = { ...tracker('necessary', 'cookie', 'own'), key: 'own' };
    onPage(withServices(createTestConfig({ trackers: [...trackers, own] })), (store) => store.rejectAll());
    expect(noted()).toBeNull();
  });

  it('removes what ran on the page of the click where nothing can be noted', () => {
    vi.stubGlobal('localStorage', undefined);
    onPage({ trackers: [tracker('analytics', 'cookie', '_ga')] }, (store) => {
      store.acceptAll();
      setCookies('_ga');
      store.withdraw();
    });
    expect(cookieNames()).not.toContain('_ga');
  });

  it('I4: removes in each tab what ran there, when another one revokes and has cleaned up', () => {
    const kept = [tracker('analytics', 'sessionStorage', '_tab')];
    onPage({ trackers: kept }, (store) => {
      store.acceptAll();
      sessionStorage.setItem('_tab', '1');
      decideElsewhere({ functional: false, analytics: false, marketing: false });
      localStorage.removeItem('pl-consent:granted');
      store.refresh();
    });
    expect(sessionStorage.getItem('_tab')).toBeNull();
  });

  it('removes what the signal forbids under a law that asks nobody', () => {
    const notice = { trackers, jurisdiction: { country: 'JP', model: 'notice' as const } };
    onPage(notice);
    write();
    onPage(notice, undefined, true);
    expect([left(), noted()]).toEqual([[], 'functional']);
  });

  it('follows a decision also where the law is not known yet, but not the signal, whose law that is', () => {
    onPage({ trackers }, (store) => store.acceptAll());
    write();
    onPage({ trackers, pending: 'model' }, undefined, true);
    expect(left()).toEqual(['_st', '_ad']);
    onPage({ trackers, pending: 'model' }, (store) => store.withdraw(), true);
    expect(left()).toEqual([]);
  });

  it('keeps what is on by default where a configuration stands in that grants none of it', () => {
    onPage(optOut, (store) => {
      store.toggle('marketing', false);
      store.save();
    });
    write();
    onPage({ trackers, pending: 'model' });
    expect([left(), noted()]).toEqual([['_st', '_ad'], 'functional analytics']);
  });

  it('removes what the signal forbids also of a decision that has to be renewed, and not where the law asks', () => {
    onPage({ trackers }, (store) => store.acceptAll());
    write();
    const renewed = { versions: { ...createTestConfig().versions, trackersVersion: 'other' } };
    onPage({ trackers, ...renewed }, undefined, true);
    expect(left()).toEqual(['_st', '_ad']);
    onPage({ ...optOut, ...renewed }, undefined, true);
    expect(left()).toEqual([]);
  });
});

describe('I3: cleanup after a single service is revoked', () => {
  const trackers: ConsentTracker[] = ['one', 'two'].map((key) => ({
    ...tracker('analytics', 'localStorage', `_${key}`, '_both'),
    id: key,
    key,
  }));

  it.each(CONSENT_MODELS)(
    'removes what it declares and no other declares too, and nothing of the rest of its category: %s',
    (model) => {
      const config = createTestConfig({
        trackers,
        granularity: 'service',
        jurisdiction: { country: null, model },
      });
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
    },
  );
});
