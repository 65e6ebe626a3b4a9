// @vitest-environment happy-dom
import { computed } from 'nanostores';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createTestConfig } from '../contract/default-config.ts';
import { cookieFor, encodeConsentCookie } from '../rules/cookie.ts';
import { awaitedStore } from './awaited-store.ts';
import { ledger } from './ledger.ts';
import { page } from './page-state.ts';
import { adoptStore } from './page-store.ts';
import { memoryStorage } from './storage.ts';
import { createConsentStore } from './store.ts';

const usa = createTestConfig({ jurisdiction: { country: 'US', model: 'opt-out' } });

function arrive(gpc = false) {
  const store = createConsentStore({ config: usa, storage: memoryStorage(), gpc });
  adoptStore(store);
  return store;
}

beforeEach(() => {
  page().store = null;
  page().listeners.clear();
  ledger().announced = undefined;
});

describe('the store of a page that knows no configuration yet', () => {
  it('C1: grants nothing, reads no cookie of a name that nobody has told, and keeps nothing', () => {
    const cookie = cookieFor({
      consentId: '6f9619ff-8b86-4011-b42d-00cf4fc964ff',
      decisions: { functional: true, analytics: true, marketing: true },
      versions: usa.versions,
      model: 'opt-out',
      source: 'banner',
      decidedAt: Math.floor(Date.now() / 1000),
    });
    // biome-ignore lint/suspicious/noDocumentCookie: a decision of another site on this host
    document.cookie = `pl-consent=${encodeConsentCookie(cookie)}; Path=/`;
    const before = document.cookie;
    const store = awaitedStore();
    store.acceptAll();
    store.open();
    store.refresh(usa);
    expect(store.getState()).toMatchObject({ status: 'undecided', decidedAt: null, ui: 'closed' });
    expect([store.has('analytics'), document.cookie, page().store]).toEqual([false, before, null]);
  });

  it('is the page’s own as soon as there is one, for whoever holds it or listens', () => {
    const store = awaitedStore();
    const granted = vi.fn();
    const decided = vi.fn();
    store.subscribe(() => granted(store.has('marketing')));
    store.onChange((decisions, _, source) => decided(source, decisions.marketing));
    const model = computed(store, (state) => state.model);
    const { get, rejectAll } = store;
    expect(model.get()).toBe('opt-in');

    const own = arrive();
    expect([store.config, store.value, store.keptIn]).toEqual([own.config, own.value, own.keptIn]);
    expect([granted.mock.calls.flat(), model.get()]).toEqual([[false, true], 'opt-out']);
    expect(decided).not.toHaveBeenCalled();

    rejectAll();
    expect([get(), own.getState().source]).toEqual([own.getState(), 'banner']);
    expect([granted.mock.lastCall, decided.mock.calls]).toEqual([[false], [['banner', false]]]);
  });

  it('C11: tells of the signal that is decided by as the page’s own is made', () => {
    const store = awaitedStore();
    const heard = vi.fn();
    store.onChange((decisions, _, source) => heard(source, decisions.marketing));
    arrive(true);
    expect(heard.mock.calls).toEqual([['gpc', false]]);
  });

  it('counts who listens, as bindings of nanostores do', () => {
    const store = awaitedStore();
    const stop = store.listen(() => {});
    arrive();
    expect(store.lc).toBe(1);
    const off = vi.spyOn(store, 'off');
    stop();
    expect([store.lc, off.mock.calls.length]).toEqual([0, 1]);
  });
});
