import { fileURLToPath } from 'node:url';

const source = (file: string) => fileURLToPath(new URL(`../../../core/src/${file}`, import.meta.url));

/** The sources of the core by the names that its package exports: tests of the plugin need no build of it. */
export const CORE_SOURCES = {
  '@permesso/consent-core/banner': source('ui/banner.ts'),
  // All of it that the plugin needs.
  '@permesso/consent-core/content': source('site/content/third-parties.ts'),
  '@permesso/consent-core/legal': source('legal/index.ts'),
  '@permesso/consent-core/schema': source('contract/schema.ts'),
  '@permesso/consent-core/site': source('site/index.ts'),
  '@permesso/consent-core/texts': source('texts/index.ts'),
  '@permesso/consent-core/ui': source('ui/index.ts'),
  '@permesso/consent-core': source('index.ts'),
};
