import { type Browser, chromium, type Locator, type Page } from 'playwright-core';
import { inject } from 'vitest';
import { type Cms, connectCms } from './cms.ts';
import type { Account } from './requests.ts';

/** The Chromium of this run, with profiles of one's own in it; closing it closes those. */
export const connectChromium = (): Promise<Browser> => chromium.connect(inject('chromium'));

/** A page of one who may do everything, on the CMS of this run. Who asks for it closes the browser. */
export async function openAdmin(): Promise<{ cms: Cms; browser: Browser; page: Page }> {
  const [cms, browser] = await Promise.all([connectCms(), connectChromium()]);
  return { cms, browser, page: await signedIn(browser, cms.origin, await cms.addSuperAdmin()) };
}

/** Whether an element has the focus. */
export const hasFocus = (element: Locator): Promise<boolean> =>
  element.evaluate((one) => one === document.activeElement);

/** Signs an administrator in by the form, in a profile of its own. */
export async function signedIn(
  browser: Browser,
  origin: string,
  { email, password }: Account,
): Promise<Page> {
  const context = await browser.newContext({
    baseURL: origin,
    locale: 'en-GB',
    viewport: { width: 1440, height: 1000 },
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  page.setDefaultTimeout(40_000);
  await page.goto('/admin/auth/login');
  await page.fill('input[name=email]', email);
  await page.fill('input[name=password]', password);
  await page.click('button[type=submit]');
  await page.waitForURL((url) => !url.pathname.includes('/auth/'));
  return page;
}
