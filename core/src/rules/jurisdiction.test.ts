import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ConsentModel } from '../contract/config.ts';
import {
  consentModeRegions,
  countryFromHeaders,
  explainJurisdiction,
  regionFromHeaders,
  resolveJurisdictionModel,
} from './jurisdiction.ts';
import {
  DEFAULT_BASES,
  DEFAULT_JURISDICTION_OVERRIDES,
  DEFAULT_REFUSALS,
  EEA_COUNTRIES,
  type RegionRow,
  US_STATES,
  US_STRICT_OVERRIDES,
} from './regions.ts';

const now = () => Date.UTC(2026, 10, 21) / 1000;
const modelIn = (country: string | null, region?: string, overrides?: readonly RegionRow[]) =>
  resolveJurisdictionModel({ country, region, overrides, now });
const row = (region: string, model: ConsentModel, effectiveFrom?: string): RegionRow => ({
  region,
  model,
  law: 'a test',
  ...(effectiveFrom && { effectiveFrom }),
});

describe('the region table (D2)', () => {
  it.each<[ConsentModel, string]>([
    ['opt-in', EEA_COUNTRIES.join(' ')],
    ['opt-in', 'AX GF GP MQ MF RE YT BL NC PF PM WF SJ GI GG JE IM MC SM AD VA'],
    ['opt-in', 'GB CH BR CA TR TH VN NG AR ZA CN ID SA AE KE'],
    ['notice', 'IN CL JP AU NZ SG IL'],
    ['opt-out', 'KR MX US'],
  ])('asks for %s in %s', (model, countries) => {
    for (const country of countries.split(' ')) expect([country, modelIn(country)]).toEqual([country, model]);
  });

  it('names regions in upper case, as they are compared', () => {
    const rows = [...DEFAULT_JURISDICTION_OVERRIDES, ...DEFAULT_BASES, ...DEFAULT_REFUSALS];
    expect(rows.filter(({ region }) => !/^(EEA|[A-Z]{2}(-[A-Z0-9]{1,3})?)$/.test(region))).toEqual([]);
  });

  it('gives a law for every row', () => {
    expect(DEFAULT_JURISDICTION_OVERRIDES.filter(({ law }) => law.length < 5)).toEqual([]);
  });

  it('lists the EEA and the states of the US once each', () => {
    expect(new Set(EEA_COUNTRIES).size).toBe(30);
    expect(new Set(US_STATES).size).toBe(51);
    expect(US_STATES).toContain('DC');
    expect([...EEA_COUNTRIES, ...US_STATES].filter((code) => !/^[A-Z]{2}$/.test(code))).toEqual([]);
  });

  it('asks for opt-in in Quebec by its own row', () => {
    expect(explainJurisdiction({ country: 'CA', region: 'QC', now })).toMatchObject({
      model: 'opt-in',
      reason: 'region',
      row: { region: 'CA-QC' },
    });
  });

  it.each([
    ['IN', '2027-05-14'],
    ['CL', '2026-12-01'],
  ])('turns %s from notice to opt-in at 00:00 UTC of %s', (country, day) => {
    const midnight = Date.parse(`${day}T00:00:00Z`) / 1000;
    expect(resolveJurisdictionModel({ country, now: midnight - 1 })).toBe('notice');
    expect(resolveJurisdictionModel({ country, now: midnight })).toBe('opt-in');
    expect(resolveJurisdictionModel({ country, now: () => midnight })).toBe('opt-in');
  });

  it('turns every state of the US to opt-in with the strict rows', () => {
    expect(modelIn('US', 'CA')).toBe('opt-out');
    for (const state of US_STATES) expect(modelIn('US', state, US_STRICT_OVERRIDES)).toBe('opt-in');
    expect(modelIn('US', undefined, US_STRICT_OVERRIDES)).toBe('opt-in');
  });
});

describe('an unusable clock', () => {
  it('C1: never brings back what a stricter law has replaced', () => {
    const overrides = [
      { region: 'ZZ', model: 'notice', law: 'Old' },
      { region: 'ZZ', model: 'opt-in', law: 'New', effectiveFrom: '2020-01-01' },
    ] as const;
    for (const now of [Number.NaN, () => Number.POSITIVE_INFINITY]) {
      expect(resolveJurisdictionModel({ country: 'ZZ', overrides: [...overrides], now })).toBe('opt-in');
    }
  });
});

describe('precedence (D1)', () => {
  it('takes an explicit model over every row', () => {
    expect(explainJurisdiction({ country: 'DE', model: 'none', now })).toEqual({
      model: 'none',
      row: null,
      reason: 'explicit',
    });
  });

  it('takes the most specific row', () => {
    const overrides = [row('US-CA', 'opt-in'), row('US', 'notice'), row('EEA', 'none')];
    expect(modelIn('US', 'CA', overrides)).toBe('opt-in');
    expect(modelIn('US', 'NY', overrides)).toBe('notice');
    expect(modelIn('DE', undefined, overrides)).toBe('none');
    expect(explainJurisdiction({ country: 'DE', now }).reason).toBe('eea');
  });

  it('lets a country row beat EEA', () => {
    const overrides = [row('DE', 'notice'), row('EEA', 'none')];
    expect(explainJurisdiction({ country: 'DE', overrides, now })).toMatchObject({
      model: 'notice',
      reason: 'country',
    });
    expect(modelIn('FR', undefined, overrides)).toBe('none');
  });

  it('lets the later of two rows for one region win', () => {
    expect(modelIn('US', undefined, [row('US', 'none'), row('US', 'notice')])).toBe('notice');
  });

  it('passes over a row that is not in effect yet', () => {
    expect(modelIn('US', undefined, [row('US', 'none', '2027-01-01')])).toBe('opt-out');
    expect(modelIn('US', undefined, [row('US', 'none', 'soon')])).toBe('opt-out');
  });

  it('D3: falls back to opt-in where nothing is known', () => {
    for (const country of [null, undefined, '', 'XX', 'xx', 'T1', 'QQ', 'DEU', '1', 'D E']) {
      expect(explainJurisdiction({ country, region: 'CA', now })).toEqual({
        model: 'opt-in',
        row: null,
        reason: 'fallback',
      });
    }
    expect(resolveJurisdictionModel({ country: 'QQ', fallback: 'notice', now })).toBe('notice');
  });

  it('J: reads a region as CA or US-CA, in any case', () => {
    const overrides = [row('US-CA', 'none')];
    for (const region of ['CA', 'ca', 'US-CA', 'us-ca', ' Us-cA ']) {
      expect(modelIn('us', region, overrides)).toBe('none');
    }
    expect(modelIn('US', 'ca', [row('us-ca', 'none')])).toBe('none');
  });

  it('passes over a region of another country', () => {
    expect(modelIn('US', 'CA-QC')).toBe('opt-out');
  });

  it('C1: asks for opt-in where a model is not one', () => {
    const wrong = 'optin' as ConsentModel;
    expect(modelIn('US', undefined, [row('US', wrong)])).toBe('opt-in');
    expect(resolveJurisdictionModel({ country: 'US', model: wrong, now })).toBe('opt-in');
    expect(resolveJurisdictionModel({ country: null, fallback: wrong, now })).toBe('opt-in');
  });
});

describe('headers (D4, J)', () => {
  it('asks the known headers in their order', () => {
    const headers = new Headers({ 'cloudfront-viewer-country': 'FR', 'x-country': 'IT' });
    expect(countryFromHeaders(headers)).toBe('IT');
    headers.set('x-vercel-ip-country', 'us');
    expect(countryFromHeaders(headers)).toBe('US');
    headers.set('CF-IPCountry', 'de');
    expect(countryFromHeaders(headers)).toBe('DE');
    expect(countryFromHeaders(new Headers())).toBeNull();
  });

  it('asks other headers instead', () => {
    const headers = new Headers({ 'cf-ipcountry': 'DE', 'x-geo': 'JP' });
    expect(countryFromHeaders(headers, ['X-Geo'])).toBe('JP');
    expect(countryFromHeaders(headers, [])).toBeNull();
  });

  it('lets the first header that is present decide, also when it says that nothing is known', () => {
    for (const unknown of ['XX', 'T1', 'Germany', '', 'D1', 'DE, US']) {
      expect(countryFromHeaders(new Headers({ 'cf-ipcountry': unknown, 'x-country': 'US' }))).toBeNull();
    }
  });

  it('reads the plain headers of a server', () => {
    expect(countryFromHeaders({ 'cf-ipcountry': 'de' })).toBe('DE');
    expect(countryFromHeaders({ 'CF-IPCountry': ['DE'] })).toBe('DE');
    expect(countryFromHeaders({ 'cf-ipcountry': ['DE', 'US'] })).toBeNull();
    expect(countryFromHeaders({ 'cf-ipcountry': undefined, 'x-country': 'NL' })).toBe('NL');
    expect(countryFromHeaders({ get: 'GET' })).toBeNull();
  });

  it('reads regions as the header has them', () => {
    expect(regionFromHeaders(new Headers({ 'x-vercel-ip-country-region': 'ca' }))).toBe('CA');
    expect(regionFromHeaders(new Headers({ 'cf-region-code': 'US-CA' }))).toBe('US-CA');
    expect(regionFromHeaders(new Headers({ 'cloudfront-viewer-country-region': 'ENG' }))).toBe('ENG');
    expect(regionFromHeaders(new Headers({ 'cf-region-code': 'California' }))).toBeNull();
    expect(regionFromHeaders(new Headers())).toBeNull();
  });
});

describe('consentModeRegions', () => {
  /** What Google makes of the rows: the most specific that names the place, else the one without a place. */
  const googleModel = (regions: ReturnType<typeof consentModeRegions>, place: string, rest: ConsentModel) =>
    [place, place.slice(0, 2)]
      .map((code) => regions.find(({ region }) => region.includes(code))?.model)
      .find(Boolean) ?? rest;

  it('names each place once', () => {
    const places = consentModeRegions({ now }).flatMap(({ region }) => region);
    expect(new Set(places).size).toBe(places.length);
    expect(places).toContain('US');
    expect(places).not.toContain('EEA');
  });

  it('L: gives a place no model that is less strict than a law to come: pages say it for as long as they are kept', () => {
    const overrides = [
      { ...row('BR', 'none'), effectiveFrom: '2098-01-01' },
      { ...row('JP', 'opt-out'), effectiveFrom: '2098-01-01' },
      { ...row('JP', 'none'), effectiveFrom: '2099-01-01' },
    ];
    const before = Date.parse('2026-11-28T12:00:00Z') / 1000;
    const regions = consentModeRegions({ overrides, now: before });
    for (const code of ['CL', 'IN']) {
      expect(resolveJurisdictionModel({ country: code, now: before })).toBe('notice');
      expect([code, googleModel(regions, code, 'opt-in')]).toEqual([code, 'opt-in']);
    }
    expect(googleModel(regions, 'BR', 'opt-in')).toBe(
      resolveJurisdictionModel({ country: 'BR', now: before }),
    );
    expect(googleModel(regions, 'JP', 'opt-in')).toBe('opt-out');
  });

  it('gives every place the model of the table, as Google reads the rows', () => {
    const models = fc.constantFrom<ConsentModel[]>('opt-in', 'opt-out', 'notice', 'none');
    const place = fc.constantFrom('EEA', 'DE', 'DE-BY', 'US', 'US-CA', 'US-NY', 'CA-QC', 'QQ');
    const overrides = fc.array(fc.tuple(place, models).map(([region, model]) => row(region, model)));
    fc.assert(
      fc.property(overrides, models, (rows, fallback) => {
        const input = { overrides: rows, fallback, now };
        const regions = consentModeRegions(input);
        for (const code of ['DE-BY', 'DE', 'FR', 'US-CA', 'US-TX', 'US', 'CA-QC', 'CA', 'QQ', 'ZZ', 'JP']) {
          const [country = '', region] = code.split('-');
          expect([code, googleModel(regions, code, fallback)]).toEqual([
            code,
            resolveJurisdictionModel({ ...input, country, region }),
          ]);
        }
      }),
    );
  });
});
