import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { consentCookie, launch, reloadPage, visitPage } from './browser.ts';
import { type FakeCms, serveCms } from './cms.ts';
import { type Served, serveVendors, type Vendors } from './serve.ts';

/** A way to bring consent to a site. */
export interface Adapter {
  name: string;
  /** Whether a server of the site's own answers; it then decides for visitors without JavaScript, too. */
  server: boolean;
  /** Starts a site with the configuration of a CMS. */
  start(cms: FakeCms): Promise<Served>;
  /**
   * A page of that site with banner, manage button and preferences, where a script waits for analytics and a frame for
   * marketing, each at the third party of the tests.
   */
  page: { path: string; script: string; frame: string };
}

const poll: typeof expect.poll = (check) => expect.poll(check, { timeout: 10_000 });

/** What every adapter has to prove, in a real browser and by the rules' numbers. */
export function adapterContract({ name, server, start, page: { path, script, frame } }: Adapter): void {
  describe(`consent by ${name}`, () => {
    let vendors: Vendors;
    let cms: FakeCms;
    let site: Served;
    let browser: Browser;
    let context: BrowserContext;
    let page: Page;
    const wrong: string[] = [];

    beforeAll(async () => {
      vendors = await serveVendors();
      cms = await serveCms(vendors.url);
      site = await start(cms);
      browser = await launch({ reusing: true });
    });
    afterAll(async () => {
      await browser?.close();
      await site?.stop();
      await cms?.stop();
      await vendors?.stop();
    });
    beforeEach(async () => {
      cms.records.length = 0;
      forgetHits();
      await visit('DE');
    });
    afterEach(async () => {
      await context.close();
      expect(wrong.splice(0)).toEqual([]);
    });

    const forgetHits = () => {
      for (const hit of Object.keys(vendors.hits)) delete vendors.hits[hit];
    };
    /** A new visitor at a place: as a CDN says it to the site, and to a CMS that browsers ask themselves. */
    const visit = async (country: string, { gpc = false, javaScriptEnabled = true } = {}) => {
      await context?.close();
      const place = { 'cf-ipcountry': country, 'x-country': country, ...(gpc && { 'sec-gpc': '1' }) };
      context = await browser.newContext({ baseURL: site.url, extraHTTPHeaders: place, javaScriptEnabled });
      await context.route('**/favicon.ico', (route) => route.fulfill({ status: 204 }));
      if (gpc)
        await context.addInitScript(() =>
          Object.defineProperty(navigator, 'globalPrivacyControl', { value: true }),
        );
      page = await context.newPage();
      page.on('pageerror', (error) => wrong.push(String(error)));
      if (javaScriptEnabled) await visitPage(page, path);
      else await page.goto(path);
    };
    const banner = () => page.locator('[data-consent-banner]');
    const inBanner = (action: string) => page.click(`[data-consent-banner] [data-consent-action=${action}]`);
    const inDialog = async (action: string) => {
      await page.click('[data-consent-manage]');
      await page.click(`dialog [data-consent-action=${action}]`);
    };
    const granted = () => page.evaluate(() => document.documentElement.dataset.consentGranted);
    const cookieNames = async () => (await context.cookies()).map((cookie) => cookie.name);
    const records = () => cms.records.map(({ submission }) => submission);
    const all = { '/stats.js': 1, '/ads.js': 1, [script]: 1, [frame]: 1 };

    it('I5: asks nobody and stores nothing before the choice', async () => {
      await poll(() => banner().isVisible()).toBe(true);
      for (const action of ['accept-all', 'reject-all']) {
        expect(await banner().locator(`[data-consent-action=${action}]`).isVisible(), action).toBe(true);
      }
      expect(vendors.hits).toEqual({});
      expect(await context.cookies()).toEqual([]);
      expect(records()).toEqual([]);
    });

    it('C3, C10, I5: keeps and records a refusal, loads nothing and does not ask again', async () => {
      await inBanner('reject-all');
      await poll(() => banner().isVisible()).toBe(false);
      await poll(records).toMatchObject([{ source: 'banner', decisions: { analytics: false } }]);
      expect(await consentCookie(context)).toMatchObject({ d: { analytics: 0, marketing: 0 }, s: 'b' });
      await reloadPage(page);
      expect(await banner().isVisible()).toBe(false);
      expect(vendors.hits).toEqual({});
      expect(await cookieNames()).toEqual(['pl-consent']);
      expect(records()).toHaveLength(1);
    });

    it('C10, I2: loads trackers and declared markup once after an acceptance, and once on the next page', async () => {
      await inBanner('accept-all');
      await poll(() => vendors.hits).toMatchObject(all);
      expect(await consentCookie(context)).toMatchObject({ d: { analytics: 1, marketing: 1 }, s: 'b' });
      await poll(() => page.evaluate(() => (window as { ran?: string[] }).ran)).toContain(script);
      await poll(records).toMatchObject([{ source: 'banner', decisions: { analytics: true } }]);
      forgetHits();
      await reloadPage(page);
      await poll(() => vendors.hits).toMatchObject(all);
      expect(await banner().isVisible()).toBe(false);
      expect(records()).toHaveLength(1);
    });

    it('C10: saves what is toggled in the preferences', async () => {
      await page.click('[data-consent-manage]');
      await page.click('dialog [data-consent-toggle=analytics]');
      await page.click('dialog [data-consent-action=save]');
      await poll(() => vendors.hits).toEqual({ '/stats.js': 1, [script]: 1 });
      expect(await consentCookie(context)).toMatchObject({ d: { analytics: 1, marketing: 0 }, s: 'p' });
      expect(await banner().isVisible()).toBe(false);
      await poll(records).toMatchObject([{ source: 'preferences', decisions: { marketing: false } }]);
    });

    it('C9, I3: takes back what was granted, and what it left', async () => {
      await inBanner('accept-all');
      await poll(cookieNames).toContain('_st_id');
      await poll(() => page.locator('iframe[src]').count()).toBeGreaterThan(0);
      await poll(records).toHaveLength(1);
      await inDialog('withdraw');
      await poll(() => page.locator('iframe[src]').count()).toBe(0);
      await poll(cookieNames).toEqual(['pl-consent']);
      expect(await consentCookie(context)).toMatchObject({ d: { analytics: 0, marketing: 0 }, s: 'w' });
      await poll(() => records().at(-1)?.replaces).toBe(records()[0]?.consentId);
    });

    it('C11: takes Global Privacy Control for an opt-out, and records it once', async () => {
      await visit('US', { gpc: true });
      await poll(records).toMatchObject([{ source: 'gpc', decisions: { marketing: false } }]);
      expect(await granted()).toBe('necessary functional');
      expect(await banner().isVisible()).toBe(false);
      await reloadPage(page);
      expect(vendors.hits).toEqual({});
      expect(records()).toHaveLength(1);
    });

    it('I4: follows in other tabs without reload', async () => {
      const other = await context.newPage();
      await visitPage(other, path);
      await other.click('[data-consent-banner] [data-consent-action=accept-all]');
      await poll(() => page.locator('iframe[src]').count()).toBeGreaterThan(0);
      expect(await banner().isVisible()).toBe(false);
      await other.click('[data-consent-manage]');
      await other.click('dialog [data-consent-action=reject-all]');
      await poll(() => page.locator('iframe[src]').count()).toBe(0);
    });

    it.runIf(server)('I6: decides without JavaScript', async () => {
      await visit('DE', { javaScriptEnabled: false });
      expect(await banner().isVisible()).toBe(true);
      await inBanner('reject-all');
      await page.waitForURL(`**${path}`);
      expect(await banner().count()).toBe(0);
      expect(await consentCookie(context)).toMatchObject({ d: { marketing: 0 }, s: 'b' });
      await poll(records).toMatchObject([{ source: 'banner' }]);
      expect(vendors.hits).toEqual({});
      await page.click('[data-consent-manage]');
      await page.check('input[value=marketing]');
      await page.click('[data-consent-action=save]');
      await poll(() => consentCookie(context)).toMatchObject({ d: { marketing: 1, analytics: 0 }, s: 'p' });
      await page.waitForURL(`**${path}`);
      await poll(() => records().at(-1)).toMatchObject({
        source: 'preferences',
        decisions: { marketing: true },
      });
    });
  });
}
