import { DEFAULT_COUNTRY_HEADERS, DEFAULT_REGION_HEADERS } from '@permesso/consent-core';
import { describe, expect, it } from 'vitest';
import { placeOf } from './place.ts';

const usual = {
  trustedHeaders: { country: DEFAULT_COUNTRY_HEADERS, region: DEFAULT_REGION_HEADERS },
  trustsPlatform: true,
};

/** A request as the adapters of platforms hand it on. */
function visit(headers: Record<string, string>, { cf, geo }: { cf?: object; geo?: object } = {}) {
  const request = Object.assign(new Request('http://127.0.0.1/', { headers }), cf && { cf });
  return { request, locals: (geo ? { netlify: { context: { geo } } } : {}) as App.Locals };
}

const california = { country: { code: 'US' }, subdivision: { code: 'CA' } };

describe('where a visitor is', () => {
  it('is what headers say, and the platform where they say less', () => {
    const headers = { 'x-country': 'us', 'x-vercel-ip-country-region': 'TX' };
    expect(placeOf(visit(headers, { geo: california }), usual)).toEqual({ country: 'US', region: 'TX' });
    expect(placeOf(visit({ 'x-country': 'us' }, { geo: california }), usual)).toEqual({
      country: 'US',
      region: 'CA',
    });
    expect(placeOf(visit({}, { geo: california }), usual)).toEqual({ country: 'US', region: 'CA' });
    const cf = { country: 'US', regionCode: 'CA' };
    expect(placeOf(visit({ 'cf-ipcountry': 'US' }, { cf }), usual)).toEqual({ country: 'US', region: 'CA' });
  });

  it.each(['T1', 'XX'])('is unknown where a header says so: %s', (code) => {
    expect(placeOf(visit({ 'cf-ipcountry': code }, { geo: california }), usual)).toEqual({
      country: null,
      region: null,
    });
  });

  it('is no region of another country', () => {
    expect(placeOf(visit({ 'x-country': 'DE' }, { geo: california }), usual)).toEqual({
      country: 'DE',
      region: null,
    });
  });

  it("is unknown where Cloudflare names no country: on developers' machines it makes one up", () => {
    const cf = { country: 'US', regionCode: 'TX' };
    expect(placeOf(visit({}, { cf }), usual)).toEqual({ country: null, region: null });
  });

  it('is unknown where what the platform says is no code', () => {
    expect(placeOf(visit({}, { geo: {} }), usual)).toEqual({ country: null, region: null });
    expect(placeOf(visit({}, { geo: { country: { code: 'Narnia' } } }), usual)).toEqual({
      country: null,
      region: null,
    });
  });

  it('is no business of the platform where the site names its headers, or none', () => {
    const own = { trustedHeaders: { country: ['x-geo'], region: [] }, trustsPlatform: false };
    expect(placeOf(visit({}, { geo: california }), own)).toEqual({ country: null, region: null });
    expect(placeOf(visit({ 'x-geo': 'US' }, { geo: california }), own)).toEqual({
      country: 'US',
      region: null,
    });
  });
});
