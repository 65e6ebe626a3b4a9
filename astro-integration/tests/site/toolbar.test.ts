import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { consentCookie, launch } from './browser.ts';
import { type FakeCms, serveCms } from './cms.ts';
import { type Site, serveVendors, startDev, type Vendors } from './harness.ts';

// A dev server compiles each page when it is first asked for.
const poll: typeof expect.poll = (check) => expect.poll(check, { timeout: 20_000 });

let vendors: Vendors;
let cms: FakeCms;
let site: Site;
let browser: Browser;
let context: BrowserContext;
let page: Page;
let said: string[];

beforeAll(async () => {
  vendors = await serveVendors();
  cms = await serveCms(vendors.url);
  site = await startDev({ options: { cms: cms.url } });
  browser = await launch();
}, 120_000);

afterAll(async () => {
  await browser?.close();
  await site?.stop();
  await cms?.stop();
  await vendors?.stop();
});

beforeEach(async () => {
  await context?.close();
  context = await browser.newContext({ baseURL: site.url });
  page = await context.newPage();
  page.setDefaultTimeout(15_000);
  page.setDefaultNavigationTimeout(45_000);
  said = [];
  page.on('console', (message) => said.push(message.text()));
});

const panel = () => page.locator('[data-report]');
const category = (key: string) => page.locator(`[data-report] [data-category=${key}]`);
const model = () =>
  page.evaluate(() => document.querySelector('[data-consent-banner]')?.getAttribute('data-model'));

async function openToolbar(path: string): Promise<void> {
  await page.goto(path);
  await openPanel();
}

async function openPanel(): Promise<void> {
  const button = page.locator('button[data-app-id=permesso-consent]');
  // The bar hides at the window's edge until the pointer comes near, and hears clicks once its apps are there.
  const open = async () => {
    if (!(await panel().isVisible())) await button.dispatchEvent('click');
    return panel().isVisible();
  };
  await expect.poll(open, { timeout: 20_000, interval: 1000 }).toBe(true);
}

/** Presses a button of the panel that reloads the page, and opens the panel again. */
async function press(deed: string): Promise<void> {
  await Promise.all([page.waitForEvent('load'), page.click(`[data-report] [value=${deed}]`)]);
  await openPanel();
}

describe('the dev toolbar', () => {
  it('says what is granted and why, and follows a decision', async () => {
    await openToolbar('/gate');
    await poll(() => category('analytics').textContent()).toMatch(
      /refused[\s\S]*before a choice under opt-in[\s\S]*C2/,
    );
    await page.click('[data-consent-banner] [data-consent-action=accept-all]');
    await poll(() => category('analytics').textContent()).toMatch(
      /granted[\s\S]*own act[\s\S]*C4[\s\S]*stats ran/i,
    );
  });

  it('simulates a country and Global Privacy Control, on the server too', async () => {
    await openToolbar('/');
    expect(await model()).toBe('opt-in');
    await page.fill('[data-report] [name=place]', 'us-ca');
    await press('simulate');
    expect(await model()).toBe('opt-out');
    expect(await page.textContent('#granted')).toBe('marketing');
    await page.check('[data-report] [name=gpc]');
    await press('simulate');
    await poll(() => category('marketing').textContent()).toMatch(/refused/);
    expect(await page.textContent('#granted')).toBe('none');
    expect(await consentCookie(context)).toMatchObject({ j: 'out', s: 'g' });
  });

  it('simulates expiry, and resets to a first visit', async () => {
    await openToolbar('/');
    // Its answer sets the cookie once more.
    const recorded = page.waitForResponse('**/_consent/records');
    await page.click('[data-consent-banner] [data-consent-action=accept-all]');
    await (await recorded).finished();
    await poll(() => page.locator('[data-report] [value=expire]').isEnabled()).toBe(true);
    await press('expire');
    expect(await page.locator('[data-report] [data-status]').textContent()).toBe('stale');
    expect(await category('analytics').textContent()).toMatch(/renewed first[\s\S]*C5/);
    await press('reset');
    expect(await page.locator('[data-report] [data-status]').textContent()).toBe('undecided');
    expect(await consentCookie(context)).toBeNull();
  });

  it('lists scripts and cookies that nothing declares, and no others', async () => {
    await context.addCookies(['mystery', '_st_id'].map((name) => ({ name, value: '1', url: site.url })));
    await page.goto('/markup');
    await page.evaluate(
      ([src, picture]) => {
        document.body.append(
          Object.assign(document.createElement('script'), { src }),
          Object.assign(document.createElement('img'), { src: picture }),
        );
      },
      [`${vendors.url}/unknown.js`, `${cms.url}/uploads/picture.png`],
    );
    await openPanel();
    const listed = () => page.locator('[data-undeclared] code').allTextContents();
    await poll(listed).toEqual([`${vendors.url}/unknown.js`, 'mystery']);
  });
});

describe('a category that no configuration knows', () => {
  it('is named in the console and in the terminal, with those that there are', async () => {
    await page.goto('/misspelt');
    for (const key of ['marketting', 'analitics', 'analytic']) {
      const warning = new RegExp(
        `No category and no service has the key "${key}".*necessary, functional, analytics, marketing`,
      );
      await poll(() => said.join('\n')).toMatch(warning);
      await poll(() => site.warnings.join('')).toMatch(
        new RegExp(`/misspelt: No category and no service has the key "${key}"`),
      );
    }
  });
});

describe('what runs before the snippet', () => {
  it('is named in the console and in the terminal', async () => {
    await openToolbar('/early');
    const warning = /1 script\(s\) run before the consent snippet, the first being “window.early = true;”/;
    await poll(() => said.join('\n')).toMatch(warning);
    await poll(() => site.warnings.join('')).toMatch(/\/early: 1 script/);
    expect(await panel().textContent()).toContain('Runs before the snippet');
  });

  it('is nothing on a page as it should be', async () => {
    await openToolbar('/gate');
    expect(said.join('\n')).not.toContain('[consent]');
    expect(await panel().textContent()).not.toContain('Runs before the snippet');
  });
});
