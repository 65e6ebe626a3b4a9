import { existsSync } from 'node:fs';
import { defineConfig } from 'tsdown';
import { cssTextPlugin } from '../core/css-text-plugin.ts';

const entries = {
  index: 'src/index.ts',
  server: 'src/server/index.ts',
  client: 'src/client/index.ts',
  react: 'src/react/index.ts',
  legal: 'src/legal.ts',
  'legal-pages': 'src/server/legal-pages.ts',
  loaders: 'src/loaders.ts',
  feed: 'src/feed.ts',
  'gate-veil': 'src/server/gate-veil.ts',
  components: 'src/server/components.ts',
  'server/middleware': 'src/server/middleware.ts',
  'server/page-head': 'src/server/page-head.ts',
  'server/routes': 'src/server/routes.ts',
  'toolbar/app': 'src/toolbar/app.ts',
  'toolbar/early': 'src/toolbar/early.ts',
  'client/directive': 'src/client/directive.ts',
  'client/navigation': 'src/client/navigation.ts',
};

export default defineConfig({
  entry: Object.fromEntries(Object.entries(entries).filter(([, file]) => existsSync(file))),
  format: 'esm',
  platform: 'neutral',
  fixedExtension: false,
  dts: true,
  plugins: [cssTextPlugin()],
  deps: {
    neverBundle: [/^virtual:consent\//, /^astro[:/]/, /^node:/],
  },
});
