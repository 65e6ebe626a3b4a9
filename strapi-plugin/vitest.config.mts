import { createRequire } from 'node:module';
import { defineProject } from 'vitest/config';
import { scriptTextPlugin } from '../core/script-text-plugin.ts';
import { CORE_SOURCES } from './tests/support/core-sources.ts';

const require = createRequire(import.meta.url);

export default defineProject({
  // A site of the core writes its scripts into pages.
  plugins: [scriptTextPlugin()],
  resolve: {
    alias: {
      ...CORE_SOURCES,
      // The copy that Strapi itself loads, or its errors would be strangers to it.
      '@strapi/utils': require.resolve('@strapi/utils'),
    },
  },
  test: {
    name: 'strapi-plugin',
    // The preview's styles travel as text.
    css: true,
    include: ['tests/**/*.test.ts', 'server/src/**/*.test.ts', 'admin/src/**/*.test.ts', 'src/**/*.test.ts'],
    // They need a built admin, or a browser, and are projects of their own.
    exclude: ['tests/admin/**', 'tests/scan/**', '**/node_modules/**'],
    setupFiles: ['tests/support/setup.ts'],
    globalSetup: ['tests/support/leftovers.ts'],
    // Strapi removes all process listeners when it is destroyed, which would end a forked worker.
    pool: 'threads',
    // Strapi's three thousand modules are loaded once in each thread instead of once for each file.
    isolate: false,
    testTimeout: 180_000,
    hookTimeout: 600_000,
  },
});
