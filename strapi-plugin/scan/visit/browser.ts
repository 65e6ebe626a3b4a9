import { accessSync, constants, rmSync } from 'node:fs';
import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import type { Browser, BrowserType } from 'playwright-core';

const NAMES = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'microsoft-edge',
];
const OUTSIDE_THE_PATH = [
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
];

/**
 * Off: what the browser asks for by itself, and processes of their own for frames of other sites, so that one watch sees all
 * that a page does.
 */
const ARGUMENTS = [
  '--disable-gpu',
  '--disable-dev-shm-usage',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-site-isolation-trials',
  '--disable-features=IsolateOrigins,site-per-process,SpareRendererForSitePerProcess,HttpsUpgrades,' +
    'HttpsFirstBalancedModeAutoEnable,MediaRouter,OptimizationHints,PaintHolding',
];

/** A copy has no certificate of the site's name; without this, its service workers would not be taken either. */
const ANY_CERTIFICATE = ['--ignore-certificate-errors'];

/**
 * Cookies of third parties are taken, as in the windows that visitors have: every visit is in a private one, where Chrome takes none
 * by default (0: off, 1: all of them, 2: private windows alone).
 */
const PREFERENCES = { profile: { cookie_controls_mode: 0 } };

export interface BrowserOptions {
  /** Path of a Chromium; one is looked for where it is left out. */
  executable?: string | undefined;
  /** As in `--host-map`: a host, or `*`, and where it is reached instead. */
  hostMap: readonly { host: string; address: string }[];
}

/**
 * Starts a Chromium of this machine.
 *
 * @throws with a sentence that says what to install, where there is no Chromium or no `playwright-core`.
 */
export async function startBrowser({ executable, hostMap }: BrowserOptions): Promise<Browser> {
  const path = executable ?? process.env.CHROMIUM ?? findChromium();
  if (!path)
    throw new Error(
      'there is no Chromium here; install one (apt install chromium, or Google Chrome) or name it with --browser <path>',
    );
  const rules = hostMap.map(({ host, address }) => `MAP ${host} ${address}`).join(',');
  const chromium = await chromiumDriver();
  const options = {
    executablePath: path,
    // Sites of others run in there. For root Chromium has no sandbox.
    chromiumSandbox: process.getuid?.() !== 0,
    args: [...ARGUMENTS, ...(rules ? [`--host-resolver-rules=${rules}`, ...ANY_CERTIFICATE] : [])],
    timeout: 120_000,
  };
  const profile = await newProfile();
  const first = await chromium.launchPersistentContext(profile, options);
  // After the driver has ended the browser, which writes into it until then: it listens since before.
  process.once('exit', () => rmSync(profile, { recursive: true, force: true, maxRetries: 3 }));
  const browser = first.browser();
  if (!browser) {
    await first.close();
    throw new Error(
      'this playwright-core does not tell of its browser; npm install --save-dev playwright-core@latest',
    );
  }
  return browser;
}

/** The folder of a profile of its own: Chrome takes its preferences from there alone. */
async function newProfile(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'permesso-scan-'));
  await mkdir(join(folder, 'Default'));
  await writeFile(join(folder, 'Default', 'Preferences'), JSON.stringify(PREFERENCES));
  return folder;
}

async function chromiumDriver(): Promise<BrowserType> {
  // Older versions keep what service workers ask for to themselves where this is not set.
  process.env.PW_EXPERIMENTAL_SERVICE_WORKER_NETWORK_EVENTS ??= '1';
  try {
    return (await import('playwright-core')).chromium;
  } catch {
    throw new Error(
      'the scanner drives the browser by playwright-core; install it with: npm install --save-dev playwright-core',
    );
  }
}

function findChromium(): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean);
  const candidates = [
    ...NAMES.flatMap((name) => folders.map((folder) => join(folder, name))),
    ...OUTSIDE_THE_PATH,
  ];
  return candidates.find((path) => {
    try {
      accessSync(path, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}
