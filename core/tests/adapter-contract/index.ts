import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Served } from '../http-server.ts';
import { atRest, reloadPage, visitPage, watchRequests } from './rest.ts';
import { type ContractCms, type ContractServers, ownServers, type ThirdParties } from './servers.ts';

export type { Served } from '../http-server.ts';
export type { ContractCms, ContractServers, ThirdParties } from './servers.ts';

/** Under what a page keeps what the CMS answered. */
const REMEMBERED = 'permesso:config';

/** A way to bring consent to a site. */
export interface Adapter {
  name: string;
  /** Whether a server of the site's own answers; it then decides for visitors without JavaScript, too. */
  server: boolean;
  /** Starts a Chromium of Playwright's. */
  launch(): Promise<Browser>;
  /** Starts a site with the configuration of this CMS. */
  start(cms: ContractCms, thirdParties: ThirdParties): Promise<Served>;
  /**
   * A page of that site with banner, manage button and preferences, where a script waits for analytics and a frame for
   * marketing, each at this path of the third parties.
   */
  page: { path: string; script: string; frame: string };
  /** The path of the same page with a router that changes pages by itself, where the adapter speaks to one. */
  router?: string;
}

const poll: typeof expect.poll = (check) => expect.poll(check, { timeout: 10_000 });

/**
 * What every adapter has to prove, in a real browser and by the rules' numbers.
 *
 * @param servers a CMS and third parties; by default on free ports of this machine
 */
export function adapterContract(
  { name, server, launch, start, page: { path, script, frame }, router }: Adapter,
  servers: ContractServers = ownServers,
): void {
  describe(`consent by ${name}`, () => {
    let vendors: ThirdParties;
    let cms: ContractCms;
    let site: Served;
    let browser: Browser;
    let context: BrowserContext;
    let page: Page;
    const wrong: string[] = [];

    beforeAll(async () => {
      vendors = await servers.serveThirdParties();
      cms = await servers.serveCms(vendors.url);
      site = await start(cms, vendors);
      browser = await launch();
    });
    afterAll(async () => {
      await browser?.close();
      await site?.stop();
      await cms?.stop();
      await vendors?.stop();
    });
    beforeEach(async () => {
      cms.away = false;
      cms.forgetRecords();
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
    const newVisitor = async (country: string, { gpc = false, javaScriptEnabled = true } = {}) => {
      const place = { 'cf-ipcountry': country, 'x-country': country, ...(gpc && { 'sec-gpc': '1' }) };
      const somebody = await browser.newContext({
        baseURL: site.url,
        extraHTTPHeaders: place,
        javaScriptEnabled,
      });
      if (javaScriptEnabled) watchRequests(somebody);
      await somebody.route('**/favicon.ico', (route) => route.fulfill({ status: 204 }));
      if (gpc)
        await somebody.addInitScript(() =>
          Object.defineProperty(navigator, 'globalPrivacyControl', { value: true }),
        );
      return somebody;
    };
    const openPage = async (visitor: BrowserContext) => {
      const opened = await visitor.newPage();
      opened.on('pageerror', (error) => wrong.push(String(error)));
      await visitPage(opened, path);
      return opened;
    };
    const visit = async (...who: Parameters<typeof newVisitor>) => {
      await context?.close();
      context = await newVisitor(...who);
      page = await openPage(context);
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

    it('I5, C3, C10: asks nobody and stores nothing before the choice, and nothing but a refusal after it', async () => {
      await poll(() => banner().isVisible()).toBe(true);
      for (const action of ['accept-all', 'reject-all']) {
        expect(await banner().locator(`[data-consent-action=${action}]`).isVisible(), action).toBe(true);
      }
      expect([vendors.hits, await context.cookies(), records()]).toEqual([{}, [], []]);
      await inBanner('reject-all');
      await poll(() => banner().isVisible()).toBe(false);
      await poll(records).toMatchObject([{ source: 'banner', decisions: { analytics: false } }]);
      expect(await consentCookie(context)).toMatchObject({ d: { analytics: 0, marketing: 0 }, s: 'b' });
      await reloadPage(page);
      expect(await banner().isVisible()).toBe(false);
      expect([vendors.hits, await cookieNames()]).toEqual([{}, ['pl-consent']]);
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

    it('C1, C3, F4: while the CMS is away grants nothing new, takes nothing back, and keeps what is decided for it', async () => {
      // A page that asks the CMS by itself has its answer; without one nothing would be granted.
      if (!server) await page.waitForFunction((key) => sessionStorage.getItem(key), REMEMBERED);
      cms.away = true;
      await inBanner('accept-all');
      await poll(() => vendors.hits).toMatchObject(all);
      const accepted = await consentCookie(context);
      forgetHits();
      await reloadPage(page);
      await poll(() => vendors.hits).toMatchObject(all);
      expect(await banner().isVisible()).toBe(false);
      expect(await consentCookie(context)).toEqual(accepted);

      await inDialog('reject-all');
      await poll(() => page.locator('iframe[src]').count()).toBe(0);
      forgetHits();
      await reloadPage(page);
      expect(await banner().isVisible()).toBe(false);
      // Where the law would allow everything, if somebody could say that it does.
      const stranger = await newVisitor('JP');
      expect(await (await openPage(stranger)).locator('iframe[src]').count()).toBe(0);
      expect([vendors.hits, await stranger.cookies(), records()]).toEqual([{}, [], []]);
      await stranger.close();

      cms.away = false;
      await reloadPage(page);
      const decisions = () => records().map((record) => record.decisions.analytics);
      await poll(decisions).toEqual([true, false]);
      expect(vendors.hits).toEqual({});
    });

    if (router) {
      it('I4: follows a router from page to page: one banner, nothing twice, and no gate of a refusal', async () => {
        await visitPage(page, router);
        await page.evaluate(() => Object.assign(window, { sameDocument: true }));
        let count = 0;
        const follow = async () => {
          count += 1;
          const next = `${router}?page=${count}`;
          await page.evaluate((href) => {
            const link = Object.assign(document.createElement('a'), { href });
            document.body.append(link);
            link.click();
          }, next);
          await page.waitForURL(`**${next}`);
          await atRest(page);
        };
        await follow();
        expect([await banner().count(), await banner().isVisible(), vendors.hits]).toEqual([1, true, {}]);
        await inBanner('accept-all');
        await poll(() => vendors.hits).toMatchObject(all);
        await follow();
        expect(await banner().isVisible()).toBe(false);
        await poll(() => vendors.hits).toMatchObject({ ...all, [frame]: 2 });
        await inDialog('reject-all');
        await poll(() => page.locator('iframe[src]').count()).toBe(0);
        await follow();
        expect(await page.locator('iframe[src]').count()).toBe(0);
        expect(vendors.hits).toMatchObject({ ...all, [frame]: 2 });
        expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true);
      });
    }

    // A site without a server has nobody to decide for them.
    if (!server) return;
    it('I6: decides without JavaScript', async () => {
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

/** The decoded consent cookie of a context, or null. */
async function consentCookie(context: BrowserContext): Promise<Record<string, unknown> | null> {
  const cookie = (await context.cookies()).find(({ name }) => name === 'pl-consent');
  return cookie ? JSON.parse(Buffer.from(cookie.value, 'base64url').toString()) : null;
}
