import { readdir, readFile } from 'node:fs/promises';
import { cookieFor, decodeConsentCookie, encodeConsentCookie } from '@permesso/consent-core';
import { bannerRoomScript, headSnippet } from '@permesso/consent-core/site';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { cspHash } from '../../src/setup.ts';
import { fixtureConfig } from '../fixtures/site/consent.mjs';
import { consentCookie, launch, visitPage } from './browser.ts';
import { serveCms } from './cms.ts';
import {
  type Build,
  buildSite,
  type Fixture,
  type Site,
  serveFolder,
  serveVendors,
  startSite,
  type Vendors,
} from './harness.ts';

const poll: typeof expect.poll = (check) => expect.poll(check, { timeout: 10_000 });

let browser: Browser;
let vendors: Vendors;
const ends: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  browser = await launch();
  vendors = await serveVendors();
});
afterAll(async () => {
  await browser?.close();
  await vendors?.stop();
});
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
  for (const path of Object.keys(vendors.hits)) delete vendors.hits[path];
});

async function built(fixture: Fixture): Promise<Build> {
  const build = await buildSite(fixture);
  ends.push(build.remove);
  return build;
}

async function started(fixture: Fixture, env: Record<string, string> = {}): Promise<Site> {
  const site = await startSite(await built(fixture), env);
  ends.push(site.stop);
  return site;
}

async function open(
  url: string,
  headers: Record<string, string> = {},
): Promise<{ context: BrowserContext; page: Page }> {
  const context = await browser.newContext({ baseURL: url, extraHTTPHeaders: headers });
  ends.push(() => context.close());
  return { context, page: await context.newPage() };
}

const accept = (page: Page) => page.click('[data-consent-banner] [data-consent-action=accept-all]');
const payloadOf = (html: string) => JSON.parse(/data-consent-config>(.*?)<\/script>/.exec(html)![1]!);

describe('a site with a Content-Security-Policy', () => {
  it('may be written as csp: true', async () => {
    const site = await started({
      options: { config: fixtureConfig() },
      astro: { srcDir: './usual', security: { csp: true } },
    });
    const policy = (await fetch(site.url)).headers.get('content-security-policy');
    for (const script of [headSnippet, bannerRoomScript]) expect(policy).toContain(`'${cspHash(script)}'`);
  });

  it('knows the look that the site names in its theme', async () => {
    const site = await started({
      options: { config: fixtureConfig(), theme: { '--consent-accent': 'rgb(122, 46, 93)' } },
      astro: { srcDir: './usual', security: { csp: true } },
    });
    const { page } = await open(site.url);
    await page.goto('/');
    const button = page.locator('[data-consent-banner] [data-consent-action=accept-all]');
    const colour = await button.evaluate((one) => getComputedStyle(one).backgroundColor);
    expect(colour).toBe('rgb(122, 46, 93)');
    const policy = (await fetch(site.url)).headers.get('content-security-policy');
    expect(policy).toContain(`'${cspHash(':root{--consent-accent:rgb(122, 46, 93)}')}'`);
  });
});

describe('a page whose address ends as that of XHTML', () => {
  const pageOf = async (trailingSlash: 'always' | 'never') => {
    const { dir, log } = await built({
      options: { config: fixtureConfig(), gate: 'page' },
      astro: { srcDir: './gated', trailingSlash },
    });
    const file = await readFile(`${dir}/client/note.xhtml/index.html`, 'utf8').catch(() => null);
    return { file, log };
  };

  it('is not made where it is asked for as such a file, and the build says what to change', async () => {
    const { file, log } = await pageOf('never');
    expect(file).toBeNull();
    expect(log).toMatch(/\/note\.xhtml is not made.*trailingSlash: 'always'/s);
  });

  it('is one in a folder', async () => {
    const { file, log } = await pageOf('always');
    expect(file).toContain('data-consent-src="http://vendors.invalid/raw.gif"');
    expect(log).not.toContain('/note.xhtml is not made');
  });
});

describe('a site whose HTML is the same for everyone', () => {
  it('is byte-identical for all visitors, may be cached, and still knows them in the page', async () => {
    const cms = await serveCms(vendors.url);
    ends.push(cms.stop);
    const site = await started({ options: { cms: cms.url, render: 'neutral' } });
    const texts = await Promise.all(
      [{}, { 'cf-ipcountry': 'US' }, { cookie: 'pl-consent=x' }, { 'sec-gpc': '1' }].map(async (headers) => {
        const answer = await fetch(`${site.url}/gate`, { headers: headers as Record<string, string> });
        expect(answer.headers.get('cache-control')).toBeNull();
        return answer.text();
      }),
    );
    expect(new Set(texts).size).toBe(1);
    const { context, page } = await open(site.url, { 'cf-ipcountry': 'US' });
    await visitPage(page, '/gate');
    await poll(() => vendors.hits).toMatchObject({ '/stats.js': 1, '/embed.js': 1 });
    await page.click('[data-consent-manage]');
    await page.click('dialog [data-consent-action=reject-all]');
    await poll(() => consentCookie(context)).toMatchObject({ j: 'out', s: 'p' });
  });
});

describe('a site while the CMS is away', () => {
  const unbaked: Fixture = {
    options: { cms: 'http://127.0.0.1:9', bakeConfig: false },
    astro: { srcDir: './usual' },
  };

  it('uses the configuration that was built in, as opt-in', async () => {
    const cms = await serveCms(vendors.url);
    const build = await built({ options: { cms: cms.url } });
    await cms.stop();
    const site = await startSite(build);
    ends.push(site.stop);
    const { config, visitor } = payloadOf(
      await (await fetch(site.url, { headers: { 'cf-ipcountry': 'US' } })).text(),
    );
    expect({ visitor, jurisdiction: config.jurisdiction }).toEqual({
      visitor: true,
      jurisdiction: { country: null, model: 'opt-in' },
    });
  });

  it('C1: grants nothing and shows nothing when nothing was ever known, and the build says so', async () => {
    const build = await built({ options: { cms: 'http://127.0.0.1:9' } });
    expect(build.log).toContain('The consent configuration could not be built in');
    const site = await startSite(build);
    ends.push(site.stop);
    const { context, page } = await open(site.url);
    await visitPage(page, '/gate');
    expect(await page.locator('[data-consent-banner]').count()).toBe(0);
    expect(await page.locator('#inside').count()).toBe(0);
    expect(vendors.hits).toEqual({});
    expect(await context.cookies()).toEqual([]);
    await visitPage(page, '/prerendered');
    expect(await page.locator('[data-consent-banner]').isVisible()).toBe(false);
    expect(vendors.hits).toEqual({});
  });

  it('C3: says that a decision could not be made, and has what was granted refused', async () => {
    const build = await built(unbaked);
    const site = await startSite(build);
    ends.push(site.stop);
    const granted = cookieFor({
      consentId: '6f9619ff-8b86-4d01-b42d-00cf4fc964ff',
      decisions: { functional: true, analytics: true },
      versions: fixtureConfig().versions,
      source: 'banner',
      decidedAt: 1_700_000_000,
      model: 'opt-out',
    });
    const decide = (action: string, cookie = '') =>
      fetch(`${site.url}/_consent/decide`, {
        method: 'POST',
        redirect: 'manual',
        headers: { origin: site.url, cookie },
        body: new URLSearchParams({ action, return: '/a?b="c"' }),
      });
    const cookieSetBy = (answer: Response) =>
      decodeConsentCookie(/pl-consent=([^;]*)/.exec(answer.headers.get('set-cookie') ?? '')?.[1]);
    const kept = `pl-consent=${encodeConsentCookie(granted)}`;

    for (const [action, source] of [
      ['withdraw', 'w'],
      ['reject-all', 'b'],
    ]) {
      const answer = await decide(action!, kept);
      expect(answer.status).toBe(503);
      expect(answer.headers.get('retry-after')).toBe('30');
      expect(await answer.text()).toContain('href="/a?b=%22c%22"');
      const refused = { ...granted, d: { functional: 0, analytics: 0 }, s: source };
      expect(cookieSetBy(answer)).toEqual({ ...refused, t: expect.any(Number) });
      expect(cookieSetBy(answer)!.t).toBeGreaterThan(granted.t);
    }
    for (const answer of [await decide('accept-all', kept), await decide('reject-all')]) {
      expect(answer.status).toBe(503);
      expect(answer.headers.get('set-cookie')).toBeNull();
    }
    expect((await decide('dismiss', kept)).status).toBe(303);
  });

  it('finds the CMS by CONSENT_CMS_URL when it runs', async () => {
    const cms = await serveCms(vendors.url);
    ends.push(cms.stop);
    const site = await started(unbaked, { CONSENT_CMS_URL: cms.url });
    const html = await (await fetch(site.url, { headers: { 'cf-ipcountry': 'JP' } })).text();
    expect(payloadOf(html).config.jurisdiction.model).toBe('notice');
  });
});

describe('a static site without an adapter', () => {
  /** Builds it, opens its page and accepts what the banner asks. */
  async function accepted(options: Fixture['options']) {
    const build = await built({ adapter: false, options, astro: { output: 'static', srcDir: './static' } });
    expect(await readdir(build.dir)).not.toContain('server');
    const files = await serveFolder(build.dir);
    ends.push(files.stop);
    const visitor = await open(files.url);
    await visitPage(visitor.page, '/');
    await visitor.page.locator('[data-consent-banner]').waitFor({ state: 'visible' });
    await accept(visitor.page);
    await poll(() => consentCookie(visitor.context)).toMatchObject({ s: 'b' });
    return visitor;
  }

  it('asks the CMS from the browser and records there', async () => {
    const cms = await serveCms(vendors.url);
    ends.push(cms.stop);
    await accepted({ cms: cms.url });
    await poll(() => vendors.hits).toEqual({ '/stats.js': 1, '/ads.js': 1 });
    await poll(() => cms.records.length).toBe(1);
  });

  it('J: with a configuration of its own shows the banner at once, since nobody is to be asked', async () => {
    const { page } = await accepted({ config: fixtureConfig() });
    await visitPage(page, '/');
    expect(await page.locator('[data-consent-banner]').isVisible()).toBe(false);
  });
});

describe('a site that places the head itself', () => {
  it('has the snippet where ConsentHead stands, once', async () => {
    const site = await started({ options: { config: fixtureConfig(), head: 'manual' } });
    expect((await (await fetch(`${site.url}/plain`)).text()).match(/data-consent-mode/g)).toBeNull();
    const html = await (await fetch(`${site.url}/manual`)).text();
    expect(html.match(/<script data-consent-mode/g)).toHaveLength(1);
    expect(html).toMatch(/<head><script type="application\/json" data-consent-config>/);
  });
});
