import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createTestConfig } from '../contract/default-config.ts';
import { cookieFor, encodeConsentCookie } from '../rules/cookie.ts';
import { tcfStubScript } from './inline-scripts.ts';
import { createSite } from './site.ts';

const list = { vendorListVersion: 12, tcfPolicyVersion: 5, purposes: {}, vendors: { 1: { id: 1 } } };
const config = createTestConfig();
const asked: string[] = [];
let isAway = false;
let hasProviders = true;
const server = createServer((request, response) => {
  const { pathname, search } = new URL(request.url!, 'http://cms');
  const path = pathname.replace('/api/consent/', '');
  if (path.startsWith('tcf/')) asked.push(path + decodeURIComponent(search));
  const answers: Record<string, unknown> = {
    config,
    'tcf/vendor-list': { list, language: 'en' },
    'tcf/providers': hasProviders && {
      providers: [{ id: 43, name: 'Fern', policyUrl: 'https://fern.example' }],
    },
  };
  const answer = isAway ? undefined : answers[path];
  response.writeHead(answer ? 200 : 404, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
});
let cms: string;
beforeAll(async () => {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  cms = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());
beforeEach(() => {
  isAway = false;
  hasProviders = true;
  asked.length = 0;
});

const siteWith = (tcf: Parameters<typeof createSite>[0]['tcf']) =>
  createSite({ cms, files: '/page-files/', warn: () => {}, tcf });

const get = (site: ReturnType<typeof createSite>, query = '', headers: Record<string, string> = {}) =>
  site.handle(new Request(`https://shop.example/_consent/tcf.json${query}`, { headers }));

it('hands the vendors of the site to its pages, with the words of their language and an ETag', async () => {
  const site = siteWith({ vendors: [1, 5], providers: [43] });
  const answer = (await get(site, '?locale=de-AT'))!;
  expect(answer.status).toBe(200);
  const { texts, ...rest } = await answer.json();
  expect(rest).toMatchObject({
    list,
    language: 'en',
    providers: [{ id: 43 }],
    locale: 'de',
    direction: 'ltr',
  });
  expect(texts).toMatchObject({ title: 'Werbepartner', rejectAll: 'Alle ablehnen' });
  expect(asked).toEqual(['tcf/vendor-list?locale=de&vendors=1,5', 'tcf/providers?ids=43']);
  const again = await get(site, '?locale=de', { 'if-none-match': answer.headers.get('etag')! });
  expect(again!.status).toBe(304);
  expect(asked, 'one question for all').toHaveLength(2);
});

it("asks for IAB's texts in the language of the page, also where our words are in another one", async () => {
  const site = createSite({
    cms,
    files: '/page-files/',
    warn: () => {},
    tcf: {},
    t: { ca: { rejectAll: 'Rebutja-ho tot' } },
  });
  const answers = await Promise.all(
    ['ca', 'ca-ES', 'zh-TW', '__proto__'].map(async (locale) =>
      (await get(site, `?locale=${locale}`))!.json(),
    ),
  );
  expect(answers.map(({ locale, texts }) => [locale, texts.rejectAll])).toEqual([
    ['ca', 'Rebutja-ho tot'],
    ['en', 'Reject all'],
    ['zh-hant', expect.any(String)],
    ['en', 'Reject all'],
  ]);
  expect(asked.sort()).toEqual([
    'tcf/vendor-list?locale=ca',
    'tcf/vendor-list?locale=ca',
    'tcf/vendor-list?locale=en',
    'tcf/vendor-list?locale=zh-hant',
  ]);
});

it('answers 503, which no cache keeps, where the CMS has no list, and asks again the next time', async () => {
  const site = siteWith({});
  isAway = true;
  const answer = (await get(site))!;
  expect([answer.status, answer.headers.get('cache-control')]).toEqual([503, 'private, no-store']);
  isAway = false;
  expect((await get(site))!.status).toBe(200);
  expect(asked.at(-1), 'all of them, where none are named').toBe('tcf/vendor-list?locale=en');
});

it("hands out IAB's vendors where the CMS has not got Google's list", async () => {
  hasProviders = false;
  const answer = (await get(siteWith({ vendors: [1], providers: [43] })))!;
  expect(answer.status).toBe(200);
  expect(await answer.json()).toMatchObject({ list, providers: [] });
});

it('has neither route nor stub while the option is left out', async () => {
  const visit = async (site: ReturnType<typeof createSite>) =>
    (await site.visit(new Request('https://shop.example/'))).head;
  expect(get(siteWith(null))).toBeNull();
  expect(await visit(siteWith(null))).not.toContain('tcfapi');
  expect(await visit(siteWith({}))).toContain(tcfStubScript);
});

it('sets the consent string again by HTTP with its decision, and no other one', async () => {
  const consentId = '6f9619ff-8b86-4d01-b42d-00cf4fc964ff';
  const decidedAt = Math.floor(Date.now() / 1000);
  const { versions } = config;
  const decisions = { functional: true, analytics: true, marketing: true };
  const decision = { consentId, decisions, versions, source: 'banner' as const, decidedAt };
  const cookie = encodeConsentCookie(cookieFor({ ...decision, model: 'opt-in' }));
  const sent = async (tcf: object | null, string: string) => {
    const headers = {
      'content-type': 'application/json',
      cookie: `pl-consent=${cookie}; pl-consent-tcf=${string}`,
    };
    const body = JSON.stringify({ ...decision, locale: 'en' });
    const request = new Request('https://shop.example/_consent/records', { method: 'POST', headers, body });
    const answer = await siteWith(tcf).handle(request);
    return answer!.headers.getSetCookie().filter((line) => line.startsWith('pl-consent-tcf='));
  };
  const own = `${consentId}|${decidedAt}|1|CQ.I.Y|2~43~dv.`;
  const [line, ...others] = await sent({}, own);
  expect(others).toEqual([]);
  expect(line).toMatch(/^pl-consent-tcf=.*; Path=\/; Max-Age=31536000; SameSite=lax; Secure$/);
  expect(line).toContain(own);
  expect(await sent(null, own), 'where the option is left out').toEqual([]);
  expect(await sent({}, own.replace(String(decidedAt), String(decidedAt - 1)))).toEqual([]);
});
