// @vitest-environment happy-dom
import { describe, expect, it, vi } from 'vitest';
import {
  attach,
  detachers,
  injected,
  inline,
  prepareLoader,
  settled,
  tracker,
} from '../../tests/open-loader.ts';
import type { ConsentExpr } from '../contract/config.ts';
import { createTestConfig } from '../contract/default-config.ts';
import { evaluateExpr } from '../rules/expression.ts';
import { attachLoader, injectTracker } from './loader.ts';
import { markScripts } from './navigation.ts';
import { memoryStorage } from './storage.ts';
import { createConsentStore } from './store.ts';

prepareLoader();

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
    const inserted: HTMLElement[] = [];
    markScripts((made) => inserted.push(made));
    const { store } = attach([tracker({ id: 'a' })]);
    store.acceptAll();
    await settled();
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
