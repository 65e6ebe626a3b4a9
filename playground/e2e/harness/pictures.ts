import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { DEMO_ADMIN } from '../../run/admin-account.ts';
import { step } from '../../run/progress.ts';
import { banner, button, preferences } from './banner.ts';
import { launchChromium } from './chromium.ts';
import { buildSite } from './site.ts';
import { startStack } from './stack.ts';
import { newVisitor, type VisitorTraits } from './visitor.ts';

const FOLDER = fileURLToPath(new URL('../screenshots', import.meta.url));

const LOOKS: Record<string, VisitorTraits> = {
  '320-light': { width: 320 },
  '320-dark': { width: 320, dark: true },
  '1280-light': { width: 1280 },
  '1280-dark': { width: 1280, dark: true },
  '1280-opt-out': { width: 1280, country: 'US', region: 'CA' },
};

/** Pages of the admin, by the name of their picture. */
const ADMIN_PAGES: Record<string, string> = {
  'admin-home': '/admin/',
  'admin-categories': '/admin/content-manager/collection-types/plugin::consent.category',
  'admin-trackers': '/admin/content-manager/collection-types/plugin::consent.tracker',
  'admin-records': '/admin/content-manager/collection-types/plugin::consent.record',
  'admin-settings': '/admin/content-manager/single-types/plugin::consent.setting',
  'admin-consent': '/admin/plugins/consent',
};

/** Transitions are finished first, so that no picture shows something half-way. */
const shoot = (page: Page, name: string) =>
  page.screenshot({ path: `${FOLDER}/${name}.png`, animations: 'disabled' });

async function shootSite(browser: Browser, site: string): Promise<void> {
  for (const [look, traits] of Object.entries(LOOKS)) {
    const { context, page, open } = await newVisitor(browser, site, traits);
    await open('/');
    await shoot(page, `banner-${look}`);
    await button(banner(page), 'customize').click();
    await preferences(page).waitFor({ state: 'visible' });
    await shoot(page, `preferences-${look}`);
    await open('/embeds');
    await shoot(page, `gate-${look}`);
    await context.close();
  }
}

async function shootAdmin(browser: Browser, cms: string): Promise<void> {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await page.goto(`${cms}/admin/auth/login`);
  await page.locator('input[name=email]').fill(DEMO_ADMIN.email);
  await page.locator('input[name=password]').fill(DEMO_ADMIN.password);
  await page.locator('button[type=submit]').click();
  await page.waitForURL((url) => !url.pathname.includes('/auth/'));
  for (const [name, path] of Object.entries(ADMIN_PAGES)) {
    await page.goto(`${cms}${path}`);
    await page.getByRole('main').getByRole('heading').first().waitFor();
    await page.waitForLoadState('networkidle');
    await shoot(page, name);
  }
  await page.close();
}

/** Takes a picture of everything that people see first; answers the folder with the pictures. */
export async function takePictures(): Promise<string> {
  mkdirSync(FOLDER, { recursive: true });
  const stack = await step('CMS and third parties', startStack);
  const browser = await launchChromium();
  try {
    await step('Site', async () => stack.startSite(await buildSite(stack.at)));
    await step('Pictures of the site', () => shootSite(browser, stack.at.site));
    await step('Pictures of the admin', () => shootAdmin(browser, stack.at.cms));
  } finally {
    await browser.close();
    await stack.stop();
  }
  return FOLDER;
}
