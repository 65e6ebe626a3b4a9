import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Served, serveHttp } from '../../tests/http-server.ts';
import { createTestConfig } from '../contract/default-config.ts';
import { decodeConsentCookie } from '../rules/cookie.ts';
import { createAccountSignals } from './account-signals.ts';
import { settingsOf } from './options.ts';
import { createSite } from './site.ts';

const config = createTestConfig({ jurisdiction: { country: 'US', model: 'opt-out' } });
const US = { 'cf-ipcountry': 'US' };
const PAGE = 'https://shop.example/';

/** A CMS that says what it is told of every account, or fails. */
const cms = { gpc: false as boolean | null, delay: 0, asked: [] as (string | undefined)[] };
let served: Served;

beforeEach(async () => {
  Object.assign(cms, { gpc: false, delay: 0, asked: [] });
  served = await serveHttp((request, response) => {
    if (!request.url?.endsWith('/records/signal')) {
      response.end(JSON.stringify(config));
      return;
    }
    cms.asked.push(request.headers.authorization);
    const { gpc } = cms;
    setTimeout(() => response.writeHead(gpc === null ? 503 : 200).end(JSON.stringify({ gpc })), cms.delay);
  });
});
afterEach(() => served.stop());

const options = () => ({ cms: served.url, files: '/files/', accountCookie: 'session', warn: () => {} });
const headersOf = (token: string, more = {}) => new Headers({ ...US, cookie: `session=${token}`, ...more });

describe('the signals of accounts', () => {
  it('are asked for once by all who want to know at a time, and believed for a minute', async () => {
    let time = 0;
    const signals = createAccountSignals(settingsOf(options()), () => time);
    cms.gpc = true;
    const all = await Promise.all(Array.from({ length: 20 }, () => signals.of(headersOf('ada'))));
    expect(new Set(all)).toEqual(new Set(['account']));
    time = 59_000;
    expect(signals.of(headersOf('ada'))).toBe('account');
    expect(cms.asked).toEqual(['Bearer ada']);
    time = 61_000;
    cms.gpc = false;
    expect(await signals.of(headersOf('ada'))).toBe(false);
  });

  it('are left alone for a while where the CMS fails, whoever asks, and only what was sent goes on', async () => {
    let time = 0;
    const signals = createAccountSignals(settingsOf(options()), () => time);
    expect(await signals.of(headersOf('bob'))).toBe(false);
    cms.gpc = true;
    expect(await signals.of(headersOf('ada'))).toBe('account');
    cms.gpc = null;
    time = 61_000;
    for (const [name, signal] of Object.entries({ bob: null, ada: 'account', eve: null })) {
      expect([name, await signals.of(headersOf(name))]).toEqual([name, signal]);
    }
    expect(cms.asked).toHaveLength(3);
    cms.gpc = false;
    time = 67_000;
    expect(await signals.of(headersOf('eve'))).toBe(false);
  });

  it('are not asked for where the browser says it itself, nor for what cannot be a token', async () => {
    const signals = createAccountSignals(settingsOf(options()));
    expect(signals.of(headersOf('ada', { 'sec-gpc': '1' }))).toBe(true);
    for (const none of ['a b', '"ä"', `a${'='.repeat(4096)}`]) {
      expect(signals.of(headersOf(none))).toBe(false);
    }
    expect(signals.of(new Headers())).toBe(false);
    expect(cms.asked).toEqual([]);
  });
});

const decide = (site: ReturnType<typeof createSite>, action: string, cookie = 'session=ada') =>
  site.handle(
    new Request(`${PAGE}_consent/decide`, {
      method: 'POST',
      headers: { ...US, origin: 'https://shop.example', cookie },
      body: new URLSearchParams({ action }),
    }),
  )!;

describe('a site that does not know the signal of an account', () => {
  it('C1: grants nothing, tells Consent Mode so at once in every place, and lets no cache keep the page', async () => {
    cms.gpc = null;
    const visit = await createSite(options()).visit(new Request(PAGE, { headers: headersOf('ada') }));
    expect([visit.visitor, visit.gpc, visit.has('marketing'), visit.view]).toEqual([
      true,
      true,
      false,
      'closed',
    ]);
    expect(visit.headers).toEqual({ 'cache-control': 'private', vary: 'Cookie' });
    const { mode } = visit.payload.head;
    expect([mode?.regions, mode?.signals.ad_storage]).toEqual([[[], []], null]);
    expect(visit.payload.source).toBe('/_consent/config');
    cms.gpc = false;
    const known = await createSite(options()).visit(new Request(PAGE, { headers: headersOf('ada') }));
    expect([known.gpc, known.has('marketing')]).toEqual([false, true]);
  });

  it('answers 503 to whoever asks for what holds, and to forms, and keeps nothing by them', async () => {
    cms.gpc = null;
    const site = createSite(options());
    const request = new Request(`${PAGE}_consent/config`, { headers: headersOf('ada') });
    expect((await site.handle(request))?.status).toBe(503);
    for (const [action, status] of [
      ['accept-all', 503],
      ['save', 503],
      ['dismiss', 303],
    ] as const) {
      const answer = await decide(site, action);
      expect([action, answer.status, answer.headers.get('set-cookie')]).toEqual([action, status, null]);
    }
    expect((await decide(site, 'accept-all', '')).status, 'who is not signed in').toBe(303);
  });

  it('L: counts its wait for the signal as time in which something else may have been decided', async () => {
    cms.delay = 1100;
    const answer = await decide(createSite(options()), 'accept-all');
    expect([answer.status, answer.headers.get('set-cookie')]).toEqual([503, null]);
  });

  it('C11: decides by the signal of the account once it is known', async () => {
    cms.gpc = true;
    const answer = await decide(createSite(options()), 'accept-all');
    const [, value] = /pl-consent=([^;]*)/.exec(answer.headers.get('set-cookie') ?? '') ?? [];
    expect(decodeConsentCookie(value)).toMatchObject({ s: 'b', d: { functional: 1, marketing: 0 } });
  });
});
