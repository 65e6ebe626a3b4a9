import type { Locator, Page } from 'playwright-core';
import { COOKIE } from './visitor.ts';

type Action = 'accept-all' | 'reject-all' | 'customize' | 'save' | 'close' | 'withdraw';

export const banner = (page: Page): Locator => page.locator('[data-consent-banner]');

export const preferences = (page: Page): Locator => page.locator('[data-consent-preferences]');

export const manageButton = (page: Page): Locator => page.locator('[data-consent-manage]');

export const toggle = (page: Page, category: string): Locator =>
  preferences(page).locator(`[data-consent-toggle="${category}"]`);

/** A button of the banner or, where that is open, of the preferences. */
export const button = (where: Locator, action: Action): Locator =>
  where.locator(`[data-consent-action="${action}"]`);

/** Decides on the banner and waits until it is gone and the decision kept: what grants all is kept a frame later. */
export async function decide(page: Page, action: 'accept-all' | 'reject-all'): Promise<void> {
  await button(banner(page), action).click();
  await banner(page).waitFor({ state: 'hidden' });
  await page.waitForFunction((name) => document.cookie.includes(`${name}=`), COOKIE);
}
