import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    projects: ['core', 'strapi-plugin', 'astro-integration', 'playground/e2e'],
  },
});
