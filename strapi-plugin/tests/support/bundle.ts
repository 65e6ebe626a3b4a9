import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { locks } from 'node:worker_threads';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** One for all threads of a test run; below `node_modules`, so that its dependencies are found from there. */
const FOLDER = here(`../../node_modules/.consent-test-${process.pid}`);

/** The plugin as one CommonJS file, for a Strapi in a process of its own; built once in a test run. */
export async function bundlePlugin(): Promise<string> {
  const bundle = join(FOLDER, 'plugin.cjs');
  await locks.request('consent bundle', async () => {
    if (!existsSync(bundle)) await build();
  });
  return bundle;
}

async function build(): Promise<void> {
  const tsdown = await import('tsdown');
  await tsdown.build({
    config: false,
    entry: { plugin: here('./instance-entry.ts') },
    outDir: FOLDER,
    format: 'cjs',
    platform: 'node',
    dts: false,
    logLevel: 'error',
    alias: {
      '@permesso/consent-core/schema': here('../../../core/src/schema.ts'),
      '@permesso/consent-core/legal': here('../../../core/src/legal.ts'),
      '@permesso/consent-core': here('../../../core/src/index.ts'),
    },
    deps: { neverBundle: [/^(?!\.|\/|@permesso)/] },
    outExtensions: () => ({ js: '.cjs' }),
  });
}

export const removeBundle = () => rm(FOLDER, { recursive: true, force: true });
