import { defineConfig } from 'tsdown';
import { cssTextPlugin } from './css-text-plugin.ts';
import { writePageFiles } from './page-files.ts';
import { scriptTextPlugin } from './script-text-plugin.ts';

export default defineConfig([
  {
    entry: [
      'src/index.ts',
      'src/contract/schema.ts',
      'src/legal/index.ts',
      'src/page/index.ts',
      'src/site/index.ts',
      'src/site/content/index.ts',
      'src/site/legal-pages/index.ts',
      'src/texts/index.ts',
      'src/ui/banner.ts',
      'src/ui/index.ts',
    ],
    format: ['esm', 'cjs'],
    dts: true,
    // Browser, Node and edge runtimes alike: no shims, nothing resolved for one platform.
    platform: 'neutral',
    target: 'es2022',
    // .mjs and .cjs whatever the package's own type, as package.json's exports name them.
    fixedExtension: true,
    // A module a file: a page that needs the loader alone must not get the store in the same chunk.
    unbundle: true,
    plugins: [cssTextPlugin(), scriptTextPlugin()],
    hooks: { 'build:done': writePageFiles },
  },
  // What an adapter must do, for whoever writes one. Vitest runs it, and cannot be had as CommonJS.
  {
    entry: { 'adapter-contract/index': 'tests/adapter-contract/index.ts' },
    format: 'esm',
    dts: true,
    platform: 'node',
    target: 'es2022',
    fixedExtension: true,
    clean: false,
    deps: { neverBundle: ['vitest', 'playwright-core'] },
  },
]);
