// @vitest-environment happy-dom
import {
  type ConsentConfig,
  type ConsentTracker,
  createConsentStore,
  createTestConfig,
  ledger,
  memoryStorage,
} from '@permesso/consent-core';
import { adoptStore, page } from '@permesso/consent-core/page';
import { act, createElement, type ReactNode, StrictMode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { judgeBy } from '../../../core/src/page/visitor-config.ts';
import {
  type Consent,
  ConsentGate,
  ConsentModeScript,
  ConsentProvider,
  type ConsentProviderProps,
  ManageConsentButton,
  useCategory,
  useConsent,
  useConsentContext,
  useHasConsent,
} from '../../src/react/index.ts';
import { decidedCookie } from '../page/locals.ts';
import { config, mounted, provider, Tracker } from './provider.ts';

let root: Root;
let seen: Consent;
let host: HTMLElement;

function Probe() {
  seen = useConsent();
  return null;
}

/** What the hooks answered when they were last rendered. */
let answers: {
  analytics: ReturnType<typeof useCategory>;
  necessary: ReturnType<typeof useCategory>;
  context: ReturnType<typeof useConsentContext>;
  granted: boolean;
};

function Hooks() {
  const analytics = useCategory('analytics');
  const necessary = useCategory('necessary');
  answers = { analytics, necessary, context: useConsentContext(), granted: useHasConsent('necessary') };
  return createElement(ConsentGate, { category: 'necessary', fallback: 'closed' }, 'open');
}

async function render(element: ReactNode) {
  await act(async () => root.render(element));
}

beforeEach(() => {
  host = document.createElement('div');
  document.body.replaceChildren(host);
  root = createRoot(host);
});
afterEach(async () => {
  await act(async () => root.unmount());
});

describe('outside a provider', () => {
  it('useConsent is not ready, grants nothing, and its actions do nothing', async () => {
    await render(createElement(Probe));
    expect(seen.ready).toBe(false);
    expect(seen.has('necessary')).toBe(false);
    expect(seen.has({ not: 'marketing' })).toBe(false);
    const { acceptAll, rejectAll, withdraw, toggle, save, dismiss, open, close } = seen;
    for (const action of [acceptAll, rejectAll, withdraw, save, dismiss, open, close]) action();
    toggle('analytics');
    expect(seen.state).toMatchObject({ status: 'undecided', decisions: {}, ui: 'closed' });
  });

  it('nothing of the rest throws either', async () => {
    await render([createElement(Hooks, { key: 1 }), createElement(ManageConsentButton, { key: 2 })]);
    expect(answers.context).toBeNull();
    expect(answers.analytics).toMatchObject({ category: null, granted: false, draft: false });
    expect(answers.granted).toBe(false);
    expect(host.textContent).toBe('closedPrivacy settings');
  });

  it('L: hooks are not ready where the page has a store', async () => {
    adoptStore(createConsentStore({ config, storage: memoryStorage() }));
    await render(createElement(Probe));
    expect(seen.ready).toBe(false);
    page().store = null;
  });
});

describe('ConsentProvider', () => {
  it('C8: is not ready and grants nothing while consent is off', async () => {
    await render(provider(createElement(Probe), { config: createTestConfig({ enabled: false }) }));
    expect(seen.ready).toBe(false);
    expect(seen.has('necessary')).toBe(false);
    await act(async () => seen.acceptAll());
    expect(seen.has('analytics')).toBe(false);
  });

  it('gives state and actions, and renders again when a decision is made', async () => {
    await render(provider(createElement(Probe)));
    expect(seen).toMatchObject({ ready: true, state: { status: 'undecided', ui: 'banner' } });
    expect(seen.has('necessary')).toBe(true);
    await act(async () => seen.acceptAll());
    expect(seen.state).toMatchObject({ status: 'decided', source: 'banner', ui: 'closed' });
    expect(seen.has({ and: ['analytics', { not: 'unknown' }] })).toBe(true);
    await act(async () => seen.withdraw());
    expect(seen.has('analytics')).toBe(false);
  });

  it.each([
    ['a stored refusal', { stored: false }],
    ['a stored refusal, with the configuration fetched', { stored: false, fetched: true }],
    ['a signal in the browser', { signal: true }],
    ['a signal in the browser, and no cookie on the server', { signal: true, initialCookie: null }],
  ])('C3, C5: mounts nothing that is refused before it has looked: %s', async (_, given) => {
    const { stored, fetched, signal, ...props } = given as Partial<ConsentProviderProps> & {
      stored?: boolean;
      fetched?: boolean;
      signal?: boolean;
    };
    const lax = createTestConfig({ ...config, jurisdiction: { country: 'US', model: 'opt-out' } });
    mounted.times = 0;
    if (fetched) vi.stubGlobal('fetch', async () => Response.json(lax));
    Object.assign(navigator, { globalPrivacyControl: signal });
    try {
      const storage = memoryStorage(stored === undefined ? null : decidedCookie(lax, stored));
      const gate = createElement(ConsentGate, { category: 'analytics' }, createElement(Tracker));
      const source = fetched ? { config: undefined, configUrl: '/config' } : { config: lax };
      const tree = provider([gate, createElement(Probe, { key: 'probe' })], {
        ...source,
        ...props,
        storeOptions: { storage },
      });
      await render(tree);
      await vi.waitFor(() => expect(seen).toMatchObject({ ready: true, state: { model: 'opt-out' } }));
      expect([mounted.times, seen.has('analytics')]).toEqual([0, false]);
      await act(async () => seen.open(new Event('click') as never));
      expect(seen.state.ui).toBe('preferences');
    } finally {
      vi.unstubAllGlobals();
      Object.assign(navigator, { globalPrivacyControl: undefined });
    }
  });

  it('the hooks begin with the cookie that the server saw, in the HTML already', async () => {
    renderToString(provider(createElement(Probe), { initialCookie: decidedCookie(config, true) }));
    expect([seen.ready, seen.has('marketing')]).toEqual([true, true]);
  });

  it('C3: keeps a stored refusal', async () => {
    const storage = memoryStorage(decidedCookie(config, false));
    await render(provider(createElement(Probe), { storeOptions: { storage } }));
    expect(seen.state.status).toBe('decided');
    expect(seen.has('marketing')).toBe(false);
  });

  it('C11: reads the signal given in the store options', async () => {
    const usa = createTestConfig({ ...config, jurisdiction: { country: 'US', model: 'opt-out' } });
    await render(provider(createElement(Probe), { config: usa, storeOptions: { gpc: true } }));
    expect(seen.has('marketing')).toBe(false);
    expect(seen.has('functional')).toBe(true);
  });

  it.each([
    ['of the request, and keeps it', true],
    ['of the account, and keeps nothing', 'account'],
  ])('C11: honours a signal that only the answer of the site tells of: one %s', async (_, gpc) => {
    const usa = createTestConfig({ ...config, jurisdiction: { country: 'US', model: 'opt-out' } });
    const answer = { visitor: true, gpc, config: usa };
    vi.stubGlobal('fetch', async () => Response.json(answer));
    mounted.times = 0;
    const storage = memoryStorage();
    const gate = createElement(ConsentGate, { category: 'marketing', key: 'gate' }, createElement(Tracker));
    await render(
      provider([gate, createElement(Probe, { key: 'probe' })], {
        config: undefined,
        configUrl: '/c',
        storeOptions: { storage },
      }),
    );
    await vi.waitFor(() => expect(seen.state).toMatchObject({ gpc: true, source: 'gpc' }));
    vi.unstubAllGlobals();
    expect([mounted.times, seen.has('marketing'), seen.has('functional')]).toEqual([0, false, true]);
    expect(storage.value !== null).toBe(gpc === true);
  });

  it('survives the double mounting of strict mode', async () => {
    await render(createElement(StrictMode, null, provider(createElement(Probe))));
    await act(async () => seen.acceptAll());
    expect(seen.has('analytics')).toBe(true);
  });

  it('judges a changed configuration by the decision at hand', async () => {
    const storage = memoryStorage();
    const storeOptions = { storage };
    await render(provider(createElement(Probe), { storeOptions }));
    await act(async () => seen.acceptAll());
    const changed = createTestConfig({
      ...config,
      versions: { ...config.versions, trackersVersion: 'eeeeeeee' },
    });
    await render(provider(createElement(Probe), { config: changed, storeOptions }));
    expect(seen.state).toMatchObject({ status: 'stale', repromptReason: 'trackers' });
    expect(seen.has('analytics')).toBe(false);
  });

  it('keeps what was toggled when another configuration arrives', async () => {
    await render(provider(createElement(Probe)));
    await act(async () => seen.open());
    await act(async () => seen.toggle('analytics'));
    const renamed = config.categories.map((category) => ({ ...category, label: `${category.label}!` }));
    await render(provider(createElement(Probe), { config: { ...config, categories: renamed } }));
    expect(seen.state).toMatchObject({ ui: 'preferences', draft: { analytics: true, marketing: false } });
    await act(async () => seen.save());
    expect(seen.state.decisions).toMatchObject({ analytics: true, marketing: false });
  });

  it('C1: grants nothing while the configuration is on its way, and when it never comes', async () => {
    const fetched = globalThis.fetch;
    const requests: ((answer: Response) => void)[] = [];
    globalThis.fetch = () => new Promise((resolve) => requests.push(resolve));
    await render(provider(createElement(Probe), { config: undefined, configUrl: '/_consent/config' }));
    expect(seen.ready).toBe(false);
    await act(async () => requests[0]!(new Response('not json', { status: 502 })));
    expect(seen.ready).toBe(false);
    await render(provider(createElement(Probe), { config: undefined, configUrl: '/other' }));
    await act(async () => requests[1]!(Response.json(config satisfies ConsentConfig)));
    await act(async () => {});
    expect(seen.ready).toBe(true);
    globalThis.fetch = fetched;
  });

  it('tells Consent Mode what is granted before any tag that it loads speaks', async () => {
    const spoken: string[] = [];
    const tag: ConsentTracker = {
      id: 'tag',
      name: 'Tag',
      categoryKey: 'analytics',
      kind: 'script',
      loader: { inline: '/* speaks */', strategy: 'afterDecision', consentModeManaged: false },
    };
    Object.assign(globalThis, {
      dataLayer: { push: (call: IArguments) => spoken.push(`${call[1]} ${call[2].analytics_storage}`) },
    });
    const { append } = document.head;
    document.head.append = () => spoken.push('tag');
    const storage = memoryStorage();
    const tree = (key: number) =>
      provider(createElement(Probe), {
        config: createTestConfig({ ...config, trackers: [tag] }),
        loadScripts: true,
        storeOptions: { storage },
        key,
      } as Partial<ConsentProviderProps>);
    await render(tree(1));
    expect(spoken).toEqual([]);
    await act(async () => seen.acceptAll());
    expect(spoken).toEqual(['update granted', 'tag']);
    // Elsewhere, on a page whose head did not have the cookie.
    ledger().clear();
    await render(tree(2));
    expect(spoken.slice(2)).toEqual(['update granted', 'tag']);
    await act(async () => seen.withdraw());
    expect(spoken.at(-1)).toBe('update denied');
    document.head.append = append;
    Reflect.deleteProperty(globalThis, 'dataLayer');
  });

  it("speaks for the page's own store when it has no configuration of its own", async () => {
    const store = createConsentStore({ config, storage: memoryStorage() });
    adoptStore(store);
    await render(createElement(ConsentProvider, null, createElement(Probe)));
    await act(async () => store.acceptAll());
    expect(seen.has('marketing')).toBe(true);
    page().store = null;
  });
});

describe("a provider for the page's own store", () => {
  it('waits for a store that comes later, also when the runtime does', async () => {
    await render(createElement(ConsentProvider, null, createElement(Probe)));
    expect(seen.ready).toBe(false);
    const store = createConsentStore({ config, storage: memoryStorage() });
    page().files = '/_astro/consent.0/';
    page().parts.consent = {
      async startStore() {
        adoptStore(store);
        return store;
      },
      act() {},
    };
    await act(async () => document.dispatchEvent(new Event('DOMContentLoaded')));
    expect(seen.ready).toBe(true);
    page().store = null;
    page().files = '';
    page().parts = {};
  });
});

describe('a configuration of which only texts are others', () => {
  const renamed = createTestConfig({
    recording: { enabled: false },
    banner: { ...config.banner, title: 'Another title' },
    categories: config.categories.map((category) => ({ ...category, label: `New ${category.label}` })),
  });
  const both = () => [createElement(Hooks, { key: 1 }), createElement(Probe, { key: 2 })];
  const titles = () => [
    seen.config?.banner.title,
    answers.context?.config.banner.title,
    answers.analytics.category?.label,
  ];
  const afterwards = ['Another title', 'Another title', 'New Analytics'];

  it('reaches the hooks of a provider that is given it', async () => {
    await render(provider(both()));
    expect(titles()).not.toEqual(afterwards);
    const { state } = seen;
    await render(provider(both(), { config: renamed }));
    expect(titles()).toEqual(afterwards);
    expect(seen.state).toBe(state);
  });

  it('reaches the hooks for the store of the page', async () => {
    const store = createConsentStore({ config, storage: memoryStorage(), gpc: false });
    adoptStore(store);
    await render(createElement(ConsentProvider, {}, both()));
    expect(titles()).not.toEqual(afterwards);
    await act(async () => judgeBy(store, renamed));
    expect(titles()).toEqual(afterwards);
    page().store = null;
  });
});

describe('the hooks', () => {
  it('useCategory drafts a change that save commits', async () => {
    await render(provider([createElement(Hooks, { key: 1 }), createElement(Probe, { key: 2 })]));
    expect(answers.necessary).toMatchObject({ required: true, granted: true, draft: true });
    expect(answers.analytics).toMatchObject({ granted: false, draft: false, required: false });
    await act(async () => answers.analytics.toggle());
    expect(answers.analytics).toMatchObject({ granted: false, draft: true });
    await act(async () => seen.save());
    expect(answers.analytics).toMatchObject({ granted: true, draft: true });
    expect(answers.analytics.category?.label).toBe('Analytics');
  });

  it('useConsentContext gives the raw store, configuration and nonce', async () => {
    await render(provider(createElement(Hooks), { nonce: 'n0nce' }));
    expect(answers.context).toMatchObject({ nonce: 'n0nce', config });
    expect(answers.context?.store.getState().status).toBe('undecided');
  });
});

describe('the components', () => {
  it('ConsentGate opens and closes with the grant and adds no element', async () => {
    const gate = createElement(ConsentGate, { key: 1, category: 'marketing', fallback: 'blocked' }, 'film');
    await render(provider([gate, createElement(Probe, { key: 2 })]));
    expect(host.innerHTML).toBe('blocked');
    await act(async () => seen.acceptAll());
    expect(host.innerHTML).toBe('film');
    await act(async () => seen.rejectAll());
    expect(host.innerHTML).toBe('blocked');
  });

  it('ConsentGate waits for a service where visitors decide on each', async () => {
    const byService = createTestConfig({
      granularity: 'service',
      services: { film: 'marketing', map: 'marketing' },
    });
    const gate = createElement(ConsentGate, { key: 1, service: 'film', fallback: 'blocked' }, 'film');
    await render(provider([gate, createElement(Probe, { key: 2 })], { config: byService }));
    expect(host.innerHTML).toBe('blocked');
    await act(async () => {
      seen.toggle('film', true);
      seen.save();
    });
    expect(host.innerHTML).toBe('film');
    expect(seen.has('map')).toBe(false);
  });

  it('ManageConsentButton opens the preferences, unless the page has taken the click', async () => {
    await render(
      provider([
        createElement(ManageConsentButton, { key: 1, className: 'link' }),
        createElement(Probe, { key: 2 }),
      ]),
    );
    const button = host.querySelector<HTMLButtonElement>('button.link[data-consent-manage]')!;
    expect(button.textContent).toBe('Privacy settings');
    const take = (event: Event) => event.preventDefault();
    document.addEventListener('click', take, true);
    await act(async () => button.click());
    expect(seen.state.ui).toBe('banner');
    document.removeEventListener('click', take, true);
    await act(async () => button.click());
    expect(seen.state.ui).toBe('preferences');
  });

  it('ConsentModeScript writes the defaults with its nonce, and nothing while Consent Mode is off', () => {
    const html = renderToString(createElement(ConsentModeScript, { config, nonce: 'n0nce' }));
    expect(html).toMatch(/^<script data-consent-mode="" nonce="n0nce">/);
    expect(html).toContain('denied');
    const off = createTestConfig({ consentMode: { enabled: false } });
    expect(renderToString(createElement(ConsentModeScript, { config: off }))).toBe('');
  });
});
