import { describe, expect, it } from 'vitest';
import {
  ALL,
  DAY,
  grants,
  ID,
  MODELS,
  NEW_ID,
  NONE,
  NOW,
  outdated,
  resolve,
  stored,
  under,
  WITHOUT_GPC,
} from '../../tests/stored-decisions.ts';
import type { ConsentConfig, ConsentModel } from '../contract/config.ts';
import { DEFAULT_CATEGORIES } from '../contract/default-config.ts';
import { encodeConsentCookie } from './cookie.ts';
import { defaultDecisions, hasConsent, initialView, isGranted, nonRequiredKeys } from './resolve.ts';

describe('resolveConsent without a cookie', () => {
  it('C2: grants nothing optional under opt-in, all under notice and none', () => {
    expect(grants(null, under('opt-in'))).toEqual([]);
    expect(grants(null, under('notice'))).toEqual(['functional', 'analytics', 'marketing']);
    expect(grants(null, under('none'))).toEqual(['functional', 'analytics', 'marketing']);
  });

  it('C2: grants under opt-out the categories that are on there by default', () => {
    const categories = DEFAULT_CATEGORIES.map((c) => ({ ...c, defaultInOptOut: c.key === 'analytics' }));
    expect(grants(null, under('opt-out', { categories }))).toEqual(['analytics']);
    expect(grants(null, under('opt-out'))).toEqual(['functional', 'analytics', 'marketing']);
  });

  it('is undecided, with a fresh id', () => {
    expect(resolve(null, under('opt-in'))).toEqual({
      status: 'undecided',
      model: 'opt-in',
      decisions: NONE,
      repromptReason: null,
      gpc: false,
      needsReload: false,
      consentId: NEW_ID,
      decidedAt: null,
      source: null,
      cookie: null,
    });
  });

  it.each(MODELS)('grants required categories and never an unknown one under %s', (model) => {
    const config = under(model);
    const resolved = resolve(null, config);
    expect(isGranted(resolved, config, 'necessary')).toBe(true);
    expect(isGranted(resolved, config, 'unknown')).toBe(false);
    expect(isGranted(resolved, config, 'constructor')).toBe(false);
    expect(isGranted(resolved, config, { and: ['necessary', { not: 'unknown' }] })).toBe(true);
  });

  it('J: the page shows the banner under opt-in, opt-out and notice, and nothing under none', () => {
    const views = MODELS.map((model) => initialView(resolve(null, under(model)), under(model)));
    expect(views).toEqual(['banner', 'banner', 'banner', 'closed']);
  });
});

describe('a stored decision', () => {
  it.each(MODELS)('C3: a refusal wins under %s, after travel and version change', (model) => {
    for (const source of ['banner', 'preferences', 'api', 'gpc', 'withdraw', 'implicit'] as const) {
      for (const change of [{}, { t: NOW - 9999 * DAY }, ...Object.values(outdated)]) {
        expect(grants(stored(source, NONE, change), under(model))).toEqual([]);
      }
    }
  });

  it('C3: keeps a refusal after a visit from a region without a banner', () => {
    const cookie = stored('banner', NONE);
    resolve(cookie, under('none'));
    expect(grants(cookie, under('none'))).toEqual([]);
    expect(resolve(cookie, under('opt-in'))).toMatchObject({ status: 'decided', decisions: NONE });
  });

  it('C4: a grant counts under opt-in when the visitor made it by an act', () => {
    for (const source of ['banner', 'preferences', 'api'] as const) {
      expect(grants(stored(source, ALL, { j: 'out' }), under('opt-in'))).toEqual([
        'functional',
        'analytics',
        'marketing',
      ]);
    }
  });

  it('C4, J: a default of elsewhere leaves the visitor undecided under opt-in, also when it is stale', () => {
    for (const source of ['implicit', 'gpc'] as const) {
      for (const change of [{}, { t: NOW - 9999 * DAY }, ...Object.values(outdated)]) {
        const cookie = stored(source, ALL, change);
        expect(resolve(cookie, under('opt-in'))).toMatchObject({
          status: 'undecided',
          decisions: NONE,
          repromptReason: null,
          consentId: ID,
          decidedAt: null,
          source: null,
        });
      }
    }
  });

  it('J: a withdrawal is a decision under opt-in and grants nothing', () => {
    expect(resolve(stored('withdraw', NONE), under('opt-in'))).toMatchObject({
      status: 'decided',
      source: 'withdraw',
      decidedAt: NOW - DAY,
    });
    expect(grants(stored('withdraw', ALL), under('opt-in'))).toEqual([]);
  });

  it.each(MODELS)('C6: a category that the cookie does not know takes its default under %s', (model) => {
    const config = under(model);
    const cookie = stored('banner', { functional: true });
    expect(resolve(cookie, config).decisions).toEqual({ ...defaultDecisions(config), functional: true });
  });

  it('C6: drops a category that no longer exists', () => {
    expect(resolve(stored('banner', { ...ALL, social: true }), under('opt-in')).decisions).toEqual(ALL);
  });

  it('J: grants a category that became required after a refusal', () => {
    const categories = DEFAULT_CATEGORIES.map((c) => ({
      ...c,
      required: c.required || c.key === 'functional',
    }));
    const config = under('opt-in', { categories });
    const resolved = resolve(stored('banner', NONE), config);
    expect(isGranted(resolved, config, 'functional')).toBe(true);
    expect(resolved.decisions).toEqual({ analytics: false, marketing: false });
  });

  it('J: is read from the raw value, percent-encoded or not, or decoded', () => {
    const cookie = stored('banner', ALL);
    const value = encodeConsentCookie(cookie);
    const expected = resolve(cookie, under('opt-in'));
    expect(expected).toMatchObject({ status: 'decided', source: 'banner', consentId: ID, cookie });
    expect(resolve(value, under('opt-in'))).toEqual(expected);
    expect(resolve(encodeURIComponent(`${value}==`), under('opt-in'))).toEqual(expected);
  });

  it('C1: is none when it is malformed, also as an object', () => {
    const malformed = { ...stored('banner', ALL), id: 'me' };
    expect(resolve(malformed, under('opt-in'))).toMatchObject({ status: 'undecided', cookie: null });
    expect(resolve('%', under('opt-in')).status).toBe('undecided');
    expect(resolve(undefined, under('opt-in')).status).toBe('undecided');
  });

  it('J: is none when it is dated more than 5 minutes ahead', () => {
    expect(resolve(stored('banner', ALL, { t: NOW + 300 }), under('opt-in')).status).toBe('decided');
    expect(resolve(stored('banner', ALL, { t: NOW + 301 }), under('opt-in'))).toMatchObject({
      status: 'undecided',
      cookie: null,
    });
  });

  it('C3: keeps its refusals even so, and none of its grants', () => {
    const mixed = stored('banner', { functional: true, analytics: true, marketing: false }, { t: NOW + 301 });
    const strict = DEFAULT_CATEGORIES.map((category) => ({ ...category, defaultInOptOut: false }));
    for (const model of ['opt-out', 'notice', 'none'] as const) {
      expect(resolve(mixed, under(model))).toMatchObject({ status: 'undecided', cookie: null });
      expect(grants(mixed, under(model))).toEqual(['functional', 'analytics']);
    }
    expect(grants(mixed, under('opt-out', { categories: strict }))).toEqual([]);
  });

  it('has keys of its own only, whatever they are called', () => {
    const categories = ['__proto__', 'constructor'].map((key) => ({ ...DEFAULT_CATEGORIES[1]!, key }));
    const config = under('opt-in', { categories });
    expect(grants(stored('banner', {}), config)).toEqual([]);
    const decisions = Object.fromEntries(categories.map(({ key }) => [key, true]));
    expect(grants(encodeConsentCookie(stored('banner', decisions)), config)).toEqual([
      '__proto__',
      'constructor',
    ]);
  });
});

describe('failing closed', () => {
  it.each(['false', 'true', 1, {}])(
    'C1: a category is required where the config says true, and not where it says %j',
    (required) => {
      // Nobody has checked a config that a page was given by hand.
      const category = { ...DEFAULT_CATEGORIES[2]!, required: required as never };
      const config = { ...under('opt-in'), categories: [category] };
      expect(nonRequiredKeys(config)).toEqual([category.key]);
      expect(grants(null, config)).toEqual([]);
      expect(resolve(null, config).decisions).toEqual({ [category.key]: false });
    },
  );

  it('C2: a default is on under opt-out where the config says true alone', () => {
    const category = { ...DEFAULT_CATEGORIES[2]!, defaultInOptOut: 'false' as never };
    expect(resolve(null, { ...under('opt-out'), categories: [category] }).decisions).toEqual({
      [category.key]: false,
    });
  });

  it('J: checks a decoded cookie as strictly as an encoded one, and keeps its own copy', () => {
    const given = stored('banner', ALL);
    const { cookie } = resolve(given, under('opt-in'));
    expect(cookie).toEqual(given);
    expect(cookie).not.toBe(given);
    const forged = { ...given, d: { analytics: true } } as unknown as typeof given;
    expect(resolve(forged, under('opt-in'))).toMatchObject({ status: 'undecided', cookie: null });
  });

  it('C9: a withdrawal grants nothing under opt-in, whatever its cookie says', () => {
    expect(grants(stored('withdraw', ALL), under('opt-in'))).toEqual([]);
  });

  it('C8: switched off, only required categories are granted, and nothing is shown', () => {
    for (const model of MODELS) {
      const config = under(model, { enabled: false });
      for (const cookie of [null, stored('banner', ALL)]) {
        const resolved = resolve(cookie, config);
        expect(grants(cookie, config)).toEqual([]);
        expect(isGranted(resolved, config, 'necessary')).toBe(true);
        expect(initialView(resolved, config)).toBe('closed');
        expect(resolved).toMatchObject({ status: 'undecided', decisions: NONE, model });
      }
    }
  });

  it('C1: an unknown model grants nothing optional', () => {
    const config = under('whatever' as ConsentModel);
    for (const gpc of [true, false]) {
      expect(grants(stored('banner', ALL), config, { gpc })).toEqual([]);
      expect(grants(null, config, { gpc })).toEqual([]);
    }
    expect(resolve(null, config).model).toBe('opt-in');
  });

  it('C1: hasConsent grants nothing when the config is none', () => {
    const cookie = encodeConsentCookie(stored('banner', ALL));
    for (const config of [
      null,
      undefined,
      {},
      [],
      { enabled: true },
      { ...under('none'), categories: null },
    ]) {
      expect(hasConsent(cookie, config as ConsentConfig, 'marketing')).toBe(false);
    }
  });
});

describe('the small questions', () => {
  it('hasConsent answers from a cookie', () => {
    const cookie = stored('banner', { ...ALL, marketing: false }, { t: Math.floor(Date.now() / 1000) });
    expect(hasConsent(cookie, under('opt-in'), 'analytics')).toBe(true);
    expect(hasConsent(cookie, under('opt-in'), 'marketing')).toBe(false);
    expect(hasConsent(cookie, under('opt-out'), 'analytics', true)).toBe(false);
    expect(hasConsent(null, under('opt-in'), 'necessary')).toBe(true);
  });

  it('nonRequiredKeys names what a visitor decides about', () => {
    expect(nonRequiredKeys(under('opt-in'))).toEqual(['functional', 'analytics', 'marketing']);
  });

  it('defaultDecisions tells what holds before a choice (C2)', () => {
    expect(defaultDecisions(under('opt-in'))).toEqual(NONE);
    expect(defaultDecisions(under('opt-in'), true)).toEqual(NONE);
    expect(defaultDecisions(under('opt-out'))).toEqual(ALL);
    expect(defaultDecisions(under('opt-out'), true)).toEqual(WITHOUT_GPC);
    expect(defaultDecisions(under('none', { enabled: false }))).toEqual(NONE);
  });
});
