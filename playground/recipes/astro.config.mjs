import partytown from '@astrojs/partytown';
import consent from '@permesso/consent-astro';
import { defineConfig } from 'astro/config';

export default defineConfig({
  integrations: [consent({ config: './src/consent.config.ts' }), partytown()],
  devToolbar: { enabled: false },
});
