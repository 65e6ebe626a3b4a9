import type { ConsentConfig } from '../contract/config.ts';
import type { ConfigContent } from '../contract/payload.ts';
import { contentHash } from './content-hash.ts';
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
