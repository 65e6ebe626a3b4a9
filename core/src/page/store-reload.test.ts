import { afterEach, describe, expect, it, vi } from 'vitest';
import { open } from '../../tests/open-store.ts';
import type { ConsentTracker } from '../contract/config.ts';
import { ledger, markRan } from './ledger.ts';
import { attachTrackers } from './loader.ts';

describe('C12: needsReload', () => {
  afterEach(() => ledger().clear());

  it('turns true when a category is revoked after a script of it ran, and stays so', () => {
    const { store } = open();
    store.acceptAll();
    markRan('src:https://stats.example/1.js', 'analytics');
    store.open();
    store.toggle('marketing', false);
    store.save();
    expect(store.getState().needsReload).toBe(false);
    store.withdraw();
    expect(store.getState().needsReload).toBe(true);
    store.acceptAll();
    expect(store.getState().needsReload).toBe(true);
  });

  const tracker = (kind: 'script' | 'pixel', loader: { src?: string; inline?: string }): ConsentTracker => ({
    id: JSON.stringify([kind, loader]),
    name: 'Stats',
    categoryKey: 'analytics',
    kind,
    loader: { strategy: 'afterDecision', consentModeManaged: false, ...loader },
  });
  /** Accepts, loads the tracker, and refuses. */
  const revoke = (loaded: ConsentTracker) => {
    const append = vi.fn();
    const element = (tag: string) => ({ tagName: tag.toUpperCase(), dataset: {}, setAttribute() {} });
    vi.stubGlobal('document', {
      createElement: element,
      head: { append },
      querySelector: () => null,
      querySelectorAll: () => [],
    });
    const made = open();
    attachTrackers(made.store, () => [loaded]);
    made.store.acceptAll();
    made.store.rejectAll();
    vi.unstubAllGlobals();
    return { ...made, append };
  };

  it.each([
    [true, 'a script', tracker('script', { src: 'https://stats.example/1.js' })],
    [true, 'a pixel with a script', tracker('pixel', { inline: 'x()', src: 'https://stats.example/1.gif' })],
    [false, 'a pixel alone', tracker('pixel', { src: 'https://stats.example/1.gif' })],
    [false, 'a tracker that loads nothing', tracker('script', {})],
  ])('is %s after %s', (needed, _, loaded) => {
    const { store, append } = revoke(loaded);
    expect(store.getState().needsReload).toBe(needed);
    expect(append.mock.calls.length > 0).toBe(!!(loaded.loader!.src ?? loaded.loader!.inline));
  });

  it('does not speak of what ran for a store of another storage, and does for one of the same', () => {
    const { store, storage } = revoke(tracker('script', { src: 'https://stats.example/2.js' }));
    const other = open();
    other.store.rejectAll();
    const [same] = [open({}, { storage })];
    expect([store, other.store, same.store].map((each) => each.getState().needsReload)).toEqual([
      true,
      false,
      true,
    ]);
  });

  it('is true at once for a new store on a page where a refused script runs on', () => {
    markRan('src:https://stats.example/1.js', { and: ['analytics', 'marketing'] });
    const { store } = open();
    expect(store.getState().needsReload).toBe(true);
  });
});
