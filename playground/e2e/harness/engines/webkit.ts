import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Builder, By, Key as Codes, type WebDriver } from 'selenium-webdriver';
import { freePort } from '../../../run/ports.ts';
import { startService } from '../../../run/service.ts';
import { address } from '../../../run/services.ts';
import { findWebKit, type WebKit } from '../../../run/webkit.ts';
import { type Engine, type Key, type Profile, START_WITHIN, type Window } from './engine.ts';

const CODES: Record<Key, string> = { Enter: Codes.ENTER, Escape: Codes.ESCAPE, ' ': ' ' };

const MISSING = 'There is no WebKitGTK here with MiniBrowser, WebKitWebDriver and xvfb-run';

/** A driver speaks to one of its windows at a time, so each of them steps forward before it does anything. */
async function windowOf(driver: WebDriver, site: string): Promise<Window> {
  const handle = await driver.getWindowHandle();
  const here = () => driver.switchTo().window(handle);
  return {
    async open(path) {
      await here();
      await driver.get(new URL(path, site).href);
    },
    async reload() {
      await here();
      await driver.navigate().refresh();
    },
    async click(selector) {
      await here();
      await driver.findElement(By.css(selector)).click();
    },
    async press(key) {
      await here();
      await driver.actions().sendKeys(CODES[key]).perform();
    },
    async evaluate(run, selector = '') {
      await here();
      return driver.executeScript(run, selector);
    },
  };
}

/**
 * A browser that keeps nothing, with a driver and a screen of its own: where one of them breaks down, the next visitor
 * does not notice.
 */
async function newProfile(
  { driver: program, browser: binary, xvfb }: WebKit,
  site: string,
): Promise<Profile> {
  // xvfb-run leaves its files where it is ended with what it runs.
  const folder = mkdtempSync(join(tmpdir(), 'permesso-webkit-'));
  const port = await freePort();
  const service = await startService({
    name: 'The WebDriver of WebKit',
    cwd: folder,
    args: `exec '${xvfb}' -a '${program}' --port=${port} --host=127.0.0.1`,
    env: { TMPDIR: folder },
    readyUrl: `${address(port)}/status`,
    readyWithin: START_WITHIN,
  });
  const end = async () => {
    await service.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    const driver = await new Builder()
      .usingServer(address(port))
      .withCapabilities({
        browserName: 'MiniBrowser',
        'webkitgtk:browserOptions': { binary, args: ['--automation'] },
      })
      .build();
    let windows = 0;
    return {
      async newWindow() {
        windows += 1;
        if (windows > 1) await driver.switchTo().newWindow('window');
        return windowOf(driver, site);
      },
      close: end,
    };
  } catch (error) {
    await end();
    throw error;
  }
}

const parts = findWebKit();

export const webkit: Engine = {
  name: 'WebKit',
  missing: parts ? null : MISSING,
  async start() {
    if (!parts) throw new Error(MISSING);
    // The first start reads much from the disk, for which no test has the time.
    const first = await newProfile(parts, 'about:blank');
    await first.close();
    return { newProfile: (site) => newProfile(parts, site), stop: async () => {} };
  },
};
