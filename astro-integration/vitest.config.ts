import { fileURLToPath } from 'node:url';
import { getViteConfig } from 'astro/config';
import { rawComponentsPlugin } from './raw-components-plugin.ts';
import { virtualModules } from './src/virtual.ts';
import { testSite } from './tests/page/site.ts';

/** Also when the tests are run from the repository's root. */
const root = fileURLToPath(new URL('./', import.meta.url));

const vite = {
  root,
  resolve: {
    alias: { 'astro:env/server': fileURLToPath(new URL('tests/page/environment.ts', import.meta.url)) },
  },
  plugins: [
    rawComponentsPlugin(),
    virtualModules({
      modules: { 'virtual:consent/site': testSite, 'virtual:consent/baked': {} },
      configModule: null,
      root: new URL('./', import.meta.url),
    }),
  ],
  // What travels as text is tested as it is.
  test: {
    root,
    name: 'astro-integration',
    css: true,
    include: ['src/**/*.test.ts', 'tests/**/*.test.ts'],
    // Files that a worker runs share its browser, and what Astro and React are made of.
    isolate: false,
    setupFiles: ['tests/page/own-modules.ts'],
    // A browser beside other work may once be late by more than any test waits; what fails twice fails.
    retry: process.env.CI ? 1 : 0,
    // Some are in a real browser, on machines that may have other work.
    testTimeout: 30_000,
    hookTimeout: 120_000,
  },
};

// Without the toolbar's source annotations: tests see the HTML that visitors get.
export default getViteConfig(vite as never, { root, configFile: false, devToolbar: { enabled: false } });
