import type { ConsentConfig } from '../contract/config.ts';
import type { ConfigContent } from '../contract/payload.ts';
import type { SiteSettings } from './options.ts';
import { keepNewest } from './shared-answers.ts';

/** Years are for ever to a browser: what a file of this name says never changes. */
const FOREVER = 'public, max-age=31536000, immutable';

/** The part of a configuration that a page need not carry, as a file that is named by what it says. */
export interface ConfigFile {
  /** Its name below the base path: `c.` and 16 hexadecimal digits. */
  name: string;
  /** A `ConfigContent` as JSON. */
  text: string;
}

export interface ConfigFiles {
  /** The file of a configuration, made once. */
  of(config: ConsentConfig): ConfigFile;
  /** Where browsers find it. */
  address(config: ConsentConfig): string;
  /** Answers for a name that pages of this site have, or had. */
  answer(name: string, current: () => Promise<ConsentConfig | null>): Promise<Response>;
}

/** Whether a path's last part may name such a file. */
export const isConfigFile = (name: string): boolean => /^c\.[\da-f]{16}\.json$/.test(name);

/** The files of a site's configurations: those of the last hundred that pages were made of stay within reach. */
export function createConfigFiles({ basePath }: Pick<SiteSettings, 'basePath'>): ConfigFiles {
  const made = new WeakMap<ConsentConfig, ConfigFile>();
  const known = new Map<string, ConfigFile>();

  function of(config: ConsentConfig): ConfigFile {
    let file = made.get(config);
    if (!file) {
      const text = JSON.stringify(contentOf(config));
      file = { name: `c.${contentHash(text)}.json`, text };
      made.set(config, file);
      keepNewest(known, file.name, file);
    }
    return file;
  }

  return {
    of,
    address: (config) => `${basePath}/${of(config).name}`,
    async answer(name, current) {
      const file = known.get(name);
      if (file) return answerWith(file, FOREVER);
      // Another instance has made the page, or this one before it was started anew.
      const config = await current();
      const present = config && of(config);
      if (!present) return new Response(null, { status: 503, headers: { 'cache-control': 'no-store' } });
      return answerWith(present, present.name === name ? FOREVER : 'no-store');
    },
  };
}

const answerWith = ({ text }: ConfigFile, caching: string) =>
  new Response(text, { headers: { 'content-type': 'application/json', 'cache-control': caching } });

/** What only trackers, preferences and legal pages need: a page is judged and painted without it. */
function contentOf({ categories, trackers, banner }: ConsentConfig): ConfigContent {
  const { title, description, labels } = banner;
  return {
    categories: categories.map((category) => ({
      key: category.key,
      label: category.label,
      description: category.description,
    })),
    trackers,
    banner: { title, description, labels },
  };
}

/**
 * Names a text by what it says: 16 hexadecimal digits, the same in every process. Not for secrets: two texts of one name
 * could be made on purpose, and nobody but the site itself writes these. At once, where WebCrypto would have to be waited for.
 */
export function contentHash(text: string): string {
  // Two multiplicative hashes of 32 bits side by side (cyrb53, https://github.com/bryc/code, public domain).
  let one = 0xdeadbeef;
  let other = 0x41c6ce57;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    one = Math.imul(one ^ code, 2654435761);
    other = Math.imul(other ^ code, 1597334677);
  }
  one = Math.imul(one ^ (one >>> 16), 2246822507) ^ Math.imul(other ^ (other >>> 13), 3266489909);
  other = Math.imul(other ^ (other >>> 16), 2246822507) ^ Math.imul(one ^ (one >>> 13), 3266489909);
  return hex(other) + hex(one);
}

const hex = (value: number) => (value >>> 0).toString(16).padStart(8, '0');
