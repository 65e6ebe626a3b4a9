import node from '@astrojs/node';
import react from '@astrojs/react';
import consent from '@permesso/consent-astro';
import { defineConfig, envField } from 'astro/config';

export default defineConfig({
  output: 'server',
  outDir: process.env.SITE_OUT_DIR ?? './dist',
  adapter: node({ mode: 'standalone' }),
  i18n: { locales: ['en', 'de'], defaultLocale: 'en' },
  integrations: [react(), consent({ cms: 'http://127.0.0.1:1337' })],
  env: {
    schema: {
      // "secret" means: read when the server runs, so that one build serves demo and tests.
      VENDORS_URL: envField.string({ context: 'server', access: 'secret', default: 'http://127.0.0.1:4400' }),
    },
  },
});
