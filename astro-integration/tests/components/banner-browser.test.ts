import { createTestConfig } from '@permesso/consent-core';
import { placeholderStyle } from '@permesso/consent-core/ui';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launch, openPage, violations } from '../page/browser.ts';
import { pageDocument } from '../page/document.ts';
import { decidedCookie } from '../page/locals.ts';
import {
  banner,
  config,
  contrast,
  cookies,
  customize,
  dialog,
  focused,
  granted,
  main,
  usa,
} from '../page/visitor.ts';

/** What a closed gate leaves in the page: the tokens stand there once more, behind the banner's style. */
const gate = `<div data-consent-blocked><div data-consent-part="placeholder"><style>${placeholderStyle}</style>
  <p>Films</p><button type="button" data-consent-allow="once">Allow once</button></div></div>`;

let browser: Browser;
beforeAll(async () => {
  browser = await launch({ reusing: true });
});
afterAll(() => browser.close());

describe('the banner in Chromium', () => {
  for (const [name, context] of Object.entries({
    light: {},
    dark: { colorScheme: 'dark' },
    'forced colours': { forcedColors: 'active' },
  } as const)) {
    it(`gives refusing the prominence of accepting, also beside a gate (${name})`, async () => {
      const page = await openPage(browser, { config, main: gate + main }, context);
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

  it('never scrolls sideways at 320 px, however long a word the manage button has', async () => {
    const manage = 'Datenschutzeinstellungsverwaltungsübersichtsschaltfläche';
    const long = { ...config, banner: { ...config.banner, labels: { ...config.banner.labels, manage } } };
    const page = await openPage(browser, { config: long, main }, { viewport: { width: 320, height: 640 } });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
    await page.context().close();
  });

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

  it('looks the same on a page with a gate and on one without', async () => {
    const look = async (content: string) => {
      const page = await openPage(browser, { config, main: content });
      const looks = await page.$$eval(`${banner} :is(section, h2, p, a, button)`, (elements) =>
        elements.map((element) => {
          const { width, height } = element.getBoundingClientRect();
          const { color, margin, padding, font, display } = getComputedStyle(element);
          return { width, height, color, margin, padding, font, display };
        }),
      );
      await page.context().close();
      return looks;
    };
    expect(await look(gate + main)).toEqual(await look(main));
  });

  it('has all of its buttons in view where words are long and letters large', async () => {
    const long = createTestConfig({
      ...config,
      banner: { ...config.banner, description: `${'Donaudampfschifffahrt'.repeat(3)} asks.` },
    });
    for (const [viewport, size] of [
      [{ width: 320, height: 640 }, 16],
      [{ width: 390, height: 844 }, 24],
      [{ width: 320, height: 256 }, 16],
    ] as const) {
      const options = { config: long, main, css: `html { font-size: ${size}px }` };
      const page = await openPage(browser, options, { viewport });
      for (const button of await page.locator(`${banner} button`).filter({ visible: true }).all()) {
        const box = (await button.boundingBox())!;
        expect(box.x).toBeGreaterThanOrEqual(0);
        expect(box.x + box.width).toBeLessThanOrEqual(viewport.width);
        expect(box.y + box.height).toBeLessThanOrEqual(viewport.height);
      }
      await page.context().close();
    }
  });

  it('has all of its buttons in view under a long text, which scrolls by itself', async () => {
    const long = createTestConfig({
      ...config,
      banner: { ...config.banner, description: 'We would like to know how the site is used. '.repeat(40) },
    });
    for (const position of ['bottom', 'bottom-left', 'center'] as const) {
      for (const viewport of [
        { width: 320, height: 640 },
        { width: 768, height: 500 },
        { width: 1440, height: 600 },
      ]) {
        const placed = createTestConfig({ ...long, banner: { ...long.banner, position } });
        const page = await openPage(browser, { config: placed, main }, { viewport });
        const buttons = await page.locator(`${banner} button`).filter({ visible: true }).all();
        expect(buttons.length).toBeGreaterThanOrEqual(4);
        for (const button of buttons) {
          const box = (await button.boundingBox())!;
          expect(box.y).toBeGreaterThanOrEqual(0);
          expect(box.y + box.height).toBeLessThanOrEqual(viewport.height);
        }
        const text = page.locator(`${banner} [data-consent-part=text]`);
        expect(await text.evaluate((part) => part.scrollHeight - part.clientHeight)).toBeGreaterThan(0);
        expect(await violations(page, banner)).toEqual([]);
        await page.context().close();
      }
    }
  });

  it('scrolls no text that has room, and cuts off no ring around what has the focus', async () => {
    for (const position of ['bottom', 'bottom-left', 'center'] as const) {
      for (const width of [320, 768, 1440]) {
        const placed = createTestConfig({ ...config, banner: { ...config.banner, position } });
        const page = await openPage(browser, { config: placed, main }, { viewport: { width, height: 900 } });
        const text = page.locator(`${banner} [data-consent-part=text]`);
        expect(await text.evaluate((part) => part.scrollHeight - part.clientHeight)).toBe(0);
        await page.context().close();
      }
    }
  });

  it('names its cross by its label alone', async () => {
    const page = await openPage(browser, { config, main });
    expect(await page.getByRole('button', { name: 'Close', exact: true }).count()).toBe(1);
    await page.context().close();
  });

  it('says under a notice that all is granted until it is refused', async () => {
    const notice = createTestConfig({ ...config, jurisdiction: { country: 'AU', model: 'notice' } });
    for (const visitor of [true, false]) {
      const page = await openPage(browser, {
        config: visitor ? notice : config,
        newest: notice,
        visitor,
        main,
      });
      await page.waitForSelector(banner);
      const lines = page.locator(`${banner} :is([data-consent-part=notice], [data-consent-part=opt-out])`);
      expect(await lines.filter({ visible: true }).allTextContents()).toEqual([
        'Optional cookies are on until you turn them off.',
      ]);
      await page.context().close();
    }
  });

  const brief = createTestConfig({ ...config, banner: { ...config.banner, title: '', description: '' } });

  it('keeps its links while the page knows no more than its head was told', async () => {
    const page = await openPage(browser, { config, newest: brief, main });
    await page.waitForSelector(banner);
    const links = await page.locator(`${banner} [data-consent-link]`).filter({ visible: true });
    expect(await links.count()).toBe(2);
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

  it('C10: closing under opt-in stores nothing and grants nothing', async () => {
    const page = await openPage(browser, { config, main });
    await page.click(`${banner} [data-consent-action=close]`);
    expect(await page.isVisible(banner)).toBe(false);
    expect(await granted(page)).toBe(false);
    expect(await cookies(page)).toBe(0);
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
      banner: {
        ...config.banner,
        ...texts,
        position: 'bottom-right',
        links: { privacy: '/datenschutz', cookies: 'javascript:alert(1)' },
      },
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
      const links = page.locator(`${banner} [data-consent-link]`);
      expect(await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')))).toEqual([
        '/datenschutz',
        null,
      ]);
      expect([await links.first().isVisible(), await links.last().isVisible()]).toEqual([true, false]);
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
    const german = createTestConfig({ ...config, locale: 'de' });
    const page = await openPage(browser, { config: german, locale: 'de', main });
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
