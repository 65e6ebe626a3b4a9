import type { Locator, Page } from 'playwright-core';
import { describe, expect, inject, it } from 'vitest';
import { violations } from '../harness/axe.ts';
import { banner, button, manageButton, preferences, toggle } from '../harness/banner.ts';
import { useVisitors } from '../harness/use-visitors.ts';

const { at } = inject('stack');
const visitor = useVisitors(() => at.site);
const LOOKS = [
  ['light, 1280 px', { dark: false, width: 1280 }],
  ['dark, 1280 px', { dark: true, width: 1280 }],
  ['light, 320 px', { dark: false, width: 320 }],
  ['dark, 320 px', { dark: true, width: 320 }],
] as const;

/** What makes a button stand out. */
const prominence = (where: Locator) =>
  where.evaluate((element) => {
    const { backgroundColor, color, borderColor, borderWidth, fontSize, fontWeight, opacity } =
      getComputedStyle(element);
    const { width, height } = element.getBoundingClientRect();
    const size = [Math.round(width), Math.round(height)];
    return { backgroundColor, color, borderColor, borderWidth, fontSize, fontWeight, opacity, size };
  });

it.each(LOOKS)('a page, its banner and its preferences, as everybody can use them: %s', async (_, look) => {
  const { page, open } = await visitor({ country: 'DE', ...look });
  await open('/');
  expect(await banner(page).isVisible()).toBe(true);
  expect(await violations(page), 'axe at the banner').toEqual([]);
  const accept = await prominence(button(banner(page), 'accept-all'));
  expect(await prominence(button(banner(page), 'reject-all')), 'how far refusing stands out').toEqual(accept);
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(overflow, 'pixels over the edge of the window').toBeLessThanOrEqual(0);
  await button(banner(page), 'customize').click();
  await preferences(page).waitFor({ state: 'visible' });
  expect(await violations(page), 'axe at the preferences').toEqual([]);
});

describe('the page', () => {
  it.each(['/', '/about'])('does not shift on %s, whether by the banner or by its going', async (path) => {
    const { page, open } = await visitor({ country: 'DE' });
    await page.addInitScript(() => {
      Object.assign(window, { shifts: [] as number[] });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) {
          (window as unknown as { shifts: number[] }).shifts.push(
            (entry as unknown as { value: number }).value,
          );
        }
      }).observe({ type: 'layout-shift', buffered: true });
    });
    await open(path);
    await button(banner(page), 'reject-all').click();
    await banner(page).waitFor({ state: 'hidden' });
    await page.evaluate(
      () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
    );
    expect(await page.evaluate(() => (window as unknown as { shifts: number[] }).shifts)).toEqual([]);
  });
});

describe('the keyboard alone', () => {
  /** Presses Tab until `target` has the focus. */
  async function tabTo(page: Page, target: Locator): Promise<void> {
    for (let presses = 0; presses < 60; presses += 1) {
      if (await target.evaluate((element) => element === document.activeElement)) return;
      await page.keyboard.press('Tab');
    }
    throw new Error('the keyboard never got there');
  }

  it('reaches the banner, opens the preferences, chooses and saves', async () => {
    const { page, open, consent } = await visitor({ country: 'DE' });
    await open('/');
    await tabTo(page, button(banner(page), 'customize'));
    await page.keyboard.press('Enter');
    await preferences(page).waitFor({ state: 'visible' });
    await tabTo(page, toggle(page, 'analytics'));
    await page.keyboard.press('Space');
    await tabTo(page, button(preferences(page), 'save'));
    await page.keyboard.press('Enter');
    await preferences(page).waitFor({ state: 'hidden' });
    expect(await consent()).toMatchObject({ s: 'p', d: { functional: 0, analytics: 1, marketing: 0 } });
  });

  it('Escape closes the preferences without deciding, and the focus returns to the button that opened them', async () => {
    const { page, open, consent } = await visitor({ country: 'DE' });
    await open('/');
    await button(banner(page), 'reject-all').click();
    await banner(page).waitFor({ state: 'hidden' });
    const decided = await consent();
    await tabTo(page, manageButton(page));
    await page.keyboard.press('Enter');
    await preferences(page).waitFor({ state: 'visible' });
    await page.keyboard.press('Escape');
    await preferences(page).waitFor({ state: 'hidden' });
    expect(await consent()).toEqual(decided);
    expect(await manageButton(page).evaluate((element) => element === document.activeElement)).toBe(true);
  });
});
