import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FakeCms } from './cms.ts';
import type { Site } from './harness.ts';
import { cookieOf, decisionUnder, startWithCms } from './site-with-cms.ts';

let cms: FakeCms;
let site: Site;
let stop: () => Promise<void>;

beforeAll(async () => {
  ({ cms, site, stop } = await startWithCms());
}, 120_000);

afterAll(() => stop?.());

const submission = (overrides?: Record<string, unknown>) => decisionUnder(cms.config, overrides);

describe('pages', () => {
  const get = (path: string, headers: Record<string, string> = {}) => fetch(site.url + path, { headers });
  const payloadOf = (html: string) => JSON.parse(/data-consent-config>(.*?)<\/script>/.exec(html)![1]!);

  it('begin with the facts of their visitor and the snippet, before anything of their own', async () => {
    const html = await (await get('/', { 'cf-ipcountry': 'DE' })).text();
    expect(html).toMatch(
      /<head><script type="application\/json" data-consent-config>[^<]*<\/script><script data-consent-mode[^>]*>[^<]*/,
    );
    expect(payloadOf(html)).toMatchObject({ visitor: true, gpc: false, base: '/_consent' });
    expect(payloadOf(html).config.recording.endpoint).toBe('/_consent/records');
  });

  it('believe the headers of the large CDNs about the visitor’s place', async () => {
    const model = async (headers: Record<string, string>) =>
      payloadOf(await (await get('/', headers)).text()).config.jurisdiction.model;
    expect(await model({ 'cf-ipcountry': 'US' })).toBe('opt-out');
    expect(await model({ 'x-vercel-ip-country': 'JP' })).toBe('notice');
    expect(await model({ 'cf-ipcountry': 'XX', 'x-country': 'US' })).toBe('opt-in');
    expect(await model({})).toBe('opt-in');
  });

  it('L: are private and vary by the cookie', async () => {
    const { headers } = await get('/');
    expect(headers.get('cache-control')).toBe('private');
    expect(headers.get('vary')).toBe('Cookie');
  });

  it('C1: grant nothing while it is not known what the account has sent, and are for no cache either', async () => {
    const all = submission({ decisions: { functional: true, analytics: true, marketing: true } });
    const page = await get('/', { 'cf-ipcountry': 'US', cookie: `${cookieOf(all)}; account=ada` });
    expect([page.headers.get('cache-control'), page.headers.get('vary')]).toEqual(['private', 'Cookie']);
    const html = await page.text();
    expect(/<p id="granted">(\w+)/.exec(html)?.[1]).toBe('none');
    const { config, head, visitor } = payloadOf(html);
    expect([config, visitor, head.mode.regions]).toEqual([null, true, [[], []]]);
  });

  it('show a visitor’s grants in Astro.locals', async () => {
    const granted = submission({ decisions: { functional: true, analytics: true, marketing: true } });
    const at = async (cookie: string) =>
      /<p id="granted">(\w+)/.exec(await (await get('/', { cookie })).text())?.[1];
    expect(await at('')).toBe('none');
    expect(await at(cookieOf(granted))).toBe('marketing');
    expect(await at(cookieOf(submission()))).toBe('none');
  });

  it('carry the same snippet, also prerendered ones, which ask for their visitor', async () => {
    const snippetOf = (html: string) => /<script data-consent-mode[^>]*>(.*?)<\/script>/.exec(html)?.[1];
    const [visited, prerendered] = await Promise.all(
      ['/', '/prerendered/'].map(async (path) => (await get(path)).text()),
    );
    expect(snippetOf(visited!)).toBeTruthy();
    expect(snippetOf(prerendered!)).toBe(snippetOf(visited!));
    expect(payloadOf(prerendered!)).toMatchObject({ visitor: false, source: '/_consent/config' });
    expect(payloadOf(prerendered!).config.jurisdiction).toEqual({ country: null, model: 'opt-in' });
    expect(payloadOf(prerendered!).head.mode.regions[0].length).toBeGreaterThan(0);
  });

  it('get the configuration of their visitor from the site', async () => {
    const answer = await get('/_consent/config', { 'cf-ipcountry': 'US', 'sec-gpc': '1' });
    expect(answer.headers.get('cache-control')).toBe('private, no-cache');
    expect(await answer.json()).toMatchObject({
      visitor: true,
      gpc: true,
      config: { jurisdiction: { country: null, model: 'opt-out' } },
    });
  });

  it('ask for it again only when it is another one', async () => {
    const etag = (await get('/_consent/config')).headers.get('etag')!;
    const known = await get('/_consent/config', { 'if-none-match': etag });
    expect([known.status, known.headers.get('cache-control')]).toEqual([304, 'private, no-cache']);
    expect((await get('/_consent/config', { 'if-none-match': etag, 'sec-gpc': '1' })).status).toBe(200);
  });

  it('find what they leave out of their configuration in a file, and under a name of another instance its texts alone', async () => {
    const { content } = await (await get('/_consent/config')).json();
    const own = await get(content);
    expect(own.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    const { trackers, ...texts } = await own.json();
    expect(trackers.map(({ id }: { id: string }) => id)).toEqual(cms.config.trackers.map(({ id }) => id));
    const other = await get('/_consent/c.0123456789abcdef.json');
    expect([other.status, other.headers.get('cache-control')]).toEqual([200, 'private, no-store']);
    expect(await other.json()).toEqual({ ...texts, trackers: [], standIn: true });
    expect((await get('/_consent/c.json')).status).toBe(404);
  });

  it('ask the CMS for a language that may be one, and for no other', async () => {
    const asked = (locale: string) => get(`/_consent/config?locale=${encodeURIComponent(locale)}`);
    const before = cms.configRequests;
    const answers = await Promise.all(['!'.repeat(7000), '"><b>', ''].map(asked));
    for (const answer of answers) expect((await answer.json()).config.locale).toBe(cms.config.locale);
    expect(cms.configRequests - before).toBeLessThanOrEqual(1);
    expect((await (await asked('pt-BR')).json()).config.locale).toBe('pt-BR');
  });

  it('L: leave nothing to a CDN that would keep them for others', async () => {
    const { headers } = await get('/cached');
    expect(headers.get('cache-control')).toBe('private, max-age=60');
    expect([...headers.keys()].filter((name) => /-cache-control|surrogate/.test(name))).toEqual([]);
  });

  it.each(['/rewritten', '/rewritten-raw'])('have one head where another page answers: %s', async (path) => {
    const html = await (await get(path)).text();
    expect(html.match(/<script data-consent-mode[^>]*>/g)).toHaveLength(1);
    expect(html).toMatch(/<head><script type="application\/json" data-consent-config>/);
  });

  it('have preferences that work without JavaScript', async () => {
    const html = await (await get('/_consent/preferences?return=/gate')).text();
    expect(html).toContain('action="/_consent/decide"');
    expect(html).toMatch(/name="return" value="\/gate"/);
    expect(html).toMatch(/type="checkbox"[^>]*value="marketing"/);
  });

  it('have preferences in the language of the page that led there', async () => {
    const at = async (locale: string) =>
      (await get(`/_consent/preferences?locale=${encodeURIComponent(locale)}`)).text();
    const german = await at('de');
    expect(german).toContain('<html lang="de" dir="ltr">');
    expect(german).toContain('name="locale" value="de"');
    expect(german).toContain('Dienste (1)');
    expect(await at('ar')).toContain('<html lang="ar" dir="rtl">');
    expect(await at('"><b>')).toContain(`<html lang="${cms.config.locale}"`);
  });

  it('state that Global Privacy Control is honoured', async () => {
    const answer = await get('/.well-known/gpc.json');
    expect(await answer.json()).toMatchObject({
      gpc: true,
      lastUpdate: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
    });
  });

  it('keep what needs consent inside a template', async () => {
    const html = await (await get('/gate')).text();
    const outside = html.replace(/<template>.*?<\/template>/gs, '');
    expect(html).toContain('id="inside"');
    expect(outside).not.toMatch(/id="inside"|embed\.js|pixel\.gif|id="analytics"|gated/);
    expect(outside).toContain('id="blocked"');
  });
});
