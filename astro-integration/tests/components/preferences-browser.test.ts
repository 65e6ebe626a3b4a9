import { createTestConfig } from '@permesso/consent-core';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launch, openPage, violations } from '../page/browser.ts';
import type { PageOptions } from '../page/document.ts';
import { banner, config, cookies, customize, dialog, focused, granted, main, usa } from '../page/visitor.ts';

const reload = '[data-consent-reload]';
const hasFocus = (element: Element) => element === document.activeElement;

/** A page on which what was granted has run and is then revoked by the control that opens the preferences. */
async function revoked(options: PageOptions = {}): Promise<Page> {
  const page = await openPage(browser, { config, main, ...options });
  await page.click(`${banner} [value=accept-all]`);
  await page.evaluate(() => {
    const ran = Reflect.get(globalThis, Symbol.for('pl-consent')) as Map<string, string>;
    ran.set('src:https://stats.example/1.js', 'analytics');
  });
  await page.click('[data-consent-manage]');
  await page.click(`${dialog} [data-consent-action=withdraw]`);
  return page;
}

let browser: Browser;
beforeAll(async () => {
  browser = await launch({ reusing: true });
});
afterAll(() => browser.close());

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

  it('open by a call of the store too, once, and give the focus back', async () => {
    const page = await openPage(browser, { config, main });
    await page.locator('main a').first().focus();
    await page.evaluate(() => (window as unknown as { store: { open(): void } }).store.open());
    expect(await page.locator('dialog[open]').count()).toBe(1);
    await page.keyboard.press('Escape');
    await expect.poll(() => focused(page, 'main a')).toBe(true);
    await page.context().close();
  });

  it('give the focus back to what had it before the banner that their opener has gone with (WCAG 2.4.3)', async () => {
    for (const action of ['save', 'reject-all', 'accept-all']) {
      const page = await openPage(browser, { config, main });
      await page.locator('main a').nth(2).focus();
      await page.locator(customize).focus();
      await page.keyboard.press('Enter');
      await page.locator(`${dialog} [data-consent-action=${action}]`).press('Enter');
      await expect.poll(() => page.locator('main a').nth(2).evaluate(hasFocus)).toBe(true);
      expect(await page.evaluate(() => scrollY)).toBe(0);
      await page.context().close();
    }
  });

  it('leave the focus at the beginning of the page, never out of sight, where nothing had it before (WCAG 2.4.7)', async () => {
    const page = await openPage(browser, { config, main });
    await page.click(customize);
    await page.click(`${dialog} [data-consent-action=save]`);
    await page.waitForTimeout(100);
    expect(await page.locator('body').evaluate(hasFocus)).toBe(true);
    expect(await page.evaluate(() => scrollY)).toBe(0);
    await page.keyboard.press('Tab');
    expect(await page.locator('main a').first().evaluate(hasFocus)).toBe(true);
    await page.context().close();
  });

  it('have every button in view where words are long and letters large', async () => {
    const labels = {
      ...config.banner.labels,
      manage: 'Datenschutzeinstellungen',
      acceptAll: 'Alle akzeptieren',
      rejectAll: 'Alle ablehnen',
      save: 'Auswahl speichern',
    };
    const german = createTestConfig({ ...config, banner: { ...config.banner, labels } });
    for (const [width, size] of [
      [320, 16],
      [360, 20],
      [390, 24],
      [500, 16],
    ] as const) {
      const options = { config: german, main, css: `html { font-size: ${size}px }`, locale: 'de' };
      const page = await openPage(browser, options, { viewport: { width, height: 800 } });
      await page.click(customize);
      const cross = (await page.locator(`${dialog} [data-consent-action=close]`).boundingBox())!;
      expect(cross.width).toBe(2.5 * size);
      expect(cross.x + cross.width).toBeLessThanOrEqual(width);
      const [reject, accept, save] = await page.$$eval(`${dialog} footer button`, (buttons) =>
        buttons.map((button) => button.getBoundingClientRect().toJSON() as DOMRect),
      );
      expect(reject!.width).toBeCloseTo(accept!.width, 0);
      // Below both, as wide as the two together.
      expect([save!.left, save!.right]).toEqual([reject!.left, accept!.right]);
      await page.context().close();
    }
  });

  it('stay open on Enter in a switch, deciding nothing', async () => {
    const page = await openPage(browser, { config, main });
    await page.click(customize);
    await page.getByRole('switch', { name: 'Analytics' }).press('Space');
    await page.getByRole('switch', { name: 'Analytics' }).press('Enter');
    expect(await page.isVisible(dialog)).toBe(true);
    expect(await page.isChecked('dialog [data-consent-toggle=analytics]')).toBe(true);
    expect(await cookies(page)).toBe(0);
    await page.context().close();
  });

  it('close on a click beside them, and not where a text is selected that far', async () => {
    const page = await openPage(browser, { config, main });
    await page.click(customize);
    const title = (await page.locator('dialog h2').boundingBox())!;
    await page.mouse.move(title.x + 5, title.y + 5);
    await page.mouse.down();
    await page.mouse.move(3, 3);
    await page.mouse.up();
    expect(await page.isVisible(dialog)).toBe(true);
    await page.mouse.click(3, 3);
    await page.waitForSelector('dialog', { state: 'hidden' });
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
    await page.click('[data-consent-manage]');
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
    const page = await revoked();
    expect(await page.isVisible(dialog)).toBe(false);
    await page.waitForSelector(`${reload} button`);
    expect(await violations(page, reload)).toEqual([]);
    // What opened the dialog has the focus again, and is not behind the notice (WCAG 2.4.11).
    const free = await page.evaluate(() => {
      const { top } = document.activeElement!.getBoundingClientRect();
      return top >= document.querySelector('[data-consent-reload]')!.getBoundingClientRect().bottom;
    });
    expect([await focused(page, '[data-consent-manage]'), free]).toEqual([true, true]);
    await page.click('[data-consent-reload] [data-consent-action=reload]');
    await page.waitForLoadState();
    expect(await page.locator('[data-consent-reload]').count()).toBe(0);
    await page.context().close();
  });

  it.each(['static', 'sticky', 'fixed', 'absolute'])(
    'C12: keep the offered reload off a focused link in a header that is %s (WCAG 2.4.11)',
    async (position) => {
      const header = `<div style="position: ${position}; inset: 0 0 auto; line-height: 3.5rem">
        <a href="/home">Home</a></div>`;
      const css = 'body { margin: 0; text-align: center }';
      const page = await revoked({ main: `${header}${main}`, css });
      const { y } = (await page.locator(reload).boundingBox())!;
      expect(y).toBe(16);
      // At the other edge it covers nothing either.
      for (const selector of ['main > div a', '[data-consent-manage]', 'main > p:nth-last-child(4) a']) {
        const control = page.locator(selector);
        await control.focus();
        const seen = () =>
          control.evaluate((element) => {
            const { x, y, width, height } = element.getBoundingClientRect();
            return document.elementFromPoint(x + width / 2, y + height / 2) === element;
          });
        await expect.poll(seen).toBe(true);
      }
      await page.context().close();
    },
  );

  it('C12: give the focus back when the offered reload is closed (WCAG 2.4.3)', async () => {
    const page = await revoked();
    const close = page.locator(`${reload} [value=close]`);
    await page.locator('main a').nth(2).focus();
    await close.press('Enter');
    expect(await page.locator('main a').nth(2).evaluate(hasFocus)).toBe(true);
    expect(await page.locator(reload).count()).toBe(0);
    const room = () =>
      page.evaluate(() => document.documentElement.style.getPropertyValue('--pc-reload-size'));
    await expect.poll(room).toBe('');
    await page.context().close();
    // What had it is gone: the control by which a visitor comes back.
    const other = await revoked();
    await other.locator('main a').nth(2).focus();
    await other.locator(`${reload} [value=close]`).focus();
    await other.evaluate(() => document.querySelector('main')!.remove());
    await other.keyboard.press('Enter');
    expect(await other.locator('[data-consent-manage]').evaluate(hasFocus)).toBe(true);
    await other.context().close();
  });

  it('C12: have the offered reload announced: its place is there before its words (ARIA22)', async () => {
    const script = `<script>new MutationObserver((changes, observer) => {
      const notice = document.querySelector('${reload}');
      if (!notice) return;
      observer.disconnect();
      globalThis.words = notice.textContent;
    }).observe(document.documentElement, { childList: true, subtree: true })</script>`;
    const page = await revoked({ main: script });
    await page.getByText('Reload the page to stop').waitFor();
    expect(await page.evaluate(() => Reflect.get(globalThis, 'words'))).toBe('');
    await page.context().close();
  });

  it('C11: under opt-out with the signal hold its categories off and say so', async () => {
    const page = await openPage(browser, { config: usa, gpc: true, main });
    await page.click('[data-consent-manage]');
    expect(await page.getByText('Opt-out request honored').first().isVisible()).toBe(true);
    expect(await page.getByRole('switch', { name: 'Marketing' }).isDisabled()).toBe(true);
    await page.context().close();
  });

  const deaf = usa.categories.map((category) => ({ ...category, respectGPC: false }));
  it.each([
    ['opt-in', config],
    ['consent that is off', createTestConfig({ ...usa, enabled: false })],
    ['categories that do not respect it', createTestConfig({ ...usa, categories: deaf })],
  ])('C11: say nothing of the signal under %s', async (_name, silent) => {
    const page = await openPage(browser, { config: silent, gpc: true, main });
    expect(await page.locator('html[data-consent]').count()).toBe(1);
    expect(await page.isVisible('[data-consent-part=gpc]')).toBe(false);
    await page.context().close();
  });

  it.each(['button', 'submit', 'image'])('open by an input of type %s too', async (type) => {
    const opener = `<form><input type="${type}" alt="Choose" value="Choose" data-consent-action="customize"></form>`;
    const page = await openPage(browser, { config, main: opener });
    await page.click('main input');
    expect(await page.isVisible(dialog)).toBe(true);
    expect(page.url()).toBe('https://site.example/page?q=1');
    await page.context().close();
  });

  it('close before a client-side swap and stay out of its way', async () => {
    const page = await openPage(browser, { config, main });
    await page.click(customize);
    await page.evaluate(() => document.dispatchEvent(new Event('astro:before-swap')));
    expect(await page.evaluate(() => document.querySelector('dialog')!.open)).toBe(false);
    // The dialog's close event comes in a task of its own.
    await expect.poll(() => page.isVisible(banner)).toBe(true);
    await page.context().close();
  });

  it('bring no landmarks of their own into the page', async () => {
    const page = await openPage(browser, { config, main });
    await page.click(customize);
    for (const role of ['banner', 'contentinfo'] as const)
      expect(await page.locator(dialog).getByRole(role).count()).toBe(0);
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
