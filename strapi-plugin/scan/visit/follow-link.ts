/** Goes from page to page as a visitor does: by a link, which the site's own script may answer without loading a page. */
import type { Page } from 'playwright-core';
import { LIMITS } from '../limits';
import { within } from '../within';

/** The first link of the page that leads to another of these pages; null where there is none. */
export async function linkTo(page: Page, pages: readonly string[]): Promise<string | null> {
  return within(
    LIMITS.look,
    page.$$eval('a[href]', findTarget, { pages: [...pages], most: LIMITS.links }),
    null,
  );
}

/** Runs in the page. */
function findTarget(links: Element[], { pages, most }: { pages: string[]; most: number }): string | null {
  const here = location.href.split('#')[0];
  const targets = links.slice(0, most).map((link) => (link as HTMLAnchorElement).href.split('#')[0]);
  return targets.find((target) => target && target !== here && pages.includes(target)) ?? null;
}

/**
 * Clicks a link to this page, whatever lies over it.
 *
 * @returns false where it did not lead there.
 */
export async function followLink(page: Page, to: string, timeout: number): Promise<boolean> {
  const clicked = await within(LIMITS.look, page.$$eval('a[href]', clickLink, to), false);
  if (!clicked) return false;
  try {
    await page.waitForURL((url) => url.href.split('#')[0] === to, { waitUntil: 'load', timeout });
    return true;
  } catch {
    return false;
  }
}

/** Runs in the page. */
function clickLink(links: Element[], to: string): boolean {
  const link = links.find((one) => (one as HTMLAnchorElement).href.split('#')[0] === to) as
    | HTMLAnchorElement
    | undefined;
  link?.click();
  return link !== undefined;
}
