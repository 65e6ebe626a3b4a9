import { defineProject } from 'vitest/config';

export default defineProject({
  test: {
    name: 'consumer',
    include: ['tests/**/*.test.ts'],
    maxWorkers: 1,
    // Two installs by npm, two development servers, two builds: four minutes of processor time.
    testTimeout: 1_200_000,
    hookTimeout: 1_200_000,
  },
});
