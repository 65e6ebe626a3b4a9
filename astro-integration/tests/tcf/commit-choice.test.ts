import {
  type ConsentConfig,
  type ConsentStore,
  createConsentStore,
  createTestConfig,
  memoryStorage,
} from '@permesso/consent-core';
import { describe, expect, it } from 'vitest';
import { draftCategory } from '../../src/tcf/commit-choice.ts';
import { hasConsented, isAskedFor } from '../../src/tcf/consented.ts';

const NOW = 1_790_000_000;
const MONTH = 2_629_746;
const services = { ga: 'analytics', hotjar: 'analytics', meta: 'marketing', ads: 'marketing' };

function visit(changes: Partial<ConsentConfig> = {}) {
  const config = createTestConfig({ jurisdiction: { model: 'opt-in' } });
  let now = NOW;
  const store = createConsentStore({
    config: { ...config, services, granularity: 'service', ...changes },
    storage: memoryStorage(),
    gpc: false,
    now: () => now,
  });
  return { store, later: (seconds: number) => (now += seconds) };
}

/** As the page of vendors does it. */
function choose(store: ConsentStore, isGranted = true) {
  draftCategory(store, 'marketing', isGranted);
  store.save();
}

const granted = (store: ConsentStore) =>
  ['functional', 'analytics', 'marketing', ...Object.keys(services)].filter((name) => store.has(name));

describe('A choice of vendors', () => {
  it('is a decision about its category alone', () => {
    const { store } = visit();
    choose(store);
    expect(granted(store)).toEqual(['marketing', 'meta', 'ads']);
    choose(store, false);
    expect(granted(store)).toEqual([]);
  });

  it('leaves what was granted beside it', () => {
    const { store } = visit();
    store.toggle('analytics', true);
    store.save();
    choose(store);
    expect(granted(store)).toEqual(['analytics', 'marketing', 'ga', 'hotjar', 'meta', 'ads']);
  });

  it('commits no tick that was not saved, of categories and of services', () => {
    for (const names of [['analytics'], ['ga'], ['functional', 'ga', 'hotjar']]) {
      const { store } = visit();
      store.open();
      for (const name of names) store.toggle(name, true);
      choose(store);
      expect(granted(store)).toEqual(['marketing', 'meta', 'ads']);
    }
  });

  it('loses no service that was granted, or refused, beside it', () => {
    const { store } = visit();
    store.toggle('ga', true);
    store.save();
    store.open();
    store.toggle('analytics', true);
    choose(store);
    expect(granted(store)).toEqual(['marketing', 'ga', 'meta', 'ads']);
  });

  it('renews no grant that has expired', () => {
    const { store, later } = visit();
    store.acceptAll();
    later(13 * MONTH);
    store.refresh();
    expect(store.get().status).toBe('stale');
    choose(store);
    expect(granted(store)).toEqual(['marketing', 'meta', 'ads']);
  });

  it('overturns no refusal of a service by name, and ends what was granted of others with the category', () => {
    const { store } = visit();
    store.acceptAll();
    store.toggle('meta', false);
    store.save();
    choose(store);
    expect(store.has('meta')).toBe(false);
    expect(store.has('ads')).toBe(true);
    choose(store, false);
    expect(granted(store)).toEqual(['functional', 'analytics', 'ga', 'hotjar']);
  });
});

describe('Consent to the category', () => {
  const stateOf = (changes: Partial<ConsentConfig['categories'][number]>) => {
    const { categories } = createTestConfig();
    const { store } = visit({
      categories: categories.map((one) => (one.key === 'marketing' ? { ...one, ...changes } : one)),
    });
    return store;
  };
  const has = (store: ConsentStore) => hasConsented(store.get(), store.config, 'marketing');

  it('is an act of the visitor', () => {
    const store = stateOf({});
    expect(has(store)).toBe(false);
    store.acceptAll();
    expect(has(store)).toBe(true);
    store.rejectAll();
    expect(has(store)).toBe(false);
  });

  it.each([{ required: true }, { basis: 'exempt' as const }])(
    'is none where it is on without it: %o',
    (changes) => {
      const store = stateOf(changes);
      store.acceptAll();
      expect(store.has('marketing')).toBe(true);
      expect(has(store)).toBe(false);
      expect(isAskedFor(store.config, 'marketing')).toBe(false);
    },
  );

  it('is none where a service of it was refused by name, in another category before', () => {
    const { store } = visit();
    store.acceptAll();
    store.toggle('hotjar', false);
    store.save();
    const { config } = store;
    store.refresh({
      ...config,
      services: { ...config.services, hotjar: 'marketing' },
      reconsent: { ...config.reconsent, on: [] },
    });
    expect(store.get()).toMatchObject({ status: 'decided', decisions: { marketing: true, hotjar: false } });
    expect(has(store)).toBe(false);
  });

  it('is none to a category that is not there', () => {
    const { store } = visit();
    store.acceptAll();
    expect(hasConsented(store.get(), store.config, 'advertising')).toBe(false);
  });
});
