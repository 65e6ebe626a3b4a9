import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import { launch } from './browser.ts';
import { type Build, buildSite, type Site, startSite } from './harness.ts';

/** As `expect.poll`, with the time that a page may need on a busy machine. */
export const poll: typeof expect.poll = (check) => expect.poll(check, { timeout: 10_000 });

/** A page of the fixture site, new for each test, and what it shows. */
export interface PageOfSite {
  readonly site: Site;
  readonly context: BrowserContext;
  page: Page;
  /** Visits in another context, such as one without JavaScript. */
  renew(options: BrowserContextOptions): Promise<void>;
  /** How often the code of this name has run. */
  ran(name: string): Promise<number>;
  count(id: string): Promise<number>;
  /** Whether an island answers clicks. */
  isAlive(id: string): Promise<boolean>;
  /** Decides in the preferences: what is named is granted. */
  decide(...granted: string[]): Promise<void>;
}

/** Builds and starts the fixture site once for a file of tests, and opens a page for each. */
export function preparePage(): PageOfSite {
  let build: Build;
  let site: Site;
  let browser: Browser;
  let context: BrowserContext;

  async function renew(options: BrowserContextOptions = {}): Promise<void> {
    await context?.close();
    context = await browser.newContext({ baseURL: site.url, ...options });
    on.page = await context.newPage();
    await context.route('http://vendors.invalid/**', (route) => route.fulfill({ body: '' }));
  }

  beforeAll(async () => {
    build = await buildSite();
    site = await startSite(build);
    browser = await launch({ reusing: true });
  }, 120_000);
  afterAll(async () => {
    await browser?.close();
    await site?.stop();
    await build?.remove();
  });
  beforeEach(() => renew());

  const on: PageOfSite = {
    get site() {
      return site;
    },
    get context() {
      return context;
    },
    page: undefined as never,
    renew,
    ran: (name) => on.page.evaluate((key) => (window as unknown as Record<string, number>)[key] ?? 0, name),
    count: (id) => on.page.locator(`#${id}`).count(),
    async isAlive(id) {
      const button = on.page.locator(`#${id} > button`);
      const before = await button.textContent();
      await button.click();
      return (await button.textContent()) !== before;
    },
    async decide(...granted) {
      await on.page.click('[data-consent-manage]');
      for (const key of ['functional', 'analytics', 'marketing']) {
        await on.page.setChecked(`dialog [data-consent-toggle=${key}]`, granted.includes(key));
      }
      await on.page.click('dialog [data-consent-action=save]');
    },
  };
  return on;
}
