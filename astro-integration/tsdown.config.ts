import { defineConfig } from 'tsdown';
import { cssTextPlugin } from '../core/css-text-plugin.ts';

const entry = {
  index: 'src/index.ts',
  server: 'src/server/index.ts',
  client: 'src/client/index.ts',
  react: 'src/react/index.ts',
  legal: 'src/legal.ts',
  loaders: 'src/loaders.ts',
  feed: 'src/feed.ts',
  gpp: 'src/gpp/index.ts',
  tcf: 'src/tcf/index.ts',
  starlight: 'src/starlight/index.ts',
  components: 'src/server/components.ts',
  'server/middleware': 'src/server/middleware.ts',
  'server/page-state': 'src/server/page-state.ts',
  'server/routes': 'src/server/routes.ts',
  'starlight/gated-slot': 'src/starlight/gated-slot.ts',
  'toolbar/app': 'src/toolbar/app.ts',
  'toolbar/declared-hosts': 'src/toolbar/declared-hosts.ts',
  'toolbar/page-warnings': 'src/toolbar/page-warnings.ts',
  'client/directive': 'src/client/directive.ts',
  'client/islands': 'src/client/islands.ts',
  'client/navigation': 'src/client/navigation.ts',
};

export default defineConfig({
  entry,
  format: 'esm',
  platform: 'neutral',
  fixedExtension: false,
  dts: true,
  plugins: [cssTextPlugin()],
  deps: {
    neverBundle: [/^virtual:consent\//, /^astro[:/]/, /^node:/],
  },
});
