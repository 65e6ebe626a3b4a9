import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { runCommand } from './command.ts';
import { failedWith, type Outcome, PASSED } from './outcome.ts';
import { ROOT } from './paths.ts';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const MAC = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';

const runs = (path: string): boolean => {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
};

/** The Chromium of this machine: `CHROMIUM` in the environment, else one on the path; null where there is none. */
export function findChromium(): string | null {
  if (process.env.CHROMIUM) return process.env.CHROMIUM;
  const folders = ['/usr/bin', ...(process.env.PATH ?? '').split(delimiter)];
  const candidates = folders.flatMap((folder) => NAMES.map((name) => join(folder, name)));
  return [...candidates, MAC].find(runs) ?? null;
}

const HOW =
  'Install Chromium or Chrome, or set CHROMIUM to the path of its program, then run the tests again.';

/** A first start on a machine reads a few hundred megabytes from its disk. */
const START_TIMEOUT = 120_000;

/**
 * How tests and benchmarks start it, for Playwright: a Chromium that asks nobody anything by itself.
 *
 * @param more arguments beside those
 * @throws where this machine has none.
 */
export function chromiumOptions(...more: string[]) {
  const executablePath = findChromium();
  if (!executablePath) throw new Error('There is no Chromium here; set CHROMIUM to the path of one.');
  const args = [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-dev-shm-usage',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    ...more,
  ];
  return { executablePath, args, timeout: START_TIMEOUT };
}

/** Installs Chromium where that is possible without asking: on Debian and its kin, as root. */
export async function ensureChromium(): Promise<Outcome> {
  if (findChromium()) return PASSED;
  if (!existsSync('/etc/debian_version') || process.getuid?.() !== 0) {
    return failedWith(`The end-to-end tests need Chromium, and there is none here. ${HOW}`);
  }
  const { code, output } = await runCommand(
    'apt-get update && apt-get install -y --no-install-recommends chromium',
    ROOT,
    { DEBIAN_FRONTEND: 'noninteractive' },
  );
  return code === 0 && findChromium()
    ? PASSED
    : failedWith(`${output}\n\nInstalling Chromium failed. ${HOW}`);
}
