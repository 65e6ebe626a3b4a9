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

/** What Astro's compiler writes at the end of a head. */
const END = /\$\{\$\$renderHead\(\$\$result\)\}/;

/**
 * Has components that have a `<head>` write ours as its first part. So the finished document need not be searched for
 * its head, which would cost a page more than all else together. What this does not know, it leaves alone: the
 * middleware finds the head of any other document in its stream.
 */
export function headPlugin() {
  const writer = fileURLToPath(new URL('./server/page-state.js', import.meta.url));
  return {
    name: 'consent-head',
    enforce: 'post' as const,
    transform(this: { environment?: { name: string } }, code: string, id: string) {
      if (this.environment?.name === 'client' || !id.endsWith('.astro')) return;
      // Exactly one, and no other that a comment or a text may hold.
      const starts = code.match(/<head(?=[\s>$])/gi);
      if (starts?.length !== 1 || !code.includes('<head>') || !END.test(code)) return;
      return {
        // Imports behind the code: its lines stay where they are.
        code: `${code.replace('<head>', () => `<head>\${$$writeConsentHead($$result)}`)}
import { writeHead as $$writeConsentHead } from ${JSON.stringify(writer)};`,
        map: null,
      };
    },
  };
}

/** The script of Astro's router component, as Astro's own build names it. */
const ROUTER = /\/ClientRouter\.astro\?astro&type=script/;

/** Brings what tells the page's runtime of client-side navigation along with Astro's router: other pages pay nothing for it. */
export function navigationPlugin() {
  const navigation = fileURLToPath(new URL('./client/navigation.js', import.meta.url));
  return {
    name: 'consent-navigation',
    enforce: 'pre' as const,
    transform(this: { environment?: { name: string } }, code: string, id: string) {
      // In dev the server looks at such scripts, too, and would run what they import.
      if (this.environment?.name !== 'client' || !ROUTER.test(id)) return;
      // Behind the code: its lines stay where they are.
      return { code: `${code}\nimport ${JSON.stringify(navigation)};`, map: null };
    },
  };
}
