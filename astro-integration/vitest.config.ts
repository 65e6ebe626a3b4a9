import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { getViteConfig } from 'astro/config';
import { virtualModules } from './src/vite-plugins.ts';
import { testSite } from './tests/page/site.ts';

/** Also when the tests are run from the repository's root. */
const root = fileURLToPath(new URL('./', import.meta.url));

const built = /^(?:\.\.\/)+dist\/([\w-]+)\.js$/;

/** In tests the published `.astro` files meet the sources instead of the last build. */
function rawComponentsPlugin() {
  return {
    name: 'consent-raw-components',
    enforce: 'pre' as const,
    resolveId(source: string, importer?: string) {
      const entry = importer?.includes('/components/') && built.exec(source)?.[1];
      if (!entry) return;
      const candidates = [`${entry}/index`, entry, `server/${entry}`];
      return candidates
        .map((name) => fileURLToPath(new URL(`./src/${name}.ts`, import.meta.url)))
        .find((file) => existsSync(file));
    },
  };
}

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
    setupFiles: ['../core/tests/own-modules.ts'],
    // A browser beside other work may once be late by more than any test waits; what fails twice fails.
    retry: process.env.CI ? 1 : 0,
    // Some are in a real browser, on machines that may have other work.
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
};

// Without the toolbar's source annotations: tests see the HTML that visitors get.
export default getViteConfig(vite as never, { root, configFile: false, devToolbar: { enabled: false } });
