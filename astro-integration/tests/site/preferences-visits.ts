import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { launch, visitPage } from './browser.ts';
import { type FakeCms, serveCms } from './cms.ts';
import { buildSite, type Site, serveVendors, startSite, type Vendors } from './harness.ts';

/** What a test has at hand: the site with all that stands around it, and the page of this moment. */
interface Around {
  vendors: Vendors;
  cms: FakeCms;
  site: Site;
  browser: Browser;
  context: BrowserContext;
  page: Page;
  /** Parts of the runtime and routes that were asked for. */
  asked: string[];
}

/** The built site of the fixture with a CMS, for the tests of a file, and what each new visitor does with the preferences. */
export function preparePreferences() {
  const on = {} as Around;

  beforeAll(async () => {
    on.vendors = await serveVendors();
    on.cms = await serveCms(on.vendors.url);
    on.site = await startSite(await buildSite({ options: { cms: on.cms.url } }));
    on.browser = await launch({ reusing: true });
  }, 120_000);

  afterAll(async () => {
    await on.browser?.close();
    await on.site?.stop();
    await on.cms?.stop();
    await on.vendors?.stop();
  });

  beforeEach(async () => {
    await on.context?.close();
    on.cms.records.length = 0;
    on.context = await on.browser.newContext({ baseURL: on.site.url });
    on.page = await on.context.newPage();
    on.asked = [];
    on.page.on('request', (request) => {
      const name = /\/consent\.\w+\/(\w+)\.js$|(_consent\/\w+)/.exec(request.url());
      if (name) on.asked.push(name[1] ?? name[2]!);
    });
  });

  return Object.assign(on, {
    go: (path: string) => visitPage(on.page, path),
    async open() {
      await on.page.click('[data-consent-manage]');
      await on.page.waitForSelector('dialog[open]');
    },
    choose: (action: string) => on.page.click(`dialog [data-consent-action=${action}]`),
    toggle: (key: string) => on.page.click(`dialog [data-consent-toggle=${key}]`),
    isOn: (key: string) => on.page.isChecked(`dialog [data-consent-toggle=${key}]`),
    gates: () =>
      on.page
        .locator('[data-consent-gate]')
        .evaluateAll((all) => all.map((gate) => (gate as HTMLElement).dataset.state)),
    /** What another tab does when it has decided. */
    tellTab: () => on.page.evaluate(() => dispatchEvent(new Event('storage'))),
  });
}
