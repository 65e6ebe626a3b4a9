import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import {
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  symlink,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ConsentOptions } from '../../src/options.ts';
import { CMS_HOST } from '../page/hosts.ts';
import { type BuildOrder, type BuildResult, buildInService } from './build-service.ts';
import { makeOnce } from './once.ts';
import { isServed } from './serve.ts';

process.env.ASTRO_TELEMETRY_DISABLED = '1';

/** Cloudflare's tools ask nobody anything. */
export const OFFLINE = { CLOUDFLARE_CF_FETCH_ENABLED: 'false', WRANGLER_SEND_METRICS: 'false' };

export const packageRoot = fileURLToPath(new URL('../../', import.meta.url));
export const fixtureRoot = fileURLToPath(new URL('../fixtures/site/', import.meta.url));
export const platformsRoot = fileURLToPath(new URL('../fixtures/platforms/', import.meta.url));
export const starlightRoot = fileURLToPath(new URL('../fixtures/starlight/', import.meta.url));
const built = new URL('../../dist/index.js', import.meta.url);

/** Below the package, so that what is built finds its modules. */
const SITES = `${packageRoot}node_modules/.cache/sites`;

export interface Fixture {
  /** Options of the integration; without them the fixed configuration of `consent.mjs`. */
  options?: ConsentOptions;
  /** Astro's own configuration, where it differs. */
  astro?: Record<string, unknown>;
  adapter?: boolean;
  /** Islands of Preact, Svelte and Vue beside those of React. */
  frameworks?: boolean;
  /** For the fixture of platforms: whose adapter, and its options. */
  platform?: 'cloudflare' | 'vercel';
  platformOptions?: Record<string, unknown>;
  /** For how long the site asks the platform to keep every page, in seconds. */
  keptFor?: number;
  env?: Record<string, string>;
  /** Another fixture's directory. */
  root?: string;
  /** False for a build that is the test itself: it is made anew by the command `astro build`, and nobody else's. */
  shared?: boolean;
}

export interface Build {
  dir: string;
  /** The fixture's directory, and what it was told. */
  root: string;
  fixture: string;
  /** What the build said. */
  log: string;
  /** The CMS of the test, which the build knows under another name; the site is told when it starts. */
  cms: string | undefined;
  /** Removes a build that is nobody else's. */
  remove(): Promise<void>;
}

/**
 * Builds the fixture site as a user would: once for all tests of all files that want it with the same options and the
 * same publication of the CMS, for as long as fixture and packages stay the same. The integration must have been built.
 */
export async function buildSite({ env = {}, shared = true, ...wanted }: Fixture = {}): Promise<Build> {
  const root = wanted.root ?? fixtureRoot;
  await linkPackage(root);
  const { fixture, cms } = withoutAddresses(wanted);
  const build = { root, cms };
  if (!shared) {
    const own = await mkdtemp(`${packageRoot}tests/.tmp/site-`);
    const made = await make(own, { root, fixture, cms, env, build: buildByCommand });
    return { ...build, ...made, remove: () => rm(own, { recursive: true, force: true }) };
  }
  const key = [hashOfSources(root), JSON.stringify(fixture), JSON.stringify(env), await published(cms)];
  const folder = `${SITES}/${createHash('sha256').update(key.join('\0')).digest('hex').slice(0, 16)}`;
  await makeOnce(folder, async () => {
    await forgetOldBuilds();
    const { log } = await make(folder, { root, fixture, cms, env, build: buildInService });
    await writeFile(`${folder}/log`, log);
  });
  await utimes(folder, new Date(), new Date());
  const log = await readFile(`${folder}/log`, 'utf8');
  return { ...build, dir: `${folder}/dist`, fixture: told(folder, fixture), log, remove: async () => {} };
}

/** A CMS of the tests has another port each time, by which no two builds would be the same. */
function withoutAddresses({ root: _, options, ...fixture }: Fixture) {
  const cms = isServed(options?.cms) ? options!.cms : undefined;
  return { cms, fixture: { ...fixture, options: cms ? { ...options, cms: `http://${CMS_HOST}` } : options } };
}

/**
 * What Astro is told. What it and Vite keep between runs is apart from that of all others: by default Vite's lies in the
 * site's root, where a build that another test file runs beside a dev server would exchange the dependencies that it serves.
 */
export function told(
  folder: string,
  { astro, ...fixture }: Omit<Fixture, 'env' | 'root' | 'shared'>,
): string {
  const caches = { cacheDir: `${folder}/cache`, vite: { cacheDir: `${folder}/vite` } };
  return JSON.stringify({ ...fixture, astro: { outDir: `${folder}/dist`, ...caches, ...astro } });
}

interface Order {
  root: string;
  fixture: Omit<Fixture, 'env' | 'root' | 'shared'>;
  cms: string | undefined;
  env: Record<string, string>;
  build: (order: BuildOrder) => Promise<BuildResult>;
}

async function make(folder: string, { root, fixture, cms, env, build }: Order) {
  const { log, failed } = await build({
    root,
    env: {
      ...process.env,
      ...OFFLINE,
      NODE_ENV: 'production',
      FIXTURE: told(folder, fixture),
      ...(cms && { CONSENT_CMS_URL: cms }),
      ...env,
    },
  });
  if (failed) throw new Error(`The fixture site could not be built:\n${log}`);
  if (cms && fixture.adapter === false) await renameCms(`${folder}/dist`, cms);
  // Vercel's adapter writes to the site's root, whatever the directory for the build.
  if (fixture.platform === 'vercel') await rename(`${root}.vercel`, `${folder}/.vercel`);
  return { dir: `${folder}/dist`, fixture: told(folder, fixture), log };
}

/** By the command itself, in a process of its own. */
async function buildByCommand({ root, env }: BuildOrder): Promise<BuildResult> {
  const child = spawn(`${packageRoot}node_modules/.bin/astro`, ['build'], { cwd: root, env });
  let log = '';
  child.stdout.on('data', (text) => (log += text));
  child.stderr.on('data', (text) => (log += text));
  const code = await new Promise((resolve) => child.once('exit', resolve));
  return { log, failed: code !== 0 };
}

/** Without a server browsers ask the CMS themselves, where the build found it; tests have it under its own name. */
async function renameCms(folder: string, cms: string): Promise<void> {
  for (const file of filesOf(folder)) {
    const text = await readFile(file, 'utf8');
    if (text.includes(cms)) await writeFile(file, text.replaceAll(cms, `http://${CMS_HOST}`));
  }
}

/** What the CMS publishes now, which is built in; nothing where it is away. */
async function published(cms: string | undefined): Promise<string> {
  if (!cms) return '';
  return fetch(`${cms}/api/consent/config`).then(
    (answer) => answer.text(),
    () => 'away',
  );
}

/** Lets the fixture import the package by its name. */
export async function linkPackage(root: string): Promise<void> {
  if (!existsSync(built))
    throw new Error('Build the package first: pnpm --filter @permesso/consent-astro build');
  const scope = `${root}node_modules/@permesso`;
  await mkdir(scope, { recursive: true });
  if (!existsSync(`${scope}/consent-astro`)) await symlink(packageRoot, `${scope}/consent-astro`);
  await mkdir(`${packageRoot}tests/.tmp`, { recursive: true });
}

const sources = new Map<string, string>();

/** A hash of all that builds of a fixture are made from, but for their options. */
function hashOfSources(root: string): string {
  const known = sources.get(root);
  if (known) return known;
  const hash = createHash('sha256').update(process.version);
  const core = `${packageRoot}node_modules/@permesso/consent-core/dist`;
  const lock = `${packageRoot}../pnpm-lock.yaml`;
  for (const path of [lock, core, `${packageRoot}dist`, `${packageRoot}components`, root]) {
    for (const file of filesOf(path)) hash.update(`\0${file}\0`).update(readFileSync(file));
  }
  sources.set(root, hash.digest('hex'));
  return sources.get(root)!;
}

/** What builds and their tools leave behind. */
const LEFT = /^(\..*|node_modules|dist)$/;

function filesOf(path: string): string[] {
  if (path.endsWith('.yaml')) return [path];
  return readdirSync(path, { withFileTypes: true })
    .filter(({ name }) => !LEFT.test(name))
    .flatMap((entry) => (entry.isDirectory() ? filesOf(join(path, entry.name)) : join(path, entry.name)))
    .sort();
}

const DAY = 86_400_000;

/** Removes builds that nobody has asked for since yesterday. */
async function forgetOldBuilds(): Promise<void> {
  for (const name of await readdir(SITES)) {
    const { mtimeMs } = await stat(`${SITES}/${name}`);
    if (mtimeMs < Date.now() - DAY) await rm(`${SITES}/${name}`, { recursive: true, force: true });
  }
}
