import { describe, expect, it, vi } from 'vitest';
import { cookieOf, NOW, open, stored } from '../../tests/open-store.ts';
import { createTestConfig } from '../contract/default-config.ts';
import { encodeConsentCookie } from '../rules/cookie.ts';
import { memoryStorage } from './storage.ts';
import { createConsentStore } from './store.ts';

describe('one storage', () => {
  it('stores over it follow each other', () => {
    const { store, storage } = open();
    const { store: other, records } = open({}, { storage });
    const heard = vi.fn();
    other.onChange(heard);
    store.acceptAll();
    expect(other.getState()).toMatchObject({
      status: 'decided',
      ui: 'closed',
      consentId: store.getState().consentId,
    });
    expect(heard).toHaveBeenCalledTimes(1);
    expect(records).toEqual([]);
    other.withdraw();
    expect(store.has('analytics')).toBe(false);
  });

  it('destroy leaves nothing behind', () => {
    const { store, storage } = open();
    const { store: other } = open({}, { storage });
    const heard = vi.fn();
    other.listen(heard);
    other.onChange(heard);
    other.destroy();
    store.acceptAll();
    expect(heard).not.toHaveBeenCalled();
    expect([other.getState().status, other.lc]).toEqual(['undecided', 0]);
  });

  it('J: refresh takes a deleted cookie for no decision, and C7: writes nothing', () => {
    const { store, storage } = open();
    store.acceptAll();
    const { consentId } = store.getState();
    storage.value = null;
    store.refresh();
    expect(store.getState()).toMatchObject({ status: 'undecided', ui: 'banner' });
    expect(store.getState().consentId).not.toBe(consentId);
    expect(storage.value).toBeNull();
  });

  it('C5: refresh judges expiry again', () => {
    const { store, clock } = open({ reconsent: { expiresAfterMonths: 6 } });
    store.acceptAll();
    clock.time += 6 * 30.4375 * 86_400 + 1;
    store.refresh();
    expect(store.getState()).toMatchObject({ status: 'stale', repromptReason: 'expired', ui: 'banner' });
    expect([store.has('analytics'), store.getState().draft.analytics]).toEqual([false, true]);
  });

  it('L: an older decision that a late answer brings back is replaced by the newest', async () => {
    let answer = () => {};
    const record = () =>
      new Promise<void>((resolve) => {
        answer = resolve;
      });
    const { store, storage } = open({}, { record });
    store.acceptAll();
    const accepted = storage.value;
    const answerToAccept = answer;
    store.withdraw();
    const withdrawn = storage.value;
    // The route answers the first record and sets its cookie, in the same second as the second decision.
    storage.value = accepted;
    answerToAccept();
    await new Promise((resolve) => setTimeout(resolve));
    expect(storage.value).toBe(withdrawn);
    expect(store.getState().source).toBe('withdraw');
  });

  it.each([1, 0, -3600])(
    'L: a refusal holds however often an older grant comes back (%i s later)',
    (step) => {
      const { store, storage, clock } = open();
      store.acceptAll();
      const accepted = storage.value;
      clock.time += step;
      store.rejectAll();
      const refused = storage.value;
      for (let answers = 0; answers < 100; answers++) {
        storage.write(accepted);
        expect([store.has('analytics'), storage.value]).toEqual([false, refused]);
      }
    },
  );

  it('L: a grant holds, too, where late answers bring back the refusal before it', () => {
    const { store, storage, clock } = open();
    store.rejectAll();
    const refused = storage.value;
    clock.time += 1;
    store.acceptAll();
    for (let answers = 0; answers < 5; answers++) storage.write(refused);
    expect([store.has('analytics'), stored(storage)?.d.analytics]).toEqual([true, 1]);
  });

  it('L: a refusal of another tab holds in a tab that only heard of it, whose own is closed by then', () => {
    const { store, storage } = open();
    const elsewhere = open({}, { storage });
    elsewhere.store.acceptAll();
    const accepted = storage.value;
    elsewhere.store.rejectAll();
    elsewhere.store.destroy();
    storage.write(accepted);
    storage.write(accepted);
    expect([store.has('analytics'), stored(storage)?.d.analytics]).toEqual([false, 0]);
  });

  it.each([undefined, null])(
    'L: a storage that goes on showing an old grant overturns no refusal (initialCookie: %s)',
    (initialCookie) => {
      const config = createTestConfig();
      const storage = memoryStorage(encodeConsentCookie(cookieOf(config)));
      storage.write = () => {};
      const { store } = open({}, { storage, initialCookie });
      store.rejectAll();
      for (let times = 0; times < 100; times++) store.refresh();
      expect([store.has('analytics'), store.getState().status]).toEqual([false, 'decided']);
    },
  );

  it('F4: where a listener of another store decides in turn, its record comes second', () => {
    const { store, storage, records, config } = open();
    const other = createConsentStore({
      config,
      storage,
      gpc: false,
      record: (made) => void records.push(made),
    });
    other.onChange(() => {
      if (other.has('marketing')) other.rejectAll();
    });
    store.acceptAll();
    expect(records.map(({ decisions }) => decisions.marketing)).toEqual([true, false]);
    expect([store.has('marketing'), stored(storage)?.d.marketing]).toEqual([false, 0]);
  });

  it.each(['opt-in', 'opt-out', 'notice', 'none'] as const)(
    'C1: a storage that cannot be read grants nothing under %s, and takes a choice for this page',
    (model) => {
      const denied = () => {
        throw new DOMException('sandboxed', 'SecurityError');
      };
      const errors = vi.spyOn(console, 'error').mockImplementation(() => {});
      const storage = { read: denied, write: denied, clear: denied };
      const { store, records } = open({ jurisdiction: { model } }, { storage, gpc: true });
      store.refresh();
      expect([store.has('necessary'), store.has('functional'), store.has('analytics')]).toEqual([
        true,
        false,
        false,
      ]);
      expect(records).toEqual([]);
      store.toggle('functional', true);
      store.save();
      store.refresh();
      expect([store.has('functional'), store.has('marketing')]).toEqual([true, false]);
      errors.mockRestore();
    },
  );

  it('stores that decide in the same second settle, on one decision', () => {
    const { store, storage } = open();
    const { store: other } = open({}, { storage });
    store.acceptAll();
    other.rejectAll();
    store.acceptAll();
    other.rejectAll();
    store.acceptAll();
    store.refresh();
    other.refresh();
    expect(store.getState().decisions).toEqual(other.getState().decisions);
    expect(stored(storage)?.d.analytics).toBe(store.has('analytics') ? 1 : 0);
  });

  it('a decision that the browser does not store holds for this page', () => {
    const storage = { read: () => null, write: () => {}, clear: () => {} };
    const { store } = open({}, { storage });
    store.acceptAll();
    store.refresh();
    expect([store.has('analytics'), store.getState().ui]).toEqual([true, 'closed']);
  });

  it('L: a decision that the browser did not store never comes back after one that it stored', () => {
    const storage = memoryStorage();
    const write = vi.spyOn(storage, 'write').mockImplementation(() => {});
    const { store, config } = open({}, { storage });
    store.acceptAll();
    expect([store.has('analytics'), storage.value]).toEqual([true, null]);
    write.mockRestore();
    const d = { functional: 0, analytics: 0, marketing: 0 } as const;
    storage.write(encodeConsentCookie(cookieOf(config, { s: 'w', d })));
    expect(store.has('analytics')).toBe(false);
    storage.value = null;
    store.refresh();
    expect([store.has('analytics'), store.getState().decisions.analytics]).toEqual([false, false]);
  });

  it('L: follows a decision of another tab whose clock is behind', () => {
    const { store, storage, config } = open();
    store.acceptAll();
    const d = { functional: 0, analytics: 0, marketing: 0 } as const;
    storage.value = encodeConsentCookie(cookieOf(config, { t: NOW - 3600, s: 'w', d }));
    store.refresh();
    expect([store.getState().source, store.has('analytics'), stored(storage)?.s]).toEqual([
      'withdraw',
      false,
      'w',
    ]);
  });

  it('a failed record neither deletes nor changes what is stored', async () => {
    const { store, storage } = open({}, { record: () => Promise.reject(new Error('503')) });
    store.acceptAll();
    const written = storage.value;
    await new Promise((resolve) => setTimeout(resolve));
    store.refresh();
    expect([storage.value, store.has('analytics')]).toEqual([written, true]);
  });

  it('L: judges again under a new config, and asks where the decision became stale', () => {
    const { store, storage } = open();
    store.acceptAll();
    const written = storage.value;
    const heard = vi.fn();
    store.listen(heard);
    store.refresh(createTestConfig({ versions: { documentsVersion: 'ffffffff' } }));
    expect(store.getState()).toMatchObject({ status: 'stale', repromptReason: 'documents', ui: 'banner' });
    expect([store.has('analytics'), storage.value, heard.mock.calls.length]).toEqual([false, written, 1]);
    expect(store.config.versions.documentsVersion).toBe('ffffffff');
  });
});
