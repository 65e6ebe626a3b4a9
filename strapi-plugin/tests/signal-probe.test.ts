import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createTestConfig } from '@permesso/consent-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { resolveOptions } from '../server/src/options';
import { signalWarnings } from '../server/src/overview/signal-warnings';
import { probeAddress } from '../server/src/signals/job';
import { probeSignal } from '../server/src/signals/probe';

const NOW = new Date('2026-11-25T04:23:00Z');
const config = createTestConfig();

/** What the site answers to a request of this kind. */
let answer: (request: IncomingMessage) => unknown;
const site = createServer((request, response) => {
  const said = answer(request);
  response.writeHead(said === undefined ? 503 : 200, { 'content-type': 'application/json' });
  response.end(typeof said === 'string' ? said : JSON.stringify(said));
});
let address: string;
beforeAll(async () => {
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  address = `http://127.0.0.1:${(site.address() as AddressInfo).port}/_consent/config`;
});
afterAll(() => site.close());

const gpc = ({ headers }: IncomingMessage) => headers['sec-gpc'] === '1';
const withoutSignal = config.categories.map((category) => ({ ...category, respectGPC: false }));

it('is honoured where the site sees it, and switches off by it what it should', async () => {
  answer = (request) => ({ config, gpc: gpc(request) });
  const probe = await probeSignal(address, NOW);
  expect(probe).toEqual({ at: NOW.toISOString(), address, honored: true, why: null });
  expect(signalWarnings(probe, NOW)).toEqual([]);
});

it.each<[string, typeof answer, RegExp]>([
  ['a proxy drops it', () => ({ config, gpc: false }), /^The signal did not reach the site/],
  ['a cache answers all alike', () => ({ config, gpc: true }), /^It sees a signal where none was sent/],
  [
    'no category respects it',
    (request) => ({ config: { ...config, categories: withoutSignal }, gpc: gpc(request) }),
    /^No category is switched off/,
  ],
  [
    'consent is off',
    (request) => ({ config: { ...config, enabled: false }, gpc: gpc(request) }),
    /^Consent is switched off/,
  ],
  ['something else answers', () => ({ config: { enabled: true }, gpc: true }), /no configuration/],
  ['a page answers', () => '<!doctype html>', /^It could not be asked/],
  ['nobody answers', () => undefined, /it answered 503/],
])('is not honoured where %s, and the overview says so', async (_, said, why) => {
  answer = said;
  const probe = await probeSignal(address, NOW);
  expect(probe.honored).toBe(false);
  expect(probe.why).toMatch(why);
  expect(signalWarnings(probe, NOW)).toMatchObject([{ code: 'signal-not-honored', subject: address }]);
});

it('warns where the last test is older than three days, and of nothing where none is made', () => {
  const probe = { at: '2026-11-21T04:23:00Z', address, honored: true, why: null };
  expect(signalWarnings(probe, NOW)).toMatchObject([{ code: 'signal-not-tested' }]);
  expect(signalWarnings(null, NOW)).toEqual([]);
});

it('asks the route of the site that is scanned, or the one that is named', () => {
  const at = (options: Parameters<typeof resolveOptions>[0]) => probeAddress(resolveOptions(options));
  expect(at({})).toBeNull();
  expect(at({ scan: { url: 'https://site.example/en/' } })).toBe('https://site.example/_consent/config');
  const url = 'https://site.example/privacy/config';
  expect(at({ jobs: { signal: { url } } })).toBe(url);
  expect(at({ scan: { url: 'https://site.example' }, jobs: { signal: false } })).toBeNull();
});
