import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { ConsentConfig } from '@permesso/consent-core';
import type { Browser, Page } from 'playwright-core';
import sharp from 'sharp';
import { step } from '../../run/progress.ts';
import { banner, button, preferences } from './banner.ts';
import { launchChromium } from './chromium.ts';
import { openAdmin } from './editor.ts';
import { buildSite } from './site.ts';
import { startStack } from './stack.ts';
import { newVisitor, type VisitorTraits } from './visitor.ts';

const FOLDER = fileURLToPath(new URL('../../../docs/images', import.meta.url));

const DESK = { width: 1440, height: 900 };

/** As wide as a picture needs to be in a document, in pixels. */
const WIDEST = 1280;

const LOOKS: Record<string, VisitorTraits> = {
  light: { width: 1280 },
  dark: { width: 1280, dark: true },
  phone: { width: 320 },
};

/** Pages of the admin, by the name of their picture. */
const ADMIN_PAGES: Record<string, string> = {
  'admin-overview': '/admin/plugins/consent/overview',
  'admin-records': '/admin/plugins/consent/records',
  'admin-catalogue': '/admin/plugins/consent/catalogue/trackers',
  'admin-settings': '/admin/plugins/consent/settings/banner',
};

/** Where the decisions of the pictures come from, and what was decided: enough for numbers that say something. */
const DECISIONS: readonly [country: string, granted: readonly string[]][] = [
  ...Array<[string, string[]]>(14).fill(['DE', ['functional', 'analytics', 'marketing']]),
  ...Array<[string, string[]]>(9).fill(['FR', []]),
  ...Array<[string, string[]]>(6).fill(['NL', ['functional', 'analytics']]),
  ...Array<[string, string[]]>(5).fill(['US', ['functional']]),
  ...Array<[string, string[]]>(4).fill(['IT', ['functional', 'analytics', 'marketing']]),
];

/** Transitions are finished first, so that no picture shows something half-way. */
async function shoot(page: Page, name: string): Promise<void> {
  const picture = await page.screenshot({ animations: 'disabled' });
  await sharp(picture)
    .resize({ width: WIDEST, withoutEnlargement: true })
    .png({ palette: true, quality: 90, effort: 10 })
    .toFile(`${FOLDER}/${name}.png`);
}

async function shootSite(browser: Browser, site: string): Promise<void> {
  for (const [look, traits] of Object.entries(LOOKS)) {
    const { context, page, open } = await newVisitor(browser, site, traits);
    await page.setViewportSize({ width: traits.width ?? WIDEST, height: 720 });
    await open('/');
    await shoot(page, `banner-${look}`);
    if (look === 'light') {
      await button(banner(page), 'customize').click();
      await preferences(page).waitFor({ state: 'visible' });
      await shoot(page, 'preferences');
      await button(preferences(page), 'reject-all').click();
      await open('/embeds');
      await shoot(page, 'gate');
      await open('/legal/cookies');
      await page
        .locator('[data-legal-table]')
        .first()
        .evaluate((table) => table.scrollIntoView({ block: 'center' }));
      await shoot(page, 'legal-page');
    }
    await context.close();
  }
}

/** Decisions as pages would have posted them. */
async function recordDecisions(cms: string): Promise<void> {
  for (const [country, granted] of DECISIONS) {
    const headers = { 'content-type': 'application/json', 'x-country': country };
    const config = (await (await fetch(`${cms}/api/consent/config`, { headers })).json()) as ConsentConfig;
    const optional = config.categories.filter(({ required }) => !required);
    const body = {
      consentId: crypto.randomUUID(),
      decisions: Object.fromEntries(optional.map(({ key }) => [key, granted.includes(key)])),
      versions: config.versions,
      source: granted.length % 3 === 0 ? 'banner' : 'preferences',
      locale: config.locale,
    };
    const answer = await fetch(`${cms}/api/consent/records`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    });
    if (answer.status !== 201) throw new Error(`A decision was not recorded: ${await answer.text()}`);
  }
}

/** Waits until the page has its data, and nothing is in flight. */
async function openInAdmin(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await page.getByRole('main').getByRole('heading').first().waitFor();
  await page.waitForLoadState('networkidle');
}

async function shootAdmin(browser: Browser, cms: string): Promise<void> {
  const page = await browser.newPage({
    viewport: DESK,
    locale: 'en-GB',
    reducedMotion: 'reduce',
  });
  await openAdmin(page, cms);
  // Strapi's own news above every page.
  await page.getByRole('button', { name: 'Close the banner' }).click();
  for (const [name, path] of Object.entries(ADMIN_PAGES)) {
    await openInAdmin(page, `${cms}${path}`);
    await shoot(page, name);
  }
  await openInAdmin(page, `${cms}/admin/plugins/consent/records`);
  await page.locator('tbody a').first().click();
  await page.getByText('Unchanged since it was shown').waitFor();
  await page.setViewportSize({ width: 1440, height: 1250 });
  await shoot(page, 'admin-record');
  await page.setViewportSize(DESK);
  await openInAdmin(page, `${cms}/admin/content-manager/collection-types/plugin::consent.tracker`);
  await page.locator('tbody tr').first().click();
  await page.waitForURL(/consent\.tracker\/[a-z0-9]+/);
  await page.getByRole('textbox').first().waitFor();
  // The fields and panels of plugins come after the form.
  await page.waitForFunction(
    () => !/Unsupported field type|Loading/.test(document.querySelector('main')?.textContent ?? 'Loading'),
  );
  await shoot(page, 'admin-tracker');
  await page.close();
}

/** Takes the pictures of the documentation; answers the folder with them. */
export async function takePictures(): Promise<string> {
  mkdirSync(FOLDER, { recursive: true });
  const stack = await step('CMS and third parties', startStack);
  const browser = await launchChromium();
  try {
    await step('Site', async () => stack.startSite(await buildSite(stack.at)));
    await step('Pictures of the site', () => shootSite(browser, stack.at.site));
    await step('Decisions', () => recordDecisions(stack.at.cms));
    await step('Pictures of the admin', () => shootAdmin(browser, stack.at.cms));
  } finally {
    await browser.close();
    await stack.stop();
  }
  return FOLDER;
}
