import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CMS_HOST, VENDORS_HOST } from '../page/hosts.ts';
import { type Build, type Fixture, fixtureRoot, linkPackage, OFFLINE, packageRoot, told } from './build.ts';
import { freePort, type Served } from './serve.ts';

export interface Site extends Served {
  warnings: string[];
}

/** Starts a built site as its own process. */
export function startSite({ dir, cms }: Build, env: Record<string, string> = {}): Promise<Site> {
  return spawnSite({
    command: process.execPath,
    args: () => [`${dir}/server/entry.mjs`],
    env: (PORT) => ({
      ...process.env,
      HOST: '127.0.0.1',
      PORT,
      ...(cms && { CONSENT_CMS_URL: cms }),
      ...env,
    }),
    ready: 'listening',
    warnsBy: ['stderr'],
  });
}

const plainServer = fileURLToPath(new URL('../../../playground/plain/server.ts', import.meta.url));

/** Starts the site without a framework; its page with a script tag names the CMS as browsers find it. */
export const startPlain = (cms: string): Promise<Site> =>
  spawnSite({
    command: process.execPath,
    args: () => [plainServer],
    env: (PORT) => ({
      ...ownEnvironment(),
      PORT,
      CONSENT_CMS_URL: cms,
      PUBLIC_CMS_URL: `http://${CMS_HOST}`,
      VENDORS_URL: `http://${VENDORS_HOST}`,
    }),
    ready: 'listening',
    warnsBy: ['stderr'],
  });

const astro = `${packageRoot}node_modules/.bin/astro`;
const listening = (port: string) => ['--host', '127.0.0.1', '--port', port];

/** Serves a built site in the runtime that its adapter is for, by `astro preview`. */
export const previewSite = ({ fixture, root, cms }: Build): Promise<Site> =>
  spawnSite({
    command: astro,
    args: (port) => ['preview', ...listening(port)],
    cwd: root,
    env: () => ({
      ...ownEnvironment(),
      ...OFFLINE,
      // Cloudflare's runtime knows of an environment what it is handed.
      ...(cms && { CONSENT_CMS_URL: cms, CLOUDFLARE_INCLUDE_PROCESS_ENV: 'true' }),
      FIXTURE: fixture,
    }),
  });

/** Serves a site that was built for Vercel. */
export const hostOnVercel = ({ dir, cms }: Build): Promise<Site> =>
  spawnSite({
    command: process.execPath,
    args: (port) => [fileURLToPath(new URL('vercel-host.mjs', import.meta.url)), dirname(dir), port],
    env: () => ({ ...ownEnvironment(), NODE_ENV: 'production', ...(cms && { CONSENT_CMS_URL: cms }) }),
  });

/** Runs the fixture site as its developer sees it, with the dev toolbar. */
export async function startDev({ env, root = fixtureRoot, ...fixture }: Fixture = {}): Promise<Site> {
  await linkPackage(root);
  const folder = await mkdtemp(`${packageRoot}tests/.tmp/dev-`);
  const site = await spawnSite({
    command: astro,
    args: (port) => ['dev', ...listening(port)],
    cwd: root,
    env: () => ({
      ...ownEnvironment(),
      NODE_ENV: 'development',
      ASTRO_DEV_BACKGROUND: '0',
      FIXTURE: told(folder, { ...fixture, astro: { devToolbar: { enabled: true }, ...fixture.astro } }),
      ...env,
    }),
  });
  return {
    ...site,
    stop: async () => {
      await site.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

interface Command {
  command: string;
  args: (port: string) => string[];
  cwd?: SpawnOptions['cwd'];
  env: (port: string) => NodeJS.ProcessEnv;
  /** What it says when it can be asked. */
  ready?: string;
  /** Where it says what is wrong. */
  warnsBy?: ('stdout' | 'stderr')[];
}

/** Runs a server until it says that it is ready. */
async function spawnSite(what: Command): Promise<Site> {
  const { command, args, cwd, env, ready = 'ready in', warnsBy = ['stdout', 'stderr'] } = what;
  const port = String(await freePort());
  const warnings: string[] = [];
  const child = spawn(command, args(port), { cwd, env: env(port), stdio: ['ignore', 'pipe', 'pipe'] });
  for (const stream of warnsBy) child[stream].on('data', (text) => warnings.push(String(text)));
  await new Promise<void>((resolve, reject) => {
    child.stdout.on('data', (text) => String(text).includes(ready) && resolve());
    child.once('exit', () => reject(new Error(`The site did not start: ${warnings.join('')}`)));
  });
  return { url: `http://127.0.0.1:${port}`, warnings, stop: () => stop(child) };
}

async function stop(child: ChildProcess): Promise<void> {
  const gone = new Promise((resolve) => child.once('exit', resolve));
  child.kill();
  await gone;
}

/** The environment without what Vitest adds to it: with that the dev server takes itself for a test and has no toolbar. */
function ownEnvironment(): NodeJS.ProcessEnv {
  const added = /^(VITEST.*|TEST|MODE|DEV|PROD|SSR|BASE_URL)$/;
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !added.test(name)));
}
