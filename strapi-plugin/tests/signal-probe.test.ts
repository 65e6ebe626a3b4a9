import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createTestConfig } from '@permesso/consent-core';
import { type CreateSiteOptions, createSite } from '@permesso/consent-core/site';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { resolveOptions } from '../server/src/options';
import { signalWarnings } from '../server/src/overview/signal-warnings';
import { probeAddress } from '../server/src/signals/job';
import { probeSignal, type SignalProbe } from '../server/src/signals/probe';

const NOW = new Date('2026-11-25T04:23:00Z');
const config = createTestConfig();
const withoutSignal = config.categories.map((category) => ({ ...category, respectGPC: false }));

type Answer = (request: IncomingMessage, response: ServerResponse) => unknown;
let answer: Answer;
const asked: { path: string | undefined; authorization: string | undefined }[] = [];
const server = createServer((request, response) => {
  asked.push({ path: request.url, authorization: request.headers.authorization });
  answer(request, response);
});
let origin: string;
let address: string;
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  address = `${origin}/_consent/config`;
});
afterAll(() => server.close());
beforeEach(() => void asked.splice(0));

/** A site as it is served, behind something that may change the headers of its visitors. */
function siteWith(options: Partial<CreateSiteOptions> = {}, before = (headers: Headers) => headers): Answer {
  const site = createSite({ config, files: '/page-files/', warn: () => {}, ...options });
  return async ({ url, headers }, response) => {
    const sent = before(new Headers(headers as Record<string, string>));
    const said = await site.handle(new Request(`${origin}${url}`, { headers: sent }));
    if (!said) return response.writeHead(404).end('<!doctype html>');
    response.writeHead(said.status, Object.fromEntries(said.headers)).end(await said.text());
  };
}

const status = (code: number, headers: Record<string, string> = {}): Answer => {
  return (_, response) => response.writeHead(code, headers).end('<!doctype html>');
};

const without = (headers: Headers) => {
  headers.delete('sec-gpc');
  return headers;
};
const always = (headers: Headers) => {
  headers.set('sec-gpc', '1');
  return headers;
};

it.each<[string, Partial<CreateSiteOptions>]>([
  ['makes pages for each visitor', {}],
  ['makes the same pages for all', { render: 'neutral' }],
  ['guards its cookies', { consentCookies: { page: true } }],
  ['has a legal basis for a category', { config: createTestConfig({ categories: basedCategories() }) }],
])('is honoured by a site that %s', async (_, options) => {
  answer = siteWith(options);
  const probe = await probeSignal(address, NOW);
  expect(probe).toEqual({ at: NOW.toISOString(), address, honored: true, why: null, earlier: null });
  expect(signalWarnings(probe, NOW)).toEqual([]);
});

function basedCategories() {
  return config.categories.map((category) =>
    category.key === 'analytics' ? { ...category, basis: 'objection' as const } : category,
  );
}

it.each<[string, (headers: Headers) => Headers, RegExp]>([
  ['a proxy drops it', without, /^The signal did not reach the site/],
  ['a cache answers all alike', always, /^It sees a signal where none was sent/],
])('is not honoured where %s, and the overview says so', async (_, before, why) => {
  answer = siteWith({}, before);
  const probe = await probeSignal(address, NOW);
  expect(probe).toMatchObject({ honored: false, why: expect.stringMatching(why) });
  expect(signalWarnings(probe, NOW)).toMatchObject([{ code: 'signal-not-honored', subject: address }]);
});

it.each<[string, () => Answer, RegExp]>([
  [
    'no category respects it',
    () => siteWith({ config: { ...config, categories: withoutSignal } }),
    /^No category respects the signal/,
  ],
  ['consent is off', () => siteWith({ config: { ...config, enabled: false } }), /^Consent is switched off/],
  ['the site has another base path', () => siteWith({ basePath: '/privacy' }), /^It answered 404/],
  ['the site knows no configuration', () => siteWith({ config: () => null }), /^It answered 503/],
  ['a page answers', () => status(200), /no configuration/],
  ['something else answers', () => (_, response) => response.end('{"gpc":true}'), /no configuration/],
  [
    'it leads to another site',
    () => status(302, { location: 'https://a:b@other.example/x?y' }),
    /: https:\/\/other.example\.$/,
  ],
  ['it leads on and on', () => status(301, { location: '/again' }), /one address after another/],
  ['the connection breaks', () => (request) => request.socket.destroy(), /^It could not be asked: (?!fetch)/],
])('is not tested where %s, and nobody says that it is not honoured', async (_, make, why) => {
  answer = make();
  const probe = await probeSignal(address, NOW);
  expect(probe).toMatchObject({ honored: null, why: expect.stringMatching(why), earlier: null });
  const [warning, ...others] = signalWarnings(probe, NOW);
  expect(warning).toMatchObject({ code: 'signal-not-tested', subject: address, detail: probe.why });
  expect(others).toEqual([]);
});

it('is tested where the site wants a slash at the end', async () => {
  const site = siteWith({ trailingSlash: true });
  answer = (request, response) =>
    request.url?.endsWith('/')
      ? site(request, response)
      : status(308, { location: `${request.url}/` })(request, response);
  expect(await probeSignal(address, NOW)).toMatchObject({ honored: true, address });
  expect(asked.map(({ path }) => path)).toEqual([
    '/_consent/config',
    '/_consent/config/',
    '/_consent/config',
    '/_consent/config/',
  ]);
});

it('keeps the last result through tests that could not be made, as long as the site is the same', async () => {
  answer = siteWith({}, without);
  const failed = await probeSignal(address, new Date('2026-11-23T04:23:00Z'));
  answer = status(502);
  const away = await probeSignal(address, new Date('2026-11-24T04:23:00Z'), failed);
  const still = await probeSignal(address, NOW, away);
  expect(still).toMatchObject({ honored: null, why: 'It answered 502.' });
  expect(still.earlier).toEqual({ at: failed.at, honored: false, why: failed.why });
  expect(signalWarnings(still, NOW)[0]?.message).toMatch(/On 2026-11-23 it did not honour it\.$/);
  expect((await probeSignal(`${origin}/moved`, NOW, still)).earlier).toBeNull();
  answer = siteWith();
  expect(await probeSignal(address, NOW, still)).toMatchObject({ honored: true, earlier: null });
});

it('sends the credentials of an address, and says them to nobody else', async () => {
  const secret = address.replace('http://', 'http://staging:p%40ss%25w%F6rd@');
  answer = siteWith();
  const probe = await probeSignal(secret, NOW);
  expect(probe).toMatchObject({ honored: true, address });
  expect(new Set(asked.map(({ authorization }) => authorization))).toEqual(
    new Set([`Basic ${Buffer.from('staging:p%40ss%25w%F6rd').toString('base64')}`]),
  );
  asked.splice(0);
  await probeSignal(address.replace('http://', 'http://staging:p%40ss@'), NOW);
  expect(asked[0]?.authorization).toBe(`Basic ${Buffer.from('staging:p@ss').toString('base64')}`);
  answer = (request) => request.socket.destroy();
  const broken = await probeSignal(secret, NOW);
  expect(broken.honored).toBeNull();
  expect(JSON.stringify([broken, signalWarnings(broken, NOW)])).not.toMatch(/staging|p%40ss/);
});

it('warns where the last test is older than three days, and of nothing where none is made', () => {
  const at = '2026-11-21T04:23:00Z';
  const probe: SignalProbe = { at, address, honored: true, why: null, earlier: null };
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
