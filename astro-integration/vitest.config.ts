import { getViteConfig } from 'astro/config';
import { rawComponentsPlugin } from './raw-components-plugin.ts';
import { snippetPlugin } from './snippet-plugin.ts';
import { partsPlugin, virtualModules } from './src/virtual.ts';
import { testSite } from './tests/page/site.ts';

const vite = {
  plugins: [
    rawComponentsPlugin(),
    snippetPlugin(),
    partsPlugin('/'),
    virtualModules({
      modules: { 'virtual:consent/site': testSite, 'virtual:consent/baked': {} },
      configModule: null,
      root: new URL('./', import.meta.url),
    }),
  ],
  test: { name: 'astro-integration', include: ['src/**/*.test.ts', 'tests/**/*.test.ts'] },
};

// Without the toolbar's source annotations: tests see the HTML that visitors get.
export default getViteConfig(vite as never, { configFile: false, devToolbar: { enabled: false } });
