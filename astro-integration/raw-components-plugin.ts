import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const built = /^(?:\.\.\/)+dist\/([\w-]+)\.js$/;

/** In tests the published `.astro` files meet the sources instead of the last build. */
export function rawComponentsPlugin() {
  return {
    name: 'consent-raw-components',
    enforce: 'pre' as const,
    resolveId(source: string, importer?: string) {
      const entry = importer?.includes('/components/') && built.exec(source)?.[1];
      if (!entry) return;
      const candidates = [`${entry}/index`, entry, `server/${entry}`];
      return candidates
        .map((name) => fileURLToPath(new URL(`./src/${name}.ts`, import.meta.url)))
        .find((file) => existsSync(file));
    },
  };
}
