import { createTestConfig } from '@permesso/consent-core';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launch, openPage } from '../page/browser.ts';
import { decidedCookie } from '../page/locals.ts';
import { banner, config, main } from '../page/visitor.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launch({ reusing: true });
});
afterAll(() => browser.close());

describe('the banner in Chromium, in the page around it,', () => {
  it('covers nothing that has the focus, down to the end of the page (WCAG 2.4.11)', async () => {
    const page = await openPage(browser, { config, main }, { viewport: { width: 800, height: 600 } });
    const covered = async (selector: string) => {
      await page.locator(selector).last().focus();
      return page.evaluate(() => {
        const top = document.querySelector('[data-consent-banner]')!.getBoundingClientRect().top;
        return document.activeElement!.getBoundingClientRect().bottom > top;
      });
    };
    await page.locator('main a').first().focus();
    for (let tabs = 0; tabs < 30; tabs++) {
      await page.keyboard.press('Tab');
      expect(
        await page.evaluate(() => document.activeElement!.getBoundingClientRect().bottom),
      ).toBeLessThanOrEqual(
        await page.evaluate(
          () => document.querySelector('[data-consent-banner]')!.getBoundingClientRect().top,
        ),
      );
    }
    expect(await covered('[data-consent-manage]')).toBe(false);
    await page.context().close();
  });

  it('covers nothing that has the focus in the middle of the page either (WCAG 2.4.11)', async () => {
    const centred = createTestConfig({ ...config, banner: { ...config.banner, position: 'center' } });
    const page = await openPage(
      browser,
      { config: centred, main },
      { viewport: { width: 800, height: 700 } },
    );
    const covered = () =>
      page.evaluate(() => {
        const { top, bottom } = document.querySelector('[data-consent-banner]')!.getBoundingClientRect();
        const focus = document.activeElement!.getBoundingClientRect();
        return focus.bottom > top && focus.top < bottom;
      });
    for (const link of await page.locator('main a').all()) {
      await link.focus();
      expect(await covered()).toBe(false);
    }
    await page.locator('[data-consent-manage]').focus();
    expect(await covered()).toBe(false);
    // Without the banner there is no room at the end.
    const height = () => page.evaluate(() => document.documentElement.scrollHeight);
    const before = await height();
    await page.click(`${banner} [value=reject-all]`);
    expect(await height()).toBeLessThan(before);
    await page.context().close();
  });

  it('says how high it is, as long as it shows', async () => {
    const page = await openPage(browser, { config, main });
    const size = () =>
      page.evaluate(() => document.documentElement.style.getPropertyValue('--pc-banner-size'));
    expect(await size()).toMatch(/^\d+px$/);
    await page.click(`${banner} [value=reject-all]`);
    await expect.poll(size).toBe('');
    await page.context().close();
  });

  it('has its room at the end of the page with the first frame', async () => {
    const early =
      "<script>globalThis.early = new Promise((painted) => requestAnimationFrame(() => setTimeout(() => painted(document.documentElement.style.getPropertyValue('--pc-banner-size')))))</script>";
    const room = (page: Page) =>
      page.evaluate(() => (globalThis as unknown as { early: Promise<string> }).early);
    const page = await openPage(browser, { config, main: early });
    const { height } = (await page.locator(banner).boundingBox())!;
    expect(await room(page)).toBe(`${Math.round(height) + 1}px`);
    await page.context().close();
    // A page made for all has the banner also for those who have decided: none shows, and none is measured.
    const cookie = decidedCookie(config, true);
    const decided = await openPage(browser, { config, main: early, cookie, visitor: false, script: false });
    expect(await decided.locator(banner).count()).toBe(1);
    expect(await room(decided)).toBe('');
    await decided.context().close();
  });

  it('has a room that is no layout shift when a page that is still being read pushes it down', async () => {
    const page = await openPage(browser, { config, css: 'footer { display: none }' });
    const shift = await page.evaluate(async () => {
      const frame = () => new Promise((painted) => requestAnimationFrame(() => setTimeout(painted)));
      const shifts: PerformanceEntry[] = [];
      const observer = new PerformanceObserver((list) => shifts.push(...list.getEntries()));
      observer.observe({ type: 'layout-shift' });
      await frame();
      const article = document.createElement('article');
      article.style.blockSize = '20rem';
      document.querySelector('main')!.append(article);
      await frame();
      await frame();
      return shifts.concat(observer.takeRecords()).length;
    });
    expect(shift).toBe(0);
    await page.context().close();
  });

  it('does not move the page when it comes or goes, and locks no scrolling', async () => {
    const page = await openPage(browser, { config, main });
    const top = () => page.evaluate(() => document.querySelector('h1')!.getBoundingClientRect().top);
    const before = await top();
    await page.mouse.wheel(0, 300);
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(300);
    await page.click(`${banner} [value=reject-all]`);
    expect(await top()).toBe(before - 300);
    await page.context().close();
  });
});
