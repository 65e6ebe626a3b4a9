import type { Page } from 'playwright-core';
import { LIMITS } from '../limits';
import { within } from '../within';

/**
 * What of the page is in view, as a JPEG in base64; null where it does not let itself be seen.
 *
 * @param quality from 0 to 100
 */
export async function screenshot(page: Page, quality: number): Promise<string | null> {
  const picture = await within(LIMITS.look, page.screenshot({ type: 'jpeg', quality }), null);
  return picture?.toString('base64') ?? null;
}
