/** The same page built with Astro in several ways, with the integration and without it, and served by Astro's Node server. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { freePort } from './strapi.ts';

const ROOT = path.resolve(import.meta.dirname, '..');

export interface BuiltSite {
  dir: string;
  remove(): Promise<void>;
}

/**
 * The page alone, the page with what the integration writes as constant text, the page with the integration, and the same with every
 * page through the gate.
 */
export type SiteKind = 'plain' | 'floor' | 'consent' | 'gated';

/** @param cms address of the CMS that the integration asks */
export async function buildSite(kind: SiteKind, cms?: string): Promise<BuiltSite> {
  process.env.ASTRO_TELEMETRY_DISABLED = '1';
  process.env.NODE_ENV = 'production';
  const [{ build }, { default: node }, { default: consent }] = await Promise.all([
    import('astro'),
    import('@astrojs/node'),
    import('@permesso/consent-astro'),
  ]);
  // Within this package: what is built finds its dependencies beside it.
  await mkdir(path.join(ROOT, '.tmp'), { recursive: true });
  const dir = await mkdtemp(path.join(ROOT, '.tmp/site-'));
  await build({
    root: ROOT,
    configFile: false,
    logLevel: 'error',
    output: 'server',
    srcDir: `./site/${kind === 'gated' ? 'consent' : kind}`,
    outDir: `${dir}/dist`,
    cacheDir: `${dir}/cache`,
    adapter: node({ mode: 'standalone' }),
    integrations:
      kind === 'consent' || kind === 'gated'
        ? [consent({ cms, gate: kind === 'gated' ? 'page' : 'content' })]
        : [],
    devToolbar: { enabled: false },
  });
  return { dir: `${dir}/dist`, remove: () => rm(dir, { recursive: true, force: true }) };
}

export interface RunningSite {
  url: string;
  /** How long it has kept processors busy, in microseconds: what else the machine does is not in it. */
  processorTime(): Promise<number>;
  stop(): Promise<void>;
}

/** @param environment variables of its own */
export async function startSite(
  { dir }: BuiltSite,
  environment: Record<string, string> = {},
): Promise<RunningSite> {
  const port = await freePort();
  const preload = pathToFileURL(path.join(import.meta.dirname, 'processor-time.ts')).href;
  const child = spawn(process.execPath, ['--import', preload, `${dir}/server/entry.mjs`], {
    env: { ...process.env, HOST: '127.0.0.1', PORT: String(port), ...environment },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const url = `http://127.0.0.1:${port}`;
  await answering(url, child);
  return {
    url,
    async processorTime() {
      child.send('processor time');
      const [microseconds] = (await once(child, 'message')) as [number];
      return microseconds;
    },
    async stop() {
      child.kill();
      if (child.exitCode === null) await once(child, 'exit');
    },
  };
}

/** Its log may be silent, so it is asked until it answers. */
async function answering(url: string, child: ChildProcess): Promise<void> {
  for (let attempt = 0; attempt < 100 && child.exitCode === null; attempt++) {
    try {
      await (await fetch(url)).text();
      return;
    } catch {
      await setTimeout(100);
    }
  }
  child.kill();
  throw new Error(`The site at ${url} does not answer.`);
}
