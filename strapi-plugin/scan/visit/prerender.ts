import type { Page } from 'playwright-core';

/**
 * Opens an address in a tab as a browser prepares a page that nobody has asked for yet (speculation rules): its scripts run, and
 * can see that nobody looks. Chromium does not prepare pages itself while a program drives it.
 */
export async function prerender(page: Page, address: string, timeout: number): Promise<void> {
  await page.addInitScript(() => {
    const is = (name: string, value: unknown) =>
      Object.defineProperty(Document.prototype, name, { configurable: true, get: () => value });
    is('prerendering', true);
    is('visibilityState', 'hidden');
    is('hidden', true);
  });
  await page.goto(address, { waitUntil: 'load', timeout });
}
