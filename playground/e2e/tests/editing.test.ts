import { decodeConsentCookie } from '@permesso/consent-core';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished } from 'vitest';
import { atRest } from '../../../core/tests/adapter-contract/rest.ts';
import { banner, button, decide, preferences, toggle } from '../harness/banner.ts';
import { launchChromium } from '../harness/chromium.ts';
import { type Editor, openAdmin, signIn } from '../harness/editor.ts';
import { recordsOf } from '../harness/records.ts';
import { type Stack, startStack } from '../harness/stack.ts';
import { useVisitors } from '../harness/use-visitors.ts';
import { remoteVendors } from '../harness/vendors.ts';
import type { Visitor } from '../harness/visitor.ts';

/** A stack of its own: what is edited here changes what every visitor sees. */
let stack: Stack;
const vendors = remoteVendors(inject('stack').at.vendors);
let editor: Editor;
const visitor = useVisitors(() => stack.at.site);

beforeAll(async () => {
  stack = await startStack(inject('stack'));
  editor = await signIn(stack.at.cms);
  await stack.startSite(inject('stack').dist);
});
afterAll(() => stack?.stop());

/** The site keeps a configuration for a minute; a new start asks the CMS at once. */
async function restartSite(): Promise<void> {
  await stack.stopSite();
  await stack.startSite(inject('stack').dist);
}

describe('an edit in the CMS', () => {
  it('G1: of a text is what the next visitor reads, and asks nobody again', async () => {
    const { page, open } = await visitor({ country: 'DE' });
    await open('/');
    await decide(page, 'accept-all');
    await editor.editTexts({ bannerTitle: 'Before you come aboard' });
    await restartSite();
    const html = await (await fetch(stack.at.site)).text();
    expect(/<section[^>]*data-consent-banner[\s\S]*?<\/section>/.exec(html)?.[0]).toContain(
      'Before you come aboard',
    );
    await open('/');
    expect(await banner(page).isVisible()).toBe(false);
  });

  it('C5, G1: of the trackers asks again, and until then nothing that was granted before runs', async () => {
    const { page, open, consent } = await visitor({ country: 'DE' });
    await open('/');
    await decide(page, 'accept-all');
    const before = await consent();
    await editor.editTracker('Quayside Chat', { enabled: false });
    await restartSite();
    await vendors.reset();
    await open('/');
    expect(await banner(page).isVisible()).toBe(true);
    expect(await consent()).toEqual(before);
    expect(await vendors.hits()).toEqual({});
    await decide(page, 'accept-all');
    await expect.poll(vendors.hits).toMatchObject({ '/analytics.js': 1, '/marketing.js': 1 });
    await atRest(page);
    expect(await vendors.hits()).not.toHaveProperty('/chat.js');
    expect((await consent())?.tv).not.toBe(before?.tv);
  });
});

describe('the picture of a tracker', () => {
  it('I5: is what the placeholder on the site shows before consent, from the CMS, and nobody else is asked', async () => {
    const green = { r: 0, g: 200, b: 0 };
    const png = await sharp({ create: { width: 64, height: 36, channels: 3, background: green } })
      .png()
      .toBuffer();
    const picture = await editor.upload('chart.png', png);
    onTestFinished(() => editor.removeUpload(picture.id));
    await editor.editTracker('Harbour Map', { poster: picture.id });
    await restartSite();
    await vendors.reset();
    const { page, open } = await visitor({ country: 'DE' });
    const elsewhere: string[] = [];
    page.on('request', (request) => {
      if (!request.url().startsWith(stack.at.site)) elsewhere.push(request.url());
    });
    await open('/embeds');
    expect(elsewhere).toEqual([stack.at.cms + picture.url]);
    const placeholder = page.locator('[data-consent-part=placeholder]');
    const [red, greenish, blue] = await sharp(await placeholder.screenshot())
      .extract({ left: 12, top: 12, width: 1, height: 1 })
      .raw()
      .toBuffer();
    expect([red, greenish, blue]).toEqual(Object.values(green));
    expect(await vendors.hits()).toEqual({});
    await placeholder.locator('[data-consent-allow=once]').click();
    await page.frameLocator('iframe.map').getByText('Harbour map').waitFor();
    expect(await vendors.hits()).toEqual({ '/embed': 1 });
  });
});

describe('a legal page', () => {
  const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

  /** Accepts everything, lets the editor work, and comes back. */
  async function comeBack(edit: () => Promise<void>): Promise<Visitor> {
    const someone = await visitor({ country: 'DE' });
    await someone.open('/');
    await decide(someone.page, 'accept-all');
    await edit();
    await restartSite();
    await vendors.reset();
    await someone.open('/');
    return someone;
  }

  it('G1, C5: with a corrected typo asks nobody, and is what visitors read', async () => {
    const { page, open } = await comeBack(() =>
      editor.publishLegalPage('privacy', { content: '# Privacy\n\nWithout the typo.' }),
    );
    expect(await banner(page).isVisible()).toBe(false);
    await expect.poll(vendors.hits).toMatchObject({ '/analytics.js': 1 });
    await open('/legal/privacy');
    expect(await page.getByRole('article').textContent()).toContain('Without the typo.');
  });

  it('G1: as a draft with a new effective date asks nobody, and is read by nobody', async () => {
    const { page, open } = await comeBack(() =>
      editor.editLegalPage('privacy', { effectiveDate: day(30), content: 'Still being written.' }),
    );
    expect(await banner(page).isVisible()).toBe(false);
    await open('/legal/privacy');
    expect(await page.getByRole('article').textContent()).toContain('Without the typo.');
  });

  it.each(['privacy', 'cookies'])(
    'C5: for %s published with a new effective date asks again, with the old choices to start from',
    async (slug) => {
      const { page, consent } = await comeBack(() =>
        editor.publishLegalPage(slug, { effectiveDate: day(slug === 'privacy' ? 31 : 32) }),
      );
      const before = await consent();
      expect(await banner(page).isVisible()).toBe(true);
      expect(await vendors.hits()).toEqual({});
      await button(banner(page), 'customize').click();
      await preferences(page).waitFor({ state: 'visible' });
      expect(await toggle(page, 'analytics').isChecked()).toBe(true);
      await button(preferences(page), 'save').click();
      await banner(page).waitFor({ state: 'hidden' });
      const after = await consent();
      expect(after?.dv).not.toBe(before?.dv);
      expect(after).toMatchObject({ id: before?.id, d: before?.d, cv: before?.cv, tv: before?.tv });
      await expect.poll(vendors.hits).toMatchObject({ '/analytics.js': 1 });
    },
  );

  it('G1: of another kind asks nobody, whatever its date', async () => {
    const { page } = await comeBack(() => editor.publishLegalPage('terms', { effectiveDate: day(33) }));
    expect(await banner(page).isVisible()).toBe(false);
  });
});

describe('a new sub-processor', () => {
  it('K: is on the public page, in its change log and in its feed, and asks nobody', async () => {
    const { page, open } = await visitor({ country: 'DE' });
    await open('/');
    await decide(page, 'accept-all');
    await editor.addProcessor({
      name: 'Groyne & Sons <Backups>',
      role: 'sub-processor',
      purpose: 'Backups in another town',
      dataCategories: ['Bookings'],
      country: 'AT',
      transferMechanism: 'none',
      subprocessor: true,
      showInPrivacyPolicy: true,
      verified: true,
      state: 'active',
    });
    await restartSite();
    await open('/legal/subprocessors');
    expect(await banner(page).isVisible()).toBe(false);
    const tables = page.locator('[data-consent-processors]');
    expect(await tables.evaluateAll((all) => all.map((table) => table.textContent))).toEqual([
      expect.stringContaining('Groyne & Sons <Backups>'),
      expect.stringMatching(/Groyne & Sons <Backups>\s*Added/),
    ]);
    const titles = await page.evaluate(async () => {
      const feed = document.querySelector<HTMLLinkElement>('link[type="application/atom+xml"]');
      const source = await (await fetch(feed?.href ?? '')).text();
      const parsed = new DOMParser().parseFromString(source, 'application/xml');
      return [...parsed.querySelectorAll('feed > entry > title')].map((title) => title.textContent);
    });
    expect(titles[0]).toBe('Added: Groyne & Sons <Backups>');
    expect(titles.length).toBeGreaterThan(1);
  });
});

describe('a preview of what waits to be published', () => {
  const PREVIEW = ['consent-preview', 'consent-preview-choice'];
  const bar = (page: Page) => page.locator('[data-consent-preview]');

  beforeAll(async () => {
    // Two languages of settings; what was published until now stays in force.
    await stack.stopCms();
    await stack.startCms({ CONSENT_PUBLISH: 'manual' });
    editor = await signIn(stack.at.cms);
    await editor.editTexts({ bannerTitle: 'Noch nicht in Kraft' }, 'de');
    await editor.publishLegalPage('privacy', { content: '# Privacy\n\nNot in force yet.' });
    await restartSite();
  });

  it('is seen by its link alone, elsewhere and in another language, and is over when it is ended', async () => {
    const { page, context, open, cookies, consent } = await visitor({ country: 'DE' });
    await open('/');
    await decide(page, 'reject-all');
    const own = await consent();
    await vendors.reset();
    await page.goto(await editor.previewLink({ url: `${stack.at.site}/`, place: 'US-CA', locale: 'de' }));
    await page.waitForURL(`${stack.at.site}/`);
    await banner(page).waitFor();
    expect(await banner(page).textContent()).toContain('Noch nicht in Kraft');
    expect(await banner(page).getAttribute('data-model')).toBe('opt-out');
    expect(await bar(page).textContent()).toMatch(/Vorschau.*Vereinigte Staaten \(US-CA\)/);
    const { headers } = await context.request
      .get('/')
      .then(async (answer) => ({ headers: answer.headers() }));
    expect(headers['cache-control']).toBe('private, no-store');
    expect(headers['x-robots-tag']).toBe('noindex');

    // The law there would grant, and nobody has.
    await open('/embeds');
    expect(await page.locator('[data-consent-gate]').getAttribute('data-state')).toBe('closed');
    expect(await vendors.hits()).toEqual({});
    await button(banner(page), 'customize').click();
    await preferences(page).waitFor({ state: 'visible' });
    expect(await toggle(page, 'marketing').isChecked()).toBe(true);
    await button(preferences(page), 'save').click();
    await banner(page).waitFor({ state: 'hidden' });
    await page.frameLocator('iframe.map').getByText('Harbour map').waitFor();
    await page.getByRole('navigation').getByRole('link', { name: 'Tours' }).click();
    await page.waitForURL(`${stack.at.site}/`);
    await atRest(page);
    expect(await bar(page).count()).toBe(1);
    expect(await banner(page).count()).toBe(0);
    expect(Object.keys(await vendors.hits())).toEqual(['/embed']);

    const kept = (await context.cookies()).filter(({ name }) => PREVIEW.includes(name));
    expect(kept.map(({ name, expires }) => [name, expires]).sort()).toEqual(
      PREVIEW.map((name) => [name, -1]),
    );
    const made = decodeConsentCookie((await cookies())['consent-preview-choice']);
    // What was on and left on is nobody's grant.
    expect(made).toMatchObject({ s: 'p', d: {} });
    expect(made?.d).not.toHaveProperty('marketing');
    expect(recordsOf(stack.database, made?.id ?? '')).toEqual([]);
    expect(await consent()).toEqual(own);
    expect(await page.evaluate(() => Object.keys({ ...localStorage, ...sessionStorage }))).toEqual([]);

    // Another link is looked at anew, here in the language of its page.
    await page.goto(await editor.previewLink({ url: `${stack.at.site}/legal/privacy` }));
    await page.getByRole('article').getByText('Not in force yet.').waitFor();
    expect(await banner(page).isVisible()).toBe(true);
    // What was made at build cannot be one: consent is off there.
    await open('/about');
    await bar(page).waitFor();
    expect(await banner(page).isVisible()).toBe(false);
    expect(await page.locator('html').getAttribute('data-consent-granted')).toBe('necessary');
    expect(await page.evaluate(() => Object.keys(sessionStorage))).toEqual([]);
    await open('/legal/privacy');
    await page.getByRole('button', { name: 'End preview' }).click();
    await bar(page).waitFor({ state: 'detached' });
    expect(await page.getByRole('article').textContent()).not.toContain('Not in force yet.');
    expect(Object.keys(await cookies()).filter((name) => PREVIEW.includes(name))).toEqual([]);
    await open('/');
    expect(await consent()).toEqual(own);
    expect(await banner(page).count()).toBe(0);
  });

  it('opens from the admin in a window as wide as was chosen, with the banner of the draft in it', async () => {
    const width = 320;
    const browser = await launchChromium();
    onTestFinished(() => browser.close());
    // The windows' own sizes: with a viewport of Playwright's every page would have that.
    const context = await browser.newContext({ viewport: null, locale: 'en-GB', reducedMotion: 'reduce' });
    const page = await context.newPage();
    await openAdmin(page, stack.at.cms);
    await page.goto(`${stack.at.cms}/admin/plugins/consent/releases`);
    await page.getByRole('button', { name: 'Preview on the site' }).press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Preview on the site' });
    await dialog.getByRole('textbox', { name: 'Address of the page' }).fill(`${stack.at.site}/`);
    for (const [what, chosen] of [
      ['Language', 'German'],
      ['Width of the window', `${width} pixels`],
    ] as const) {
      await dialog.getByRole('combobox', { name: what }).click();
      await page.getByRole('option', { name: chosen }).click();
    }
    await dialog.getByRole('button', { name: 'Make a link' }).press('Enter');
    const look = dialog.getByRole('button', { name: 'Open in a window' });
    const [shown] = await Promise.all([context.waitForEvent('page'), look.press('Enter')]);
    await shown.waitForURL(`${stack.at.site}/`);
    await banner(shown).waitFor();
    expect(await shown.evaluate(() => innerWidth)).toBe(width);
    expect(await banner(shown).textContent()).toContain('Noch nicht in Kraft');
    expect(await bar(shown).isVisible()).toBe(true);
    const { x = -1, width: taken = Infinity } = (await banner(shown).boundingBox()) ?? {};
    expect([x >= 0, x + taken <= width]).toEqual([true, true]);
    expect(await shown.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  });

  it('is not to be had with a link that was made up', async () => {
    const { page, cookies } = await visitor({ country: 'DE' });
    await page.goto(`${stack.at.site}/?consent-preview=${'a'.repeat(40)}.${'b'.repeat(43)}`);
    await page.waitForURL(`${stack.at.site}/`);
    expect(await banner(page).isVisible()).toBe(true);
    expect([await bar(page).count(), await cookies()]).toEqual([0, {}]);
  });
});
