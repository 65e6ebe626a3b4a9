import { fileURLToPath } from 'node:url';

const built = /^\.\.\/dist\/(\w+)\.js$/;

/** In tests the published `.astro` files meet the sources instead of the last build. */
export function rawComponentsPlugin() {
  return {
    name: 'consent-raw-components',
    enforce: 'pre' as const,
    resolveId(source: string, importer?: string) {
      const entry = importer?.includes('/components/') && built.exec(source)?.[1];
      if (entry)
        return fileURLToPath(
          new URL(`./src/${entry === 'legal' ? 'legal' : `${entry}/index`}.ts`, import.meta.url),
        );
    },
  };
}
