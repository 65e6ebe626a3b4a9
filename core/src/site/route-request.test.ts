import { describe, expect, it } from 'vitest';
import { keepPrivate } from './page-answers.ts';
import { isSameOrigin, returnPath } from './route-request.ts';
import { cookieValue, gpcFromHeaders } from './visitor-request.ts';

const own = ['http://site.example', 'https://www.site.example'];
const from = (headers: Record<string, string>) => isSameOrigin(new Headers(headers), own);

describe('a request that changes something', () => {
  it.each([
    [{ 'sec-fetch-site': 'same-origin' }, true],
    [{ 'sec-fetch-site': 'none' }, true],
    [{ 'sec-fetch-site': 'same-site', origin: 'http://site.example' }, false],
    [{ 'sec-fetch-site': 'cross-site' }, false],
    [{ origin: 'https://site.example' }, true],
    [{ origin: 'https://www.site.example' }, true],
    [{ origin: 'https://evil.example' }, false],
    [{ origin: 'https://site.example.evil.example' }, false],
    [{ origin: 'null' }, false],
    [{}, true],
  ])('with %j is taken: %s', (headers, taken) => {
    expect(from(headers as Record<string, string>)).toBe(taken);
  });
});

describe('the way back after a decision', () => {
  it.each(['/', '/a/b?c=d#e', '/suche?q=%2F%2Fx', '/a//b'])('may be %s', (path) => {
    expect(returnPath(path)).toBe(path);
  });

  it.each([
    '//evil.example',
    '/\\evil.example',
    'https://evil.example',
    'javascript:alert(1)',
    '/\t/evil.example',
    '/a\r\nset-cookie: x',
    '/.//evil.example/x',
    '/..//evil.example',
    '/x/..//evil.example',
    '/%2e//evil.example',
    '/x/%2e%2e//evil.example',
    '',
    null,
    7,
  ])('never leads to %j', (path) => {
    expect(returnPath(path)).toBe('/');
  });
});

describe('a page that shows a visitor’s state', () => {
  it.each([
    [{}, 'private', 'Cookie'],
    [{ 'cache-control': 'public, max-age=60, s-maxage=300' }, 'private, max-age=60', 'Cookie'],
    [{ 'cache-control': 'no-store', vary: 'Accept-Language' }, 'no-store', 'Accept-Language, Cookie'],
    [{ 'cache-control': 'private, max-age=5', vary: 'cookie' }, 'private, max-age=5', 'cookie'],
    [{ vary: 'Accept, COOKIE' }, 'private', 'Accept, COOKIE'],
    [{ vary: 'X-Cookie-Foo' }, 'private', 'X-Cookie-Foo, Cookie'],
    [{ vary: '*' }, 'private', '*'],
  ])('L: stays out of shared caches: %j', (given, cacheControl, vary) => {
    const headers = new Headers(given as Record<string, string>);
    keepPrivate(headers);
    expect(headers.get('cache-control')).toBe(cacheControl);
    expect(headers.get('vary')).toBe(vary);
  });
});

describe('what a request carries', () => {
  it('is read from a header, from Headers and from a cookie store', () => {
    expect(cookieValue('a=1; pl-consent=x', 'pl-consent')).toBe('x');
    expect(cookieValue(new Headers({ cookie: 'pl-consent=y' }), 'pl-consent')).toBe('y');
    expect(cookieValue(new Map([['pl-consent', { value: 'z' }]]), 'pl-consent')).toBe('z');
    for (const source of [null, undefined, '', new Headers(), new Map<string, string>()]) {
      expect(cookieValue(source, 'pl-consent')).toBeNull();
    }
  });

  it('says Global Privacy Control only by exactly 1', () => {
    expect(gpcFromHeaders(new Headers({ 'sec-gpc': '1' }))).toBe(true);
    for (const value of ['0', 'true', '1, 1', '']) {
      expect(gpcFromHeaders(new Headers({ 'sec-gpc': value }))).toBe(false);
    }
  });
});
