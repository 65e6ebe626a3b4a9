import { existsSync } from 'node:fs';
import { defineConfig } from 'tsdown';
import { cssTextPlugin } from '../core/css-text-plugin.ts';
import { inlineScriptsPlugin } from './inline-scripts-plugin.ts';
import { bundlePage } from './page-bundles.ts';

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
};

export default defineConfig({
  entry: Object.fromEntries(Object.entries(entries).filter(([, file]) => existsSync(file))),
  format: 'esm',
  platform: 'neutral',
  fixedExtension: false,
  dts: true,
  plugins: [cssTextPlugin(), inlineScriptsPlugin()],
  deps: {
    neverBundle: [/^virtual:consent\/(?!snippet|gate-opener)/, /^astro[:/]/, /^node:/],
  },
  hooks: { 'build:done': bundlePage },
});
