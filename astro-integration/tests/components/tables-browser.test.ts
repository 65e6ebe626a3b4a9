import { createTestConfig } from '@permesso/consent-core';
import { experimental_AstroContainer as AstroContainer } from 'astro/container';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import LegalContent from '../../components/LegalContent.astro';
import PreferencesForm from '../../components/PreferencesForm.astro';
import { launch, openPage, violations } from '../page/browser.ts';
import { decidedCookie, visit } from '../page/locals.ts';
import { processorChanges, processors } from '../page/register.ts';
import { trackers } from '../page/trackers.ts';

const config = createTestConfig({ trackers });
const cookie = decidedCookie(config, true);
const modes = ['recipients', 'transfers', 'subprocessors', 'annex', 'changes'];
const content = `# Cookies\n\n{{cookie-table}}\n\n${modes.map((mode) => `{{processor-table:${mode}}}`).join('\n\n')}`;

let browser: Browser;
let tables: string;
let form: string;
const stylesheets = ['tokens.css', 'legal.css', 'preferences.css'];
beforeAll(async () => {
  browser = await launch();
  const container = await AstroContainer.create();
  const locals = visit({ config, cookie });
  const data = { processors, processorChanges };
  tables = await container.renderToString(LegalContent, { locals, props: { content, data } });
  form = await container.renderToString(PreferencesForm, { locals, props: { returnTo: '/page' } });
});
afterAll(() => browser.close());

describe('tables and the preferences page in Chromium', () => {
  for (const colorScheme of ['light', 'dark'] as const) {
    it(`are accessible (${colorScheme})`, async () => {
      // Said aloud, since axe takes a page without a background for a white one.
      const css =
        ':root{color-scheme:light dark;background:light-dark(#fff,#111);color:light-dark(#111,#eee)}';
      const page = await openPage(
        browser,
        { config, cookie, main: tables + form, css, stylesheets },
        { colorScheme },
      );
      for (const summary of await page.$$('summary')) await summary.click();
      expect(await violations(page, '[data-consent-part=legal]')).toEqual([]);
      expect(await violations(page, 'section[data-consent-preferences]')).toEqual([]);
      await page.context().close();
    });
  }

  it('scroll by themselves at 320 px and can be scrolled by keyboard', async () => {
    const page = await openPage(
      browser,
      { config, cookie, main: tables + form, stylesheets },
      { viewport: { width: 320, height: 640 } },
    );
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
    const container = page.locator('[data-consent-processors=annex]');
    await container.focus();
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => container.evaluate((element) => element.scrollLeft)).toBeGreaterThan(0);
    await page.context().close();
  });

  it('post a choice without JavaScript', async () => {
    const page = await openPage(
      browser,
      { config, main: form, stylesheets, script: false },
      { javaScriptEnabled: false },
    );
    await page.route('https://site.example/_consent/decide', (route) => route.fulfill({ body: 'decided' }));
    await page.getByRole('switch', { name: 'Marketing' }).uncheck();
    const posted = page.waitForRequest('**/_consent/decide');
    await page.click('section[data-consent-preferences] [data-consent-action=save]');
    const fields = new URLSearchParams((await posted).postData() ?? '');
    expect(fields.getAll('category')).toEqual(['functional', 'analytics']);
    expect(fields.get('action')).toBe('save');
    expect(fields.get('return')).toBe('/page');
    await page.context().close();
  });
});
