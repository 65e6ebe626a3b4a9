import node from '@astrojs/node';
import preact from '@astrojs/preact';
import react from '@astrojs/react';
import solid from '@astrojs/solid-js';
import svelte from '@astrojs/svelte';
import vue from '@astrojs/vue';
import consent from '@permesso/consent-astro';
import { defineConfig, envField } from 'astro/config';

export default defineConfig({
  output: 'server',
  outDir: process.env.SITE_OUT_DIR ?? './dist',
  adapter: node({ mode: 'standalone' }),
  i18n: { locales: ['en', 'de'], defaultLocale: 'en' },
  integrations: [
    // Whose JSX is whose.
    react({ include: ['**/islands/react/*.tsx', '**/TideTable.tsx'] }),
    preact({ include: ['**/islands/preact/*.tsx'] }),
    solid({ include: ['**/islands/solid/*.tsx'] }),
    svelte(),
    vue(),
    consent({ cms: 'http://127.0.0.1:1337' }),
  ],
  env: {
    schema: {
      // "secret" means: read when the server runs, so that one build serves demo and tests.
      VENDORS_URL: envField.string({ context: 'server', access: 'secret', default: 'http://127.0.0.1:4400' }),
    },
  },
});
