import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Served, serveHttp } from '../../tests/http-server.ts';
import type { ConsentConfig } from '../contract/config.ts';
import { createTestConfig } from '../contract/default-config.ts';
import type { PreviewTerms } from '../contract/preview.ts';
import { cookieFor, decodeConsentCookie, encodeConsentCookie } from '../rules/cookie.ts';
import { createLegalPages } from './legal-pages/index.ts';
import type { CreateSiteOptions } from './options.ts';
import { createSite, type Site } from './site.ts';

const PAGE = 'https://shop.example/cart?step=2';
const TOKEN = `${'t'.repeat(40)}.${'s'.repeat(43)}`;
const OTHER = `${'t'.repeat(40)}.${'x'.repeat(43)}`;

const published = createTestConfig({
  banner: { title: 'In force' },
  jurisdiction: { country: null, model: 'opt-in' },
});
const waiting: ConsentConfig = {
  ...createTestConfig({ banner: { title: 'Waits' }, jurisdiction: { country: 'US', model: 'opt-out' } }),
  trackers: [
    {
      id: 'counter',
      name: 'Counter',
      categoryKey: 'analytics',
      kind: 'script',
      loader: { src: 'https://counter.example/c.js', strategy: 'afterDecision', consentModeManaged: false },
    },
  ],
};

interface Asked {
  path: string;
  body: { token?: string; locale?: string | null };
  country: string | undefined;
}

let cms: Served;
let asked: Asked[];
let warnings: string[];
let terms: PreviewTerms;
let isAway: boolean;

beforeEach(async () => {
  [asked, warnings, isAway] = [[], [], false];
  terms = { place: 'US-CA', locale: null, gpc: false, until: '2030-01-31T12:00:00.000Z' };
  cms = await serveHttp(async (request, response) => {
    const path = (request.url ?? '').replace(/^\/api\/consent/, '');
    if (path.startsWith('/config')) return response.end(JSON.stringify(published));
    let text = '';
    for await (const chunk of request) text += chunk;
    const body = JSON.parse(text || '{}');
    asked.push({ path, body, country: request.headers['x-country'] as string | undefined });
    if (isAway) return response.writeHead(500).end();
    if (body.token !== TOKEN) {
      return response.writeHead(403).end('{"error":{"message":"This link has expired."}}');
    }
    if (path === '/preview/legal') return response.end('{"pages":[]}');
    return response.end(JSON.stringify({ config: waiting, preview: terms }));
  });
});
afterEach(() => cms.stop());

const siteOf = (options: Partial<CreateSiteOptions> = {}) =>
  createSite({ cms: cms.url, files: '/page-files/', warn: (text) => warnings.push(text), ...options });

const visitTo = async (site: Site, cookie: string, headers: Record<string, string> = {}, locale?: string) =>
  site.visit(new Request(PAGE, { headers: { cookie, ...headers } }), { locale });

const inPreview = `consent-preview=${TOKEN}`;

const choice = (
  config: ConsentConfig,
  source: 'banner' | 'implicit',
  decidedAt = Math.floor(Date.now() / 1000),
) =>
  encodeConsentCookie(
    cookieFor({
      consentId: '6f9619ff-8b86-4d01-b42d-00cf4fc964ff',
      decisions: { functional: true, analytics: true, marketing: true },
      versions: config.versions,
      model: config.jurisdiction.model,
      source,
      decidedAt,
    }),
  );

const payloadIn = (head: string) => JSON.parse(/data-consent-config>([^<]*)</.exec(head)?.[1] ?? 'null');

describe('a page of a preview', () => {
  it('shows what waits, says that it is a preview, and is for no cache', async () => {
    const visit = await visitTo(siteOf(), inPreview, { 'cf-ipcountry': 'FR' });
    expect(visit.banner).toContain('Waits');
    expect(visit.banner).toMatch(
      /^<section data-consent-preview[\s\S]*United States \(US-CA\)[\s\S]*End preview/,
    );
    expect(visit.headers).toEqual({
      'cache-control': 'private, no-store',
      vary: 'Cookie',
      'x-robots-tag': 'noindex',
    });
    expect(asked).toEqual([{ path: '/preview/config', body: { token: TOKEN, locale: null }, country: 'FR' }]);
  });

  it('carries its configuration whole, in no file that caches keep, and with nothing that loads or records', async () => {
    const { head } = await visitTo(siteOf(), inPreview);
    const { content, config } = payloadIn(head);
    expect(content).toBeUndefined();
    expect(config.trackers).toEqual([
      { id: 'counter', name: 'Counter', categoryKey: 'analytics', kind: 'script' },
    ]);
    expect(config.recording).toEqual({ enabled: false, endpoint: '' });
    expect(config.cookie).toEqual({ name: 'consent-preview-choice', maxAgeDays: 0, sameSite: 'lax' });
    expect(head).toContain('src="/page-files/preview.js"');
  });

  it('grants nothing but by an act of whoever looks, whatever the law of the place grants', async () => {
    const site = siteOf();
    const before = await visitTo(site, inPreview);
    expect([before.has('analytics'), before.resolved.decisions.analytics]).toEqual([false, true]);
    const dismissed = await visitTo(
      site,
      `${inPreview}; consent-preview-choice=${choice(waiting, 'implicit')}`,
    );
    expect([dismissed.has('analytics'), dismissed.resolved.status]).toEqual([false, 'decided']);
    const accepted = await visitTo(site, `${inPreview}; consent-preview-choice=${choice(waiting, 'banner')}`);
    expect([accepted.has('analytics'), accepted.has('necessary')]).toEqual([true, true]);
  });

  it("neither reads the visitor's own decision, nor is read by an ordinary page", async () => {
    const site = siteOf();
    const own = `pl-consent=${choice(published, 'banner')}`;
    expect((await visitTo(site, `${inPreview}; ${own}`)).resolved.status).toBe('undecided');
    const ordinary = await visitTo(site, `consent-preview-choice=${choice(published, 'banner')}`);
    expect([ordinary.resolved.status, ordinary.preview]).toEqual(['undecided', null]);
  });

  it('has Global Privacy Control and the language that the link names', async () => {
    terms = { ...terms, gpc: true, locale: 'de' };
    const visit = await visitTo(siteOf(), inPreview, {}, 'en');
    expect([visit.gpc, visit.locale, visit.resolved.source]).toEqual([true, 'de', 'gpc']);
    expect(visit.banner).toContain('Vorschau beenden');
  });

  it('is asked for anew with each request, and leaves nothing with the configurations of visitors', async () => {
    const site = siteOf();
    await visitTo(site, inPreview);
    await visitTo(site, inPreview);
    expect(asked.length).toBe(2);
    expect((await visitTo(site, '')).banner).toContain('In force');
  });

  it('is made also where all other pages are the same for everybody', async () => {
    const site = siteOf({ render: 'neutral' });
    const visit = await visitTo(site, inPreview);
    expect([visit.visitor, visit.headers['cache-control']]).toEqual([true, 'private, no-store']);
    expect(payloadIn(visit.head).source).toBeUndefined();
    expect((await visitTo(site, '')).headers).toEqual({});
  });
});

describe('a link that does not hold', () => {
  it.each([
    ['expired', OTHER],
    ['no token at all', 'rubbish'],
  ])('leaves the page as visitors see it, and ends: %s', async (_, token) => {
    const visit = await visitTo(siteOf(), `consent-preview=${token}`);
    expect(visit.banner).toContain('In force');
    expect(visit.banner).not.toContain('data-consent-preview');
    expect(visit.headers['set-cookie']).toBe('consent-preview=; Path=/; Max-Age=0; SameSite=Lax; HttpOnly');
    expect(visit.headers['cache-control']).toBe('private, no-store');
  });

  it('is told of once, with the reason of the CMS', async () => {
    const site = siteOf();
    await visitTo(site, `consent-preview=${OTHER}`);
    await visitTo(site, `consent-preview=${OTHER}`);
    expect(warnings).toEqual(['A preview is not shown: This link has expired.']);
  });

  it('goes on when the CMS answers again', async () => {
    isAway = true;
    const visit = await visitTo(siteOf(), inPreview);
    expect(visit.banner).toContain('In force');
    expect(visit.headers['set-cookie']).toBeUndefined();
  });
});

describe('the routes of a preview', () => {
  const get = (site: Site, url: string, cookie = '') =>
    site.handle(new Request(url, { headers: { cookie } }));
  const post = (site: Site, route: string, fields: Record<string, string>, cookie = inPreview) =>
    site.handle(
      new Request(`https://shop.example/_consent/${route}`, {
        method: 'POST',
        headers: { cookie, origin: 'https://shop.example' },
        body: new URLSearchParams(fields),
      }),
    );

  it('take the token from the address into a cookie that ends with the session', async () => {
    const answer = await get(siteOf(), `${PAGE}&consent-preview=${TOKEN}`);
    expect(answer?.headers.getSetCookie()).toEqual([
      `consent-preview=${TOKEN}; Path=/; HttpOnly; SameSite=Lax; Secure`,
      'consent-preview-choice=; Path=/; Max-Age=0; SameSite=Lax',
    ]);
    expect(answer?.headers.get('cache-control')).toBe('private, no-store');
    expect(answer?.headers.get('referrer-policy')).toBe('no-referrer');
    const html = await answer?.text();
    expect(html).toContain('url=/cart?step=2"');
    expect(html).not.toContain(TOKEN);
  });

  it('lead to a page of this site alone', async () => {
    const ofRoute = (path: string) =>
      get(siteOf(), `https://shop.example/_consent/preview?consent-preview=${TOKEN}&return=${path}`);
    expect(await (await ofRoute('/de/'))?.text()).toContain('url=/de/"');
    expect(await (await ofRoute('//evil.example'))?.text()).toContain('url=/"');
    expect(
      await (await get(siteOf(), `https://shop.example//evil.example?consent-preview=${TOKEN}`))?.text(),
    ).toContain('url=/"');
  });

  it('lead on to the ordinary page with a token that does not hold', async () => {
    const answer = await get(siteOf(), `${PAGE}&consent-preview=${OTHER}`);
    expect([answer?.status, answer?.headers.getSetCookie()[0]]).toEqual([
      200,
      'consent-preview=; Path=/; Max-Age=0; SameSite=Lax; HttpOnly',
    ]);
  });

  it('are none where no CMS is', async () => {
    const site = createSite({ config: published, files: '/page-files/', warn: () => {} });
    expect(get(site, `${PAGE}&consent-preview=${TOKEN}`)).toBeNull();
    expect((await visitTo(site, inPreview)).preview).toBeNull();
  });

  it('decide under a cookie of the session, and record nothing', async () => {
    const answer = await post(siteOf(), 'decide', { action: 'reject-all', preview: 'true', return: '/cart' });
    expect([answer?.status, answer?.headers.get('location')]).toEqual([303, '/cart']);
    const [line = ''] = answer?.headers.getSetCookie() ?? [];
    expect(line).toMatch(/^consent-preview-choice=[\w-]+; Path=\/; SameSite=lax; Secure$/);
    expect(decodeConsentCookie(line.slice(line.indexOf('=') + 1, line.indexOf(';')))?.d).toMatchObject({
      analytics: 0,
    });
    expect(asked.map(({ path }) => path)).toEqual(['/preview/config']);
  });

  it('decide nothing for the site of visitors once the preview is over', async () => {
    const answer = await post(
      siteOf(),
      'decide',
      { action: 'accept-all', preview: 'true' },
      'consent-preview=gone',
    );
    expect([answer?.status, answer?.headers.getSetCookie()]).toEqual([303, []]);
  });

  it('leave a decision of an ordinary page what it is', async () => {
    const answer = await post(siteOf(), 'decide', { action: 'reject-all', return: '/' });
    expect(answer?.headers.getSetCookie()[0]).toMatch(/^pl-consent=/);
    await expect.poll(() => asked.map(({ path }) => path)).toContain('/records');
  });

  it('end it', async () => {
    const answer = await post(siteOf(), 'preview', { return: '/cart' });
    expect([answer?.status, answer?.headers.get('location')]).toEqual([303, '/cart']);
    expect(answer?.headers.getSetCookie()).toEqual([
      'consent-preview=; Path=/; Max-Age=0; SameSite=Lax; HttpOnly',
      'consent-preview-choice=; Path=/; Max-Age=0; SameSite=Lax',
    ]);
  });

  it('switch consent off on a page that is the same for all, which could not become one of a preview', async () => {
    const route = 'https://shop.example/_consent/config';
    const answer = await get(siteOf(), route, inPreview);
    expect([answer?.status, answer?.headers.get('cache-control')]).toEqual([200, 'private, no-store']);
    const { config, head } = await answer!.json();
    expect([config.enabled, head.model, config.recording.enabled]).toEqual([false, null, false]);
    expect(config.preview.bar).toContainEqual(expect.arrayContaining(['form']));
    const over = await get(siteOf(), route, `consent-preview=${OTHER}`);
    expect([over?.status, over?.headers.get('set-cookie')]).toEqual([
      200,
      'consent-preview=; Path=/; Max-Age=0; SameSite=Lax; HttpOnly',
    ]);
  });
});

it('the legal pages of a preview are asked for with its token, each time', async () => {
  const pages = createLegalPages({ api: () => `${cms.url}/api/consent` });
  const visit = await visitTo(siteOf(), inPreview);
  asked = [];
  expect(await pages.of(visit).list('de')).toEqual([]);
  expect(await pages.of(visit).list('de')).toEqual([]);
  expect(asked).toEqual(Array(2).fill({ path: '/preview/legal', body: { token: TOKEN, locale: 'de' } }));
  expect(pages.of(await visitTo(siteOf(), ''))).toBe(pages);
});
