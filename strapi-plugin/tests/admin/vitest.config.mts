import { defineProject } from 'vitest/config';

export default defineProject({
  test: {
    name: 'strapi-admin',
    include: ['*.test.ts'],
    globalSetup: ['build.ts'],
    testTimeout: 90_000,
    hookTimeout: 120_000,
  },
});
