import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import type { ConsentOptions } from '../../src/options.ts';

process.env.ASTRO_TELEMETRY_DISABLED = '1';

/** Cloudflare's tools ask nobody anything. */
const OFFLINE = { CLOUDFLARE_CF_FETCH_ENABLED: 'false', WRANGLER_SEND_METRICS: 'false' };

const packageRoot = fileURLToPath(new URL('../../', import.meta.url));
export const fixtureRoot = fileURLToPath(new URL('../fixtures/site/', import.meta.url));
export const platformsRoot = fileURLToPath(new URL('../fixtures/platforms/', import.meta.url));
const built = new URL('../../dist/index.js', import.meta.url);

export interface Served {
  url: string;
  stop(): Promise<void>;
}

/** An HTTP server on a free port of this machine. */
export async function serve(
  answer: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<Served> {
  const server: Server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    stop: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

export interface Vendors extends Served {
  /** How often each path was asked for. */
  hits: Record<string, number>;
}

/** Third parties that count every hit; their scripts leave a cookie and an entry in `window.ran`. */
export async function serveVendors(): Promise<Vendors> {
  const hits: Record<string, number> = {};
  const served = await serve((request, response) => {
    const path = request.url ?? '/';
    hits[path] = (hits[path] ?? 0) + 1;
    response.setHeader('content-type', path.endsWith('.js') ? 'text/javascript' : 'text/html');
    response.end(`(window.ran ??= []).push(${JSON.stringify(path)}); document.cookie = '_st_id=1; path=/';`);
  });
  return { ...served, hits };
}

export interface Site extends Served {
  warnings: string[];
}

export interface Fixture {
  /** Options of the integration; without them the fixed configuration of `consent.mjs`. */
  options?: ConsentOptions;
  /** Astro's own configuration, where it differs. */
  astro?: Record<string, unknown>;
  adapter?: boolean;
  /** For the fixture of platforms: whose adapter, and its options. */
  platform?: 'cloudflare' | 'vercel';
  platformOptions?: Record<string, unknown>;
  /** For how long the site asks the platform to keep every page, in seconds. */
  keptFor?: number;
  env?: Record<string, string>;
  /** Another fixture's directory. */
  root?: string;
}

/**
 * What Astro and Vite keep between runs, apart from that of all others. By default Vite's lies in the site's root, where
 * a build that another test file runs beside a dev server would exchange the dependencies that it serves.
 */
const caches = (dir: string) => ({ cacheDir: `${dir}/cache`, vite: { cacheDir: `${dir}/vite` } });

/** Builds the fixture site as a user would, into a directory of its own. The integration must have been built. */
export async function buildSite({ env, root = fixtureRoot, ...fixture }: Fixture = {}): Promise<Build> {
  await linkPackage(root);
  const dir = await mkdtemp(`${packageRoot}tests/.tmp/site-`);
  const astro = { outDir: `${dir}/dist`, ...caches(dir), ...fixture.astro };
  const told = JSON.stringify({ ...fixture, astro });
  const child = spawn(`${packageRoot}node_modules/.bin/astro`, ['build'], {
    cwd: root,
    env: { ...process.env, ...OFFLINE, NODE_ENV: 'production', FIXTURE: told, ...env },
  });
  let log = '';
  child.stdout.on('data', (text) => (log += text));
  child.stderr.on('data', (text) => (log += text));
  const code = await new Promise((resolve) => child.once('exit', resolve));
  if (code !== 0) throw new Error(`The fixture site could not be built:\n${log}`);
  return {
    dir: `${dir}/dist`,
    root,
    fixture: told,
    log,
    remove: () => rm(dir, { recursive: true, force: true }),
  };
}

/** Lets the fixture import the package by its name. */
async function linkPackage(root: string): Promise<void> {
  if (!existsSync(built))
    throw new Error('Build the package first: pnpm --filter @permesso/consent-astro build');
  const scope = `${root}node_modules/@permesso`;
  await mkdir(scope, { recursive: true });
  if (!existsSync(`${scope}/consent-astro`)) await symlink(packageRoot, `${scope}/consent-astro`);
  await mkdir(`${packageRoot}tests/.tmp`, { recursive: true });
}

export interface Build {
  dir: string;
  /** The fixture's directory, and what it was told. */
  root: string;
  fixture: string;
  /** What the build said. */
  log: string;
  remove(): Promise<void>;
}

/** Starts a built site as its own process. */
export async function startSite({ dir }: Build, env: Record<string, string> = {}): Promise<Site> {
  const port = await freePort();
  const warnings: string[] = [];
  const child = spawn(process.execPath, [`${dir}/server/entry.mjs`], {
    env: { ...process.env, HOST: '127.0.0.1', PORT: String(port), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  child.stderr.on('data', (text) => warnings.push(String(text)));
  await new Promise<void>((resolve, reject) => {
    child.stdout.on('data', (text) => String(text).includes('listening') && resolve());
    child.once('exit', () => reject(new Error(`The site did not start: ${warnings.join('')}`)));
  });
  return { url: `http://127.0.0.1:${port}`, warnings, stop: () => stop(child) };
}

/** Serves a built site in the runtime that its adapter is for, by `astro preview`. */
export const previewSite = ({ fixture, root }: Build): Promise<Site> =>
  spawnSite(
    `${packageRoot}node_modules/.bin/astro`,
    (port) => ['preview', '--host', '127.0.0.1', '--port', port],
    { cwd: root, env: { ...ownEnvironment(), ...OFFLINE, FIXTURE: fixture } },
  );

/** Serves a site that was built for Vercel. */
export const hostOnVercel = ({ root }: Build): Promise<Site> =>
  spawnSite(
    process.execPath,
    (port) => [fileURLToPath(new URL('vercel-host.mjs', import.meta.url)), root, port],
    { cwd: root, env: { ...ownEnvironment(), NODE_ENV: 'production' } },
  );

/** Runs a server that says when it is ready. */
async function spawnSite(
  command: string,
  args: (port: string) => string[],
  options: { cwd: string; env: NodeJS.ProcessEnv },
): Promise<Site> {
  const port = String(await freePort());
  const warnings: string[] = [];
  const child = spawn(command, args(port), { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => warnings.push(String(text)));
  await new Promise<void>((resolve, reject) => {
    child.stdout.on('data', (text) => String(text).includes('ready in') && resolve());
    child.once('exit', () => reject(new Error(`The site did not start: ${warnings.join('')}`)));
  });
  return { url: `http://127.0.0.1:${port}`, warnings, stop: () => stop(child) };
}

async function stop(child: ChildProcess): Promise<void> {
  const gone = new Promise((resolve) => child.once('exit', resolve));
  child.kill();
  await gone;
}

/** A port of this machine that nobody listens on. */
export async function freePort(): Promise<number> {
  const taken = await serve(() => {});
  await taken.stop();
  return Number(new URL(taken.url).port);
}

/** Runs the fixture site as its developer sees it, with the dev toolbar. */
export async function startDev({ env, root = fixtureRoot, ...fixture }: Fixture = {}): Promise<Site> {
  await linkPackage(root);
  const dir = await mkdtemp(`${packageRoot}tests/.tmp/dev-`);
  const astro = { ...caches(dir), devToolbar: { enabled: true }, ...fixture.astro };
  const site = await spawnSite(
    `${packageRoot}node_modules/.bin/astro`,
    (port) => ['dev', '--host', '127.0.0.1', '--port', port],
    {
      cwd: root,
      env: {
        ...ownEnvironment(),
        NODE_ENV: 'development',
        ASTRO_DEV_BACKGROUND: '0',
        FIXTURE: JSON.stringify({ ...fixture, astro }),
        ...env,
      },
    },
  );
  return {
    ...site,
    stop: async () => {
      await site.stop();
      await rm(dir, { recursive: true, force: true });
    },
  };
}

/** The environment without what Vitest adds to it: with that the dev server takes itself for a test and has no toolbar. */
function ownEnvironment(): NodeJS.ProcessEnv {
  const added = /^(VITEST.*|TEST|MODE|DEV|PROD|SSR|BASE_URL)$/;
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !added.test(name)));
}
