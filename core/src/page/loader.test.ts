// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ConsentExpr, ConsentTracker } from '../contract/config.ts';
import { createTestConfig } from '../contract/default-config.ts';
import { evaluateExpr } from '../rules/expression.ts';
import type { LoaderOptions } from './ledger.ts';
import { attachLoader, injectTracker } from './loader.ts';
import { memoryStorage } from './storage.ts';
import { createConsentStore } from './store.ts';

const tracker = (over: Partial<ConsentTracker> & { id: string }): ConsentTracker => ({
  name: over.id,
  categoryKey: 'analytics',
  kind: 'script',
  loader: { src: `https://v.test/${over.id}.js`, strategy: 'afterDecision', consentModeManaged: false },
  ...over,
});

const inline = (id: string, over: Partial<NonNullable<ConsentTracker['loader']>> = {}): ConsentTracker =>
  tracker({
    id,
    loader: { inline: `/* ${id} */`, strategy: 'afterDecision', consentModeManaged: false, ...over },
  });

const injected = () =>
  [...document.querySelectorAll('[data-consent-tracker]')].map((element) =>
    element.getAttribute('data-consent-tracker'),
  );

const detachers: (() => void)[] = [];

function attach(
  trackers: ConsentTracker[] = [],
  options?: LoaderOptions,
  config = createTestConfig(),
  storage = memoryStorage(),
) {
  const store = createConsentStore({ config, storage, gpc: false });
  const detach = attachLoader(store, trackers, options);
  detachers.push(detach, store.destroy);
  return { store, storage, detach };
}

/** Microtasks and mutation observers, but no network: in these tests no script is fetched. */
const settled = () => new Promise((resolve) => setTimeout(resolve, 20));

beforeEach(() => {
  const { settings } = (window as unknown as { happyDOM: { settings: Record<string, unknown> } }).happyDOM;
  settings.handleDisabledFileLoadingAsSuccess = true;
  document.head.innerHTML = '';
  document.body.innerHTML = '';
  Reflect.deleteProperty(globalThis, Symbol.for('pl-consent'));
});
afterEach(() => {
  for (const detach of detachers.splice(0)) detach();
});

describe('trackers of the config', () => {
  it('I5: inserts nothing before a grant, and each granted one once, however often it is granted again', () => {
    const { store } = attach([tracker({ id: 'a' }), tracker({ id: 'm', categoryKey: 'marketing' })]);
    expect(injected()).toEqual([]);
    store.toggle('analytics', true);
    store.save();
    expect(injected()).toEqual(['a']);
    store.save();
    store.acceptAll();
    store.withdraw();
    store.acceptAll();
    expect(injected()).toEqual(['a', 'm']);
  });

  it('inserts kinds script and pixel, never the others', () => {
    const kinds = ['script', 'pixel', 'cookie-only', 'iframe', 'sdk'] as const;
    const { store } = attach(kinds.map((kind) => tracker({ id: kind, kind })));
    store.acceptAll();
    expect(injected()).toEqual(['script', 'pixel']);
    const pixel = document.querySelector('[data-consent-tracker=pixel]');
    expect([pixel?.localName, pixel?.getAttribute('src')]).toEqual(['img', 'https://v.test/pixel.js']);
  });

  it('sets attributes and nonce, and refuses event handlers and another address', () => {
    injectTracker(
      tracker({
        id: 'a',
        loader: {
          src: 'https://v.test/a.js',
          strategy: 'afterDecision',
          consentModeManaged: false,
          attributes: {
            'data-site': '7',
            crossorigin: 'anonymous',
            onload: 'steal()',
            ONERROR: 'steal()',
            src: 'https://else.test/',
            'data-consent-tracker': 'b',
            'not a name': '',
          },
        },
      }),
      { nonce: 'abc' },
    );
    const script = document.querySelector('script')!;
    expect(script.getAttributeNames().filter((name) => name.startsWith('on'))).toEqual([]);
    expect(script.nonce).toBe('abc');
    expect([script.src, script.dataset.site, script.dataset.consentTracker]).toEqual([
      'https://v.test/a.js',
      '7',
      'a',
    ]);
  });

  it('puts the inline stub before the script it queues for', () => {
    expect(injectTracker(inline('a', { src: 'https://v.test/a.js' }))).toBe(true);
    expect(injectTracker(inline('a'))).toBe(false);
    expect([...document.scripts].map((script) => script.src || script.text)).toEqual([
      '/* a */',
      'https://v.test/a.js',
    ]);
  });

  it('I5: loads a Consent-Mode-managed tracker at once, and no other', () => {
    attach([
      tracker({
        id: 'managed',
        loader: { src: 'https://v.test/gtag.js', strategy: 'afterDecision', consentModeManaged: true },
      }),
      tracker({ id: 'other' }),
    ]);
    expect(injected()).toEqual(['managed']);
  });

  it.each([
    ['Consent Mode', { consentMode: { enabled: false } }],
    ['consent', { enabled: false }],
  ])('has it wait like any other while %s is off: nobody tells it what is granted', (_name, off) => {
    const managed = inline('managed', { consentModeManaged: true });
    attach([managed], {}, createTestConfig(off));
    expect(injected()).toEqual([]);
  });

  it('C12: what waited for its grant while Consent Mode was off goes on under it', () => {
    const off = createTestConfig({ consentMode: { enabled: false } });
    const { store } = attach([inline('managed', { consentModeManaged: true })], {}, off);
    store.acceptAll();
    expect(injected()).toEqual(['managed']);
    store.withdraw();
    expect(store.getState().needsReload).toBe(true);
  });

  it("carries the page's own nonce where none is named, and lends it to no markup, which may be injected", async () => {
    document.head.innerHTML = '<script nonce></script>';
    // As browsers do with the attribute when they have read it.
    document.querySelector('script')!.nonce = 'of-the-page';
    document.body.innerHTML = '<script type="text/plain" data-consent-category="analytics">1</script>';
    const { store } = attach([tracker({ id: 'a' })]);
    store.acceptAll();
    await settled();
    const inserted = [...document.scripts].filter(({ dataset }) => dataset.astroExec !== undefined);
    expect(inserted.map(({ nonce }) => nonce || null)).toEqual(['of-the-page', null]);
  });

  it('waits with lazy for an idle moment of at most 3 s, and not at all once refused or detached', () => {
    const idle: (() => void)[] = [];
    const requestIdle = vi.fn((callback: () => void) => idle.push(callback));
    vi.stubGlobal('requestIdleCallback', requestIdle);
    const lazy = { src: 'https://v.test/a.js', strategy: 'lazy', consentModeManaged: false } as const;
    const { store, detach } = attach([tracker({ id: 'a', loader: lazy })]);
    store.acceptAll();
    store.withdraw();
    for (const run of idle.splice(0)) run();
    expect(injected()).toEqual([]);
    store.acceptAll();
    expect(requestIdle.mock.lastCall).toEqual([expect.any(Function), { timeout: 3000 }]);
    detach();
    for (const run of idle.splice(0)) run();
    expect(injected()).toEqual([]);
    const second = attach([tracker({ id: 'a', loader: lazy })]);
    second.store.acceptAll();
    for (const run of idle.splice(0)) run();
    vi.unstubAllGlobals();
    expect(injected()).toEqual(['a']);
  });

  it('C2: what the loader runs is what has() says, also under opt-out', () => {
    const config = createTestConfig({ jurisdiction: { country: 'US', model: 'opt-out' } });
    const store = createConsentStore({ config, storage: memoryStorage(), gpc: true });
    detachers.push(
      attachLoader(store, [tracker({ id: 'a' }), tracker({ id: 'f', categoryKey: 'functional' })]),
    );
    expect([store.has('analytics'), store.has('functional'), injected()]).toEqual([false, true, ['f']]);
  });
});

describe('markup of the document', () => {
  const script = (category: string, text: string, more = '') =>
    `<script type="text/plain" data-consent-category='${category}' ${more}>${text}</script>`;
  // happy-dom runs no scripts: what counts here is that a live one was inserted. Chromium runs them in tests/browser.
  const live: string[] = [];
  const ran = () => live;
  beforeEach(() => {
    live.length = 0;
    const observer = new MutationObserver((changes) => {
      for (const { addedNodes } of changes)
        for (const node of addedNodes)
          if (node instanceof HTMLScriptElement && node.type !== 'text/plain') live.push(node.text);
    });
    observer.observe(document, { childList: true, subtree: true });
    detachers.push(() => observer.disconnect());
  });

  it('I2: runs scripts once granted, in document order, and keeps their attributes but not the inert type', async () => {
    document.body.innerHTML =
      script('analytics', '1', 'id="one" data-x="y"') + script('marketing', '9') + script('analytics', '2');
    const { store } = attach();
    await settled();
    expect(ran()).toEqual([]);
    store.toggle('analytics', true);
    store.save();
    await settled();
    expect(ran()).toEqual(['1', '2']);
    const one = document.querySelector<HTMLScriptElement>('#one')!;
    expect([one.type, one.dataset.x, one.hasAttribute('data-consent-category')]).toEqual(['', 'y', false]);
  });

  it('I2: takes an expression of categories; what cannot be read is not granted', async () => {
    document.body.innerHTML =
      script('{"and":["analytics","functional"]}', 'and') +
      script('{"not":"marketing"}', 'not') +
      script('{"not":', 'broken') +
      script('', 'empty');
    const { store } = attach();
    await settled();
    expect(ran()).toEqual(['not']);
    store.acceptAll();
    await settled();
    expect(ran()).toEqual(['not', 'and']);
  });

  it('I2: runs what is added later, and what is the same only once', async () => {
    const { store } = attach();
    store.acceptAll();
    const added = script('analytics', 'late');
    document.body.innerHTML = `<main>${added}</main>`;
    await settled();
    // A client-side navigation brings the same markup again.
    document.body.innerHTML = `<main>${added}${script('analytics', 'new')}</main>`;
    await settled();
    expect(ran()).toEqual(['late', 'new']);
  });

  it('queues a script behind one that hangs once, whatever else changes in the page', async () => {
    const asked = vi.fn((expr: ConsentExpr) => expr === 'analytics');
    const once = (listener: () => void) => {
      listener();
      return () => {};
    };
    document.body.innerHTML = `${script('analytics', '', 'src="https://v.test/hangs.js"')}${script('analytics', 'next')}`;
    const { settings } = (window as unknown as { happyDOM: { settings: Record<string, unknown> } }).happyDOM;
    settings.disableJavaScriptFileLoading = true;
    settings.handleDisabledFileLoadingAsSuccess = false;
    detachers.push(attachLoader({ has: asked, subscribe: once }, []));
    await settled();
    asked.mockClear();
    for (let at = 0; at < 50; at += 1) {
      document.body.append(document.createElement('p'), 'text');
      await Promise.resolve();
    }
    await settled();
    expect(asked, 'what is added is looked at, not the whole page again').not.toHaveBeenCalled();
    document.querySelector('script[src]')!.dispatchEvent(new Event('load'));
    await settled();
    expect(asked, 'its one turn').toHaveBeenCalledTimes(1);
    expect(ran().at(-1)).toBe('next');
  });

  it('I2: once per document by tracker id, whoever inserts it', async () => {
    const { store } = attach([inline('a', { inline: 'config' })]);
    store.acceptAll();
    document.body.innerHTML = script('analytics', 'markup', 'data-consent-tracker="a"');
    await settled();
    expect(ran()).toEqual(['config']);
  });

  it('does not run a script whose grant was taken back while it waited', async () => {
    document.body.innerHTML = script('analytics', '1');
    const { store } = attach();
    store.acceptAll();
    store.withdraw();
    await settled();
    expect(ran()).toEqual([]);
    store.acceptAll();
    await settled();
    expect(ran()).toEqual(['1']);
  });

  it('leaves alone what a template holds', async () => {
    document.body.innerHTML = `<template>${script('analytics', '1')}</template>`;
    const { store } = attach();
    store.acceptAll();
    await settled();
    expect(ran()).toEqual([]);
  });

  // Frames follow in the same way; happy-dom loads none, so they are shown in tests/browser.
  it('I2: images load once granted, also when added later, and are emptied on revocation', async () => {
    const image = (category: string) => `<img data-consent-src="data:," data-consent-category="${category}">`;
    document.body.innerHTML = image('marketing');
    const { store } = attach();
    const sources = () => [...document.querySelectorAll('img')].map((element) => element.getAttribute('src'));
    expect(sources()).toEqual([null]);
    store.acceptAll();
    expect(sources()).toEqual(['data:,']);
    document.body.insertAdjacentHTML('beforeend', `<p>${image('marketing')}</p>${image('analytics')}`);
    await settled();
    expect(sources()).toEqual(['data:,', 'data:,', 'data:,']);
    store.withdraw();
    expect(sources()).toEqual([null, null, null]);
  });

  it('leaves to a vendor what it adds to the address, and what stands within', async () => {
    document.body.innerHTML =
      '<video data-consent-src="data:," data-consent-category="marketing"><track src="data:," /></video>';
    const { store } = attach();
    const video = () => document.querySelector('video')!;
    store.acceptAll();
    video().setAttribute('src', 'data:,?api=1');
    document.body.append(document.createElement('p'));
    await settled();
    expect(video().getAttribute('src')).toBe('data:,?api=1');
    store.withdraw();
    expect(video().outerHTML).not.toContain('?api');
    expect(video().children).toHaveLength(1);
    store.acceptAll();
    expect(video().getAttribute('src')).toBe('data:,');
  });

  it('sets data-astro-exec, so that the router of Astro does not run it again', async () => {
    document.body.innerHTML = script('analytics', '1', 'id="one"');
    const { store } = attach();
    store.acceptAll();
    await settled();
    expect(document.querySelector('#one')?.getAttribute('data-astro-exec')).toBe('');
  });

  it('detached, does nothing any more', async () => {
    const { store, detach } = attach([tracker({ id: 'a' })]);
    detach();
    store.acceptAll();
    document.body.innerHTML = script('analytics', '1');
    await settled();
    expect([ran(), injected()]).toEqual([[], []]);
  });
});

describe('C12: needsReload', () => {
  it('is true once a category is revoked of which a script ran, by config or by markup', async () => {
    const { store } = attach([inline('a')]);
    store.acceptAll();
    store.withdraw();
    expect(store.getState().needsReload).toBe(true);
    const second = attach([inline('b')]);
    second.store.acceptAll();
    document.body.innerHTML = '<script type="text/plain" data-consent-category="marketing">1</script>';
    await settled();
    second.store.toggle('marketing', false);
    second.store.save();
    expect(second.store.getState().needsReload).toBe(true);
  });

  it('is not, where nothing of the category ran, or only what Consent Mode manages', () => {
    const { store } = attach(
      [
        inline('managed', { consentModeManaged: true }),
        inline('f'),
        tracker({ id: 'p', kind: 'cookie-only' }),
      ].map((entry) => (entry.id === 'f' ? { ...entry, categoryKey: 'functional' } : entry)),
    );
    store.acceptAll();
    store.toggle('analytics', false);
    store.toggle('marketing', false);
    store.save();
    expect(store.getState().needsReload).toBe(false);
  });

  it('is known to a store that comes later on the same page', () => {
    const first = attach([inline('a')]);
    first.store.acceptAll();
    first.store.rejectAll();
    const { store } = attach([inline('a')], {}, createTestConfig(), first.storage);
    expect(store.getState().needsReload).toBe(true);
  });
});

it('needs of a store only has and subscribe', () => {
  const heard = new Set<() => void>();
  let granted = false;
  detachers.push(
    attachLoader(
      {
        has: (expr: ConsentExpr) => evaluateExpr(expr, () => granted),
        subscribe(listener) {
          heard.add(listener);
          listener();
          return () => heard.delete(listener);
        },
      },
      [inline('a')],
    ),
  );
  granted = true;
  for (const listener of heard) listener();
  expect(injected()).toEqual(['a']);
});

describe('trackers that are services', () => {
  const both = ['a', 'b'].map((id) => tracker({ id, key: `service-${id}` }));

  it('each runs by its own grant, whatever the rest of its category has', () => {
    const config = createTestConfig({ trackers: both, granularity: 'service' });
    const { store } = attach(both, undefined, config);
    store.toggle('service-a', true);
    store.save();
    expect(injected()).toEqual(['a']);
    store.toggle('service-a', false);
    store.save();
    expect(store.getState().needsReload).toBe(true);
  });

  it('run with their category where visitors decide on categories', () => {
    const { store } = attach(both, undefined, createTestConfig({ trackers: both }));
    store.toggle('analytics', true);
    store.save();
    expect(injected()).toEqual(['a', 'b']);
  });
});
