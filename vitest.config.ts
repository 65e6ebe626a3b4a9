import { defineConfig } from 'vitest/config';
import LongestFirst from './playground/run/longest-first.ts';

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
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
