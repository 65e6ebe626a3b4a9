import { findProgram, isProgram } from './programs.ts';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const MAC = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';

/** The Chromium of this machine: `CHROMIUM` in the environment, else one on the path; null where there is none. */
export function findChromium(): string | null {
  if (process.env.CHROMIUM) return process.env.CHROMIUM;
  return findProgram(...NAMES) ?? (isProgram(MAC) ? MAC : null);
}

/**
 * The same engine without the windows of a browser, which take three quarters of a test's processor time (1.3 s for each new
 * visitor with Chromium 156, 0.3 s with this). What `CHROMIUM` names stands for both; null where there is none.
 */
export const findHeadlessChromium = (): string | null =>
  process.env.CHROMIUM || findProgram('chromium-headless-shell', 'chrome-headless-shell');

/** A first start on a machine reads a few hundred megabytes from its disk. */
const START_TIMEOUT = 120_000;

/**
 * What is switched off. A renderer that Chromium starts in reserve for a next page costs a test a tenth of its time, and of
 * several such lists only the last counts: so Playwright's own stands here, too, as far as it is about pages.
 */
const DISABLED_FEATURES = [
  'SpareRendererForSitePerProcess',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
];

/**
 * How benchmarks start the browser that visitors have, for Playwright: one that asks nobody anything by itself.
 *
 * @param more arguments beside those
 * @throws where this machine has none.
 */
export const chromiumOptions = (...more: string[]) => startOptions(findChromium(), more);

/**
 * How tests start it: without windows, where that is possible.
 *
 * @param more arguments beside those
 * @throws where this machine has neither.
 */
export const headlessOptions = (...more: string[]) =>
  startOptions(findHeadlessChromium() ?? findChromium(), more);

function startOptions(executablePath: string | null, more: readonly string[]) {
  if (!executablePath) throw new Error('There is no Chromium here; set CHROMIUM to the path of one.');
  const args = [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-dev-shm-usage',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    `--disable-features=${DISABLED_FEATURES.join(',')}`,
    ...more,
  ];
  return { executablePath, args, timeout: START_TIMEOUT };
}
