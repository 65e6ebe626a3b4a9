import { describe, expect, it } from 'vitest';
import { createTestConfig } from '../contract/default-config.ts';
import { cookieFor, encodeConsentCookie } from '../rules/cookie.ts';
import { DEFAULT_COUNTRY_HEADERS, DEFAULT_REGION_HEADERS } from '../rules/jurisdiction.ts';
import { cookieValue, type PlatformPlace, placeOf as placeBy, rememberDoubles } from './visitor-request.ts';

const { versions } = createTestConfig();

const cookie = (granted: boolean, decidedAt: number) =>
  encodeConsentCookie(
    cookieFor({
      consentId: '11111111-1111-4111-8111-111111111111',
      decisions: { analytics: granted },
      versions,
      model: 'opt-in',
      source: 'banner',
      decidedAt,
    }),
  );

describe('a cookie store', () => {
  const [older, newer] = [cookie(true, 1_790_000_000), cookie(false, 1_790_000_100)];
  // As frameworks do: the first of a name.
  const stored = (value: string) => ({ get: () => ({ value }) });

  it('J: of several cookies of the request the newest decision counts, as in the header', () => {
    for (const [first, second] of [
      [older, newer],
      ['broken', newer],
    ] as const) {
      const header = `pl-consent=${first}; theme=dark; pl-consent=${second}`;
      const store = stored(first);
      rememberDoubles(
        new Request('http://site.test', { headers: { cookie: header } }),
        'pl-consent',
        () => store,
      );
      expect(cookieValue(store, 'pl-consent')).toBe(newer);
    }
  });

  it('what the page has set meanwhile counts', () => {
    const request = new Request('http://site.test', {
      headers: { cookie: `pl-consent=${older}; pl-consent=broken` },
    });
    const store = stored(newer);
    rememberDoubles(request, 'pl-consent', () => store);
    expect(cookieValue(store, 'pl-consent')).toBe(newer);
  });

  it('is not touched for a name that the request has once', () => {
    const request = new Request('http://site.test', { headers: { cookie: `pl-consent=${older}` } });
    let asked = false;
    rememberDoubles(request, 'pl-consent', () => {
      asked = true;
      return {};
    });
    expect(asked).toBe(false);
  });
});

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
