import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ConsentCategory } from '../contract/config.ts';
import { createTestConfig, DEFAULT_CATEGORIES } from '../contract/default-config.ts';
import { CATEGORY_PURPOSES, CONSENT_MODELS, LEGAL_PROPOSALS, REGION } from '../contract/values.ts';
import {
  basesAt,
  basesByPlace,
  basesIn,
  basisOf,
  categoryBases,
  refusalRow,
  refusalTerms,
  withBases,
  withoutPlace,
} from './basis.ts';
import { decide } from './decide.ts';
import { consentModeRegions, resolveJurisdictionModel } from './jurisdiction.ts';
import { DEFAULT_BASES, DEFAULT_REFUSALS, EEA_COUNTRIES } from './regions.ts';
import { isGranted, resolveConsent } from './resolve.ts';

const at = (day: string) => () => Date.parse(`${day}T00:00:00Z`) / 1000;
const NOW = at('2026-11-25');
const MONTH = 30.4375 * 86_400;
const measured = { purpose: 'audience-measurement' } as const;
const categories = DEFAULT_CATEGORIES.map((category) =>
  category.key === 'analytics' ? { ...category, ...measured } : category,
);
const bound = (country: string | null, all: readonly ConsentCategory[]) =>
  withBases(
    all,
    categoryBases(all, basesIn({ country, now: NOW }), () => true),
  );
const place = fc.record({
  country: fc.constantFrom(...EEA_COUNTRIES, 'GB', 'US', 'JP', 'ZZ', 'XX', null),
  region: fc.constantFrom('CA', 'QC', null),
});

describe('the table of bases', () => {
  it('names regions, laws and dates as the table of models does', () => {
    for (const { region, law, effectiveFrom, proposal } of [...DEFAULT_BASES, ...DEFAULT_REFUSALS]) {
      expect(region).toMatch(REGION);
      expect(law.length).toBeGreaterThan(20);
      if (effectiveFrom) expect(Number.isNaN(Date.parse(effectiveFrom))).toBe(false);
      // What is proposed says so, and what is law does not.
      expect(/^Proposal .*No law yet$/.test(law)).toBe(proposal !== undefined);
    }
  });

  it('lets statistics and appearance rest on objection in the United Kingdom from 5 February 2026 on', () => {
    const bases = { statistics: 'objection', appearance: 'objection', 'audience-measurement': 'objection' };
    expect(basesIn({ country: 'GB', now: at('2026-02-04') })).toEqual({});
    expect(basesIn({ country: 'GB', now: at('2026-02-05') })).toEqual(bases);
  });

  it('exempts audience measurement where an authority or the law does, and nothing elsewhere', () => {
    for (const country of ['FR', 'RE', 'ES', 'IT', 'NL']) {
      expect(basesIn({ country, now: NOW })).toEqual({ 'audience-measurement': 'exempt' });
    }
    for (const country of ['DE', 'AT', 'CH', 'BR', 'JE', 'XX', null]) {
      expect(basesIn({ country, now: NOW })).toEqual({});
    }
  });

  it('counts what is proposed only where the site applies it', () => {
    const proposals = [...LEGAL_PROPOSALS];
    expect(basesIn({ country: 'DE', now: NOW, proposals })).toEqual({ 'audience-measurement': 'exempt' });
    expect(refusalRow({ country: 'DE', now: NOW })).toBeNull();
    expect(refusalRow({ country: 'DE', now: NOW, proposals })?.months).toBe(6);
  });

  it('says nothing under another model, for an unknown place, and where a row of the site decides', () => {
    const overrides = [{ region: 'GB', model: 'opt-in', law: 'Our own choice' }] as const;
    expect(basesIn({ country: 'GB', now: NOW, overrides })).toEqual({});
    expect(basesIn({ country: 'GB', now: NOW, model: 'opt-in' })).toEqual({});
    const eea = [{ region: 'EEA', model: 'opt-in', law: 'Our own choice' }] as const;
    expect(basesIn({ country: 'FR', now: NOW, overrides: eea })).toEqual({});
    expect(basesIn({ country: 'US', region: 'CA', now: NOW })).toEqual({});
  });

  it('changes no model, and no default of Consent Mode', () => {
    fc.assert(
      fc.property(place, fc.subarray([...LEGAL_PROPOSALS]), (here, proposals) => {
        const model = resolveJurisdictionModel({ ...here, now: NOW });
        const bases = basesIn({ ...here, now: NOW, proposals });
        if (Object.keys(bases).length > 0) expect(model).toBe('opt-in');
      }),
    );
    expect(consentModeRegions({ now: NOW }).flatMap(({ region }) => region)).not.toContain('FR');
  });
});

describe('a category in a place', () => {
  const bases = { 'audience-measurement': 'exempt', statistics: 'objection' } as const;
  const basisIn = (category: Partial<ConsentCategory>, assessed = true) =>
    categoryBases([{ ...DEFAULT_CATEGORIES[2]!, ...category }], bases, () => assessed).analytics;

  it('rests on consent unless its owner says what it is for', () => {
    expect(basisIn({})).toBeUndefined();
    expect(basisIn({ purpose: 'appearance' })).toBeUndefined();
    expect(basisIn({ purpose: 'statistics' })).toBe('objection');
    expect(basisIn({ purpose: 'statistics', required: true })).toBeUndefined();
    // What stands there already, whoever wrote it, is no reason.
    expect(basisIn({ basis: 'objection' })).toBeUndefined();
    const [written] = withBases([{ ...DEFAULT_CATEGORIES[2]!, basis: 'objection' }], {});
    expect(written).not.toHaveProperty('basis');
  });

  it('is exempt only with a valid assessment', () => {
    expect(basisIn(measured)).toBe('exempt');
    expect(basisIn(measured, false)).toBeUndefined();
    expect(basisIn({ purpose: 'statistics' }, false)).toBe('objection');
  });

  it('names what it rests on under every model', () => {
    const analytics = { required: false, basis: 'exempt' } as const;
    expect(CONSENT_MODELS.map((model) => basisOf(analytics, model))).toEqual([
      'exempt',
      'objection',
      'none',
      'none',
    ]);
    expect(basisOf({ required: false }, 'opt-in')).toBe('consent');
    expect(basisOf({ required: true }, 'opt-in')).toBe('none');
  });

  it('stands in one table of all places, which says what each place says by itself', () => {
    const overrides = [{ region: 'GB-SCT', model: 'opt-in', law: 'Our own choice' }] as const;
    const table = basesByPlace(categories, { now: NOW, overrides }, () => true);
    expect(Object.keys(table)).toEqual([
      'ES',
      'FR',
      'GB',
      'GB-SCT',
      'GF',
      'GP',
      'IT',
      'MQ',
      'NL',
      'RE',
      'YT',
    ]);
    fc.assert(
      fc.property(place, fc.constantFrom('SCT', 'CA', null), ({ country }, region) => {
        const there = basesIn({ country, region, now: NOW, overrides });
        const code = region && `${country}-${region}`;
        expect(basesAt(table, { country, region: code })).toEqual(
          categoryBases(categories, there, () => true),
        );
      }),
    );
    expect(basesByPlace(DEFAULT_CATEGORIES, { now: NOW }, () => true)).toEqual({});
    expect(basesByPlace(categories, { now: NOW }, () => false)).toEqual({ GB: { analytics: 'objection' } });
  });

  it('grants nothing in a config that is for all places', () => {
    fc.assert(
      fc.property(place, fc.constantFrom(...CATEGORY_PURPOSES), (here, purpose) => {
        const there = categories.map((category) => ({ ...category, purpose }));
        const config = createTestConfig({ jurisdiction: { model: 'opt-in' } });
        const all = withoutPlace({ ...config, categories: bound(here.country, there) });
        const resolved = resolveConsent(null, all, { now: NOW });
        expect(Object.values(resolved.decisions)).not.toContain(true);
      }),
    );
  });

  it('counts as no consent when the visitor goes where the law asks for it', () => {
    const config = createTestConfig({ jurisdiction: { model: 'opt-in' } });
    const britain = {
      ...config,
      categories: bound('GB', categories),
    };
    const before = resolveConsent(null, britain, { now: NOW });
    expect(isGranted(before, britain, 'analytics')).toBe(true);
    const accepted = decide(before, britain, 'accept-all', { now: NOW, source: 'banner' });
    expect(accepted?.submission.decisions).toEqual({ functional: true, marketing: true });
    const inGermany = resolveConsent(accepted!.cookie, { ...config, categories }, { now: NOW });
    expect([inGermany.status, inGermany.decisions]).toEqual([
      'decided',
      { functional: true, analytics: false, marketing: true },
    ]);
  });

  it('is off everywhere once it was objected to', () => {
    const config = createTestConfig({ jurisdiction: { model: 'opt-in' } });
    const france = {
      ...config,
      categories: bound('FR', categories),
    };
    const before = resolveConsent(null, france, { now: NOW });
    const objected = decide(before, france, 'save', {
      draft: { analytics: false },
      now: NOW,
      source: 'preferences',
    });
    expect(objected?.submission.decisions).toEqual({ functional: false, analytics: false, marketing: false });
    for (const model of CONSENT_MODELS) {
      const there = { ...france, jurisdiction: { country: null, model } };
      expect(isGranted(resolveConsent(objected!.cookie, there, { now: NOW }), there, 'analytics')).toBe(
        false,
      );
    }
  });
});

describe('a refusal', () => {
  const refused = (months: number, config = createTestConfig()) => {
    const made = decide(resolveConsent(null, config, { now: NOW }), config, 'reject-all', { now: NOW });
    return resolveConsent(made!.cookie, config, { now: () => NOW() + months * MONTH });
  };
  const reconsent = { on: ['trackers' as const], expiresAfterMonths: 3 };
  const inCalifornia = refusalRow({ country: 'US', region: 'CA', now: NOW });

  it('is asked again when it is due, and not when a grant is', () => {
    const config = { ...createTestConfig(), reconsent, refusal: refusalTerms(reconsent, 6, null)! };
    expect([refused(5, config).status, refused(7, config).status]).toEqual(['decided', 'stale']);
    const accepted = decide(resolveConsent(null, config, { now: NOW }), config, 'accept-all', { now: NOW });
    const later = resolveConsent(accepted!.cookie, config, { now: () => NOW() + 5 * MONTH });
    expect(later.status).toBe('stale');
  });

  it('is left alone in California for twelve months, whatever changes', () => {
    const refusal = refusalTerms(reconsent, 6, inCalifornia)!;
    expect(refusal).toEqual({ triggers: [], maxAge: 12 * MONTH });
    const config = { ...createTestConfig({ jurisdiction: { model: 'opt-out' } }), reconsent, refusal };
    const made = decide(resolveConsent(null, config, { now: NOW }), config, 'save', {
      draft: { functional: true, marketing: false },
      now: NOW,
    });
    const changed = { ...config, versions: { ...config.versions, trackersVersion: 'ffffffff' } };
    expect(resolveConsent(made!.cookie, changed, { now: () => NOW() + 11 * MONTH }).status).toBe('decided');
    expect(resolveConsent(made!.cookie, changed, { now: () => NOW() + 13 * MONTH }).status).toBe('stale');
  });

  it('holds for as long as the site says where that is longer', () => {
    expect(refusalTerms({ on: [], expiresAfterMonths: 24 }, 6, inCalifornia)).toBeUndefined();
    expect(refusalTerms(reconsent, 24, inCalifornia)?.maxAge).toBe(24 * MONTH);
    expect(refusalTerms({ ...reconsent, expiresAfterMonths: 6 }, 6, null)).toBeUndefined();
    expect(refusalRow({ country: 'US', region: 'TX', now: NOW })).toBeNull();
  });

  it('is left alone for the longest where nobody tells the state', () => {
    for (const region of [undefined, null, '']) {
      expect(refusalRow({ country: 'US', region, now: NOW })).toEqual(inCalifornia);
      expect(refusalRow({ country: 'CA', region, now: NOW })).toBeNull();
    }
  });
});
