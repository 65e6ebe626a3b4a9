import { createContext, runInContext } from 'node:vm';
import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import type { ConsentConfig, ConsentModel } from '../contract/config.ts';
import { createTestConfig, DEFAULT_CATEGORIES } from '../contract/default-config.ts';
import { ALL_CONSENT_MODE_SIGNALS } from '../contract/values.ts';
import {
  consentModeStateFrom,
  consentModeTerms,
  emitConsentModeDefault,
  emitConsentModeUpdate,
} from './consent-mode.ts';
import { consentModeDefaultScript } from './consent-mode-script.ts';
import { signalState, startConsentMode } from './consent-mode-signals.ts';
import { decodeConsentCookie, encodeConsentCookie } from './cookie.ts';
import { type ConsentAction, decide } from './decide.ts';
import { consentModeRegions } from './jurisdiction.ts';
import { resolveConsent } from './resolve.ts';

const NOW = 1_790_000_000;
const page = globalThis as { dataLayer?: unknown[] };
const under = (model: ConsentModel) => createTestConfig({ jurisdiction: { model } });
const denied = Object.fromEntries(ALL_CONSENT_MODE_SIGNALS.map((signal) => [signal, 'denied']));
const granted = Object.fromEntries(ALL_CONSENT_MODE_SIGNALS.map((signal) => [signal, 'granted']));
const onlySecurity = { ...denied, security_storage: 'granted' };
const functional = { functionality_storage: 'granted', personalization_storage: 'granted' };

/** What the script pushes to the `dataLayer` of a page; fails unless each is an `arguments` object. */
function run(script: string, gpc?: boolean, dataLayer?: unknown[]): unknown[][] {
  const window: Record<string, unknown> = { navigator: { globalPrivacyControl: gpc }, dataLayer };
  window.window = window;
  const before = dataLayer?.length ?? 0;
  runInContext(script, createContext(window));
  const pushed = (window.dataLayer as unknown[]).slice(before);
  return pushed.map((entry) => {
    expect(Object.prototype.toString.call(entry)).toBe('[object Arguments]');
    return JSON.parse(JSON.stringify(Array.from(entry as ArrayLike<unknown>)));
  });
}
const cookieOf = (config: ConsentConfig, action: ConsentAction, gpc = false) =>
  encodeConsentCookie(
    decide(resolveConsent(null, config, { gpc, now: NOW }), config, action, { now: NOW })!.cookie,
  );

afterEach(() => {
  page.dataLayer = undefined;
});

describe('consentModeStateFrom (J)', () => {
  it('gives all seven signals', () => {
    expect(Object.keys(consentModeStateFrom(DEFAULT_CATEGORIES, () => true))).toEqual(
      ALL_CONSENT_MODE_SIGNALS,
    );
    expect(consentModeStateFrom(DEFAULT_CATEGORIES, () => true)).toEqual(granted);
  });

  it('always grants security_storage, also when a refused category carries it', () => {
    const categories = [{ ...DEFAULT_CATEGORIES[1]!, consentModeSignals: ['security_storage' as const] }];
    expect(consentModeStateFrom(categories, () => false)).toEqual(onlySecurity);
    expect(consentModeStateFrom([], () => true)).toEqual(onlySecurity);
  });

  it('denies a signal that no category carries', () => {
    const [, , analytics] = DEFAULT_CATEGORIES;
    expect(consentModeStateFrom([analytics!], () => true)).toEqual({
      ...onlySecurity,
      analytics_storage: 'granted',
    });
  });

  it('grants a signal that several carry only if all of them are granted', () => {
    const [, , analytics, marketing] = DEFAULT_CATEGORIES;
    const both = [analytics!, { ...marketing!, consentModeSignals: ['analytics_storage' as const] }];
    expect(consentModeStateFrom(both, (key) => key === 'analytics').analytics_storage).toBe('denied');
    expect(consentModeStateFrom(both, () => true).analytics_storage).toBe('granted');
  });
});

describe('emitting to dataLayer', () => {
  const entries = () => page.dataLayer?.map((entry) => Array.from(entry as ArrayLike<unknown>));

  it('pushes arguments objects, which Google reads, and no arrays, which it ignores', () => {
    emitConsentModeDefault(under('opt-in'), () => false);
    emitConsentModeUpdate(under('opt-in'), () => true);
    expect(page.dataLayer?.map((entry) => Object.prototype.toString.call(entry))).toEqual(
      Array(3).fill('[object Arguments]'),
    );
    expect(entries()).toEqual([
      ['consent', 'default', { ...onlySecurity, wait_for_update: 500 }],
      ['set', 'ads_data_redaction', true],
      ['consent', 'update', granted],
    ]);
  });

  it('keeps what the page has pushed before', () => {
    page.dataLayer = ['before'];
    emitConsentModeUpdate(under('opt-in'), () => false);
    expect(page.dataLayer).toHaveLength(2);
  });

  it('sets the flags that are on', () => {
    const config = createTestConfig({ consentMode: { adsDataRedaction: false, urlPassthrough: true } });
    emitConsentModeDefault(config, () => false);
    expect(entries()?.slice(1)).toEqual([['set', 'url_passthrough', true]]);
  });

  it('does nothing when Consent Mode is off', () => {
    const config = createTestConfig({ consentMode: { enabled: false } });
    emitConsentModeDefault(config, () => true);
    emitConsentModeUpdate(config, () => true);
    expect(page.dataLayer).toBeUndefined();
    expect(consentModeTerms(config)).toBeNull();
  });
});

describe('startConsentMode', () => {
  it('sends the defaults that emitConsentModeDefault sends', () => {
    for (const flags of [{}, { adsDataRedaction: false, urlPassthrough: true, waitForUpdateMs: 9 }]) {
      const config = createTestConfig({ consentMode: flags });
      const has = (key: string) => key === 'analytics';
      const calls: unknown[][] = [];
      startConsentMode(consentModeTerms(config)!, has, false, false, (...call) => calls.push(call));
      page.dataLayer = [];
      emitConsentModeDefault(config, has);
      expect(page.dataLayer.map((entry) => Array.from(entry as ArrayLike<unknown>))).toEqual(calls);
    }
  });

  it('grants each signal where consentModeStateFrom does, whoever carries it', () => {
    const signals = fc.subarray([...ALL_CONSENT_MODE_SIGNALS]);
    const carried = fc.record({ a: signals, b: signals, c: signals });
    fc.assert(
      fc.property(carried, fc.subarray(['a', 'b', 'c']), (carries, granted) => {
        const config = createTestConfig();
        config.categories = Object.entries(carries).map(([key, consentModeSignals]) => ({
          ...config.categories[0]!,
          key,
          consentModeSignals,
        }));
        const has = (key: string) => granted.includes(key);
        expect(signalState(consentModeTerms(config)!.signals, has)).toEqual(
          consentModeStateFrom(config.categories, has),
        );
      }),
    );
  });

  it('puts defaults for places first, and none for a visitor who decided', () => {
    const calls: unknown[][] = [];
    const terms = consentModeTerms(under('opt-in'), [{ model: 'opt-out', region: ['US'] }])!;
    const start = (gpc: boolean, decided: boolean) => {
      calls.length = 0;
      startConsentMode(
        JSON.parse(JSON.stringify(terms)),
        () => false,
        gpc,
        decided,
        (...call) => calls.push(call),
      );
      return calls.filter(([name]) => name === 'consent');
    };
    const rest = ['consent', 'default', { ...onlySecurity, wait_for_update: 500 }];
    expect(start(false, false)).toEqual([
      ['consent', 'default', { ...granted, region: ['US'], wait_for_update: 500 }],
      rest,
    ]);
    expect(start(true, false)).toEqual([
      ['consent', 'default', { ...onlySecurity, ...functional, region: ['US'], wait_for_update: 500 }],
      rest,
    ]);
    expect(start(false, true)).toEqual([rest, ['consent', 'update', onlySecurity]]);
  });
});

describe('consentModeDefaultScript', () => {
  const script = (config: ConsentConfig, cookie?: string | null, options = {}) =>
    consentModeDefaultScript(config, cookie, { now: NOW, ...options });

  it('is empty when Consent Mode is off', () => {
    expect(script(createTestConfig({ consentMode: { enabled: false } }))).toBe('');
  });

  it('denies before a choice under opt-in, with the time that tags wait', () => {
    expect(run(script(under('opt-in')))).toEqual([
      ['consent', 'default', { ...onlySecurity, wait_for_update: 500 }],
      ['set', 'ads_data_redaction', true],
    ]);
  });

  it('L: sends a stored choice as update, after the default', () => {
    const accepted = run(script(under('opt-in'), cookieOf(under('opt-in'), 'accept-all')));
    expect(accepted.map(([, kind]) => kind)).toEqual(['default', 'ads_data_redaction', 'update']);
    expect(accepted.at(-1)?.[2]).toEqual(granted);
    const refused = run(script(under('opt-out'), cookieOf(under('opt-out'), 'reject-all')));
    expect(refused.at(-1)).toEqual(['consent', 'update', onlySecurity]);
    expect(
      JSON.stringify(refused.filter(([name]) => name === 'consent').map(([, , state]) => state)),
    ).not.toContain('"ad_storage":"granted"');
  });

  it('L: denies what is stale, or refused by Global Privacy Control, in the update', () => {
    const stale = createTestConfig({ versions: { documentsVersion: 'ffffffff' } });
    expect(run(script(stale, cookieOf(under('opt-in'), 'accept-all'))).at(-1)).toEqual([
      'consent',
      'update',
      onlySecurity,
    ]);
    const accepted = cookieOf(under('opt-out'), 'accept-all');
    expect(run(script(under('opt-out'), accepted, { gpc: true })).at(-1)).toEqual([
      'consent',
      'update',
      { ...onlySecurity, ...functional },
    ]);
  });

  it('C2: asks the browser for Global Privacy Control where the server did not hear of it', () => {
    const text = script(under('opt-out'));
    expect(run(text, false)[0]?.[2]).toEqual({ ...granted, wait_for_update: 500 });
    expect(run(text, undefined)[0]?.[2]).toEqual({ ...granted, wait_for_update: 500 });
    expect(run(text, true)[0]?.[2]).toEqual({ ...onlySecurity, ...functional, wait_for_update: 500 });
    expect(run(script(under('opt-out'), null, { gpc: true }), false)[0]?.[2]).toMatchObject(functional);
  });

  it('C8: is as under opt-in when consent is switched off', () => {
    const config = createTestConfig({ enabled: false, jurisdiction: { model: 'none' } });
    const regions = [{ model: 'none' as const, region: ['JP'] }];
    const commands = run(script(config, cookieOf(under('none'), 'accept-all'), { regions }));
    expect(commands.filter(([name]) => name === 'consent').map(([, kind]) => kind)).toEqual([
      'default',
      'default',
    ]);
    expect(JSON.stringify(commands)).not.toContain('"ad_storage":"granted"');
  });

  it('has defaults for every place of the region table, for a page that knows no visitor', () => {
    const regions = consentModeRegions({ now: NOW });
    const commands = run(script(under('opt-in'), null, { regions }));
    const at = (place?: string) =>
      commands.find(([, , p]) => {
        const { region } = p as { region?: string[] };
        return place ? region?.includes(place) : !region;
      })?.[2];
    expect(at('US')).toMatchObject(granted);
    expect(at('JP')).toMatchObject(granted);
    expect(at('DE')).toBeUndefined();
    expect(at()).toMatchObject(onlySecurity);
    expect(run(script(under('opt-in'), null, { regions }), true)[0]?.[2]).toMatchObject({
      ...onlySecurity,
      ...functional,
    });
  });

  it('needs no defaults for places after a choice', () => {
    const cookie = cookieOf(under('opt-in'), 'reject-all');
    const commands = run(script(under('opt-in'), cookie, { regions: consentModeRegions({ now: NOW }) }));
    expect(commands.map(([, kind]) => kind)).toEqual(['default', 'ads_data_redaction', 'update']);
    expect(JSON.stringify(commands)).not.toContain('region');
  });

  it('C3: has none also for who refused by a clock that ran ahead', () => {
    const refusal = { ...decodeConsentCookie(cookieOf(under('opt-out'), 'reject-all'))!, t: NOW + 3600 };
    const commands = run(
      script(under('opt-in'), encodeConsentCookie(refusal), { regions: consentModeRegions({ now: NOW }) }),
    );
    expect(JSON.stringify(commands)).not.toContain('region');
    expect(JSON.stringify(commands)).not.toContain('"ad_storage":"granted"');
  });

  it('keeps a dataLayer that is there, and defines no global', () => {
    expect(run(script(under('opt-in')), false, ['before'])).toHaveLength(2);
    expect(script(under('opt-in'))).toMatch(/^\(function\(w\)\{.*\}\)\(window\);$/);
  });

  it('cannot end its script element', () => {
    const regions = [{ model: 'opt-out' as const, region: ['</script><script>alert(1)'] }];
    const text = script(under('opt-in'), null, { regions });
    expect(text).not.toContain('<');
    expect(run(text)[0]?.[2]).toMatchObject({ region: ['</script><script>alert(1)'] });
  });
});

describe('signals where visitors decide service by service', () => {
  const services = (granularity: 'category' | 'service') =>
    createTestConfig({
      granularity,
      trackers: [
        {
          id: '1',
          key: 'ga4',
          name: 'Google Analytics',
          categoryKey: 'analytics',
          kind: 'script',
          hosts: ['www.googletagmanager.com'],
        },
        { id: '2', key: 'matomo', name: 'Matomo', categoryKey: 'analytics', kind: 'script' },
        { id: '3', key: 'pixel', name: 'A pixel', categoryKey: 'marketing', kind: 'pixel' },
      ],
    });

  it('ask for the services of their categories that read them, and else for all of the category', () => {
    const { signals } = consentModeTerms(services('service'))!;
    expect(signals.analytics_storage).toEqual(['ga4']);
    expect(signals.ad_storage).toEqual(['marketing']);
    expect(consentModeTerms(services('category'))!.signals.analytics_storage).toEqual(['analytics', 'ga4']);
  });

  it('are denied by category, too, where one of them was refused alone', () => {
    const config = services('category');
    const all = decide(resolveConsent(null, config, { now: NOW }), config, 'accept-all', { now: NOW })!;
    const script = (x: Record<string, 0 | 1>) =>
      consentModeDefaultScript(config, { ...all.cookie, x }, { gpc: false, now: NOW });
    expect(script({ matomo: 0 })).toMatch(/"update",\{[^}]*"analytics_storage":"granted"/);
    expect(script({ ga4: 0 })).toMatch(/"update",\{[^}]*"analytics_storage":"denied"/);
  });

  it('are granted with those, whatever else of the category is refused', () => {
    const config = services('service');
    const reject = decide(resolveConsent(null, config, { now: NOW }), config, 'reject-all', { now: NOW })!;
    const cookie = { ...reject.cookie, x: { ga4: 1, matomo: 0 } } as const;
    const script = consentModeDefaultScript(config, cookie, { gpc: false, now: NOW });
    expect(script).toMatch(/"update",\{[^}]*"analytics_storage":"granted"/);
    const refused = consentModeDefaultScript(
      config,
      { ...cookie, x: { ga4: 0, matomo: 1 } },
      { gpc: false, now: NOW },
    );
    expect(refused).toMatch(/"update",\{[^}]*"analytics_storage":"denied"/);
  });
});
