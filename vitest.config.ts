import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    projects: [
      'core',
      'strapi-plugin',
      'strapi-plugin/tests/admin',
      'strapi-plugin/tests/scan',
      'astro-integration',
      'playground/e2e',
      'playground/consumer',
      'playground/run',
    ],
  },
});
