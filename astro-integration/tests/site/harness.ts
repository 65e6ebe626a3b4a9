import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import type { AstroInlineConfig } from 'astro';

process.env.ASTRO_TELEMETRY_DISABLED = '1';

const packageRoot = fileURLToPath(new URL('../../', import.meta.url));
export const fixtureRoot = fileURLToPath(new URL('../fixtures/site/', import.meta.url));
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
  /** Where the build is. */
  dir: string;
  warnings: string[];
}

/** The integration as it is published; the tests of whole sites run against the build. */
export async function integration() {
  if (!existsSync(built))
    throw new Error('Build the package first: pnpm --filter @permesso/consent-astro build');
  return (await import(built.href)) as typeof import('../../src/index.ts');
}

/** Builds the fixture site, with what differs, into a directory of its own. */
export async function buildSite(config: AstroInlineConfig): Promise<string> {
  const { build } = await import('astro');
  const scope = `${fixtureRoot}node_modules/@permesso`;
  await mkdir(scope, { recursive: true });
  if (!existsSync(`${scope}/consent-astro`)) await symlink(packageRoot, `${scope}/consent-astro`);
  await mkdir(`${packageRoot}tests/.tmp`, { recursive: true });
  const outDir = await mkdtemp(`${packageRoot}tests/.tmp/site-`);
  await build({
    root: fixtureRoot,
    configFile: false,
    logLevel: 'error',
    output: 'server',
    outDir,
    cacheDir: `${outDir}/.cache`,
    devToolbar: { enabled: false },
    ...config,
  });
  return outDir;
}

/** Starts a built site as its own process. */
export async function startSite(dir: string, env: Record<string, string> = {}): Promise<Site> {
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
  return { url: `http://127.0.0.1:${port}`, dir, warnings, stop: () => stop(child) };
}

async function stop(child: ChildProcess): Promise<void> {
  const gone = new Promise((resolve) => child.once('exit', resolve));
  child.kill();
  await gone;
}

async function freePort(): Promise<number> {
  const taken = await serve(() => {});
  await taken.stop();
  return Number(new URL(taken.url).port);
}

/** Removes a build. */
export const removeSite = (dir: string): Promise<void> => rm(dir, { recursive: true, force: true });
