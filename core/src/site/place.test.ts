import { describe, expect, it } from 'vitest';
import { DEFAULT_COUNTRY_HEADERS, DEFAULT_REGION_HEADERS } from '../rules/jurisdiction.ts';
import { type PlatformPlace, placeOf as placeBy } from './place.ts';

const usual = {
  trustedHeaders: {
    country: DEFAULT_COUNTRY_HEADERS as readonly string[],
    region: DEFAULT_REGION_HEADERS as readonly string[],
  },
  trustsPlatform: true,
};

/** A request, with what platforms tell beside its headers. */
function visit(headers: Record<string, string>, { cf, geo }: { cf?: object; geo?: PlatformPlace } = {}) {
  return { request: Object.assign(new Request('http://127.0.0.1/', { headers }), cf && { cf }), geo };
}

const placeOf = ({ request, geo }: ReturnType<typeof visit>, trust: typeof usual) =>
  placeBy(request, geo, trust);

const california = { country: 'US', region: 'CA' };

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
    expect(placeOf(visit({}, { geo: { country: 'Narnia' } }), usual)).toEqual({
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
