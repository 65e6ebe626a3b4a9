// @vitest-environment happy-dom

import { describe, expect, it } from 'vitest';
import { createTestConfig } from '../contract/default-config.ts';
import { page } from './page-state.ts';
import { memoryStorage } from './storage.ts';
import { createConsentStore } from './store.ts';
import { judgeBy } from './visitor-config.ts';

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
