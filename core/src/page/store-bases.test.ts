import { describe, expect, it, vi } from 'vitest';
import { open, stored } from '../../tests/open-store.ts';
import { createTestConfig } from '../contract/default-config.ts';
import { withBases } from '../rules/basis.ts';

describe('what rests on another basis than consent', () => {
  const britain = () => {
    const config = createTestConfig();
    return open({ categories: withBases(config.categories, { analytics: 'objection' }) });
  };

  it('is on before a choice, and no choice of what is asked for makes it a grant', () => {
    const { store, storage, records } = britain();
    expect([store.getState().status, store.has('analytics'), store.has('marketing')]).toEqual([
      'undecided',
      true,
      false,
    ]);
    store.open();
    store.toggle('marketing');
    expect(store.getState().draft).toEqual({ functional: false, analytics: true, marketing: true });
    store.save();
    expect(stored(storage)?.d).toEqual({ functional: 0, marketing: 1 });
    expect(records[0]?.decisions).toEqual({ functional: false, marketing: true });
    expect(store.has('analytics')).toBe(true);
  });

  it('ends with an objection: cookie, record and effect at once, until it is taken back', () => {
    const { store, storage, records } = britain();
    const heard = vi.fn();
    store.onChange(heard);
    store.open();
    store.toggle('analytics', false);
    store.save();
    expect(store.has('analytics')).toBe(false);
    expect(stored(storage)?.d.analytics).toBe(0);
    expect(records[0]?.decisions.analytics).toBe(false);
    // What cleans up goes by this.
    const [now, before] = heard.mock.lastCall ?? [];
    expect([before.analytics, now.analytics]).toEqual([true, false]);
    store.open();
    store.toggle('analytics');
    expect(store.getState().draft.analytics).toBe(true);
    store.save();
    expect([store.has('analytics'), Object.keys(stored(storage)?.d ?? {})]).toEqual([
      true,
      ['functional', 'marketing'],
    ]);
  });

  it.each(['rejectAll', 'withdraw'] as const)('ends with %s as everything does', (act) => {
    const { store, storage } = britain();
    store[act]();
    expect(stored(storage)?.d).toEqual({ functional: 0, analytics: 0, marketing: 0 });
    expect(store.has('analytics')).toBe(false);
  });
});
