// @vitest-environment happy-dom

import { afterEach, describe, expect, it, vi } from 'vitest';
import { createTestConfig } from '../contract/default-config.ts';
import { type GpcSignal, REMEMBERED } from '../contract/payload.ts';
import { withServices } from '../contract/services.ts';
import { cookieFor, encodeConsentCookie } from '../rules/cookie.ts';
import { readCmsAnswer } from './cms-answer.ts';
import { page } from './page-state.ts';
import { memoryStorage } from './storage.ts';
import { createConsentStore } from './store.ts';
import { askConfig, judgeBy, keepingDraft, renewConfig } from './visitor-config.ts';

const unknown = createTestConfig();
const usa = createTestConfig({ jurisdiction: { country: 'US', model: 'opt-out' } });

function storeOf(signal: boolean) {
  const storage = memoryStorage();
  const store = createConsentStore({ config: unknown, storage, gpc: false });
  page().facts = { gpc: signal } as never;
  return store;
}

describe('a store whose page hears of the signal later', () => {
  it('C11: opts out by it, and whoever held it or listened goes on', () => {
    const store = storeOf(true);
    const heard: unknown[] = [];
    const granted: boolean[] = [];
    store.onChange((decisions, _, source) => heard.push([source, decisions.marketing]));
    store.subscribe(() => granted.push(store.has('marketing')));
    judgeBy(store, usa);
    expect(store.getState()).toMatchObject({ gpc: true, source: 'gpc', model: 'opt-out' });
    expect(store.config).toBe(usa);
    expect(heard).toEqual([['gpc', false]]);
    store.acceptAll();
    expect(store.getState().decisions).toMatchObject({ functional: true, marketing: false });
    expect(heard.at(-1)).toEqual(['api', false]);
    expect(new Set(granted)).toEqual(new Set([false]));
  });

  it('keeps open what the visitor has open', () => {
    const store = storeOf(true);
    store.open();
    judgeBy(store, unknown);
    expect(store.getState()).toMatchObject({ ui: 'preferences', gpc: true });
  });

  it('stays as it is without one', () => {
    const store = storeOf(false);
    judgeBy(store, usa);
    expect(store.getState()).toMatchObject({ gpc: false, source: null });
    expect(store.has('marketing')).toBe(true);
  });
});

describe('a store whose page asks again', () => {
  afterEach(() => vi.unstubAllGlobals());

  /** Asks where the page was told one thing of the signal and the site's own route tells another. */
  async function askAgain(told: GpcSignal, answered: GpcSignal) {
    const store = createConsentStore({ config: usa, storage: memoryStorage(), gpc: told });
    const payload = { config: usa, key: '', head: { name: 'pl-consent' }, visitor: true, gpc: told };
    page().facts = { payload: { ...payload, base: '/_consent' }, gpc: told } as never;
    vi.stubGlobal('fetch', async () => Response.json({ ...payload, gpc: answered }));
    await askConfig(store);
    return store.getState();
  }

  it('C11: is judged by the signal of an account as long as the site says it', async () => {
    expect(await askAgain(false, 'account')).toMatchObject({ gpc: true, decisions: { marketing: false } });
    expect(await askAgain('account', false)).toMatchObject({ gpc: false, decisions: { marketing: true } });
    expect(sessionStorage.getItem(REMEMBERED)).toContain('"gpc":false');
  });

  it('does so where the rest of its configuration is gone, by the store that it starts for this', async () => {
    const store = storeOf(false);
    page().parts.consent = { startStore: async () => store, act() {} };
    const payload = { config: unknown, key: '', head: { name: 'pl-consent' }, visitor: true, gpc: false };
    page().facts = { payload: { ...payload, base: '/_consent' }, gpc: false } as never;
    vi.stubGlobal('fetch', async () => Response.json({ ...payload, config: usa }));
    renewConfig();
    await vi.waitFor(() => expect(store.config).toEqual(usa));
    delete page().parts.consent;
  });

  it('C11: stays with what the browser has said of itself', async () => {
    expect(await askAgain(true, false)).toMatchObject({ gpc: true, source: 'gpc' });
  });

  it('K: stays with what the request said where the CMS itself answers, which does not know it', () => {
    page().facts = { payload: { gpc: true } } as never;
    expect(readCmsAnswer(usa)?.gpc).toBe(true);
  });
});

describe('preferences that are judged anew while somebody is at the switches', () => {
  const config = withServices(
    createTestConfig({
      granularity: 'service',
      trackers: ['ga', 'matomo'].map((key) => ({
        id: key,
        key,
        name: key,
        categoryKey: 'analytics',
        kind: 'cookie-only' as const,
      })),
    }),
  );
  const opened = (x: Record<string, 0 | 1>, analytics = false) => {
    const decided = cookieFor({
      consentId: '6f9619ff-8b86-4d01-b42d-00cf4fc964ff',
      decisions: { functional: false, analytics, marketing: false },
      versions: config.versions,
      model: 'opt-in',
      source: 'preferences',
      decidedAt: Math.floor(Date.now() / 1000) - 60,
    });
    const storage = memoryStorage(encodeConsentCookie({ ...decided, x }));
    const store = createConsentStore({ config, storage, gpc: false });
    store.open();
    return store;
  };
  const judgeAgain = (store: ReturnType<typeof opened>, services = config.services) => {
    keepingDraft(store, () => store.refresh({ ...config, services: { ...services } }));
    store.save();
    return ['ga', 'matomo'].filter(store.has);
  };

  it('C3: switch no service on that was switched off, also where none of its category is left', () => {
    const store = opened({ ga: 1, matomo: 0 });
    store.toggle('ga', false);
    expect(judgeAgain(store)).toEqual([]);
  });

  it('C3: do not take what a service has from the category that it has come into', () => {
    const store = opened({ ga: 1, matomo: 0 });
    store.toggle('functional', true);
    store.toggle('ga', false);
    expect(judgeAgain(store, { ga: 'functional', matomo: 'analytics' })).toEqual([]);
  });

  it.each([
    ['one that was allowed', {}, true, [['ga', false] as const], ['matomo']],
    ['one that was refused', { ga: 0, matomo: 1 } as const, false, [['ga', true] as const], ['ga', 'matomo']],
    [
      'all by their category',
      { ga: 0, matomo: 1 } as const,
      false,
      [['analytics', true] as const],
      ['ga', 'matomo'],
    ],
    [
      'one for another',
      { ga: 1, matomo: 0 } as const,
      false,
      [['ga', false] as const, ['matomo', true] as const],
      ['matomo'],
    ],
  ])('keep what was switched: %s', (_, x, analytics, switched, granted) => {
    const store = opened(x, analytics);
    for (const [name, on] of switched) store.toggle(name, on);
    expect(judgeAgain(store)).toEqual(granted);
  });
});
