import { describe, expect, it } from 'vitest';
import { open } from '../../tests/open-store.ts';
import type { ConsentTracker } from '../contract/config.ts';
import { decodeConsentCookie } from '../rules/cookie.ts';

describe('single services', () => {
  const trackers: ConsentTracker[] = ['player', 'map'].map((key) => ({
    id: `id-${key}`,
    key,
    name: key,
    categoryKey: 'functional',
    kind: 'iframe',
  }));
  const byService = { trackers, granularity: 'service' } as const;

  it('one is granted without its category, kept as an exception, and recorded as one', () => {
    const { store, storage, records } = open(byService);
    store.toggle('player', true);
    expect(store.getState().draft).toMatchObject({ functional: false, player: true, map: false });
    store.save();
    expect(['player', 'map', 'functional'].map(store.has)).toEqual([true, false, false]);
    expect(store.has({ and: ['player', { not: 'map' }] })).toBe(true);
    expect(decodeConsentCookie(storage.value)).toMatchObject({
      d: { functional: 0 },
      x: { player: 1, map: 0 },
    });
    expect(records.at(-1)).toMatchObject({
      decisions: { functional: false },
      services: { player: true, map: false },
    });
  });

  it('the switch of a category is the sum of its services', () => {
    const { store, storage } = open(byService);
    store.toggle('functional', true);
    store.toggle('map', false);
    expect(store.getState().draft).toMatchObject({ functional: false, player: true, map: false });
    store.toggle('map');
    expect(store.getState().draft.functional).toBe(true);
    store.save();
    expect(decodeConsentCookie(storage.value)).not.toHaveProperty('x');
  });

  it('C3: a refused one stays refused in another category, a required one, and where visitors decide on categories', () => {
    const { store, config } = open(byService);
    store.acceptAll();
    store.toggle('map', false);
    store.save();
    const moved = {
      ...config,
      services: { player: 'functional', map: 'marketing' },
      reconsent: { ...config.reconsent, on: [] },
    };
    const required = moved.categories.map((category) => ({
      ...category,
      required: category.required || category.key === 'marketing',
    }));
    for (const next of [
      moved,
      { ...moved, categories: required },
      { ...moved, granularity: 'category' as const },
    ]) {
      store.refresh(next);
      expect(store.has('marketing')).toBe(true);
      expect(store.has('map')).toBe(false);
    }
    // To accept all is a new answer to everything that there is.
    store.acceptAll();
    expect(store.has('map')).toBe(true);
  });

  it('where visitors decide on categories, the switch of a service is that of its category', () => {
    const { store } = open({ trackers });
    store.toggle('player', true);
    store.save();
    expect(['player', 'map', 'functional'].map(store.has)).toEqual([true, true, true]);
    expect(store.getState().decisions).toEqual({ functional: true, analytics: false, marketing: false });
  });

  it('C3: one that was refused holds against an older decision that names nothing of it', () => {
    const { store, storage } = open(byService);
    store.acceptAll();
    const older = storage.value;
    store.toggle('player', false);
    store.save();
    for (let answers = 0; answers < 50; answers++) storage.write(older);
    expect(store.has('player')).toBe(false);
    expect(decodeConsentCookie(storage.value)?.x?.player).toBe(0);
  });

  it('a decision says once more which of them was newer, also where only services differ', () => {
    const { store, storage } = open(byService);
    store.toggle('player', true);
    store.save();
    const older = storage.value;
    store.toggle('player', false);
    store.save();
    // The answer to an older record sets its cookie again: the newest decision is written over it.
    storage.write(older);
    expect(store.has('player')).toBe(false);
    expect(decodeConsentCookie(storage.value)?.x?.player).not.toBe(1);
  });
});
