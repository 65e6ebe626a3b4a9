import { createTestConfig } from '@permesso/consent-core';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launch, openPage, violations } from '../page/browser.ts';
import { pageDocument } from '../page/document.ts';
import { decidedCookie } from '../page/locals.ts';
import { trackers } from '../page/trackers.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

const config = createTestConfig({
  trackers,
  banner: { links: { privacy: '/privacy', cookies: '/cookies' } },
});
const usa = createTestConfig({ ...config, jurisdiction: { country: 'US', model: 'opt-out' } });
const main = `<h1>Huts</h1>${'<p><a href="/hut">A hut</a> above the tree line.</p>'.repeat(60)}`;
const banner = '[data-consent-banner]';
const dialog = 'dialog[data-consent-preferences]';
const customize = `${banner} [data-consent-action=customize]`;

const granted = (page: Page) =>
  page.evaluate(() => {
    const { store } = window as unknown as { store: { getState(): { decisions: Record<string, boolean> } } };
    return Object.values(store.getState().decisions).some(Boolean);
  });
const focused = (page: Page, selector: string) =>
  page.evaluate((part) => document.activeElement?.closest(part) !== null, selector);
const cookies = async (page: Page) => (await page.context().cookies()).length;

/** Luminance contrast of an element's text and its own background (WCAG 1.4.3). */
const contrast = (page: Page, selector: string) =>
  page.evaluate((part) => {
    const channels = (color: string) => {
      const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true })!;
      canvas.fillStyle = color;
      canvas.fillRect(0, 0, 1, 1);
      return [...canvas.getImageData(0, 0, 1, 1).data].slice(0, 3).map((value) => value / 255);
    };
    const luminance = (color: string) => {
      const [r, g, b] = channels(color).map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
      return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!;
    };
    const style = getComputedStyle(document.querySelector(part)!);
    const [light, dark] = [luminance(style.color), luminance(style.backgroundColor)].sort((a, b) => b - a);
    return (light! + 0.05) / (dark! + 0.05);
  }, selector);

describe('the banner in Chromium', () => {
  for (const [name, context] of Object.entries({
    light: {},
    dark: { colorScheme: 'dark' },
    'forced colours': { forcedColors: 'active' },
  } as const)) {
    it(`gives refusing the prominence of accepting (${name})`, async () => {
      const page = await openPage(browser, { config, main }, context);
      const [accept, reject] = await page.$$eval(
        `${banner} :is([value=accept-all], [value=reject-all])`,
        (buttons) =>
          buttons.map((button) => {
            const { height, width } = button.getBoundingClientRect();
            const { fontSize, fontWeight, color, backgroundColor, borderColor } = getComputedStyle(button);
            const look = { fontSize, fontWeight, color, backgroundColor, borderColor, tag: button.tagName };
            return { height, width, look, parent: button.parentElement!.getAttribute('data-consent-part') };
          }),
      );
      expect(accept!.look).toEqual(reject!.look);
      expect(accept!.look.tag).toBe('BUTTON');
      expect(accept!.parent).toBe(reject!.parent);
      expect(accept!.height).toBe(reject!.height);
      expect(Math.abs(accept!.width - reject!.width) / accept!.width).toBeLessThan(0.05);
      for (const value of ['accept-all', 'reject-all']) {
        expect(await contrast(page, `${banner} [value=${value}]`)).toBeGreaterThanOrEqual(4.5);
      }
      await page.context().close();
    });

    it(`is accessible, as are the preferences (${name})`, async () => {
      const page = await openPage(browser, { config, main }, context);
      expect(await violations(page, banner)).toEqual([]);
      await page.click(customize);
      for (const summary of await page.$$('summary')) await summary.click();
      expect(await violations(page, dialog)).toEqual([]);
      await page.context().close();
    });
  }

  it('keeps equal widths with long words at 320 px and never scrolls sideways', async () => {
    const labels = {
      acceptAll: 'Hyväksy kaikki evästeet',
      rejectAll: 'Hylkää kaikki muut kuin välttämättömät',
    };
    const long = createTestConfig({
      ...config,
      banner: { ...config.banner, labels: { ...config.banner.labels, ...labels } },
    });
    const page = await openPage(browser, { config: long, main }, { viewport: { width: 320, height: 640 } });
    const widths = await page.$$eval(`${banner} :is([value=accept-all], [value=reject-all])`, (buttons) =>
      buttons.map((button) => button.getBoundingClientRect().width),
    );
    expect(Math.abs(widths[0]! - widths[1]!) / widths[0]!).toBeLessThan(0.05);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
    await page.context().close();
  });

  it('has targets of at least 24 px', async () => {
    const page = await openPage(browser, { config, main }, { viewport: { width: 320, height: 640 } });
    const targets = page.locator(`${banner} :is(a, button)`).filter({ visible: true });
    expect(await targets.count()).toBe(6);
    const small = await page.$$eval(
      `${banner} :is(a, button)`,
      (targets) =>
        targets
          .map((target) => target.getBoundingClientRect())
          .filter(({ width, height }) => width > 0 && (width < 24 || height < 24)).length,
    );
    expect(small).toBe(0);
    await page.context().close();
  });

  it('is a named region that traps no focus: Tab goes on into the page', async () => {
    const page = await openPage(browser, { config, main });
    expect(await page.getByRole('region', { name: 'Your privacy' }).count()).toBe(1);
    expect(await page.$(`${banner}[aria-modal]`)).toBeNull();
    for (let tabs = 0; tabs < 7; tabs++) await page.keyboard.press('Tab');
    expect(await focused(page, 'main')).toBe(true);
    await page.context().close();
  });

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

  it('C10: closing under opt-in stores nothing and grants nothing', async () => {
    const page = await openPage(browser, { config, main });
    await page.click(`${banner} [data-consent-action=close]`);
    expect(await page.isVisible(banner)).toBe(false);
    expect(await granted(page)).toBe(false);
    expect(await cookies(page)).toBe(0);
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

  it('returns the focus to where the visitor came from', async () => {
    const page = await openPage(browser, { config, main });
    await page.locator('main a').first().focus();
    await page.locator(`${banner} [value=reject-all]`).focus();
    await page.keyboard.press('Enter');
    expect(await focused(page, 'main a')).toBe(true);
    await page.context().close();
  });

  it('is a notice under opt-out: refusing as easy as closing', async () => {
    const page = await openPage(browser, { config: usa, main });
    const size = async (value: string) => {
      const box = await page.locator(`${banner} [value=${value}]`).boundingBox();
      return { width: Math.round(box!.width), height: box!.height };
    };
    expect(await size('reject-all')).toEqual(await size('dismiss'));
    expect(await page.isVisible(`${banner} [value=accept-all]`)).toBe(false);
    await page.context().close();
  });

  it('says what the newest configuration says, on a page that is the same for all visitors', async () => {
    const texts = {
      title: 'Cookies & you',
      labels: { ...config.banner.labels, rejectAll: 'No <b>thanks</b>' },
    };
    const newest = createTestConfig({
      ...usa,
      banner: { ...config.banner, ...texts, position: 'bottom-right' },
    });
    for (const known of [config, null]) {
      const page = await openPage(browser, { config: known, newest, visitor: false, main });
      await page.waitForSelector(banner);
      expect(await page.textContent(`${banner} h2`)).toBe('Cookies & you');
      expect(await page.textContent(`${banner} [value=reject-all]`)).toBe('No <b>thanks</b>');
      expect(await page.getAttribute(banner, 'data-model')).toBe('opt-out');
      expect(await page.getAttribute(banner, 'data-position')).toBe('bottom-right');
      expect(await page.isVisible(`${banner} [value=accept-all]`)).toBe(false);
      expect(await page.isVisible(`${banner} [data-consent-part=opt-out]`)).toBe(true);
      await page.context().close();
    }
  });

  it('is fetched with a fresh copy of the page when it becomes due on a page that came without it', async () => {
    // The server has seen a decision that this browser no longer has: for its store the banner is due.
    const decided = await pageDocument({ config, cookie: decidedCookie(config, true), main });
    const due = await pageDocument({ config, main });
    expect(decided).not.toContain('<section data-consent-banner');
    const page = await (await browser.newContext()).newPage();
    await page.route('https://site.example/**', (route) => {
      const body = route.request().resourceType() === 'document' ? decided : due;
      return route.fulfill({ contentType: 'text/html', body });
    });
    await page.goto('https://site.example/page');
    await page.waitForSelector(banner);
    expect(await page.locator(banner).count()).toBe(1);
    await page.click(`${banner} [value=reject-all]`);
    expect(await page.isVisible(banner)).toBe(false);
    await page.context().close();
  });

  it('speaks the language of the page in the preferences too', async () => {
    const page = await openPage(browser, { config, locale: 'de', main });
    await page.click(customize);
    expect(await page.getByText('Dienste (1)').first().isVisible()).toBe(true);
    await page.context().close();
  });

  it('I6: shows without JavaScript', async () => {
    const page = await openPage(browser, { config, main, script: false }, { javaScriptEnabled: false });
    expect(await page.isVisible(`${banner} [value=reject-all]`)).toBe(true);
    await page.context().close();
  });

  it('stays off paper', async () => {
    const page = await openPage(browser, { config, main });
    await page.emulateMedia({ media: 'print' });
    expect(await page.isVisible(banner)).toBe(false);
    await page.context().close();
  });
});

describe('the audit itself', () => {
  it('finds what is wrong: a switch without a name', async () => {
    const page = await openPage(browser, {
      config,
      main: '<div id="bad"><input type="checkbox" role="switch"></div>',
    });
    expect((await violations(page, '#bad')).join()).toContain('label');
    await page.context().close();
  });
});

describe('the preferences in Chromium', () => {
  it('take the focus, keep it, and give it back to their opener on Esc, granting nothing', async () => {
    const page = await openPage(browser, { config, main });
    await page.locator(customize).focus();
    await page.keyboard.press('Enter');
    expect(await focused(page, dialog)).toBe(true);
    await page.getByRole('switch', { name: 'Analytics' }).press('Space');
    for (let tabs = 0; tabs < 14; tabs++) await page.keyboard.press('Tab');
    expect(await focused(page, 'main')).toBe(false);
    await page.keyboard.press('Escape');
    // The dialog's close event comes in a task of its own.
    await expect.poll(() => focused(page, customize)).toBe(true);
    expect(await page.isVisible(dialog)).toBe(false);
    expect(await granted(page)).toBe(false);
    expect(await cookies(page)).toBe(0);
    await page.context().close();
  });

  it('forget what was toggled when they are closed', async () => {
    const page = await openPage(browser, { config, main });
    await page.click(customize);
    await page.getByRole('switch', { name: 'Marketing' }).check();
    await page.click(`${dialog} [data-consent-action=close]`);
    await page.click(customize);
    expect(await page.getByRole('switch', { name: 'Marketing' }).isChecked()).toBe(false);
    await page.context().close();
  });

  it('save what the switches say, close, and show id and date when opened again', async () => {
    const page = await openPage(browser, { config, main });
    await page.click(customize);
    await page.getByRole('switch', { name: 'Analytics' }).check();
    await page.click(`${dialog} [data-consent-action=save]`);
    expect(await page.isVisible(dialog)).toBe(false);
    expect(await page.isVisible(banner)).toBe(false);
    expect(await cookies(page)).toBe(1);
    expect(await focused(page, '[data-consent-manage]')).toBe(true);
    await page.keyboard.press('Enter');
    expect(await page.getByRole('switch', { name: 'Analytics' }).isChecked()).toBe(true);
    expect(await page.getByRole('switch', { name: 'Marketing' }).isChecked()).toBe(false);
    expect(await page.locator(`${dialog} [data-consent-part=meta] code`).textContent()).toMatch(
      /^[0-9a-f-]{36}$/,
    );
    await page.click(`${dialog} [data-consent-action=withdraw]`);
    expect(await granted(page)).toBe(false);
    await page.context().close();
  });

  it('C12: offer a reload on the page when what was revoked had run', async () => {
    const page = await openPage(browser, { config, main });
    await page.click(`${banner} [value=accept-all]`);
    await page.evaluate(() => {
      const { store } = window as unknown as { store: { markRan(key: string): void } };
      store.markRan('analytics');
    });
    await page.click('[data-consent-manage]');
    await page.click(`${dialog} [data-consent-action=withdraw]`);
    expect(await page.isVisible(dialog)).toBe(false);
    expect(await violations(page, '[data-consent-reload]')).toEqual([]);
    await page.click('[data-consent-reload] [data-consent-action=reload]');
    await page.waitForLoadState();
    expect(await page.locator('[data-consent-reload]').count()).toBe(0);
    await page.context().close();
  });

  it('C11: under opt-out with the signal hold its categories off and say so', async () => {
    const page = await openPage(browser, { config: usa, gpc: true, main });
    await page.click('[data-consent-manage]');
    expect(await page.getByText('Opt-out request honored').first().isVisible()).toBe(true);
    expect(await page.getByRole('switch', { name: 'Marketing' }).isDisabled()).toBe(true);
    await page.context().close();
  });

  it('close before a client-side swap and stay out of its way', async () => {
    const page = await openPage(browser, { config, main });
    await page.click(customize);
    await page.evaluate(() => document.dispatchEvent(new Event('astro:before-swap')));
    expect(await page.evaluate(() => document.querySelector('dialog')!.open)).toBe(false);
    expect(await page.isVisible(banner)).toBe(true);
    await page.context().close();
  });

  it('write texts of the CMS as text', async () => {
    const hostile = '<img src=x onerror="window.harmed = true">';
    const categories = config.categories.map((category) => ({ ...category, description: hostile }));
    const page = await openPage(browser, { config: createTestConfig({ ...config, categories }), main });
    await page.click(customize);
    expect(await page.locator(`${dialog} img`).count()).toBe(0);
    expect(await page.getByText(hostile).first().isVisible()).toBe(true);
    await page.context().close();
  });

  it('are usable in the little room of 400 % zoom', async () => {
    const page = await openPage(browser, { config, main }, { viewport: { width: 320, height: 256 } });
    await page.click(customize);
    await page.click(`${dialog} [data-consent-action=save]`);
    expect(await page.isVisible(dialog)).toBe(false);
    expect(await cookies(page)).toBe(1);
    await page.context().close();
  });
});
