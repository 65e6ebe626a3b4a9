import { Buffer } from 'node:buffer';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ConsentCookieV1 } from '../contract/config.ts';
import { createTestConfig } from '../contract/default-config.ts';
import { cookieFor, decodeConsentCookie, encodeConsentCookie, serializeConsentCookie } from './cookie.ts';
import { getCookieValue, readConsentCookie } from './cookie-reading.ts';

const ID = '0f8fad5b-d9cb-469f-a165-70867728950e';
const cookie: ConsentCookieV1 = {
  v: 1,
  id: ID,
  d: { functional: 1, analytics: 0, marketing: 0 },
  t: 1_790_000_000,
  pv: 'a0a0a0a0',
  cv: 'b1b1b1b1',
  tv: 'c2c2c2c2',
  dv: 'd3d3d3d3',
  j: 'in',
  s: 'b',
};
const encodeAny = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const cookies = fc.record<ConsentCookieV1>({
  v: fc.constant(1),
  id: fc.uuid(),
  d: fc.dictionary(fc.string({ unit: 'grapheme' }), fc.constantFrom<(0 | 1)[]>(0, 1)),
  t: fc.oneof(
    fc.integer(),
    fc.double({ noNaN: true, noDefaultInfinity: true }).map((t) => t + 0),
  ),
  pv: fc.string({ unit: 'binary' }),
  cv: fc.string(),
  tv: fc.string(),
  dv: fc.string({ unit: 'grapheme' }),
  j: fc.constantFrom('in', 'out', 'notice', 'none'),
  s: fc.constantFrom('b', 'p', 'a', 'g', 'w', 'i'),
});

describe('the cookie codec', () => {
  it('writes base64url of JSON in UTF-8, without padding', () => {
    expect(encodeConsentCookie(cookie)).toBe(encodeAny(cookie));
    expect(encodeConsentCookie({ ...cookie, d: { ünder: 1 } })).toBe(
      encodeAny({ ...cookie, d: { ünder: 1 } }),
    );
    expect(encodeConsentCookie(cookie)).toMatch(/^[\w-]+$/);
  });

  it('gives back what it was given', () => {
    fc.assert(
      fc.property(cookies, (any) => {
        expect(decodeConsentCookie(encodeConsentCookie(any))).toEqual(JSON.parse(JSON.stringify(any)));
      }),
    );
  });

  it('knows a category whose key is a name that every object knows', () => {
    const named = { ...cookie, d: { toString: 0, constructor: 1 } as const };
    expect(decodeConsentCookie(encodeConsentCookie(named))).toEqual(named);
  });

  it('reads it on a page whose lists have a toJSON of their own, as those of Prototype.js', () => {
    const lists = Array.prototype as { toJSON?: () => string };
    lists.toJSON = () => '[]';
    try {
      expect(decodeConsentCookie(encodeConsentCookie(cookie))).toEqual(cookie);
    } finally {
      delete lists.toJSON;
    }
  });

  it('J: reads a value percent-encoded or not', () => {
    const padded = Buffer.from(JSON.stringify(cookie)).toString('base64');
    expect(decodeConsentCookie(encodeURIComponent(padded))).toEqual(cookie);
    expect(decodeConsentCookie(encodeURIComponent(encodeConsentCookie(cookie)))).toEqual(cookie);
    expect(decodeConsentCookie(encodeConsentCookie(cookie))).toEqual(cookie);
  });

  it('B: keeps a default decision within 200 bytes of JSON and 270 characters', () => {
    const longest = cookieFor({
      consentId: ID,
      decisions: { functional: true, analytics: true, marketing: true },
      versions: createTestConfig().versions,
      model: 'notice',
      source: 'preferences',
      decidedAt: 1_790_000_000,
    });
    expect(JSON.stringify(longest).length).toBeLessThanOrEqual(200);
    expect(encodeConsentCookie(longest).length).toBeLessThanOrEqual(270);
  });

  it.each<[string, Record<string, unknown>]>([
    ['another version', { v: 2 }],
    ['a version as text', { v: '1' }],
    ['an id that is no UUID', { id: 'me' }],
    ['an id in a list', { id: [ID] }],
    ['an id with more behind it', { id: `${ID}0` }],
    ['an id with a line behind it', { id: `${ID}\n` }],
    ['no id', { id: undefined }],
    ['a decision of true', { d: { analytics: true } }],
    ['a decision of "1"', { d: { analytics: '1' } }],
    ['a decision of 2', { d: { analytics: 2 } }],
    ['a decision of null', { d: { analytics: null } }],
    ['decisions in a list', { d: [1] }],
    ['no decisions in a list', { d: [] }],
    ['decisions as text', { d: '{}' }],
    ['no decisions', { d: undefined }],
    ['null for decisions', { d: null }],
    ['a time as text', { t: '1790000000' }],
    ['no time', { t: undefined }],
    ['a time in a list', { t: [1] }],
    ['no policy hash', { pv: undefined }],
    ['no categories hash', { cv: undefined }],
    ['no trackers hash', { tv: undefined }],
    ['no documents hash', { dv: undefined }],
    ['a hash in a list', { cv: ['b1b1b1b1'] }],
    ['lists that hold enough texts', { cv: ['b', 'c'], tv: ['d', 'e'] }],
    ['a hash that looks like several', { pv: '","b","c","d', cv: null, tv: null, dv: null }],
    ['a number for a hash', { dv: 3 }],
    ['an unknown source', { s: 'x' }],
    ['a source in upper case', { s: 'B' }],
    ['a source of two letters', { s: 'bp' }],
    ['an unknown model', { j: 'opt-in' }],
    ['a model in upper case', { j: 'IN' }],
  ])('L: takes a cookie with %s for none', (_what, change) => {
    expect(decodeConsentCookie(encodeAny({ ...cookie, ...change }))).toBeNull();
  });

  it('L: takes a time that is not finite for none', () => {
    const text = JSON.stringify(cookie).replace('1790000000', '1e999');
    expect(decodeConsentCookie(Buffer.from(text).toString('base64url'))).toBeNull();
  });

  it('takes every truncated value for none', () => {
    const value = encodeConsentCookie(cookie);
    for (let length = 0; length < value.length; length++) {
      expect(decodeConsentCookie(value.slice(0, length))).toBeNull();
    }
  });

  it('is total: any value is a valid cookie or null, never a throw', () => {
    const json = fc.json().map((text) => Buffer.from(text).toString('base64url'));
    const nearly = fc
      .tuple(cookies, fc.constantFrom('v', 'id', 'd', 't', 'pv', 'j', 's'), fc.jsonValue())
      .map(([any, key, value]) => encodeAny({ ...any, [key]: value }));
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), json, nearly, fc.anything()), (value) => {
        const decoded = decodeConsentCookie(value as string);
        if (decoded === null) return;
        expect(decodeConsentCookie(encodeConsentCookie(decoded))).toEqual(decoded);
        expect(Object.values(decoded.d).every((bit) => bit === 0 || bit === 1)).toBe(true);
      }),
    );
  });

  it('is total over text that is almost base64 of almost UTF-8', () => {
    fc.assert(
      fc.property(fc.uint8Array(), (bytes) => {
        expect(decodeConsentCookie(Buffer.from(bytes).toString('base64url'))).toBeNull();
      }),
    );
  });

  it('gives each source and model its code (B)', () => {
    const codeOf = (source: Parameters<typeof cookieFor>[0]['source']) =>
      cookieFor({
        consentId: ID,
        decisions: {},
        versions: createTestConfig().versions,
        model: 'none',
        source,
        decidedAt: 1,
      }).s;
    const sources = ['banner', 'preferences', 'api', 'gpc', 'withdraw', 'implicit'] as const;
    expect(sources.map(codeOf)).toEqual(['b', 'p', 'a', 'g', 'w', 'i']);
    const models = ['opt-in', 'opt-out', 'notice', 'none'] as const;
    const { versions } = createTestConfig();
    const of = (model: (typeof models)[number]) =>
      cookieFor({ consentId: ID, decisions: { a: true }, versions, model, source: 'api', decidedAt: 1 });
    expect(models.map((model) => of(model).j)).toEqual(['in', 'out', 'notice', 'none']);
    expect(of('none')).toMatchObject({ d: { a: 1 }, pv: 'a0a0a0a0', cv: 'b1b1b1b1', tv: 'c2c2c2c2' });
  });
});

describe('getCookieValue', () => {
  const at = (t: number) => encodeConsentCookie({ ...cookie, t });

  it('finds the cookie of the whole name', () => {
    expect(getCookieValue('a=1; pl-consent=x; b=2', 'pl-consent')).toBe('x');
    expect(getCookieValue('my-pl-consent=x; pl-consent2=y', 'pl-consent')).toBeNull();
    expect(getCookieValue('pl-consent', 'pl-consent')).toBeNull();
    expect(getCookieValue('', 'pl-consent')).toBeNull();
    expect(getCookieValue(null, 'pl-consent')).toBeNull();
    expect(getCookieValue('a=b=c', 'a')).toBe('b=c');
  });

  it('takes no other name for it, whatever spaces stand in that', () => {
    expect(getCookieValue('pl- consent=x; p l-consent=y', 'pl-consent')).toBeNull();
    expect(getCookieValue('a=;pl-consent=x', 'pl-consent')).toBe('x');
    expect(getCookieValue('a=b c', 'a')).toBe('b c');
  });

  it('reads a header whose pairs stand closer or wider than browsers write them', () => {
    expect(getCookieValue('a=1;pl-consent=x;b=2', 'pl-consent')).toBe('x');
    expect(getCookieValue('a=1;  pl-consent=x ; b=2', 'pl-consent')).toBe('x');
  });

  it('J: of several takes the valid one with the newest decision', () => {
    const header = (...values: string[]) => values.map((value) => `c=${value}`).join('; ');
    expect(getCookieValue(header('junk', at(1), at(3), at(2)), 'c')).toBe(at(3));
    expect(getCookieValue(header(at(3), 'junk', at(2)), 'c')).toBe(at(3));
    expect(readConsentCookie(header('junk', at(1), at(3), at(2)), 'c')?.t).toBe(3);
  });

  it('without a valid one takes the first', () => {
    expect(getCookieValue('c=one; c=two', 'c')).toBe('one');
    expect(readConsentCookie('c=one; c=two', 'c')).toBeNull();
  });

  it('chooses as readConsentCookie does, in any order', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.constant('junk'), cookies.map(encodeConsentCookie))), (values) => {
        const header = values.map((value) => `c=${value}`).join('; ');
        expect(readConsentCookie(header, 'c')).toEqual(decodeConsentCookie(getCookieValue(header, 'c')));
      }),
    );
  });
});

describe('serializeConsentCookie', () => {
  const options = createTestConfig({ cookie: { maxAgeDays: 180 } }).cookie;
  const value = encodeConsentCookie(cookie);

  it('writes a cookie for the whole site that scripts can read', () => {
    expect(serializeConsentCookie(cookie, options)).toBe(
      `pl-consent=${value}; Path=/; Max-Age=15552000; SameSite=lax`,
    );
  });

  it('adds Domain, Secure and SameSite=Strict where asked', () => {
    expect(
      serializeConsentCookie(
        value,
        { ...options, domain: 'example.com', sameSite: 'strict' },
        { secure: true },
      ),
    ).toBe(`pl-consent=${value}; Path=/; Max-Age=15552000; SameSite=strict; Domain=example.com; Secure`);
  });

  it('gives the lifetime in whole seconds', () => {
    expect(serializeConsentCookie(cookie, { ...options, maxAgeDays: 1 / 7 })).toContain('Max-Age=12342;');
  });

  it('L: keeps no cookie for more than 400 days', () => {
    expect(serializeConsentCookie(cookie, { ...options, maxAgeDays: 401 })).toContain('Max-Age=34560000;');
    expect(serializeConsentCookie(cookie, { ...options, maxAgeDays: 9999 })).toContain('Max-Age=34560000;');
  });

  it('removes the cookie when the value is empty', () => {
    expect(serializeConsentCookie('', options)).toContain('pl-consent=; Path=/; Max-Age=0;');
  });
});
