import type { Page } from 'playwright-core';

export type ConsentCommand = ['consent', 'default' | 'update', Record<string, unknown>];

/** The Consent Mode commands on the page's `dataLayer`, in order. */
export async function consentCommands(page: Page): Promise<ConsentCommand[]> {
  const entries = await page.evaluate(() => {
    const layer = (window as unknown as { dataLayer?: ArrayLike<unknown>[] }).dataLayer ?? [];
    // Google reads `arguments` objects alone; an array in their place would be ignored by it, and so it is here.
    return layer
      .filter((entry) => Object.prototype.toString.call(entry) === '[object Arguments]')
      .map((entry) => Array.from(entry));
  });
  return entries.filter((entry): entry is ConsentCommand => entry[0] === 'consent');
}
