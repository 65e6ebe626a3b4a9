import { existsSync } from 'node:fs';
import { findChromium, findHeadlessChromium } from './chromium.ts';
import { runCommand } from './command.ts';
import { missingClients } from './database-clients.ts';
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
  /** What comes of it where it is missing. */
  without: 'hardly a test' | 'its tests are skipped' | 'another takes its place, more slowly';
}

const PROGRAMS: readonly Program[] = [
  { name: 'Chromium', find: findChromium, packages: ['chromium'], without: 'hardly a test' },
  { name: 'Firefox', find: findFirefox, packages: ['firefox-esr'], without: 'its tests are skipped' },
  {
    name: 'WebKit',
    find: findWebKit,
    packages: ['webkit2gtk-driver', 'xvfb', 'xauth', 'libgl1-mesa-dri'],
    without: 'its tests are skipped',
  },
  { name: 'nginx', find: findNginx, packages: ['nginx-light'], without: 'its tests are skipped' },
  {
    name: 'the command lines of SQLite, PostgreSQL and MariaDB',
    find: () => missingClients().length === 0,
    packages: ['sqlite3', 'postgresql-client', 'mariadb-client'],
    without: 'its tests are skipped',
  },
  {
    name: 'the headless Chromium',
    find: findHeadlessChromium,
    packages: ['chromium-headless-shell'],
    without: 'another takes its place, more slowly',
  },
];

const HOW =
  'Install Chromium or Chrome, Firefox, WebKitGTK with its WebDriver and Xvfb, nginx, and the command lines of the databases, or ' +
  'set CHROMIUM and FIREFOX to the paths of their programs, then run the tests again.';

const isMissing = ({ find }: Program) => !find();
const isReplaceable = ({ without }: Program) => without === 'another takes its place, more slowly';

/**
 * Installs the browsers and servers that tests start and that are missing, where that is possible without asking: on Debian
 * and its kin, as root. Elsewhere CI (`CI` is set) and whoever has no Chromium are told; a person without the others goes
 * on without their tests.
 */
export async function ensureTestPrograms(): Promise<Outcome> {
  const needed = PROGRAMS.filter((program) => !isReplaceable(program));
  const attempt = await install(needed.filter(isMissing));
  // By itself: a release that does not have it must not keep the others from being installed.
  await install(PROGRAMS.filter(isReplaceable).filter(isMissing));
  const still = needed.filter(isMissing);
  if (still.length === 0) return PASSED;
  const sentence = `${attempt}Not on this machine: ${still.map(({ name }) => name).join(', ')}.`;
  const isFatal = process.env.CI || still.some(({ without }) => without === 'hardly a test');
  return isFatal ? failedWith(`${sentence} ${HOW}`) : skippedWith(`${sentence} Their tests are skipped.`);
}

const mayInstall = () => existsSync('/etc/debian_version') && process.getuid?.() === 0;

/** All of them at once, since apt lets nobody else in while it works; answers with its words where it failed. */
async function install(programs: readonly Program[]): Promise<string> {
  if (programs.length === 0 || !mayInstall()) return '';
  const packages = programs.flatMap((program) => program.packages);
  const { code, output } = await runCommand(
    `apt-get update && apt-get install -y --no-install-recommends ${packages.join(' ')}`,
    ROOT,
    // Servers are for the tests to start, not for the machine: nothing listens for it.
    { DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' },
  );
  return code === 0 ? '' : `${output.trimEnd()}\n\n`;
}
