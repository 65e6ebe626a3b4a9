import { defineProject } from 'vitest/config';
import { CORE_SOURCES } from '../support/core-sources.ts';

export default defineProject({
  resolve: { alias: CORE_SOURCES },
  test: {
    name: 'scan',
    include: ['*.test.ts', '../../scan/**/*.test.ts'],
    // One browser serves all of them.
    fileParallelism: false,
    isolate: false,
    // A browser beside other work may once be late by more than any visit waits; what fails twice fails.
    retry: process.env.CI ? 1 : 0,
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
