import { describe, expect, it, vi } from 'vitest';
import { cookieOf, NOW, open, optOut, stored } from '../../tests/open-store.ts';
import { createTestConfig } from '../contract/default-config.ts';
import { encodeConsentCookie } from '../rules/cookie.ts';
import { memoryStorage } from './storage.ts';
import { createConsentStore } from './store.ts';

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
    expect(stored(storage)?.d).toEqual({ analytics: 0, marketing: 0 });
    expect(store.has('functional')).toBe(true);
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
