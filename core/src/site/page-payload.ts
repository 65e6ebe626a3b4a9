/** What a page is told of its configuration: in its head what is decided by before the first paint, the rest in a file. */
import { inLocale } from '../contract/api-address.ts';
import type {
  ConsentBannerLabels,
  ConsentConfig,
  ConsentTracker,
  DeclaredEntries,
  PendingConfig,
} from '../contract/config.ts';
import { type ConfigContent, type GpcSignal, type PagePayload, payloadKey } from '../contract/payload.ts';
import { escapeHtml } from '../contract/safe-html.ts';
import { regionDefaults } from '../rules/consent-mode.ts';
import { headTerms, UNKNOWN_HEAD } from '../rules/head-terms.ts';
import { consentModeRegions } from '../rules/jurisdiction.ts';
import {
  earlyRequestScript,
  gppStubScript,
  headSnippet,
  storageGuardScript,
  tcfStubScript,
} from './inline-scripts.ts';
import { latinJson } from './latin-text.ts';
import type { SiteSettings } from './options.ts';
import { keepNewest } from './shared-answers.ts';

/** What a page's facts depend on. */
export interface PayloadFacts {
  config: PendingConfig | null;
  /** The page is made for one visitor. */
  visitor: boolean;
  gpc: GpcSignal;
  locale: string | null;
  /** The banner keeps quiet on this page. */
  quiet: boolean;
}

/**
 * What a page is told of its configuration and of how to ask for another one. A page that asks for its visitor tells Consent
 * Mode until then the defaults of every region.
 */
export function pagePayload(site: SiteSettings, facts: PayloadFacts, files: ConfigFiles): PagePayload {
  const { config, visitor, gpc, locale, quiet } = facts;
  // Without a configuration the page asks again by itself.
  const source = visitor && config ? null : sourceFor(site, locale);
  // Where the site has no routes, the page is the only place that has the rest of its configuration.
  // What waits to be published is in no file that caches keep.
  const isBrief = config !== null && site.routes && !config.preview;
  return {
    config: isBrief ? briefConfig(config, site.consentCookies?.page) : config,
    // No page of visitors says the same as one of a preview.
    key: `${config?.preview ? 'preview|' : ''}${payloadKey(config, visitor)}`,
    head: config
      ? headTerms(config, {
          ...(source && {
            regions: regionDefaults(config, config.consentMode.regions ?? consentModeRegions()),
          }),
          final: !quiet && (visitor || !source || isLawKnown(config)),
        })
      : UNKNOWN_HEAD,
    visitor,
    gpc,
    ...(source && { source }),
    ...(site.routes && { base: site.basePath, ...(site.slash && { slash: site.slash }) }),
    ...(isBrief && { content: inLocale(files.address(config), locale) }),
  };
}

/** Whether whoever gets the page is under its model: then its banner shows with the first paint. */
const isLawKnown = (config: PendingConfig) => config.pending === undefined;

/** Where a page that does not know its visitor asks: the site's own route, or the CMS where there is none. */
function sourceFor(site: SiteSettings, locale: string | null): string | null {
  if (site.routes) return inLocale(site.address('config'), locale);
  const api = site.api();
  if (!api) return null;
  const address = inLocale(`${api}/config`, locale);
  return site.gpp === 'state' ? `${address}${locale ? '&' : '?'}with=region` : address;
}

/** What a page is told, and its visitor's region beside that: for this visitor alone, so that nothing that is kept has it. */
export function withRegion(payload: PagePayload, region: string): PagePayload {
  const { config } = payload;
  return config
    ? { ...payload, config: { ...config, jurisdiction: { ...config.jurisdiction, region } } }
    : payload;
}

/** What stands first in `<head>`: the page's facts as inert JSON, then the snippet that reads them. */
export function headHtml(payload: PagePayload, site: SiteSettings): string {
  const { files, consentCookies, tcf, gpp } = site;
  const facts = `<script type="application/json" data-consent-config>${inertJson(payload)}</script>`;
  const stubs = [...(tcf ? [tcfStubScript] : []), ...(gpp ? [gppStubScript] : [])];
  const head = `${facts}<script data-consent-mode data-consent-files="${escapeHtml(files)}">${headSnippet}</script>${stubs
    .map((stub) => `<script>${stub}</script>`)
    .join('')}`;
  const theme = site.themeStyle && `<style>${site.themeStyle}</style>`;
  // Whoever looks at a preview is told so also where no page has a place for it.
  const bar = payload.config?.preview
    ? `<script type="module" src="${escapeHtml(files)}preview.js"></script>`
    : '';
  const asks = theme + bar + (payload.source ? `<script>${earlyRequestScript}</script>` : '');
  if (!consentCookies?.page) return head + asks;
  const necessary = escapeHtml(JSON.stringify(consentCookies.necessary));
  return `${head}<script data-consent-necessary="${necessary}">${storageGuardScript}</script>${asks}`;
}

/**
 * The configuration without trackers and what is only read. A page carries what is decided by before its first paint; the
 * rest is in a file beside it.
 *
 * @param guarded the page guards what trackers set
 */
export function briefConfig(config: ConsentConfig, guarded = false): PendingConfig {
  const { position, showRejectAll, labels, links, quietPages } = config.banner;
  return {
    ...config,
    // What is said to Google in places stands with what the head decides by.
    consentMode: { ...config.consentMode, regions: undefined },
    categories: config.categories.map((category) => ({
      ...category,
      label: '',
      description: '',
      purpose: undefined,
    })),
    trackers: [],
    ...(guarded && { guarded: config.trackers.flatMap(entriesOf) }),
    banner: {
      title: '',
      description: '',
      position,
      showRejectAll,
      // The button that opens the preferences may be an island; what is missing says as little as what is empty.
      labels: { manage: labels.manage } as ConsentBannerLabels,
      // By them a banner that the server has written is kept in step, also before the texts have come.
      links,
      ...(quietPages && { quietPages }),
    },
  };
}

/** What a tracker sets in a page, for scripts to be kept from it. */
function entriesOf({ key, categoryKey, cookies = [] }: ConsentTracker): DeclaredEntries[] {
  const entries = cookies
    .filter(({ storage }) => storage !== 'indexedDB')
    .map(({ name, domain, storage }) => ({ name, storage, ...(domain && { domain }) }));
  return entries.length > 0 ? [{ ...(key !== undefined && { key }), categoryKey, cookies: entries }] : [];
}

/** JSON that cannot end its script element, whatever texts the editors write. */
export const inertJson = (value: unknown): string => latinJson(value).replaceAll('<', '\\u003c');

/** Years are for ever to a browser: what a file of this name says never changes. */
const FOREVER = 'public, max-age=31536000, immutable';

/** Some caches know one of the two words and not the other. */
export const NOT_KEPT = 'private, no-store';

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
      if (!config) return new Response(null, { status: 503, headers: { 'cache-control': NOT_KEPT } });
      const present = of(config);
      return present.name === name ? answerWith(present, FOREVER) : answerWith(standInOf(config), NOT_KEPT);
    },
  };
}

/** What a page of another configuration may still use: with it the page is told to ask for the present one. */
const standInOf = (config: ConsentConfig): Pick<ConfigFile, 'text'> => ({
  text: JSON.stringify({ ...contentOf(config), trackers: [], standIn: true } satisfies ConfigContent),
});

const answerWith = ({ text }: Pick<ConfigFile, 'text'>, caching: string) =>
  new Response(text, { headers: { 'content-type': 'application/json', 'cache-control': caching } });

/** What only trackers, preferences and legal pages need: a page is judged and painted without it. */
function contentOf({ categories, trackers, banner }: ConsentConfig): ConfigContent {
  const { controller, title, description, labels, notes } = banner;
  return {
    categories: categories.map((category) => ({
      key: category.key,
      label: category.label,
      description: category.description,
    })),
    // By its hosts the site finds the category of what it gates, and writes its picture there; no page does.
    trackers: trackers.map(({ hosts: _, poster: __, ...tracker }) => tracker),
    banner: { ...(controller && { controller }), title, description, labels, ...(notes && { notes }) },
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
