import { describe, expect, it } from 'vitest';
import type { ConsentTracker, TrackerCookie } from '../contract/config.ts';
import { type EntryTerms, mayBeSet } from './declared-entries.ts';

const tracker = (categoryKey: string, ...cookies: TrackerCookie[]): ConsentTracker => ({
  id: categoryKey,
  name: categoryKey,
  categoryKey,
  kind: 'cookie-only',
  cookies,
});
const cookie = (name: string, domain?: string): TrackerCookie => ({
  name,
  storage: 'cookie',
  ...(domain && { domain }),
});

const terms = (overrides: Partial<EntryTerms> = {}): EntryTerms => ({
  trackers: [
    tracker('necessary', cookie('session'), cookie('shared')),
    tracker('analytics', cookie('_ga'), cookie('_ga_*'), { name: 'ga', storage: 'localStorage' }),
    tracker('marketing', cookie('uid', '.vendor.example'), cookie('ours', 'shop.example'), cookie('shared')),
  ],
  has: (category) => category === 'necessary',
  own: 'pl-consent',
  necessary: [],
  host: 'www.shop.example',
  ...overrides,
});

describe('whether an entry may be set', () => {
  it('is no for what only trackers declare that are not granted, by name and pattern, in its own storage', () => {
    const may = (name: string) => mayBeSet(name, 'cookie', terms());
    expect(['_ga', '_ga_1', 'ours'].filter(may)).toEqual([]);
    expect(['_gat', 'ga', 'x_ga', 'theme', 'session'].filter((name) => !may(name))).toEqual([]);
    expect(mayBeSet('ga', 'localStorage', terms())).toBe(false);
    expect(mayBeSet('_ga', 'sessionStorage', terms())).toBe(true);
  });

  it('is yes as soon as one of those who declare it is granted, or required', () => {
    expect(mayBeSet('_ga', 'cookie', terms({ has: () => true }))).toBe(true);
    expect(mayBeSet('shared', 'cookie', terms())).toBe(true);
    // A vendor's own cookie of its own domain, of a name that the site has, too.
    expect(mayBeSet('uid', 'cookie', terms())).toBe(true);
  });

  it("is yes for the product's own, and for what the site says is necessary, whatever a pattern says", () => {
    const all = terms({ trackers: [tracker('marketing', cookie('*'))], necessary: ['csrf', 'cart_*'] });
    const names = ['pl-consent', 'pl-consent:outbox', 'permesso:config', 'csrf', 'cart_1'];
    expect(names.filter((name) => !mayBeSet(name, 'cookie', all))).toEqual([]);
    expect(['pl-consentful', 'csrf2', ''].filter((name) => mayBeSet(name, 'cookie', all))).toEqual([]);
  });

  it('C1: is no for all else while no configuration is known', () => {
    const unknown = terms({ trackers: null, has: () => false, necessary: ['session'] });
    expect(
      ['pl-consent', 'session', 'theme', '_ga'].filter((name) => mayBeSet(name, 'cookie', unknown)),
    ).toEqual(['pl-consent', 'session']);
  });
});
