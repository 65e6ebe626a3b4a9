import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { consentCookie, consentModeCalls, launch, visitPage } from './browser.ts';
import { type FakeCms, serveCms } from './cms.ts';
import {
  type Build,
  buildSite,
  type Served,
  serveFolder,
  serveVendors,
  startSite,
  type Vendors,
} from './harness.ts';

const poll: typeof expect.poll = (check) => expect.poll(check, { timeout: 10_000 });

const i18n = { defaultLocale: 'en', locales: ['en', 'de'] };

/** What the same visits have to give whatever the site is made of. */
const MODES = {
  'server-rendered': { paths: ['/mode', '/mode-prerendered', '/mode-router', '/de/mode'], astro: { i18n } },
  'with a Content-Security-Policy': {
    paths: ['/mode', '/mode-prerendered', '/mode-router'],
    csp: true,
    astro: {},
  },
  'static without an adapter': {
    paths: ['/mode/'],
    adapter: false,
    astro: { output: 'static', srcDir: './static' },
  },
};

const ALL = { '/stats.js': 1, '/ads.js': 1, '/pixel.gif': 1, '/embed.js': 1, '/declared.js': 1, '/frame': 1 };

let vendors: Vendors;
let cms: FakeCms;
let browser: Browser;

beforeAll(async () => {
  vendors = await serveVendors();
  cms = await serveCms(vendors.url);
  browser = await launch({ reusing: true });
});
afterAll(async () => {
  await browser?.close();
  await cms?.stop();
  await vendors?.stop();
});

for (const [name, mode] of Object.entries(MODES)) {
  describe(`a site ${name}`, () => {
    let build: Build;
    let site: Served;

    beforeAll(async () => {
      const sources = ["'self'", vendors.url];
      const directives = [`img-src ${sources.join(' ')}`, `frame-src ${sources.join(' ')}`];
      const security = { csp: { directives, scriptDirective: { resources: sources } } };
      build = await buildSite({
        adapter: !('adapter' in mode),
        options: { cms: cms.url },
        astro: { ...mode.astro, ...('csp' in mode && { security }) },
      });
      site = 'adapter' in mode ? await serveFolder(build.dir) : await startSite(build);
    });
    afterAll(async () => {
      await site?.stop();
      await build?.remove();
    });

    for (const path of mode.paths) {
      it(`I5: asks nobody before the choice nor after a refusal, at ${path}`, async () => {
        await visit(site.url, path, async (page, context) => {
          await poll(() => banner(page).isVisible()).toBe(true);
          await page.click('[data-consent-banner] [data-consent-action=reject-all]');
          await poll(() => banner(page).isVisible()).toBe(false);
          await visitPage(page, path);
          expect(await banner(page).isVisible()).toBe(false);
          expect(vendors.hits).toEqual({});
          expect(await consentCookie(context)).toMatchObject({ d: { marketing: 0, analytics: 0 }, s: 'b' });
        });
      });

      it(`loads all once after acceptance, also what is added later, and takes it back, at ${path}`, async () => {
        await visit(site.url, path, async (page, context) => {
          await addLater(page);
          expect(await page.locator('[data-late] [data-consent-blocked]').isVisible()).toBe(true);
          await page.click('[data-consent-banner] [data-consent-action=accept-all]');
          await poll(() => vendors.hits).toEqual({ ...ALL, '/late.js': 1, '/late': 1, '/late.gif': 1 });
          await poll(() => page.locator('#inside').count()).toBe(1);
          expect((await consentModeCalls(page)).at(-1)).toMatch(/^update: ad_storage/);
          await poll(async () => (await context.cookies()).some(({ name }) => name === '_st_id')).toBe(true);
          await addLater(page);
          await poll(() => page.locator('[data-late] .late').count()).toBe(2);
          expect(vendors.hits).toMatchObject({ ...ALL, '/late.js': 1 });
          // Until all of it is there, so that nothing is left to be counted for the next visit.
          await poll(() => vendors.hits['/late']).toBe(2);
          await poll(() => page.evaluate(() => [...document.images].every((image) => image.complete))).toBe(
            true,
          );
          await page.click('[data-consent-manage]');
          await page.click('dialog [data-consent-action=withdraw]');
          await poll(() => page.locator('#inside').count()).toBe(0);
          await poll(async () => (await context.cookies()).map(({ name }) => name)).toEqual(['pl-consent']);
          expect(await page.locator('iframe[src]').count()).toBe(0);
          expect((await consentModeCalls(page)).at(-1)).toBe('update: security_storage');
        });
      });
    }

    // The same styles and script in all of them.
    if ('csp' in mode || 'adapter' in mode) return;
    it('stays usable where a filter hides banner and preferences', async () => {
      await visit(site.url, mode.paths[0]!, async (page) => {
        await page.evaluate(() => {
          const filter = new CSSStyleSheet();
          filter.replaceSync(
            '[data-consent-banner], [data-consent-preferences] { display: none !important } h1 { margin-block-end: 3000px }',
          );
          document.adoptedStyleSheets.push(filter);
        });
        await page.click('[data-consent-manage]');
        await page.mouse.wheel(0, -5000);
        await poll(() => page.evaluate(() => scrollY)).toBe(0);
        await page.mouse.wheel(0, 1200);
        await poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(0);
        expect(vendors.hits).toEqual({});
      });
    });
  });
}

const banner = (page: Page) => page.locator('[data-consent-banner]');

/** A first visit to a page, in a browser of its own; nothing may go wrong on it. */
async function visit(
  url: string,
  path: string,
  act: (page: Page, context: BrowserContext) => Promise<void>,
): Promise<void> {
  for (const hit of Object.keys(vendors.hits)) delete vendors.hits[hit];
  const context = await browser.newContext({ baseURL: url });
  const wrong: string[] = [];
  try {
    const page = await context.newPage();
    page.on('pageerror', (error) => wrong.push(String(error)));
    page.on(
      'console',
      (message) => /Content.Security.Policy/i.test(message.text()) && wrong.push(message.text()),
    );
    await context.route('**/favicon.ico', (route) => route.fulfill({ status: 204 }));
    await visitPage(page, path);
    await act(page, context);
  } finally {
    await context.close();
  }
  expect(wrong).toEqual([]);
}

/** What a shop's own script may add at any time: a gate, a script and a frame that wait for consent. */
async function addLater(page: Page): Promise<void> {
  await page.evaluate((origin) => {
    const room = document.querySelector('#room')!;
    room.insertAdjacentHTML(
      'beforeend',
      `<div data-late><div data-consent-gate data-consent-category="marketing" data-state="closed"><template><i class="late">late</i><img alt="" src="${origin}/late.gif"></template><div data-consent-blocked>Blocked</div></div>
       <script type="text/plain" data-consent-category="analytics" data-consent-src="${origin}/late.js"></script>
       <iframe title="late" data-consent-category="marketing" data-consent-src="${origin}/late"></iframe></div>`,
    );
  }, vendors.url);
}
