// @vitest-environment happy-dom
/**
 * Each preset against a fake of its vendor: nothing before consent, its script and signals after, and what it
 * stored gone on withdrawal. The loader, the adapters and the cleanup are the page's own.
 */
import {
  ALL_CONSENT_MODE_SIGNALS,
  attachAdapters,
  attachCleanup,
  attachLoader,
  type ConsentTracker,
  consentModeStateFrom,
  createConsentStore,
  createTestConfig,
  DEFAULT_CATEGORIES,
  emitConsentModeDefault,
  emitConsentModeUpdate,
  memoryStorage,
} from '@permesso/consent-core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { examplesOf, storedHere, storedName, vendorScript } from '../../../../tests/support/fake-vendor';
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
const ownNames = new Set([...Object.getOwnPropertyNames(window), 'onerror']);

/** Addresses that were asked for. */
let hits: string[] = [];
let errors: string[] = [];
const detachers: (() => void)[] = [];

const cookieNames = () => document.cookie.split('; ').flatMap((pair) => pair.match(/^(.+)=./)?.[1] ?? []);
const storedNames = () =>
  [...cookieNames(), ...Object.keys(localStorage), ...Object.keys(sessionStorage)].sort();

const settle = () => new Promise((resolve) => setTimeout(resolve, 15));

function open(key: string, preset: TrackerPreset, vars: Record<string, string | boolean> = {}) {
  const script = vendorScript(key, preset);
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
    attachAdapters(store, [tracker], config.categories),
    attachLoader(store, [tracker]),
    attachCleanup(store),
    store.destroy,
  );
  return { store, config, tracker };
}

beforeEach(() => {
  hits = [];
  errors = [];
  settings.enableJavaScriptEvaluation = true;
  settings.suppressInsecureJavaScriptEnvironmentWarning = true;
  settings.disableJavaScriptFileLoading = false;
  document.head.innerHTML = '';
  (globalThis as { [key: symbol]: unknown })[Symbol.for('permesso.ran')] = undefined;
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

const loaded = Object.entries(TRACKER_PRESETS).filter(
  ([, { kind, category, loader }]) => loader && kind === 'script' && category !== 'necessary',
);
const placed = Object.entries(TRACKER_PRESETS).filter(([, { kind }]) => kind !== 'script');

describe.each(loaded)('%s', (key, preset) => {
  it('I5: asks for nothing and stores nothing before consent, nor after a refusal', async () => {
    const { store } = open(key, preset);
    await settle();
    store.rejectAll();
    await settle();
    expect([hits, storedNames()]).toEqual([[], []]);
    expect(document.querySelectorAll('script')).toHaveLength(0);
  });

  it('I5: runs on the grant of its category alone, with the signals that it is about', async () => {
    const { store, tracker } = open(key, preset);
    for (const { key: other, required } of DEFAULT_CATEGORIES) {
      if (!required && other !== preset.category) store.toggle(other, true);
    }
    store.save();
    await settle();
    expect(hits).toEqual([]);
    store.toggle(preset.category, true);
    store.save();
    await settle();
    expect(errors).toEqual([]);
    expect(hits).toHaveLength(1);
    if (tracker.loader?.src) expect(hits[0]).toBe(new URL(tracker.loader.src, location.href).href);
    const signals = consentModeStateFrom(DEFAULT_CATEGORIES, store.has);
    for (const signal of preset.consentSignals) expect(signals[signal]).toBe('granted');
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
      const { store, config } = open(key, preset, { CONSENT_MODE_MANAGED: true });
      await settle();
      expect(hits).toHaveLength(1);
      const commands = () =>
        ((page.dataLayer ?? []) as ArrayLike<unknown>[]).map((entry) => Array.from(entry));
      const [first] = commands();
      expect(first?.slice(0, 2)).toEqual(['consent', 'default']);
      for (const signal of preset.consentSignals) expect(first?.[2]).toMatchObject({ [signal]: 'denied' });
      store.acceptAll();
      emitConsentModeUpdate(config, store.has);
      const update = commands()
        .filter(([name, kind]) => name === 'consent' && kind === 'update')
        .at(-1)?.[2];
      for (const signal of ALL_CONSENT_MODE_SIGNALS) expect(update).toMatchObject({ [signal]: 'granted' });
      expect(hits).toHaveLength(1);
    },
  );
});

describe("vendors' own consent APIs", () => {
  const calls = (queue: unknown) => (queue as ArrayLike<unknown>[]).map((entry) => Array.from(entry));

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
