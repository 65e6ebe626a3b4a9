import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { atRest, consentCookie, launch, visitPage } from './browser.ts';
import { type FakeCms, serveCms } from './cms.ts';
import { buildSite, type Site, serveVendors, startSite, type Vendors } from './harness.ts';

const poll: typeof expect.poll = (check) => expect.poll(check, { timeout: 10_000 });

let vendors: Vendors;
let cms: FakeCms;
let browser: Browser;

beforeAll(async () => {
  vendors = await serveVendors();
  cms = await serveCms(vendors.url);
  browser = await launch();
});
afterAll(async () => {
  await browser?.close();
  await cms?.stop();
  await vendors?.stop();
});

describe.each([
  ['made for its visitor', undefined],
  ['that is the same for all', 'neutral' as const],
])('a page %s, from the cache of a service worker', (_, render) => {
  let site: Site;
  let context: BrowserContext;
  let page: Page;

  beforeAll(async () => {
    site = await startSite(await buildSite({ options: { cms: cms.url, ...(render && { render }) } }));
    context = await browser.newContext({ baseURL: site.url, extraHTTPHeaders: { 'cf-ipcountry': 'DE' } });
    page = await context.newPage();
  });
  let stopped: Promise<void> | undefined;
  const stop = () => {
    stopped ??= site.stop();
    return stopped;
  };
  afterAll(async () => {
    await context?.close();
    await stop();
  });

  const gates = () =>
    page
      .locator('[data-consent-gate]')
      .evaluateAll((all) => all.map((gate) => (gate as HTMLElement).dataset.state));
  const granted = () => page.evaluate(() => document.documentElement.dataset.consentGranted);
  const isFromWorker = () =>
    page.evaluate(() => {
      const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
      return navigation!.workerStart > 0;
    });

  it('L: follows the cookie of today when the network is gone: what was withdrawn loads nothing', async () => {
    await visitPage(page, '/');
    await page.evaluate(async () => {
      await navigator.serviceWorker.register('/worker.js');
      await navigator.serviceWorker.ready;
    });
    await page.waitForFunction(() => navigator.serviceWorker.controller);
    await page.click('[data-consent-banner] [data-consent-action=accept-all]');
    await poll(() => consentCookie(context)).toMatchObject({ s: 'b', d: { marketing: 1 } });
    await visitPage(page, '/gate');
    await poll(gates).toEqual(['open', 'open']);
    await poll(() => vendors.hits).toMatchObject({ '/embed.js': expect.any(Number) });
    await page.click('[data-consent-manage]');
    await page.click('dialog [data-consent-action=withdraw]');
    await poll(() => consentCookie(context)).toMatchObject({ s: 'w', d: { marketing: 0 } });
    await poll(() => cms.records.at(-1)?.submission.source).toBe('withdraw');

    await stop();
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await visitPage(page, '/gate');
    expect(await isFromWorker()).toBe(true);
    expect(await granted()).toBe('necessary');
    expect(await gates()).toEqual(['closed', 'closed']);
    expect(asked.filter((url) => url.startsWith(vendors.url))).toEqual([]);

    // The other way round: what is granted without a network holds at once, and on the next page.
    await page.click('[data-consent-manage]');
    await page.click('dialog [data-consent-action=accept-all]');
    await poll(gates).toEqual(['open', 'open']);
    await visitPage(page, '/gate');
    expect(await isFromWorker()).toBe(true);
    await poll(gates).toEqual(['open', 'open']);
  });

  it('L: in a new tab, which remembers nothing, runs what was granted only by a page made for its visitor', async () => {
    expect(await consentCookie(context)).toMatchObject({ d: { marketing: 1 } });
    page = await context.newPage();
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await visitPage(page, '/gate');
    expect(await isFromWorker()).toBe(true);
    if (!render) {
      await poll(gates).toEqual(['open', 'open']);
      return;
    }
    // Whom it is for, nobody says now.
    await poll(() => asked).toContain(`${site.url}/_consent/config`);
    await atRest(page);
    expect(await granted()).toBe('necessary');
    expect(await gates()).toEqual(['closed', 'closed']);
    expect(asked.filter((url) => url.startsWith(vendors.url))).toEqual([]);
  });
});
