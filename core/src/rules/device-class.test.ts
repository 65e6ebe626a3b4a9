import { expect, it } from 'vitest';
import { deviceClassOf } from './device-class.ts';

const classOf = (userAgent: string, more: Record<string, string> = {}) =>
  deviceClassOf(new Headers({ 'user-agent': userAgent, ...more }));

it.each([
  ['phone', 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) Version/18.5 Mobile/15E148 Safari/604.1'],
  ['phone', 'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 Chrome/142.0.0.0 Mobile Safari/537.36'],
  ['tablet', 'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 Chrome/142.0.0.0 Safari/537.36'],
  ['tablet', 'Mozilla/5.0 (iPad; CPU OS 12_5 like Mac OS X) Version/12.1 Mobile/15E148 Safari/604.1'],
  ['desktop', 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0'],
  ['desktop', 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/142.0.0.0 Safari/537.36'],
  ['other', 'curl/8.5.0'],
  ['other', ''],
])('a %s is one', (device, userAgent) => expect(classOf(userAgent)).toBe(device));

it('a browser that says it is a phone is one, whatever its user agent has left', () => {
  expect(classOf('Mozilla/5.0 (Linux) Chrome/150.0.0.0', { 'sec-ch-ua-mobile': '?1' })).toBe('phone');
  expect(classOf('Mozilla/5.0 (X11; Linux x86_64) Chrome/150', { 'sec-ch-ua-mobile': '?0' })).toBe('desktop');
});
