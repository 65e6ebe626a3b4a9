import { decodeConsentCookie } from '@permesso/consent-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FakeCms, serveCms } from './cms.ts';
import { type Build, buildSite, type Fixture, hostOnVercel, platformsRoot, type Site } from './harness.ts';

let cms: FakeCms;

beforeAll(async () => {
  cms = await serveCms('http://vendors.invalid');
  cms.config.banner.title = 'Ваши данные – „целиком и полностью“';
});
afterAll(() => cms?.stop());

const vercel = (fixture: Fixture) => buildSite({ root: platformsRoot, platform: 'vercel', ...fixture });

/** A decision without JavaScript, and where it leads. */
async function decide(site: Site, action: string, cookie = '', slash = '') {
  const answer = await fetch(`${site.url}/_consent/decide${slash}`, {
    method: 'POST',
    headers: { origin: site.url, cookie },
    body: new URLSearchParams({ action, return: '/mine.json?a=1&b=2' }),
    redirect: 'manual',
  });
  const set = /^pl-consent=[^;]+/.exec(answer.headers.get('set-cookie') ?? '')?.[0] ?? '';
  return { answer, cookie: set, decided: decodeConsentCookie(set.replace('pl-consent=', ''))?.d };
}

describe('pages that Vercel would keep for all (ISR)', () => {
  const advised = { isr: { exclude: ['/_consent/[...path]', '/.well-known/gpc.json'] } };

  it.each(['ignore', 'always'] as const)(
    'leave the routes of consent to the site as the README has it (slashes: %s)',
    async (trailingSlash) => {
      const built = await vercel({
        platformOptions: advised,
        astro: { trailingSlash },
        options: { cms: cms.url, render: 'neutral' },
      });
      expect(built.log).toContain("Vercel's ISR is on");
      const site = await hostOnVercel(built);
      const slash = trailingSlash === 'always' ? '/' : '';
      const config = await fetch(`${site.url}/_consent/config${slash}`, {
        headers: { 'x-vercel-ip-country': 'US' },
      });
      expect((await config.json()).config.jurisdiction).toEqual({ country: null, model: 'opt-out' });
      expect((await decide(site, 'accept-all', '', slash)).decided).toMatchObject({ marketing: 1 });
      expect((await fetch(`${site.url}/.well-known/gpc.json`)).status).toBe(200);
      await site.stop();
      await built.remove();
    },
  );
});

describe.each(['classic', 'edge'])('a site on Vercel (middleware: %s)', (middlewareMode) => {
  let build: Build;
  let site: Site;

  beforeAll(async () => {
    build = await vercel({ platformOptions: { middlewareMode }, keptFor: 600, options: { cms: cms.url } });
    site = await hostOnVercel(build);
  }, 120_000);
  afterAll(async () => {
    await site?.stop();
    await build?.remove();
  });

  const get = (path: string, headers: Record<string, string> = {}) =>
    fetch(site.url + path, { headers: { 'x-vercel-ip-country': 'DE', ...headers }, redirect: 'manual' });

  it('has one head, the law of the visitor, and any letters in the banner', async () => {
    for (const [country, model] of [
      ['US', 'opt-out'],
      ['DE', 'opt-in'],
    ]) {
      const html = await (await get('/', { 'x-vercel-ip-country': country! })).text();
      expect(html.match(/data-consent-config>/g)).toHaveLength(1);
      expect(html).toContain(`<p id="model">${model}</p>`);
      expect(html).toContain('„целиком и полностью“');
    }
  });

  it.each([
    '/',
    '/late',
    '/nothing',
    '/mine.json',
    '/leads',
    '/rewritten.json',
    '/_consent/config',
    '/_consent/preferences',
  ])('C1: keeps %s to its visitor, whatever the site says of caching', async (path) => {
    const { headers } = await get(path);
    expect(headers.get('cache-control')).toMatch(/private|no-store/);
    for (const name of ['cdn-cache-control', 'vercel-cdn-cache-control'])
      expect(headers.get(name)).toBeNull();
  });

  it('leaves what no consent was read for to the caches', async () => {
    const { headers } = await get('/all.json');
    expect(headers.get('vercel-cdn-cache-control')).toContain('max-age=600');
  });

  it('C9: decides and withdraws without JavaScript', async () => {
    const granted = await decide(site, 'accept-all');
    expect(granted.decided).toMatchObject({ marketing: 1 });
    expect(await (await get('/mine.json', { cookie: granted.cookie })).json()).toEqual({ marketing: true });
    const { answer, cookie, decided } = await decide(site, 'withdraw', granted.cookie);
    expect(decided).toMatchObject({ marketing: 0 });
    expect(await (await get('/mine.json', { cookie })).json()).toEqual({ marketing: false });
    if (middlewareMode === 'classic') expect(answer.headers.get('location')).toBe('/mine.json?a=1&b=2');
    else expect(await answer.text()).toContain('content="0;url=/mine.json?a=1&amp;b=2"');
  });
});
