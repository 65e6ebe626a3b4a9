import { defineProject } from 'vitest/config';

export default defineProject({
  test: {
    name: 'consumer',
    include: ['tests/**/*.test.ts'],
    maxWorkers: 1,
    testTimeout: 60_000,
    // Two installs and two builds.
    hookTimeout: 600_000,
  },
});
