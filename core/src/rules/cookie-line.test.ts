import { describe, expect, it } from 'vitest';
import { readCookieLine } from './cookie-line.ts';

const now = Date.UTC(2026, 10, 25);

describe('a text that sets a cookie', () => {
  it.each([
    ['_ga=1', '_ga'],
    [' _ga = GA1.2=3 ; Path=/', '_ga'],
    ['_ga', '_ga'],
    ['=_ga=1', '_ga'],
    ['; Path=/', ''],
    ['__Host-id=1; Secure; Path=/', '__Host-id'],
  ])('%j has the name %j', (text, name) => {
    expect(readCookieLine(text, now)).toEqual({ name, removes: false });
  });

  it.each([
    'a=; Max-Age=0',
    'a=1; max-age = -1; Path=/',
    'a=deleted; Expires=Thu, 01 Jan 1970 00:00:00 GMT',
    'a=; Expires=Wed, 09 Jun 2021 10:18:14 GMT; Max-Age=0',
    'a=; Max-Age=60; Max-Age=0',
  ])('%j removes one', (text) => {
    expect(readCookieLine(text, now).removes).toBe(true);
  });

  it.each([
    'a=1; Max-Age=60; Expires=Thu, 01 Jan 1970 00:00:00 GMT',
    'a=1; Expires=Fri, 01 Jan 2027 00:00:00 GMT',
    // 2069 to a browser, 1969 to Date.parse.
    'a=1; Expires=Tue, 01-Jan-69 00:00:00 GMT',
    'a=1; Max-Age=0x',
    'a=1; Expires=never 1970',
    'a=Max-Age=0',
  ])('%j sets one', (text) => {
    expect(readCookieLine(text, now).removes).toBe(false);
  });
});
