import { existsSync } from 'node:fs';
import { findChromium } from './chromium.ts';
import { runCommand } from './command.ts';
import { findFirefox } from './firefox.ts';
import { findNginx } from './nginx.ts';
import { failedWith, type Outcome, PASSED, skippedWith } from './outcome.ts';
import { ROOT } from './paths.ts';
import { findWebKit } from './webkit.ts';

interface Program {
  name: string;
  find(): unknown;
  /** What brings it on Debian and its kin, recommendations that it does need among them. */
  packages: string[];
  /** Whether there is hardly a test without it; the others' tests are skipped where they are missing. */
  isNeeded?: true;
}

const PROGRAMS: readonly Program[] = [
  { name: 'Chromium', find: findChromium, packages: ['chromium'], isNeeded: true },
  { name: 'Firefox', find: findFirefox, packages: ['firefox-esr'] },
  {
    name: 'WebKit',
    find: findWebKit,
    packages: ['webkit2gtk-driver', 'xvfb', 'xauth', 'libgl1-mesa-dri'],
  },
  { name: 'nginx', find: findNginx, packages: ['nginx-light'] },
];

const HOW =
  'Install Chromium or Chrome, Firefox, WebKitGTK with its WebDriver and Xvfb, and nginx, or set CHROMIUM and FIREFOX to ' +
  'the paths of their programs, then run the tests again.';

const missing = () => PROGRAMS.filter(({ find }) => !find());

/**
 * Installs the browsers and servers that are missing and that tests start, where that is possible without asking: on Debian and its kin, as root. All of
 * them at once, since apt lets nobody else in while it works. Elsewhere CI (`CI` is set) and whoever has no Chromium
 * are told; a person without the others goes on without their tests.
 */
export async function ensureTestPrograms(): Promise<Outcome> {
  if (missing().length === 0) return PASSED;
  const attempt = existsSync('/etc/debian_version') && process.getuid?.() === 0 ? await install() : '';
  const still = missing();
  if (still.length === 0) return PASSED;
  const sentence = `${attempt}Not on this machine: ${still.map(({ name }) => name).join(', ')}.`;
  if (process.env.CI || still.some(({ isNeeded }) => isNeeded)) return failedWith(`${sentence} ${HOW}`);
  return skippedWith(`${sentence} Their tests are skipped.`);
}

/** @returns apt's words where it failed, with an empty line behind. */
async function install(): Promise<string> {
  const packages = missing().flatMap((program) => program.packages);
  const { code, output } = await runCommand(
    `apt-get update && apt-get install -y --no-install-recommends ${packages.join(' ')}`,
    ROOT,
    // Servers are for the tests to start, not for the machine: nothing listens for it.
    { DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' },
  );
  return code === 0 ? '' : `${output.trimEnd()}\n\n`;
}
