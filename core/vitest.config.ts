import { defineProject } from 'vitest/config';
import { scriptTextPlugin } from './script-text-plugin.ts';

export default defineProject({
  // Node would take Solid's build for servers, on which nothing is reactive.
  plugins: [scriptTextPlugin()],
  resolve: { conditions: ['browser', 'module', 'import', 'default'] },
  test: {
    name: 'core',
    // Styles travel as text, and are tested as they are.
    css: true,
    include: ['src/**/*.test.ts', 'tests/**/*.test.ts'],
    // Starting a worker for a file takes longer than most of its tests.
    isolate: false,
    setupFiles: ['tests/own-modules.ts'],
    server: { deps: { inline: [/solid/] } },
    // Properties are tried a hundred times, on machines that may have other work.
    testTimeout: 30_000,
    // A browser that is started for the first time on a machine takes its time.
    hookTimeout: 120_000,
  },
});
