import { globSync } from 'node:fs';
import { findProgram, isProgram } from './programs.ts';

/** What drives WebKit: its WebDriver, the small browser that comes with it, and a screen for that to be on. */
export interface WebKit {
  driver: string;
  browser: string;
  xvfb: string;
}

/** No program for people, so it is on no path: distributions keep it beside the library. */
const BROWSERS = '/usr/{lib,lib64,libexec}/{,*/}webkit2gtk-4.1/MiniBrowser';

/** WebKitGTK as this machine has it; null where a part of it is missing. */
export function findWebKit(): WebKit | null {
  const driver = findProgram('WebKitWebDriver');
  // A script that calls xauth, which comes with it only where recommended packages do.
  const xvfb = findProgram('xauth') && findProgram('xvfb-run');
  const browser = globSync(BROWSERS).find(isProgram);
  return driver && xvfb && browser ? { driver, browser, xvfb } : null;
}
