// @vitest-environment happy-dom
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type {
  ConsentAdapterName,
  ConsentConfig,
  ConsentCookieV1,
  ConsentTracker,
} from '../contract/config.ts';
import { createTestConfig } from '../contract/default-config.ts';
import { withServices } from '../contract/services.ts';
import { decide } from '../rules/decide.ts';
import { resolveConsent } from '../rules/resolve.ts';
import { memoryStorage } from './storage.ts';
import { createConsentStore } from './store.ts';
import { attachAdapters } from './vendor-consent.ts';

interface Page {
  uetq?: unknown[];
  clarity?: { q: ArrayLike<unknown>[] };
  fbq?: ((...command: unknown[]) => void) & { queue?: ArrayLike<unknown>[]; callMethod?: () => void };
  ttq?: unknown[] & { grantConsent?: () => void };
}
const page = window as unknown as Page;

function attach(adapter: ConsentAdapterName, inline?: string) {
  const config = createTestConfig();
  const store = createConsentStore({ config, storage: memoryStorage(), gpc: false });
  const tracker: ConsentTracker = {
    id: adapter,
    name: adapter,
    categoryKey: adapter === 'clarity' ? 'analytics' : 'marketing',
    kind: 'script',
    loader: { inline, strategy: 'afterDecision', consentModeManaged: true, adapter },
  };
  const detach = attachAdapters(store, () => ({ ...config, trackers: [tracker] }));
  return { store, detach };
}
const lists = (calls: ArrayLike<unknown>[] | undefined) => (calls ?? []).map((call) => Array.from(call));

beforeEach(() => {
  for (const name of ['uetq', 'clarity', 'fbq', '_fbq', 'ttq']) Reflect.deleteProperty(window, name);
});

describe("vendors' own consent APIs", () => {
  it('Microsoft Advertising: a default before the tag, then updates', () => {
    const { store } = attach('uet');
    store.acceptAll();
    store.withdraw();
    expect(page.uetq).toEqual([
      'consent',
      'default',
      { ad_storage: 'denied' },
      'consent',
      'update',
      { ad_storage: 'granted' },
      'consent',
      'update',
      { ad_storage: 'denied' },
    ]);
  });

  it('Microsoft Clarity: storage for statistics and for advertising apart, queued as arguments', () => {
    const { store } = attach('clarity');
    store.toggle('analytics', true);
    store.save();
    store.acceptAll();
    const calls = page.clarity!.q;
    expect(lists(calls)).toEqual([
      ['consentv2', { ad_Storage: 'denied', analytics_Storage: 'denied' }],
      ['consentv2', { ad_Storage: 'denied', analytics_Storage: 'granted' }],
      ['consentv2', { ad_Storage: 'granted', analytics_Storage: 'granted' }],
    ]);
    expect(calls.some(Array.isArray)).toBe(false);
  });

  describe('Microsoft Clarity is told of advertising by what its vendor advertises with', () => {
    const trackerOf = (key: string, categoryKey: string, adapter?: ConsentAdapterName): ConsentTracker => ({
      id: key,
      key,
      name: key,
      categoryKey,
      kind: 'script',
      loader: { strategy: 'afterDecision', consentModeManaged: false, ...(adapter && { adapter }) },
    });
    const trackers = [
      trackerOf('recordings', 'analytics', 'clarity'),
      trackerOf('search-ads', 'marketing', 'uet'),
      trackerOf('other-ads', 'marketing', 'meta'),
    ];
    const lastOf = (granularity: ConsentConfig['granularity'], x: ConsentCookieV1['x'], marketing: 0 | 1) => {
      const config = withServices({ ...createTestConfig(), trackers, granularity });
      const { cookie } = decide(resolveConsent(null, config), config, 'accept-all')!;
      const initialCookie = { ...cookie, d: { ...cookie.d, marketing }, x };
      const store = createConsentStore({ config, initialCookie, storage: memoryStorage(), gpc: false });
      attachAdapters(store, () => config);
      return lists(page.clarity!.q).at(-1)?.[1];
    };

    it.each([
      ['service', { 'search-ads': 1, 'other-ads': 0 }, 0, 'granted'],
      ['service', { 'search-ads': 0, 'other-ads': 1 }, 0, 'denied'],
      ['service', {}, 1, 'granted'],
      ['category', {}, 1, 'granted'],
      ['category', { 'search-ads': 0 }, 1, 'denied'],
      ['category', { 'search-ads': 1 }, 0, 'denied'],
    ] as const)('by %s, of %o', (granularity, x, marketing, ad_Storage) => {
      expect(lastOf(granularity, x, marketing)).toEqual({ ad_Storage, analytics_Storage: 'granted' });
    });
  });

  it('Meta: revokes with Limited Data Use before anything else is queued, and grants', () => {
    const { store } = attach('meta');
    page.fbq!('init', '1');
    store.acceptAll();
    expect(lists(page.fbq!.queue)).toEqual([
      ['consent', 'revoke'],
      ['dataProcessingOptions', ['LDU'], 0, 0],
      ['init', '1'],
      ['consent', 'grant'],
      ['dataProcessingOptions', []],
    ]);
    page.fbq!.callMethod = vi.fn();
    store.withdraw();
    expect(page.fbq!.callMethod).toHaveBeenLastCalledWith('dataProcessingOptions', ['LDU'], 0, 0);
  });

  it('Meta: leaves the usual snippet alone, which does nothing where fbq exists', () => {
    const { store } = attach(
      'meta',
      "!function(f){if(f.fbq)return}(window,'https://connect.facebook.net/en_US/fbevents.js')",
    );
    expect(page.fbq).toBeUndefined();
    page.fbq = vi.fn<(...command: unknown[]) => void>();
    store.acceptAll();
    expect(page.fbq).toHaveBeenCalledWith('consent', 'grant');
  });

  it('TikTok: holds, grants and revokes, queued until its script is there', () => {
    const { store } = attach('tiktok');
    store.acceptAll();
    store.withdraw();
    expect([...page.ttq!]).toEqual([['holdConsent'], ['grantConsent'], ['revokeConsent']]);
    page.ttq!.grantConsent = vi.fn();
    store.acceptAll();
    expect(page.ttq!.grantConsent).toHaveBeenCalledTimes(1);
  });

  describe('of a configuration that is renewed while the page is open', () => {
    const trackerOf = (adapter: ConsentAdapterName): ConsentTracker => ({
      id: adapter,
      name: adapter,
      categoryKey: 'marketing',
      kind: 'script',
      loader: { strategy: 'afterDecision', consentModeManaged: false, adapter },
    });
    const first = createTestConfig({ trackers: [trackerOf('uet')] });
    /** A page that has granted all, and then a configuration of these trackers. */
    const renewed = (...adapters: ConsentAdapterName[]) => {
      const store = createConsentStore({ config: first, storage: memoryStorage(), gpc: false });
      const listeners = new Set<() => void>();
      const subscribe = (listener: () => void) => {
        listeners.add(listener);
        return store.subscribe(listener);
      };
      attachAdapters({ has: store.has, subscribe }, () => store.config);
      store.acceptAll();
      store.refresh({ ...first, trackers: adapters.map(trackerOf) });
      for (const listener of listeners) listener();
      return store;
    };

    it('C3: a vendor that comes with it is told, and hears of a withdrawal', () => {
      const store = renewed('uet', 'meta');
      store.withdraw();
      expect(lists(page.fbq!.queue).filter(([command]) => command === 'consent')).toEqual([
        ['consent', 'grant'],
        ['consent', 'revoke'],
      ]);
    });

    it('a vendor that it names again hears nothing twice', () => {
      renewed('uet');
      expect(page.uetq).toHaveLength(6);
    });

    it('C3: a vendor that it leaves out runs on, and hears of a withdrawal', () => {
      const store = renewed();
      store.withdraw();
      expect(page.uetq!.slice(6)).toEqual(['consent', 'update', { ad_storage: 'denied' }]);
    });
  });

  it('tells nothing twice, and nothing once detached', () => {
    const { store, detach } = attach('uet');
    store.open();
    store.toggle('analytics', true);
    store.save();
    expect(page.uetq).toHaveLength(3);
    detach();
    store.acceptAll();
    expect(page.uetq).toHaveLength(3);
  });
});
