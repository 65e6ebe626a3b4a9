import { describe, expect, it } from 'vitest';
import { createTestConfig } from '../contract/fixtures.ts';
import { cookieFor, encodeConsentCookie } from '../rules/cookie.ts';
import { cookieValue, rememberDoubles } from './cookie-source.ts';

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
