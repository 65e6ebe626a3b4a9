import { defineProject } from 'vitest/config';

export default defineProject({
  test: {
    name: 'run',
    include: ['*.test.ts'],
    // One test starts Vitest itself.
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
