/** The same page built twice with Astro, with the integration and without it, and served by Astro's Node server. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { freePort } from './strapi.ts';

const ROOT = path.resolve(import.meta.dirname, '..');

export interface BuiltSite {
  dir: string;
  remove(): Promise<void>;
}

/** @param cms address of the CMS; without one the site is built without the integration */
export async function buildSite(cms?: string): Promise<BuiltSite> {
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
    srcDir: `./site/${cms ? 'consent' : 'plain'}`,
    outDir: `${dir}/dist`,
    cacheDir: `${dir}/cache`,
    adapter: node({ mode: 'standalone' }),
    integrations: cms ? [consent({ cms })] : [],
    devToolbar: { enabled: false },
  });
  return { dir: `${dir}/dist`, remove: () => rm(dir, { recursive: true, force: true }) };
}

export interface RunningSite {
  url: string;
  stop(): Promise<void>;
}

export async function startSite({ dir }: BuiltSite): Promise<RunningSite> {
  const port = await freePort();
  const child = spawn(process.execPath, [`${dir}/server/entry.mjs`], {
    env: { ...process.env, HOST: '127.0.0.1', PORT: String(port) },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const url = `http://127.0.0.1:${port}`;
  await answering(url, child);
  return {
    url,
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
