import { fileURLToPath } from 'node:url';
import type { ConsentConfig } from '@permesso/consent-core';
import type { SiteOptions } from './setup.ts';

/** Every virtual module of the integration and what its default export is. */
export interface VirtualModules {
  /** What the site knows about itself, decided at build. */
  'virtual:consent/site': SiteOptions;
  /** The configuration known at build, by locale; the default locale's stands under ''. */
  'virtual:consent/baked': Record<string, ConsentConfig>;
}

/** The module that answers for `config: './path'`; without one, null. */
const asked = 'virtual:consent/asked';

export interface VirtualSources {
  modules: VirtualModules;
  configModule: string | null;
  root: URL;
}

/** A Vite plugin that serves the virtual modules. */
export function virtualModules({ modules, configModule, root }: VirtualSources) {
  const text = new Map<string, string>(
    Object.entries(modules).map(([name, value]) => [name, `export default ${JSON.stringify(value)};`]),
  );
  const path = configModule && fileURLToPath(new URL(configModule, root));
  text.set(asked, path ? `export { default } from ${JSON.stringify(path)};` : 'export default null;');
  return {
    name: 'consent-virtual-modules',
    resolveId: (id: string) => (text.has(id) ? `\0${id}` : undefined),
    load: (id: string) => (id.startsWith('\0') ? text.get(id.slice(1)) : undefined),
  };
}
