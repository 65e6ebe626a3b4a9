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

/** The parts of the runtime that come later, each an entry of the client's build. */
const PARTS = [
  'store',
  'answer',
  'banner',
  'check',
  'preferences',
  'tokens',
  'texts',
  'reload',
  'markup',
  'records',
  'cleanup',
  'adapters',
];

const chunkName = (part: string) => `consent-${part}`;

/**
 * Has browsers compile a whole file while it loads, apart from the page, and not each function at its first call, which
 * the visitor would wait for (https://github.com/WICG/explicit-javascript-compile-hints-file-based).
 */
const COMPILE_HINT = '//# allFunctionsCalledOnLoad';

/** Tells the runtime where its parts are: chunks beside the page's own script, which they share modules with. */
export function partsPlugin(base: string) {
  const id = 'virtual:consent/parts';
  let serving = false;
  return {
    name: 'consent-parts',
    configResolved: ({ command }: { command: string }) => {
      serving = command === 'serve';
    },
    resolveId: (source: string) => (source === id ? `\0${id}` : undefined),
    // Behind all that minifies: comments would go.
    outputOptions: ({ postBanner, ...options }: OutputOptions): OutputOptions => ({
      ...options,
      postBanner: async (chunk) => {
        const own = typeof postBanner === 'function' ? await postBanner(chunk) : postBanner;
        return chunk.name === chunkName('answer')
          ? [COMPILE_HINT, own].filter(Boolean).join('\n')
          : (own ?? '');
      },
    }),
    load(this: EmitContext, source: string) {
      if (source !== `\0${id}`) return;
      const browser = this.environment?.name === 'client';
      const urls = PARTS.map((name) => {
        const path = fileURLToPath(new URL(`./client/parts/${name}.js`, import.meta.url));
        if (serving) return `${name}: ${JSON.stringify(`${base.replace(/\/$/, '')}/@fs${path}`)}`;
        if (!browser) return `${name}: ''`;
        return `${name}: import.meta.ROLLUP_FILE_URL_${this.emitFile({ type: 'chunk', id: path, name: chunkName(name) })}`;
      });
      return `export default { ${urls.join(', ')} };`;
    },
  };
}

interface OutputOptions {
  postBanner?: string | ((chunk: { name: string }) => string | Promise<string>);
}

interface EmitContext {
  environment?: { name: string };
  emitFile(chunk: { type: 'chunk'; id: string; name: string }): string;
}
