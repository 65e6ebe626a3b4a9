import { defineProject } from 'vitest/config';

export default defineProject({
  test: {
    name: 'e2e',
    include: ['tests/**/*.test.ts'],
    globalSetup: ['harness/global-setup.ts'],
    // One after the other: all of them count the same third parties' hits.
    maxWorkers: 1,
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // A record may wait three seconds for its consent string, and the machine has much else to do.
    expect: { poll: { timeout: 15_000 } },
  },
});
