import { defineProject } from 'vitest/config';

export default defineProject({
  test: {
    name: 'strapi-admin',
    include: ['*.test.ts'],
    globalSetup: ['global-setup.ts'],
    // They work on one CMS.
    fileParallelism: false,
    testTimeout: 90_000,
    // A browser beside other work answers late.
    expect: { poll: { timeout: 20_000 } },
    hookTimeout: 120_000,
  },
});
