import { type ConsentTracker, withServices } from '@permesso/consent-core';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { atRest, isUnsent, launch, visitPage } from './browser.ts';
import { type FakeCms, serveCms } from './cms.ts';
import { buildSite, type Fixture, type Site, serveVendors, startSite, type Vendors } from './harness.ts';

/** Asks again until it is so, on a machine that may have other work. */
export const poll: typeof expect.poll = (check) => expect.poll(check, { timeout: 10_000 });

/** A tag as vendors write them: it speaks in `dataLayer` before anything of the vendor's is loaded. */
const TAG: ConsentTracker = {
  id: 'tag',
  name: 'Tag',
  categoryKey: 'analytics',
  kind: 'script',
  loader: {
    inline: '(window.dataLayer ??= []).push({ tag: true });',
    strategy: 'afterDecision',
    consentModeManaged: false,
  },
};

/** What a test has at hand: the site with all that stands around it, and the visitor of this moment. */
interface Around {
  vendors: Vendors;
  cms: FakeCms;
  site: Site;
  browser: Browser;
  context: BrowserContext;
  page: Page;
}

/** What stands around the tests of a file, and what a visitor does. */
export type Visits = ReturnType<typeof prepareVisits>;

/**
 * The built site of the fixture with a CMS, for the tests of a file, each of which begins as a new visitor from Germany
 * that has opened nothing yet. Nothing may be thrown in any page.
 *
 * @param trackers what the CMS has published when the site is built
 */
export function prepareVisits({ options, ...fixture }: Fixture = {}, trackers: ConsentTracker[] = []) {
  const on = {} as Around;
  let thrown: string[] = [];

  /** A new visitor, from somewhere; with the storage of another one it is that one again. */
  async function visit(
    headers: Record<string, string> = { 'cf-ipcountry': 'DE' },
    options: BrowserContextOptions = {},
  ): Promise<void> {
    await on.context?.close();
    on.context = await on.browser.newContext({
      baseURL: on.site.url,
      extraHTTPHeaders: headers,
      ...options,
    });
    on.page = await on.context.newPage();
    on.page.on('pageerror', (error) => thrown.push(String(error)));
    // Marks are there once the browser has nothing left to do for the page.
    await on.context.route('**/favicon.ico', (route) => route.fulfill({ status: 204 }));
  }

  const forgetHits = () => {
    for (const path of Object.keys(on.vendors.hits)) delete on.vendors.hits[path];
  };

  beforeAll(async () => {
    on.vendors = await serveVendors();
    on.cms = await serveCms(on.vendors.url);
    on.cms.config.trackers.push(...trackers);
    Object.assign(on.cms.config, withServices(on.cms.config));
    const build = await buildSite({ ...fixture, options: { ...options, cms: on.cms.url } });
    on.cms.config.trackers.push(TAG);
    on.site = await startSite(build);
    on.browser = await launch({ reusing: true });
  }, 120_000);
  afterAll(async () => {
    await on.browser?.close();
    await on.site?.stop();
    await on.cms?.stop();
    await on.vendors?.stop();
  });
  beforeEach(async () => {
    forgetHits();
    on.cms.recordStatus = 201;
    on.cms.forgetRecords();
    thrown = [];
    await visit();
  });
  afterEach(async () => {
    await on.context.close();
    expect(thrown).toEqual([]);
  });

  const go = (path: string) => visitPage(on.page, path);
  const click = (selector: string) => on.page.click(selector);
  const waiting = () => isUnsent(on.page);
  const clickReject = () => click('[data-consent-banner] [data-consent-action=reject-all]');
  /**
   * The decisions that reached the CMS. A post whose page is left before its answer is made again by the next page, and
   * the CMS knows it (E4): so decisions count here, not posts.
   */
  const decisionsSent = () =>
    new Set(on.cms.records.map(({ submission }) => JSON.stringify(submission))).size;
  return Object.assign(on, {
    visit,
    decisionsSent,
    forgetHits,
    go,
    click,
    waiting,
    clickReject,
    /** The CMS has the decisions, and the page knows: what it still kept would be sent again from the next page. */
    async recorded(decisions = 1) {
      await poll(decisionsSent).toBe(decisions);
      await poll(waiting).toBe(false);
    },
    banner: () => on.page.locator('[data-consent-banner]'),
    root: (name: string) => on.page.evaluate((key) => document.documentElement.dataset[key], name),
    gates: () =>
      on.page
        .locator('[data-consent-gate]')
        .evaluateAll((all) => all.map((gate) => (gate as HTMLElement).dataset.state)),
    /** Follows a link, as Astro's router does it. */
    async follow(text: string) {
      await click(`nav >> text=${text}`);
      await on.page.waitForFunction((title) => document.querySelector('h1')?.textContent === title, text);
      await atRest(on.page);
    },
    /** What grants all is kept a frame after the click. */
    async accept() {
      await click('[data-consent-banner] [data-consent-action=accept-all]');
      await on.page.waitForFunction(() => document.cookie.includes('pl-consent='));
    },
    async reject() {
      await clickReject();
      await on.page.waitForFunction(() => document.documentElement.dataset.consentUi === 'closed');
    },
    /** Does what leads to another page, and waits for that: what comes next would interrupt it, or be interrupted. */
    leaving: (act: () => Promise<void>) => Promise.all([on.page.waitForEvent('load'), act()]),
  });
}
