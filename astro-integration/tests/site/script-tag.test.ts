import { withServices } from '@permesso/consent-core';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { launch, visitPage } from './browser.ts';
import { type FakeCms, serveCms } from './cms.ts';
import { type Served, serveRewritten, serveVendors, startPlain, type Vendors } from './harness.ts';

const poll: typeof expect.poll = (check) => expect.poll(check, { timeout: 10_000 });

describe('a page with the script tag', () => {
  let vendors: Vendors;
  let cms: FakeCms;
  let plain: Served;
  let site: Served;
  let browser: Browser;
  let context: BrowserContext;
  let page: Page;
  let rewrite: (html: string) => string;
  let thrown: string[];
  let said: string[];

  beforeAll(async () => {
    vendors = await serveVendors();
    cms = await serveCms(vendors.url);
    plain = await startPlain(cms.url);
    site = await serveRewritten(plain.url, '/tag.html', (html) => rewrite(html));
    browser = await launch({ reusing: true });
  });
  afterAll(async () => {
    await browser?.close();
    await site?.stop();
    await plain?.stop();
    await cms?.stop();
    await vendors?.stop();
  });
  beforeEach(async () => {
    context = await browser.newContext({ baseURL: site.url });
    await context.route('**/favicon.ico', (route) => route.fulfill({ status: 204 }));
    page = await context.newPage();
    thrown = [];
    said = [];
    page.on('pageerror', (error) => thrown.push(String(error)));
    page.on('console', (message) => said.push(message.text()));
  });
  afterEach(async () => {
    await context.close();
    expect(thrown).toEqual([]);
    expect(vendors.hits).toEqual({});
  });

  /** The page as somebody else may write it. */
  const open = async (change: (html: string) => string) => {
    rewrite = change;
    await visitPage(page, '/tag.html');
  };
  const root = (name: string) => page.evaluate((key) => document.documentElement.dataset[key], name);
  const banner = () => page.locator('[data-consent-banner]');

  it('speaks the language of the page where editors have written nothing', async () => {
    cms.config.banner.labels.rejectAll = '';
    await open((html) => html.replace('lang="en"', 'lang="de-AT"'));
    await poll(() => banner().locator('[data-consent-action=reject-all]').textContent()).toBe(
      'Alle ablehnen',
    );
    expect(await banner().getAttribute('lang')).toBe('de');
  });

  it.each([
    ['no-NO', 'nb', 'Avvis alle'],
    ['ur', 'en', 'Reject all'],
  ])('says on a page in %s which language and direction its words have', async (locale, lang, rejectAll) => {
    cms.config.banner.labels.rejectAll = '';
    await open((html) => html.replace('lang="en"', `lang="${locale}"`));
    await poll(() => banner().locator('[data-consent-action=reject-all]').textContent()).toBe(rejectAll);
    expect([await banner().getAttribute('lang'), await banner().getAttribute('dir')]).toEqual([lang, 'ltr']);
  });

  it('speaks the language that its attribute names', async () => {
    await open((html) => html.replace('data-cms', 'data-locale="ar" data-cms'));
    await poll(() => banner().getAttribute('lang')).toBe('ar');
    expect(await banner().getAttribute('dir')).toBe('rtl');
    await page.click('[data-consent-manage]');
    expect(await page.locator('dialog[open]').getAttribute('dir')).toBe('rtl');
  });

  it('knows single services as soon as the CMS has said that visitors decide on them, on the next page too', async () => {
    const published = structuredClone(cms.config);
    const trackers = ['player', 'map'].map((key) => ({
      id: `id-${key}`,
      key,
      name: `The ${key}`,
      categoryKey: 'functional',
      kind: 'iframe' as const,
    }));
    Object.assign(cms.config, withServices({ ...published, granularity: 'service', trackers }));
    await open((html) => html);
    await banner().waitFor();
    await page.click('[data-consent-manage]');
    await page.locator('dialog summary').click();
    await page.click('dialog [data-consent-toggle=map]');
    await page.click('dialog [data-consent-action=save]');
    const cookie = async () => {
      const value = (await context.cookies()).find(({ name }) => name === 'pl-consent')?.value;
      return value ? JSON.parse(Buffer.from(value, 'base64url').toString()) : null;
    };
    await poll(async () => (await cookie())?.x).toEqual({ map: 1, player: 0 });
    await open((html) => html);
    await page.click('[data-consent-manage]');
    await page.locator('dialog[open]').waitFor();
    expect(await page.isChecked('dialog [data-consent-toggle=map]')).toBe(true);
    await page.click('dialog [data-consent-toggle=map]');
    await page.click('dialog [data-consent-action=save]');
    await poll(async () => (await cookie())?.d.functional).toBe(0);
    await poll(async () => (await cookie())?.x?.map ?? 0).toBe(0);
    delete cms.config.granularity;
    delete cms.config.services;
    Object.assign(cms.config, published);
  });

  it('C2: shows no banner where it keeps quiet, and has the preferences open', async () => {
    cms.config.banner.quietPages = ['/tag.html'];
    await open((html) => html);
    await poll(() => page.evaluate(() => sessionStorage.length)).toBe(1);
    expect(await root('consentGranted')).toBe('necessary');
    await page.click('[data-consent-manage]');
    await page.waitForSelector('dialog[data-consent-preferences][open]');
    await page.keyboard.press('Escape');
    expect([await root('consentUi'), await banner().isVisible()]).toEqual(['closed', false]);
    delete cms.config.banner.quietPages;
  });

  it('C1: grants nothing while the CMS is away, and breaks nothing', async () => {
    await context.route('**/api/consent/**', (route) => route.abort());
    await open((html) => html);
    await page.click('[data-consent-manage]');
    expect(await banner().count()).toBe(0);
    expect(await root('consentGranted')).toBe('');
    expect(await root('consentUi')).toBe('closed');
  });

  it('C1: grants nothing and says why where no CMS is named', async () => {
    await open((html) => html.replace(/ data-cms="[^"]*"/, ''));
    await page.click('[data-consent-manage]');
    expect(said).toContain('consent.js: name the CMS, as in data-cms="https://cms.example"');
    expect(await banner().count()).toBe(0);
    expect(await root('consentUi')).toBe('closed');
  });
});
