// @vitest-environment happy-dom
/**
 * Each preset against a fake of its vendor: nothing before consent; with its own category alone its script, which
 * finds the signals of that category granted and all others denied; and what it stored gone on withdrawal. The
 * loader, the adapters, the signals and the cleanup are the page's own.
 */
import {
  ALL_CONSENT_MODE_SIGNALS,
  attachAdapters,
  attachCleanup,
  attachLoader,
  type ConsentTracker,
  createConsentStore,
  createTestConfig,
  DEFAULT_CATEGORIES,
  emitConsentModeDefault,
  emitConsentModeUpdate,
  memoryStorage,
} from '@permesso/consent-core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { examplesOf, storedHere, storedName, vendorScript } from '../../../../tests/support/fake-vendor';
import { otherSignalsOf } from '../../../../tests/support/other-signals';
import { TRACKER_PRESETS, type TrackerPreset, trackerFromPreset } from '.';

type Page = Window & typeof globalThis & Record<string, unknown>;
const page = window as unknown as Page;

interface HappyDom {
  settings: {
    enableJavaScriptEvaluation: boolean;
    suppressInsecureJavaScriptEnvironmentWarning: boolean;
    disableJavaScriptFileLoading: boolean;
    fetch: { interceptor: unknown };
  };
}
const { settings } = (window as unknown as { happyDOM: HappyDom }).happyDOM;

/** What a page has before any vendor comes. */
const ownNames = new Set([...Object.getOwnPropertyNames(window), 'onerror', 'vendorStarts']);

/** Addresses that were asked for. */
let hits: string[] = [];
let errors: string[] = [];
/** The signals and the vendor's own word as the vendor's script finds them when it starts, once for each start. */
let found: { signals: Record<string, unknown>; told: unknown }[] = [];
const detachers: (() => void)[] = [];

const cookieNames = () => document.cookie.split('; ').flatMap((pair) => pair.match(/^(.+)=./)?.[1] ?? []);
/** What the vendor stored: beside it the page notes what is granted. */
const storedNames = () =>
  [...cookieNames(), ...Object.keys(localStorage), ...Object.keys(sessionStorage)]
    .filter((name) => name !== 'pl-consent:granted')
    .sort();

/** What a queue of calls holds, each as an array. */
const calls = (queue: unknown) =>
  Array.from((queue ?? []) as ArrayLike<ArrayLike<unknown>>, (entry) => Array.from(entry));

/** What Consent Mode has been told: the defaults, and every update on top of them. */
const signalsTold = (): Record<string, unknown> =>
  Object.assign(
    {},
    ...calls(page.dataLayer).flatMap(([name, , state]) => (name === 'consent' ? [state] : [])),
  );

/** The last that each vendor's own consent API was told, and what that is with its category alone granted. */
const OWN_APIS: Record<string, { told(): unknown; granted: unknown }> = {
  'meta-pixel': {
    told: () => calls((page.fbq as { queue?: unknown })?.queue).findLast(([name]) => name === 'consent'),
    granted: ['consent', 'grant'],
  },
  'microsoft-ads': {
    // Once its script is there, an object stands in the array's place and keeps it.
    told: () => {
      const queue = page.uetq as unknown[] & { q?: unknown[] };
      return (queue.q ?? queue).findLast((part) => Object(part).ad_storage);
    },
    granted: { ad_storage: 'granted' },
  },
  clarity: {
    told: () => calls((page.clarity as { q?: unknown })?.q).findLast(([name]) => name === 'consentv2'),
    granted: ['consentv2', { ad_Storage: 'denied', analytics_Storage: 'granted' }],
  },
  tiktok: {
    told: () => calls(page.ttq).findLast(([name]) => String(name).endsWith('Consent')),
    granted: ['grantConsent'],
  },
};

const settle = () => new Promise((resolve) => setTimeout(resolve, 15));

function open(key: string, preset: TrackerPreset, vars: Record<string, string | boolean> = {}) {
  // A browser runs what it fetched in a later task, when all of the decision has been told; happy-dom runs it at once.
  page.vendorStarts = () =>
    queueMicrotask(() => found.push({ signals: signalsTold(), told: OWN_APIS[key]?.told() }));
  const script = `vendorStarts();${vendorScript(key, preset)}`;
  const headers = { 'Content-Type': 'text/javascript' };
  // Whether a script comes at once or later depends on its `async`; the vendor answers both, and nobody else does.
  settings.fetch.interceptor = {
    beforeAsyncRequest: async ({ request, window: own }: { request: Request; window: Page }) => {
      hits.push(request.url);
      return new own.Response(script, { headers });
    },
    beforeSyncRequest: ({ request, window: own }: { request: Request; window: Page }) => {
      hits.push(request.url);
      return {
        status: 200,
        statusText: 'OK',
        ok: true,
        url: request.url,
        redirected: false,
        headers: new own.Headers(headers),
        body: Buffer.from(script),
      };
    },
  };
  const {
    openVariables: _open,
    enabled: _enabled,
    ...content
  } = trackerFromPreset(key, {
    ...examplesOf(preset),
    ...vars,
  });
  const strategy = { ...content.loader, strategy: 'afterDecision' };
  const tracker = { id: key, ...content, ...(content.loader ? { loader: strategy } : {}) } as ConsentTracker;
  const config = createTestConfig({ trackers: [tracker] });
  config.consentMode.enabled = true;
  const store = createConsentStore({ config, storage: memoryStorage(), gpc: false });
  emitConsentModeDefault(config, store.has);
  detachers.push(
    store.onChange(() => emitConsentModeUpdate(config, store.has)),
    attachAdapters(store, () => ({ trackers: [tracker], categories: config.categories })),
    attachLoader(store, [tracker]),
    attachCleanup(store),
    store.destroy,
  );
  return { store, config, tracker };
}

beforeEach(() => {
  hits = [];
  errors = [];
  found = [];
  settings.enableJavaScriptEvaluation = true;
  settings.suppressInsecureJavaScriptEnvironmentWarning = true;
  settings.disableJavaScriptFileLoading = false;
  document.head.innerHTML = '';
  Reflect.deleteProperty(globalThis, Symbol.for('pl-consent'));
  page.onerror = (message: unknown) => errors.push(String(message));
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is asynchronous.
  for (const name of cookieNames()) document.cookie = `${name}=; Max-Age=0; Path=/`;
  localStorage.clear();
  sessionStorage.clear();
});
afterEach(() => {
  for (const detach of detachers.splice(0)) detach();
  for (const name of Object.getOwnPropertyNames(window)) if (!ownNames.has(name)) delete page[name];
});

const isRequired = (category: string) =>
  DEFAULT_CATEGORIES.some(({ key, required }) => required && key === category);

/** The signals of a category as granted, and all others as denied; `security_storage` always is granted. */
function signalsOf(category: string): Record<string, unknown> {
  const own = DEFAULT_CATEGORIES.find(({ key }) => key === category)?.consentModeSignals;
  return Object.fromEntries(
    ALL_CONSENT_MODE_SIGNALS.map((signal) => [
      signal,
      signal === 'security_storage' || own?.includes(signal) ? 'granted' : 'denied',
    ]),
  );
}

const loaded = Object.entries(TRACKER_PRESETS).filter(([, { kind, loader }]) => loader && kind === 'script');
const optional = loaded.filter(([, { category }]) => !isRequired(category));
const required = loaded.filter(([, { category }]) => isRequired(category));
const placed = Object.entries(TRACKER_PRESETS).filter(([, { kind }]) => kind !== 'script');

describe.each(optional)('%s', (key, preset) => {
  it('I5: asks for nothing and stores nothing before consent, nor after a refusal', async () => {
    const { store } = open(key, preset);
    await settle();
    store.rejectAll();
    await settle();
    expect([hits, storedNames()]).toEqual([[], []]);
    expect(document.querySelectorAll('script')).toHaveLength(0);
  });

  it('I5: runs on its own category alone, and finds the signals of that granted and all others denied', async () => {
    const { store, tracker } = open(key, preset);
    const others = DEFAULT_CATEGORIES.filter(({ key: other }) => other !== preset.category);
    for (const { key: other } of others) store.toggle(other, true);
    store.save();
    await settle();
    expect(hits).toEqual([]);
    for (const { key: other } of others) store.toggle(other, false);
    store.toggle(preset.category, true);
    store.save();
    await settle();
    expect(errors).toEqual([]);
    expect(hits).toHaveLength(1);
    if (tracker.loader?.src) expect(hits[0]).toBe(new URL(tracker.loader.src, location.href).href);
    expect(found).toEqual([
      { signals: expect.objectContaining(signalsOf(preset.category)), told: OWN_APIS[key]?.granted },
    ]);
    for (const signal of preset.consentSignals) {
      const state = otherSignalsOf(key).includes(signal) ? 'denied' : 'granted';
      expect(found[0]?.signals).toMatchObject({ [signal]: state });
    }
  });

  it('I3: stores what it declares, and all of it is gone after withdrawal', async () => {
    const { store } = open(key, preset);
    store.acceptAll();
    await settle();
    expect(storedNames()).toEqual(
      storedHere(preset)
        .map(({ name }) => storedName(name))
        .sort(),
    );
    store.withdraw();
    await settle();
    expect(storedNames()).toEqual([]);
    expect(store.getState().needsReload).toBe(true);
  });

  it("leaves no names behind that would get in another vendor's way", async () => {
    const before = new Set(Object.getOwnPropertyNames(window));
    const { store } = open(key, preset);
    store.acceptAll();
    await settle();
    const added = Object.getOwnPropertyNames(window).filter((name) => !before.has(name));
    expect(added.filter((name) => name.length < 2)).toEqual([]);
  });
});

describe.each(required)('%s, of a category that visitors cannot refuse', (key, preset) => {
  it('runs before any decision, and finds all optional signals denied', async () => {
    const { store, tracker } = open(key, preset);
    await settle();
    expect([hits, errors]).toEqual([[new URL(tracker.loader!.src!, location.href).href], []]);
    expect(found).toEqual([
      { signals: expect.objectContaining(signalsOf(preset.category)), told: undefined },
    ]);
    store.rejectAll();
    store.withdraw();
    await settle();
    expect(hits).toHaveLength(1);
    expect(store.getState().needsReload).toBe(false);
  });
});

describe.each(placed)('%s, which the site places itself', (key, preset) => {
  it('I5: is never inserted', async () => {
    const { store } = open(key, preset);
    store.acceptAll();
    await settle();
    expect([hits, document.querySelectorAll('script,iframe,img').length]).toEqual([[], 0]);
  });
});

describe('Consent Mode', () => {
  const managed = Object.entries(TRACKER_PRESETS).filter(([, { loader }]) => loader?.obeysConsentMode);

  it.each(managed)(
    'I5: %s loads before consent only where its owner asked, and then with denied signals',
    async (key, preset) => {
      const { store } = open(key, preset, { CONSENT_MODE_MANAGED: true });
      await settle();
      expect(hits).toHaveLength(1);
      const [first] = calls(page.dataLayer);
      expect(first?.slice(0, 2)).toEqual(['consent', 'default']);
      for (const signal of preset.consentSignals) expect(first?.[2]).toMatchObject({ [signal]: 'denied' });
      store.acceptAll();
      const update = calls(page.dataLayer).findLast(
        ([name, kind]) => name === 'consent' && kind === 'update',
      );
      for (const signal of ALL_CONSENT_MODE_SIGNALS)
        expect(update?.[2]).toMatchObject({ [signal]: 'granted' });
      expect(hits).toHaveLength(1);
    },
  );
});

describe("vendors' own consent APIs", () => {
  it('tells Meta to revoke first and to grant on consent', async () => {
    const { store } = open('meta-pixel', TRACKER_PRESETS['meta-pixel']);
    const queue = () => calls((page.fbq as unknown as { queue: unknown }).queue);
    expect(queue()[0]).toEqual(['consent', 'revoke']);
    store.acceptAll();
    await settle();
    expect(queue()).toContainEqual(['consent', 'grant']);
    expect(queue()).toContainEqual(['init', '123456789012345']);
    store.withdraw();
    expect(
      queue()
        .filter(([name]) => name === 'consent')
        .at(-1),
    ).toEqual(['consent', 'revoke']);
  });

  it('tells Clarity what is granted, before and after its own script', async () => {
    const { store } = open('clarity', TRACKER_PRESETS.clarity);
    store.acceptAll();
    await settle();
    store.withdraw();
    const told = calls((page.clarity as unknown as { q: unknown }).q).filter(
      ([name]) => name === 'consentv2',
    );
    expect(told.map(([, state]) => state)).toEqual([
      { ad_Storage: 'denied', analytics_Storage: 'denied' },
      { ad_Storage: 'granted', analytics_Storage: 'granted' },
      { ad_Storage: 'denied', analytics_Storage: 'denied' },
    ]);
  });

  it('tells Microsoft Advertising its default before the tag, and the update after', () => {
    const { store } = open('microsoft-ads', TRACKER_PRESETS['microsoft-ads']);
    store.acceptAll();
    expect((page.uetq as unknown as unknown[]).slice(0, 3)).toEqual([
      'consent',
      'default',
      { ad_storage: 'denied' },
    ]);
    expect(page.uetq).toEqual(expect.arrayContaining(['update', { ad_storage: 'granted' }]));
  });

  it('holds TikTok until consent, and revokes on withdrawal', async () => {
    const { store } = open('tiktok', TRACKER_PRESETS.tiktok);
    expect(calls(page.ttq)[0]).toEqual(['holdConsent']);
    store.acceptAll();
    await settle();
    store.withdraw();
    const names = calls(page.ttq).map(([name]) => name);
    expect(names).toEqual(expect.arrayContaining(['holdConsent', 'grantConsent', 'page', 'revokeConsent']));
    expect(names.indexOf('grantConsent')).toBeGreaterThan(names.indexOf('holdConsent'));
    expect(names.at(-1)).toBe('revokeConsent');
  });
});
