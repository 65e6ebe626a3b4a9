import { headSnippet } from '@permesso/consent-core/site';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { cspHash } from '../../src/setup.ts';
import { type FakeCms, serveCms } from './cms.ts';
import { buildSite, type Fixture, type Site, startSite } from './harness.ts';

let cms: FakeCms;
const ends: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  cms = await serveCms('http://vendors.invalid');
});
afterAll(() => cms?.stop());
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

async function started(fixture: Fixture): Promise<Site> {
  const build = await buildSite(fixture);
  ends.push(build.remove);
  const site = await startSite(build);
  ends.push(site.stop);
  return site;
}

const payloadOf = (html: string) => JSON.parse(/data-consent-config>(.*?)<\/script>/.exec(html)![1]!);

describe('a site whose addresses end in a slash', () => {
  it('loses no decision and no record', async () => {
    const base = '/shop';
    const site = await started({
      options: { cms: cms.url },
      astro: { trailingSlash: 'always', base },
    });
    const at = `${base}/_consent`;
    const html = await (await fetch(`${site.url}${base}/`)).text();
    const { config } = payloadOf(html);
    expect(config.recording.endpoint).toBe(`${at}/records/`);
    expect(html).toContain(`<form data-astro-reload method="post" action="${at}/decide/">`);
    expect(html).toContain(`formaction="${at}/preferences/"`);
    expect(html).toContain(`method="get" data-consent-part="manage" action="${at}/preferences/"`);
    const prerendered = await (await fetch(`${site.url}${base}/prerendered/`)).text();
    expect(payloadOf(prerendered).source).toBe(`${at}/config/`);

    const file = await fetch(`${site.url}${at}/c.0123456789abcdef.json`, { redirect: 'manual' });
    expect(file.status).toBe(200);

    const preferences = await fetch(`${site.url}${at}/preferences/`);
    expect(await preferences.text()).toContain(`<form method="post" action="${at}/decide/"`);
    const decided = await fetch(`${site.url}${at}/decide/`, {
      method: 'POST',
      redirect: 'manual',
      headers: { origin: site.url },
      body: new URLSearchParams({ action: 'reject-all', return: base }),
    });
    expect(decided.status).toBe(303);
    expect(decided.headers.get('set-cookie')).toContain('pl-consent=');
    const recorded = await fetch(site.url + config.recording.endpoint, {
      method: 'POST',
      redirect: 'manual',
      headers: { origin: site.url, 'content-type': 'application/json' },
      body: JSON.stringify({
        consentId: '6f9619ff-8b86-4d01-b42d-00cf4fc964ff',
        decisions: {},
        versions: config.versions,
        source: 'banner',
      }),
    });
    expect(recorded.status).toBe(201);
    expect(payloadOf(html)).toMatchObject({ base: at, slash: '/' });
    const asked = await fetch(`${site.url}${at}/config/?locale=de`);
    expect((await asked.json()).config.locale).toBe('de');
  });
});

describe('a site in several languages', () => {
  const i18n = { defaultLocale: 'en', locales: ['en', 'de'] };

  it('I6: has preferences where every page is below a language', async () => {
    const site = await started({
      options: { cms: cms.url },
      astro: { srcDir: './usual', base: '/shop', i18n: { ...i18n, routing: { prefixDefaultLocale: true } } },
    });
    const preferences = await fetch(`${site.url}/shop/_consent/preferences?locale=de&return=/de/mode`);
    expect(preferences.status).toBe(200);
    const html = await preferences.text();
    expect(html).toContain('<html lang="de"');
    expect(html).toContain('name="return" value="/de/mode"');
    expect(html).toContain('action="/shop/_consent/decide"');
    const unnamed = await (await fetch(`${site.url}/shop/_consent/preferences`)).text();
    expect(unnamed).toContain('name="return" value="/shop/"');
    expect(unnamed).toMatch(/<a href="\/shop\/"/);
  });

  it('has its routes on the domain of each of them: no decision and no record is lost there', async () => {
    const site = await started({
      options: { cms: cms.url },
      astro: {
        // Astro has no prerendered pages beside domains.
        srcDir: './usual',
        site: 'https://site.example',
        i18n: { ...i18n, domains: { de: 'https://de.site.example' } },
        security: { allowedDomains: [{ hostname: '**.site.example', protocol: 'https' }] },
      },
    });
    const headers = {
      origin: 'https://de.site.example',
      'x-forwarded-host': 'de.site.example',
      'x-forwarded-proto': 'https',
    };
    for (const path of ['/_consent/config', '/_consent/preferences', '/.well-known/gpc.json'])
      expect([path, (await fetch(site.url + path, { headers })).status]).toEqual([path, 200]);
    const decided = await fetch(`${site.url}/_consent/decide`, {
      method: 'POST',
      redirect: 'manual',
      headers,
      body: new URLSearchParams({ action: 'reject-all' }),
    });
    expect(decided.headers.get('set-cookie')).toContain('pl-consent=');
    const recorded = await fetch(`${site.url}/_consent/records`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: '{}',
    });
    expect(recorded.status).toBe(400);
  });
});

describe('a configuration of the site itself', () => {
  it('may leave its labels out: the texts of the page stand in', async () => {
    const { url } = await started({
      astro: { srcDir: './usual' },
      options: {
        config: './asked-unlabelled.mjs',
        locale: 'de',
        t: { de: { acceptAll: 'Alles erlauben' } },
      },
    });
    const html = await (await fetch(url)).text();
    expect(html).toMatch(/data-consent-action="accept-all"[^>]*>Alles erlauben</);
    expect(html).toMatch(/data-consent-action="reject-all"[^>]*>Alle ablehnen</);
    expect(html).toMatch(/data-consent-manage[^>]*>Datenschutzeinstellungen</);
    const preferences = await (await fetch(`${url}/_consent/preferences`)).text();
    expect(preferences).toMatch(/value="save"[^>]*>Auswahl speichern</);
  });
});

describe('the options of a built site', () => {
  it('name other paths, headers and dates, and leave the policy to the site', async () => {
    const { url } = await started({
      options: {
        cms: cms.url,
        basePath: '/privacy/choices',
        trustedHeaders: { country: ['X-Geo'] },
        gpcWellKnown: { lastUpdate: '2026-01-31' },
        csp: false,
        locale: 'de',
        t: { de: { withdraw: 'Alles zurücknehmen' } },
      },
      astro: { srcDir: './usual', security: { csp: true } },
    });
    const at = async (path: string, headers: Record<string, string> = {}) => fetch(url + path, { headers });

    const home = await at('/', { 'x-geo': 'US', 'cf-ipcountry': 'JP' });
    const html = await home.text();
    expect(payloadOf(html)).toMatchObject({
      base: '/privacy/choices',
      config: { jurisdiction: { model: 'opt-out' }, recording: { endpoint: '/privacy/choices/records' } },
    });
    expect(home.headers.get('content-security-policy')).not.toContain(cspHash(headSnippet));
    // The built-in German, and the site's own.
    expect(html).toContain('Optionale Cookies sind aktiv');
    expect(html).toContain('Alles zurücknehmen');
    expect(await (await at('/.well-known/gpc.json')).json()).toEqual({ gpc: true, lastUpdate: '2026-01-31' });
    expect((await at('/privacy/choices/preferences')).status).toBe(200);
    expect((await at('/_consent/config')).status).toBe(404);
  });

  it('believe no header where none is trusted, and serve no statement where none is wanted', async () => {
    const { url } = await started({
      astro: { srcDir: './usual' },
      options: { config: './asked.mjs', trustedHeaders: false, gpcWellKnown: false },
    });
    const html = await (await fetch(url, { headers: { 'cf-ipcountry': 'US', 'x-country': 'US' } })).text();
    expect(payloadOf(html).config.jurisdiction).toEqual({ country: null, model: 'opt-in' });
    expect((await fetch(`${url}/.well-known/gpc.json`)).status).toBe(404);
  });

  it('ask a module of the site for every visit', async () => {
    const { url } = await started({ astro: { srcDir: './usual' }, options: { config: './asked.mjs' } });
    for (const [place, model] of [
      ['US', 'opt-out'],
      ['DE', 'opt-in'],
    ]) {
      const html = await (await fetch(url, { headers: { 'cf-ipcountry': place! } })).text();
      expect(payloadOf(html).config.jurisdiction).toEqual({ country: null, model });
    }
  });
});
