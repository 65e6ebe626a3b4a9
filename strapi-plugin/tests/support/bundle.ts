import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join, parse } from 'node:path';
import { fileURLToPath } from 'node:url';
import { locks } from 'node:worker_threads';
import { cssTextPlugin } from '../../../core/css-text-plugin';
import { CORE_SOURCES } from './core-sources';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** One for all threads of a test run; below `node_modules`, so that its dependencies are found from there. */
const FOLDER = here(`../../node_modules/.consent-test-${process.pid}`);

/** The plugin as one CommonJS file, for a Strapi in a process of its own; built once in a test run. */
export const bundlePlugin = (): Promise<string> =>
  bundle('plugin.cjs', { entry: here('./instance-entry.ts'), format: 'cjs', platform: 'node' });

/** The core as one module, for a page that a test opens many times; built once in a test run. */
export const bundleCore = (): Promise<string> =>
  bundle('core.mjs', { entry: CORE_SOURCES['@permesso/consent-core'], format: 'esm', platform: 'browser' });

/** The program `consent` as one file, for a process of its own; built once in a test run. */
export const bundleProgram = (): Promise<string> =>
  bundle('consent.cjs', { entry: here('../../bin/consent.ts'), format: 'cjs', platform: 'node' });

interface Bundled {
  entry: string;
  format: 'cjs' | 'esm';
  platform: 'node' | 'browser';
}

/** Answers with the path of the file that has this name. */
async function bundle(file: string, options: Bundled): Promise<string> {
  const path = join(FOLDER, file);
  await locks.request(`consent bundle ${file}`, async () => {
    if (!existsSync(path)) await build(file, options);
  });
  return path;
}

async function build(file: string, { entry, format, platform }: Bundled): Promise<void> {
  const tsdown = await import('tsdown');
  await tsdown.build({
    config: false,
    clean: false,
    entry: { [parse(file).name]: entry },
    outDir: FOLDER,
    format,
    platform,
    dts: false,
    logLevel: 'error',
    alias: CORE_SOURCES,
    plugins: [cssTextPlugin()],
    deps: { neverBundle: [/^(?!\.|\/|@permesso)/] },
    outExtensions: () => ({ js: parse(file).ext }),
  });
}

export const removeBundle = () => rm(FOLDER, { recursive: true, force: true });
