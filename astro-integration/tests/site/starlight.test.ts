import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { starlightConsent } from '../../src/starlight/index.ts';
import { launch, visitPage } from './browser.ts';
import { buildSite, type Served, serveFolder, serveVendors, starlightRoot, type Vendors } from './harness.ts';
import { poll } from './visits.ts';

let vendors: Vendors;
let site: Served;
let browser: Browser;
let context: BrowserContext;
let page: Page;
let thrown: string[];

/** A new visitor, whose system is dark or light. */
async function visit(colorScheme: 'dark' | 'light' = 'light'): Promise<void> {
  await context?.close();
  context = await browser.newContext({ baseURL: site.url, colorScheme });
  page = await context.newPage();
  page.on('pageerror', (error) => thrown.push(String(error)));
}

beforeAll(async () => {
  const { dir } = await buildSite({ root: starlightRoot });
  vendors = await serveVendors();
  site = await serveFolder(dir);
  browser = await launch({ reusing: true });
});
afterAll(async () => {
  await browser?.close();
  await site?.stop();
  await vendors?.stop();
});
beforeEach(async () => {
  for (const path of Object.keys(vendors.hits)) delete vendors.hits[path];
  thrown = [];
  await visit();
});
afterEach(() => expect(thrown).toEqual([]));

const go = (path: string) => visitPage(page, path);
const banner = () => page.locator('[data-consent-banner]');
const gates = () =>
  page
    .locator('[data-consent-gate]')
    .evaluateAll((all) => all.map((gate) => (gate as HTMLElement).dataset.state));
const frames = () =>
  page.locator('iframe').evaluateAll((all) => all.map((frame) => frame.getAttribute('src')));
const decide = (action: string) => page.click(`[data-consent-preferences] [data-consent-action=${action}]`);

/** Presses Tab until what has the focus is what is looked for. */
async function tabTo(selector: string): Promise<void> {
  for (let presses = 0; presses < 40; presses += 1) {
    await page.keyboard.press('Tab');
    if (await page.evaluate((wanted) => document.activeElement?.matches(wanted), selector)) return;
  }
  throw new Error(`The keyboard did not come to ${selector}`);
}

describe('a Starlight site', () => {
  it('I5: asks nobody before a choice: not for content, heroes, notices or code that only looks like an embed', async () => {
    for (const path of ['/', '/embeds/', '/components/', '/de/embeds/']) {
      await go(path);
      expect([path, vendors.hits, await frames()]).toEqual([path, {}, []]);
    }
    expect(await banner().isVisible()).toBe(true);
  });

  it("leaves the site's own code and components alone", async () => {
    await go('/embeds/');
    expect(await page.evaluate(() => document.documentElement.dataset.ownCode)).toBe('ran');
    expect(await page.locator('#own-footer').textContent()).toBe('Tide tables of the harbour office');
    await go('/components/');
    await page.getByRole('tab', { name: 'Chart' }).click();
    await page.click('.tide-counter');
    expect(await page.textContent('.tide-counter')).toContain('Counted');
  });

  it('is decided by keyboard: skip link, banner, preferences, and again from the footer', async () => {
    await go('/embeds/');
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.className)).toContain('sl-skip-link');
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => !!document.activeElement?.closest('[data-consent-banner]'))).toBe(true);
    await tabTo('[data-consent-action=customize]');
    await page.keyboard.press('Enter');
    await page.locator('[data-consent-preferences]').waitFor({ state: 'visible' });
    await tabTo('[data-consent-toggle=marketing]');
    await page.keyboard.press('Space');
    await tabTo('[data-consent-action=save]');
    await page.keyboard.press('Enter');
    // A badge of a host that nobody declared waits behind it.
    await poll(gates).toEqual(['open', 'closed']);
    expect(await frames()).toEqual(['http://vendors.invalid/film']);
    await tabTo('[data-consent-manage]');
    await page.keyboard.press('Enter');
    await tabTo('[data-consent-action=reject-all]');
    await page.keyboard.press('Enter');
    await poll(gates).toEqual(['closed', 'closed']);
    expect(await frames()).toEqual([]);
  });

  it('opens what is granted without reload and without moving the page, in Markdown and MDX', async () => {
    await go('/embeds/');
    await page.evaluate(() => Object.assign(window, { sameDocument: true }));
    const below = () =>
      page.locator('#a-badge').evaluate((badge) => badge.getBoundingClientRect().top + scrollY);
    const before = await below();
    await page.click('[data-consent-banner] [data-consent-action=accept-all]');
    await poll(frames).toEqual(['http://vendors.invalid/film']);
    expect(await below()).toBe(before);
    await poll(() => vendors.hits['/film']).toBe(1);
    // What nobody declared stays away.
    expect(vendors.hits['/badge.svg']).toBeUndefined();
    expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true);
    await go('/components/');
    await poll(gates).toEqual(['open', 'open', 'open']);
    expect(await frames()).toEqual(
      ['film?tab', 'chart', 'forecast'].map((path) => `http://vendors.invalid/${path}`),
    );
    // By keyboard: after a scroll the mouse would hit what frames of other processes covered before it.
    await page.focus('[data-consent-manage]');
    await page.keyboard.press('Enter');
    await decide('withdraw');
    await poll(gates).toEqual(['closed', 'closed', 'closed']);
    expect(await frames()).toEqual([]);
  });

  it("looks as Starlight does, by its own switch rather than the system's scheme", async () => {
    await visit('dark');
    await go('/embeds/');
    const colours = () =>
      page.evaluate(() => {
        const of = (selector: string, property: 'backgroundColor' | 'colorScheme') =>
          getComputedStyle(document.querySelector(selector)!)[property];
        const parts = ['[data-consent-banner]', '[data-consent-part=placeholder]'];
        const header = of('header', 'backgroundColor');
        return parts.map((part) => [of(part, 'backgroundColor') === header, of(part, 'colorScheme')]);
      });
    expect(await colours()).toEqual([
      [true, 'dark'],
      [true, 'dark'],
    ]);
    await page.locator('starlight-theme-select select').first().selectOption('light');
    expect(await colours()).toEqual([
      [true, 'light'],
      [true, 'light'],
    ]);
  });

  it('speaks the language of the page', async () => {
    await go('/de/embeds/');
    expect(await page.textContent('[data-consent-manage]')).toBe('Datenschutzeinstellungen');
    expect(await page.textContent('[data-consent-allow=once]')).toBe('Einmal erlauben');
  });

  it("keeps the buttons of its gates out of the site's search", async () => {
    await go('/tidal-streams/');
    const found = (words: string) =>
      page.evaluate<number>(
        `import('/pagefind/pagefind.js').then((index) => index.search(${JSON.stringify(words)})).then(({ results }) => results.length)`,
      );
    expect(await found('turn at high water')).toBeGreaterThan(0);
    expect(await found('"needs your consent"')).toBe(0);
  });
});

describe('the plugin', () => {
  it('says what to change where the integration is there already', () => {
    const setup = starlightConsent({ cms: 'http://127.0.0.1:1337' }).hooks['config:setup']!;
    const given = {
      config: {},
      astroConfig: { integrations: [{ name: '@permesso/consent-astro', hooks: {} }] },
    };
    expect(() => setup(given as never)).toThrow(/remove it from `integrations`/);
  });

  it('says what to change in its options', () => {
    expect(() => starlightConsent({ config: './a.ts', cms: 'http://127.0.0.1:1337' })).toThrow(/not both/);
  });
});
