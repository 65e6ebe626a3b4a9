import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'tsdown';
import { cssTextPlugin } from '../core/css-text-plugin.ts';
import { inlineScriptsPlugin } from './inline-scripts-plugin.ts';
import { bundlePage } from './page-bundles.ts';

const entries = {
  index: 'src/index.ts',
  server: 'src/server/index.ts',
  head: 'src/head/index.ts',
  client: 'src/client/index.ts',
  react: 'src/react/index.ts',
  legal: 'src/legal.ts',
  'legal-pages': 'src/server/legal-pages.ts',
  loaders: 'src/loaders.ts',
  feed: 'src/feed.ts',
  'gate-veil': 'src/server/gate-veil.ts',
  ui: 'src/ui/index.ts',
  'server/middleware': 'src/server/middleware.ts',
  'server/page-head': 'src/server/page-head.ts',
  'server/routes/config': 'src/server/routes/config.ts',
  'server/routes/records': 'src/server/routes/records.ts',
  'server/routes/decide': 'src/server/routes/decide.ts',
  'server/routes/gpc': 'src/server/routes/gpc.ts',
  'toolbar/app': 'src/toolbar/app.ts',
  'toolbar/early': 'src/toolbar/early.ts',
  'client/directive': 'src/client/directive.ts',
};

/**
 * Takes lru-cache along as it is for browsers: it runs anywhere, and resolved by a site's own build it may become the one
 * for Node, which no edge middleware takes.
 */
function anywherePlugin() {
  const file = fileURLToPath(new URL('./node_modules/lru-cache/dist/esm/browser/index.js', import.meta.url));
  const license = '/*! lru-cache, Blue Oak Model License 1.0.0: https://blueoakcouncil.org/license/1.0.0 */';
  return {
    name: 'lru-cache-anywhere',
    resolveId: (id: string) => (id === 'lru-cache' ? file : null),
    transform: (code: string, id: string) => (id === file ? `${license}\n${code}` : null),
  };
}

export default defineConfig({
  entry: Object.fromEntries(Object.entries(entries).filter(([, file]) => existsSync(file))),
  format: 'esm',
  platform: 'neutral',
  fixedExtension: false,
  dts: true,
  plugins: [anywherePlugin(), cssTextPlugin(), inlineScriptsPlugin()],
  deps: {
    alwaysBundle: ['lru-cache'],
    neverBundle: [/^virtual:consent\/(?!snippet|gate-opener)/, /^astro[:/]/, /^node:/],
  },
  hooks: { 'build:done': bundlePage },
});
