import { launch, type Page } from 'puppeteer-core';
import { findFirefox } from '../../../run/firefox.ts';
import { type Engine, START_WITHIN, type Window } from './engine.ts';

const MISSING = 'There is no Firefox here; set FIREFOX to the path of one';

/** How Playwright would drive it needs a newer Firefox than Debian has; Puppeteer speaks WebDriver BiDi with this one. */
function windowOf(page: Page, site: string): Window {
  return {
    async open(path) {
      await page.goto(new URL(path, site).href);
    },
    async reload() {
      await page.reload();
    },
    click: (selector) => page.click(selector),
    press: (key) => page.keyboard.press(key),
    evaluate: async <Result>(run: (selector: string) => Result, selector = '') =>
      (await page.evaluate(run, selector)) as Result,
  };
}

const executablePath = findFirefox();

export const firefox: Engine = {
  name: 'Firefox',
  missing: executablePath ? null : MISSING,
  async start() {
    if (!executablePath) throw new Error(MISSING);
    const browser = await launch({
      browser: 'firefox',
      executablePath,
      headless: true,
      timeout: START_WITHIN,
      defaultViewport: { width: 1280, height: 800 },
    });
    return {
      async newProfile(site) {
        const context = await browser.createBrowserContext();
        return {
          newWindow: async () => windowOf(await context.newPage(), site),
          close: () => context.close(),
        };
      },
      stop: () => browser.close(),
    };
  },
};
