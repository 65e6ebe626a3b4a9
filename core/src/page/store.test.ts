import { afterEach, describe, expect, it, vi } from 'vitest';
import type { ConsentConfig, ConsentCookieV1, ConsentTracker, RecordSubmission } from '../contract/config.ts';
import { createTestConfig, type DeepPartial } from '../contract/default-config.ts';
import { withBases } from '../rules/basis.ts';
import { cookieFor, decodeConsentCookie, encodeConsentCookie } from '../rules/cookie.ts';
import { ledger, markRan } from './ledger.ts';
import { attachTrackers } from './loader.ts';
import { memoryStorage } from './storage.ts';
import { type ConsentStoreOptions, createConsentStore } from './store.ts';

const NOW = 1_790_000_000;

/** A store over a memory storage, with a clock that can be moved and the records that it posted. */
function open(overrides: DeepPartial<ConsentConfig> = {}, options: Partial<ConsentStoreOptions> = {}) {
  const clock = { time: NOW };
  const storage = memoryStorage();
  const records: RecordSubmission[] = [];
  const config = createTestConfig(overrides);
  const store = createConsentStore({
    config,
    storage,
    gpc: false,
    now: () => clock.time,
    record: (submission) => void records.push(submission),
    ...options,
  });
  return { store, storage, records, clock, config };
}

const optOut = { jurisdiction: { country: 'US', model: 'opt-out' } } as const;

const cookieOf = (config: ConsentConfig, over: Partial<ConsentCookieV1> = {}): ConsentCookieV1 => ({
  ...cookieFor({
    consentId: '11111111-1111-4111-8111-111111111111',
    decisions: { functional: true, analytics: true, marketing: false },
    versions: config.versions,
    model: config.jurisdiction.model,
    source: 'banner',
    decidedAt: NOW - 60,
  }),
  ...over,
});

const stored = (storage: { value: string | null }) => decodeConsentCookie(storage.value);

describe('the state', () => {
  it('C2: asks under opt-in, and grants nothing but what is required', () => {
    const { store, storage, records } = open();
    expect(store.getState()).toMatchObject({
      status: 'undecided',
      ui: 'banner',
      source: null,
      decidedAt: null,
    });
    expect([store.has('necessary'), store.has('analytics'), store.has('unheard-of')]).toEqual([
      true,
      false,
      false,
    ]);
    expect([storage.value, records]).toEqual([null, []]);
  });

  it('stays the same frozen object until something changes', () => {
    const { store } = open();
    const before = store.getState();
    store.refresh();
    store.close();
    store.open('banner');
    expect(store.getState()).toStrictEqual(before);
    const shown = store.getState();
    store.refresh();
    expect(store.getState()).toBe(shown);
    expect([shown, shown.decisions, shown.draft].every(Object.isFrozen)).toBe(true);
  });

  it('J: takes initialCookie, also null, before the storage', () => {
    const config = createTestConfig();
    const cookie = cookieOf(config);
    expect(open({}, { initialCookie: cookie }).store.has('analytics')).toBe(true);
    expect(open({}, { initialCookie: encodeConsentCookie(cookie) }).store.has('analytics')).toBe(true);
    const storage = memoryStorage(encodeConsentCookie(cookie));
    expect(open({}, { storage }).store.has('analytics')).toBe(true);
    expect(open({}, { storage, initialCookie: null }).store.getState().status).toBe('undecided');
  });

  it('J: reads navigator.globalPrivacyControl where gpc is not given', () => {
    vi.stubGlobal('navigator', { globalPrivacyControl: true });
    const { store } = open(optOut, { gpc: undefined });
    vi.unstubAllGlobals();
    expect(store.getState()).toMatchObject({ gpc: true, source: 'gpc' });
  });

  it('knows what is required', () => {
    const { store } = open();
    expect(['necessary', 'analytics', 'unheard-of'].map((key) => store.isRequired(key))).toEqual([
      true,
      false,
      false,
    ]);
  });
});

describe('decisions', () => {
  it('C10: acceptAll from the banner grants all, in cookie, record and state', () => {
    const { store, storage, records, config } = open();
    store.acceptAll();
    const decisions = { functional: true, analytics: true, marketing: true };
    expect(store.getState()).toMatchObject({
      status: 'decided',
      ui: 'closed',
      source: 'banner',
      decidedAt: NOW,
      decisions,
    });
    expect(stored(storage)).toMatchObject({
      d: { functional: 1, analytics: 1, marketing: 1 },
      s: 'b',
      t: NOW,
    });
    expect(records).toEqual([
      {
        consentId: store.getState().consentId,
        decisions,
        versions: config.versions,
        source: 'banner',
        locale: config.locale,
        decidedAt: NOW,
      },
    ]);
  });

  it('C10: names the source by what was open', () => {
    const sources = (['banner', 'preferences', undefined] as const).map((view) => {
      const { store } = open();
      store.close();
      if (view) store.open(view);
      store.rejectAll();
      return store.getState().source;
    });
    expect(sources).toEqual(['banner', 'preferences', 'api']);
    const saved = [true, false].map((opened) => {
      const { store } = open();
      store.close();
      if (opened) store.open();
      store.save();
      return store.getState().source;
    });
    expect(saved).toEqual(['preferences', 'api']);
  });

  it('commits what was toggled, and closes the preferences (section L)', () => {
    const { store, storage } = open();
    store.open();
    store.toggle('analytics');
    store.toggle('marketing', true);
    store.toggle('marketing');
    store.toggle('necessary', false);
    store.toggle('toString', true);
    expect(store.getState().draft).toEqual({ functional: false, analytics: true, marketing: false });
    expect(store.has('analytics')).toBe(false);
    store.save();
    expect(store.getState()).toMatchObject({ ui: 'closed', source: 'preferences' });
    expect(stored(storage)?.d).toEqual({ functional: 0, analytics: 1, marketing: 0 });
    expect(store.has({ and: ['analytics', { not: 'marketing' }] })).toBe(true);
  });

  it('C9: withdraw refuses all under a new id and names the one it ends; rejectAll keeps the id', () => {
    const { store, records } = open();
    store.acceptAll();
    const granted = store.getState().consentId;
    store.rejectAll();
    expect(store.getState().consentId).toBe(granted);
    store.acceptAll();
    store.withdraw();
    const { consentId, source, decisions } = store.getState();
    expect(consentId).not.toBe(granted);
    expect([source, decisions]).toEqual([
      'withdraw',
      { functional: false, analytics: false, marketing: false },
    ]);
    expect(records.at(-1)).toMatchObject({ consentId, replaces: granted, source: 'withdraw' });
  });

  it('offers in the draft what saving it would commit, and nothing else', () => {
    const { store, storage } = open({ jurisdiction: { model: 'notice' } }, { gpc: true });
    for (const key of ['necessary', 'unheard-of', '__proto__', 'marketing', 'functional']) store.toggle(key);
    const { draft } = store.getState();
    expect(draft).toEqual({ functional: false, analytics: false, marketing: false });
    store.toggle('functional');
    store.save();
    expect(stored(storage)?.d).toEqual({ functional: 1, analytics: 0, marketing: 0 });
  });

  it('C10: dismiss under opt-in stores and grants nothing, and holds until the page is loaded anew', () => {
    const { store, storage, records } = open();
    store.dismiss();
    store.refresh();
    expect(store.getState()).toMatchObject({ ui: 'closed', status: 'undecided' });
    expect([storage.value, records, store.has('analytics')]).toEqual([null, [], false]);
    store.open();
    store.close();
    expect(store.getState().ui).toBe('closed');
  });

  it('C10: stores nothing as implicit where no banner showed, and asks again on the page after it', () => {
    vi.stubGlobal('location', { pathname: '/imprint' });
    const { store, storage, records } = open({ ...optOut, banner: { quietPages: ['/imprint'] } });
    const granted = store.has('analytics');
    expect(store.getState().ui).toBe('closed');
    store.open();
    expect(store.getState().ui).toBe('preferences');
    store.close();
    expect(store.getState().ui).toBe('closed');
    vi.stubGlobal('location', { pathname: '/' });
    store.refresh(store.config);
    expect(store.getState().ui).toBe('banner');
    expect(store.has('analytics')).toBe(granted);
    vi.stubGlobal('location', { pathname: '/imprint/' });
    store.dismiss();
    expect(store.getState()).toMatchObject({ ui: 'closed', status: 'undecided' });
    expect([storage.value, records]).toEqual([null, []]);
    vi.unstubAllGlobals();
  });

  it('C10: dismiss elsewhere stores the defaults as implicit, and C3: keeps refusals', () => {
    const { store, storage } = open(optOut);
    store.dismiss();
    expect(stored(storage)).toMatchObject({ s: 'i', d: { functional: 1, analytics: 1, marketing: 1 } });
    const config = createTestConfig(optOut);
    const old = cookieOf(config, { dv: '00000000' });
    const second = open(optOut, { storage: memoryStorage(encodeConsentCookie(old)) });
    expect(second.store.getState()).toMatchObject({ status: 'stale', ui: 'banner' });
    second.store.dismiss();
    expect(second.store.getState()).toMatchObject({ source: 'implicit', decisions: { marketing: false } });
  });

  it('C8: switched off, every action does nothing and nothing shows', () => {
    const { store, storage, records } = open({ enabled: false });
    const before = store.getState();
    for (const act of ['acceptAll', 'rejectAll', 'withdraw', 'save', 'dismiss', 'open', 'close'] as const)
      store[act]();
    store.toggle('analytics');
    expect(store.getState()).toBe(before);
    expect(before).toMatchObject({ ui: 'closed' });
    expect([store.has('analytics'), store.has('necessary'), storage.value, records]).toEqual([
      false,
      true,
      null,
      [],
    ]);
  });

  it('records nothing where the config switches recording off', () => {
    const { store, records } = open({ recording: { enabled: false } });
    store.acceptAll();
    expect(records).toEqual([]);
  });

  it.each(['listen', 'onChange'] as const)(
    'C3: where a listener refuses what was just granted, nothing later says otherwise (%s)',
    (method) => {
      const { store, storage, records } = open();
      store[method](() => {
        if (store.has('marketing')) store.rejectAll();
      });
      const states: boolean[] = [];
      const changes: boolean[] = [];
      store.listen(({ decisions }) => states.push(decisions.marketing!));
      store.onChange((decisions) => changes.push(decisions.marketing!));
      store.acceptAll();
      expect(store.has('marketing')).toBe(false);
      expect([states.at(-1), changes.at(-1)]).toEqual([false, false]);
      expect(stored(storage)).toMatchObject({ d: { marketing: 0 } });
      expect(records.map(({ decisions }) => decisions.marketing)).toEqual([true, false]);
    },
  );

  it('survives a record, a storage and listeners that fail', async () => {
    const errors = vi.spyOn(console, 'error').mockImplementation(() => {});
    const { store } = open({}, { record: () => Promise.reject(new Error('offline')) });
    const heard = vi.fn();
    store.listen(() => {
      throw new Error('listener');
    });
    store.listen(heard);
    store.onChange(() => {
      throw new Error('listener');
    });
    store.onChange(heard);
    store.acceptAll();
    await Promise.resolve();
    expect(heard).toHaveBeenCalledTimes(2);
    const broken = {
      ...memoryStorage(),
      write: () => {
        throw new Error('full');
      },
    };
    const second = open(
      {},
      {
        storage: broken,
        record: () => {
          throw new Error('no network');
        },
      },
    );
    second.store.acceptAll();
    expect([store.has('analytics'), second.store.has('analytics')]).toEqual([true, true]);
    errors.mockRestore();
  });
});

describe('a clock that tells nothing', () => {
  it('C1, C3: keeps a refusal, which holds', () => {
    const { store, storage } = open(optOut, { now: () => Number.NaN });
    store.rejectAll();
    expect(stored(storage)).toMatchObject({ s: 'b', d: { analytics: 0 } });
    expect(store.has('analytics')).toBe(false);
    const later = open(optOut, { storage, now: () => Date.now() / 1000 });
    expect(later.store.has('analytics')).toBe(false);
  });
});

describe('what is shown', () => {
  it('close drops unsaved toggles and goes back to a banner that is still due', () => {
    const { store } = open();
    store.open();
    store.toggle('analytics');
    store.close();
    expect(store.getState()).toMatchObject({ ui: 'banner', draft: { analytics: false } });
    store.acceptAll();
    store.open();
    store.toggle('analytics');
    store.close();
    expect(store.getState()).toMatchObject({ ui: 'closed', draft: { analytics: true } });
  });
});

describe('order', () => {
  it('changes the state at once, and only then writes, records, tells and announces', () => {
    const seen: string[] = [];
    const storage = memoryStorage();
    const config = createTestConfig();
    const store = createConsentStore({
      config,
      gpc: false,
      storage: {
        ...storage,
        write: (value, options) => {
          seen.push(`write ${store.has('analytics')}`);
          storage.write(value);
          expect(options).toEqual(config.cookie);
        },
      },
      record: () => seen.push(`record ${storage.value !== null}`),
    });
    store.listen(() => seen.push(`listen ${storage.value !== null}`));
    store.onChange(() => seen.push('change'));
    store.acceptAll();
    expect(seen).toEqual(['write true', 'record true', 'listen true', 'change']);
  });

  it('onChange tells decisions, previous and source, and stops', () => {
    const { store } = open();
    const heard = vi.fn();
    const stop = store.onChange(heard);
    store.open();
    store.toggle('analytics');
    expect(heard).not.toHaveBeenCalled();
    store.save();
    expect(heard.mock.lastCall).toEqual([
      { functional: false, analytics: true, marketing: false },
      { functional: false, analytics: false, marketing: false },
      'preferences',
    ]);
    stop();
    store.withdraw();
    expect(heard).toHaveBeenCalledTimes(1);
  });
});

describe('the event', () => {
  it('J: is dispatched for every commit, also for one that repeats the last to the second', () => {
    const dispatchEvent = vi.fn<(event: Event) => boolean>(() => true);
    vi.stubGlobal('dispatchEvent', dispatchEvent);
    try {
      const uuid = () => '22222222-2222-4222-8222-222222222222';
      const [one, two] = [open({}, { uuid }), open({}, { uuid })];
      for (const { store } of [one, one, two]) store.rejectAll();
      expect(dispatchEvent).toHaveBeenCalledTimes(3);
    } finally {
      vi.unstubAllGlobals();
    }
  });
});

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
    store.onChange((decisions, _, source) => heard(source, decisions.marketing));
    expect(has('marketing')).toBe(true);
    store.refresh(undefined, true);
    expect([has('marketing'), store.getState().source, records.length]).toEqual([false, 'gpc', 1]);
    acceptAll();
    expect(stored(storage)?.d).toEqual({ functional: 1, analytics: 0, marketing: 0 });
    expect(heard.mock.calls).toEqual([
      ['gpc', false],
      ['api', false],
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

  it('J: under opt-in the signal changes nothing', () => {
    const { store, storage } = open({}, { gpc: true });
    expect([store.getState().status, storage.value]).toEqual(['undecided', null]);
    store.acceptAll();
    expect(store.has('marketing')).toBe(true);
  });
});

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
