import { describe, expect, it } from 'vitest';
import type {
  ConsentConfig,
  ConsentCookieV1,
  ConsentModel,
  ConsentSource,
  PendingConfig,
} from '../contract/config.ts';
import { createTestConfig, DEFAULT_CATEGORIES, type DeepPartial } from '../contract/default-config.ts';
import { cookieFor, encodeConsentCookie } from './cookie.ts';
import {
  defaultDecisions,
  hasConsent,
  initialView,
  isGranted,
  nonRequiredKeys,
  type ResolveOptions,
  resolveConsent,
} from './resolve.ts';

const NOW = 1_790_000_000;
const DAY = 86_400;
const ID = '0f8fad5b-d9cb-469f-a165-70867728950e';
const NEW_ID = '7c9e6679-7425-40de-944b-e07fc1f90ae7';
const MODELS: ConsentModel[] = ['opt-in', 'opt-out', 'notice', 'none'];
const ALL = { functional: true, analytics: true, marketing: true };
const NONE = { functional: false, analytics: false, marketing: false };
/** What Global Privacy Control leaves of everything: the default categories respect it in two. */
const WITHOUT_GPC = { functional: true, analytics: false, marketing: false };

const under = (model: ConsentModel, overrides: DeepPartial<ConsentConfig> = {}) =>
  createTestConfig({ jurisdiction: { model }, ...overrides });
const stored = (
  source: ConsentSource,
  decisions: Record<string, boolean>,
  change: Partial<ConsentCookieV1> = {},
): ConsentCookieV1 => ({
  ...cookieFor({
    consentId: ID,
    decisions,
    versions: createTestConfig().versions,
    model: 'opt-in',
    source,
    decidedAt: NOW - DAY,
  }),
  ...change,
});
const options = (more: ResolveOptions = {}): ResolveOptions => ({
  now: () => NOW,
  uuid: () => NEW_ID,
  ...more,
});
const resolve = (
  cookie: Parameters<typeof resolveConsent>[0],
  config: ConsentConfig,
  more?: ResolveOptions,
) => resolveConsent(cookie, config, options(more));
/** The optional categories that are granted now. */
const grants = (
  cookie: Parameters<typeof resolveConsent>[0],
  config: ConsentConfig,
  more?: ResolveOptions,
) => {
  const resolved = resolve(cookie, config, more);
  return nonRequiredKeys(config).filter((key) => isGranted(resolved, config, key));
};
const outdated = {
  documents: { dv: 'ffffffff' },
  categories: { cv: 'ffffffff' },
  trackers: { tv: 'ffffffff' },
};

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

describe('Global Privacy Control', () => {
  const gpc = { gpc: true };

  it('C2: switches off what respects it under every model but opt-in, whatever is stored', () => {
    for (const model of ['opt-out', 'notice', 'none'] as const) {
      for (const source of ['banner', 'preferences', 'api', 'implicit', 'gpc'] as const) {
        expect(grants(stored(source, ALL), under(model), gpc)).toEqual(['functional']);
      }
      expect(grants(null, under(model), gpc)).toEqual(['functional']);
    }
  });

  it('J: changes nothing under opt-in', () => {
    expect(resolve(stored('banner', ALL), under('opt-in'), gpc)).toEqual({
      ...resolve(stored('banner', ALL), under('opt-in')),
      gpc: true,
    });
    expect(resolve(null, under('opt-in'), gpc)).toMatchObject({ status: 'undecided', decisions: NONE });
  });

  it('L: switches off what respects it while nobody knows yet whether the law is opt-in', () => {
    const awaited: PendingConfig = { ...under('opt-in'), pending: 'model' };
    expect(grants(stored('banner', ALL), awaited, gpc)).toEqual(['functional']);
    expect(grants(stored('banner', ALL), awaited)).toEqual(['functional', 'analytics', 'marketing']);
  });

  it('J: without a decision under notice and none leaves the visitor undecided', () => {
    for (const model of ['notice', 'none'] as const) {
      expect(resolve(null, under(model), gpc)).toMatchObject({ status: 'undecided', decisions: WITHOUT_GPC });
    }
    expect(initialView(resolve(null, under('notice'), gpc), under('notice'))).toBe('banner');
  });

  it('C11: is the decision under opt-out without another', () => {
    const config = under('opt-out');
    const resolved = resolve(null, config, gpc);
    expect(resolved).toMatchObject({
      status: 'decided',
      source: 'gpc',
      decisions: WITHOUT_GPC,
      decidedAt: NOW,
      consentId: NEW_ID,
      cookie: null,
    });
    expect(initialView(resolved, config)).toBe('closed');
  });

  it('J: over an implicit decision under opt-out it is as without one', () => {
    for (const change of [{}, outdated.documents, { t: NOW - 9999 * DAY }]) {
      const cookie = stored('implicit', { functional: false, analytics: true, marketing: true }, change);
      expect(resolve(cookie, under('opt-out'), gpc)).toMatchObject({
        status: 'decided',
        source: 'gpc',
        repromptReason: null,
        consentId: ID,
        decisions: NONE, // C3: the stored refusal of functional stays
        cookie,
      });
    }
  });

  it('C11: goes on being the decision when what was stored of it is out of date', () => {
    const cookie = stored('gpc', WITHOUT_GPC, outdated.trackers);
    expect(resolve(cookie, under('opt-out'), gpc)).toMatchObject({
      status: 'decided',
      source: 'gpc',
      decidedAt: NOW,
    });
    expect(resolve(cookie, under('opt-out'))).toMatchObject({ status: 'stale', repromptReason: 'trackers' });
  });

  it('C11: once stored it is a decision like others', () => {
    const cookie = stored('gpc', WITHOUT_GPC);
    for (const signal of [true, false]) {
      expect(resolve(cookie, under('opt-out'), { gpc: signal })).toMatchObject({
        status: 'decided',
        source: 'gpc',
        decidedAt: NOW - DAY,
        decisions: WITHOUT_GPC,
      });
    }
  });

  it('J: over an explicit decision keeps its status', () => {
    for (const source of ['banner', 'preferences', 'api', 'withdraw'] as const) {
      expect(resolve(stored(source, ALL), under('opt-out'), gpc)).toMatchObject({
        status: 'decided',
        source,
      });
      expect(resolve(stored(source, ALL, outdated.documents), under('opt-out'), gpc)).toMatchObject({
        status: 'stale',
        decisions: WITHOUT_GPC,
      });
    }
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

describe('staleness (C5)', () => {
  const months = (n: number) => n * 30.4375 * DAY;

  it('expires more than expiresAfterMonths after the decision, by its own time', () => {
    const config = under('opt-in', { reconsent: { on: [], expiresAfterMonths: 6 } });
    expect(resolve(stored('banner', ALL, { t: NOW - months(6) }), config).status).toBe('decided');
    expect(resolve(stored('banner', ALL, { t: NOW - months(6) - 1 }), config)).toMatchObject({
      status: 'stale',
      repromptReason: 'expired',
      decidedAt: NOW - months(6) - 1,
    });
  });

  it.each(['documents', 'categories', 'trackers'] as const)('asks again when %s changed, if named', (on) => {
    const cookie = stored('banner', ALL, outdated[on]);
    const named = under('opt-in', { reconsent: { on: [on] } });
    const others = (['documents', 'categories', 'trackers'] as const).filter((other) => other !== on);
    expect(resolve(cookie, named)).toMatchObject({ status: 'stale', repromptReason: on });
    expect(resolve(cookie, under('opt-in', { reconsent: { on: others } })).status).toBe('decided');
  });

  it('gives the first reason: expired, documents, categories, trackers', () => {
    const on = ['trackers', 'categories', 'documents'] as const;
    const config = under('opt-in', { reconsent: { on: [...on], expiresAfterMonths: 12 } });
    const { documents, categories, trackers } = outdated;
    const reason = (change: Partial<ConsentCookieV1>) =>
      resolve(stored('banner', ALL, change), config).repromptReason;
    expect(reason({ ...documents, ...categories, ...trackers, t: NOW - months(13) })).toBe('expired');
    expect(reason({ ...documents, ...categories, ...trackers })).toBe('documents');
    expect(reason({ ...categories, ...trackers })).toBe('categories');
    expect(reason({ ...trackers })).toBe('trackers');
  });

  it('does not ask again for a change of texts alone', () => {
    expect(resolve(stored('banner', ALL, { pv: 'ffffffff' }), under('opt-in')).status).toBe('decided');
  });

  it('keeps the old choices as a starting point, and counts no old grant under opt-in', () => {
    const cookie = stored('banner', { ...ALL, marketing: false }, outdated.documents);
    expect(resolve(cookie, under('opt-in')).decisions).toEqual({ ...ALL, marketing: false });
    expect(grants(cookie, under('opt-in'))).toEqual([]);
  });

  it.each(['opt-out', 'notice', 'none'] as const)(
    'J: lets old grants and refusals count under %s',
    (model) => {
      const cookie = stored('banner', { ...ALL, marketing: false }, outdated.documents);
      expect(resolve(cookie, under(model)).status).toBe('stale');
      expect(grants(cookie, under(model))).toEqual(['functional', 'analytics']);
    },
  );

  it('J: shows the banner again, but not under none', () => {
    const cookie = stored('banner', ALL, outdated.documents);
    const views = MODELS.map((model) => initialView(resolve(cookie, under(model)), under(model)));
    expect(views).toEqual(['banner', 'banner', 'banner', 'closed']);
  });

  it.each([Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY])(
    'J: takes a decision for expired when the clock says %s',
    (now) => {
      expect(resolve(stored('banner', ALL), under('opt-in'), { now })).toMatchObject({
        status: 'stale',
        repromptReason: 'expired',
      });
    },
  );

  it.each([0, -1, Number.NaN, null, undefined, '12'])(
    'J: takes %s months for expired',
    (expiresAfterMonths) => {
      const config = under('opt-in');
      config.reconsent.expiresAfterMonths = expiresAfterMonths as number;
      for (const t of [NOW - DAY, NOW, NOW + 300]) {
        expect(resolve(stored('banner', ALL, { t }), config).repromptReason).toBe('expired');
      }
    },
  );
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
