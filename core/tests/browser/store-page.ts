/** A page whose store everybody can reach, in a Chromium with a new profile for each test. */
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import type * as Core from '../../src/index.ts';
import { launch, page, type Site, serve } from './site.ts';

declare const core: typeof Core;
declare global {
  var store: Core.ConsentStore;
  var heard: unknown[];
  var ran: unknown[];
}

export const START = `
  window.ran = window.ran || [];
  window.heard = [];
  addEventListener('consentchange', (event) => heard.push(event.detail));
  window.store = core.createConsentStore({ config: core.createTestConfig() });`;

/** What a test has at hand. */
interface Around {
  browser: Browser;
  site: Site;
  context: BrowserContext;
  /** Opens a page of the site in a tab of its own. */
  visit(path?: string): Promise<Page>;
}

/** Serves the page at two addresses, for the tests of a file. */
export function prepareStorePage(): Around {
  const on = {
    async visit(path = '/') {
      const tab = await on.context.newPage();
      await tab.goto(on.site.origin + path);
      return tab;
    },
  } as Around;
  beforeAll(async () => {
    [on.browser, on.site] = await Promise.all([launch(), serve()]);
  });
  afterAll(async () => {
    await on.browser?.close();
    await on.site?.close();
  });
  beforeEach(async () => {
    on.context = await on.browser.newContext();
    on.site.files.set('/', page(START));
    on.site.files.set('/other', page(START));
    on.site.hits.length = 0;
  });
  afterEach(() => on.context.close());
  return on;
}
