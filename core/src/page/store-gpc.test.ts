import { afterEach, describe, expect, it, vi } from 'vitest';
import { cookieOf, open, optOut, stored } from '../../tests/open-store.ts';
import type { PendingConfig } from '../contract/config.ts';
import { createTestConfig } from '../contract/default-config.ts';
import { encodeConsentCookie } from '../rules/cookie.ts';
import { memoryStorage } from './storage.ts';

afterEach(() => vi.unstubAllGlobals());

describe('Global Privacy Control', () => {
  it('C11: under opt-out the signal is a decision, written and recorded once', () => {
    const { store, storage, records } = open(optOut, { gpc: true });
    expect(store.getState()).toMatchObject({ status: 'decided', source: 'gpc', ui: 'closed' });
    expect(stored(storage)).toMatchObject({ s: 'g', d: { functional: 1, analytics: 0, marketing: 0 } });
    const again = open(optOut, { gpc: true, storage });
    store.refresh();
    expect([records.length, again.records.length]).toEqual([1, 0]);
    // A page from a cache that does not know the cookie yet makes no second decision.
    expect(open(optOut, { gpc: true, storage, initialCookie: null }).records).toEqual([]);
  });

  it('C11: leaves an explicit decision that the page did not know of as it is', () => {
    const config = createTestConfig(optOut);
    const storage = memoryStorage(encodeConsentCookie(cookieOf(config)));
    const { store, records } = open(optOut, { gpc: true, storage, initialCookie: null });
    expect([store.getState().source, records.length]).toEqual(['banner', 0]);
  });

  it('C11: a later explicit choice turns on only what does not respect the signal', () => {
    const { store, storage } = open(optOut, { gpc: true });
    store.toggle('marketing', true);
    expect(store.getState().draft.marketing).toBe(false);
    store.acceptAll();
    expect(stored(storage)?.d).toEqual({ functional: 1, analytics: 0, marketing: 0 });
  });

  it('C11: is a decision also where the page hears of it later, for whoever holds the store or a method of it', () => {
    const { store, storage, records } = open(optOut);
    const { has, acceptAll } = store;
    const heard = vi.fn();
    store.onChange((decisions, previous, source) => heard(source, previous.marketing, decisions.marketing));
    expect(has('marketing')).toBe(true);
    store.refresh(undefined, true);
    expect([has('marketing'), store.getState().source, records.length]).toEqual([false, 'gpc', 1]);
    acceptAll();
    expect(stored(storage)?.d).toEqual({ functional: 1, analytics: 0, marketing: 0 });
    expect(heard.mock.calls).toEqual([
      ['gpc', true, false],
      ['api', false, false],
    ]);
    store.refresh();
    expect(store.getState().gpc).toBe(true);
    expect(records).toHaveLength(2);
  });

  it('C11: later, it replaces what was dismissed, and no explicit choice', () => {
    const dismissed = open(optOut);
    dismissed.store.dismiss();
    dismissed.store.refresh(undefined, true);
    expect(stored(dismissed.storage)?.s).toBe('g');
    const chosen = open(optOut);
    chosen.store.acceptAll();
    chosen.store.refresh(undefined, true);
    expect([
      stored(chosen.storage)?.s,
      chosen.store.has('marketing'),
      chosen.store.has('functional'),
    ]).toEqual(['b', false, true]);
  });

  it('C11: of another device of the account is judged by, and is no decision of this browser', () => {
    const { store, storage, records } = open(optOut, { gpc: 'account' });
    expect(store.getState()).toMatchObject({ gpc: true, ui: 'closed', decisions: { marketing: false } });
    store.refresh();
    expect([storage.value, records]).toEqual([null, []]);
    store.acceptAll();
    expect(stored(storage)).toMatchObject({ s: 'a', d: { functional: 1, analytics: 0, marketing: 0 } });
  });

  it('C11: of the account ends with it, and one of the browser beside it is a decision, and stays', () => {
    const { store, records } = open(optOut, { gpc: 'account' });
    store.refresh(undefined, false);
    expect([store.getState().gpc, store.has('marketing')]).toEqual([false, true]);
    store.refresh(undefined, 'account');
    vi.stubGlobal('navigator', { globalPrivacyControl: true });
    store.refresh();
    expect(records.map(({ source }) => source)).toEqual(['gpc']);
    store.refresh(undefined, false);
    expect(store.has('marketing')).toBe(false);
  });

  it('C1: decides nothing by the signal before it is known that the configuration holds', () => {
    const config: PendingConfig = { ...createTestConfig(optOut), pending: 'config' };
    const { store, storage, records } = open({}, { config, gpc: true });
    store.refresh();
    expect([storage.value, records]).toEqual([null, []]);
    store.refresh(createTestConfig(optOut));
    expect(records.map(({ source }) => source)).toEqual(['gpc']);
  });

  it('J: under opt-in the signal changes nothing', () => {
    const { store, storage } = open({}, { gpc: true });
    expect([store.getState().status, storage.value]).toEqual(['undecided', null]);
    store.acceptAll();
    expect(store.has('marketing')).toBe(true);
  });
});
