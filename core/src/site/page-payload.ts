import type { ConsentBannerLabels, ConsentConfig } from '../contract/config.ts';
import { type PagePayload, payloadKey } from '../contract/payload.ts';
import { escapeHtml } from '../contract/safe-html.ts';
import { headTerms, UNKNOWN_HEAD } from '../rules/head-terms.ts';
import { consentModeRegions } from '../rules/jurisdiction.ts';
import type { ConfigFiles } from './config-files.ts';
import { headSnippet } from './inline-scripts.ts';
import type { SiteSettings } from './options.ts';

/** What a page's facts depend on. */
export interface PayloadFacts {
  config: ConsentConfig | null;
  /** The page is made for one visitor. */
  visitor: boolean;
  gpc: boolean;
  locale: string | null;
}

/**
 * What a page is told of its configuration and of how to ask for another one. A page that does not know its visitor tells
 * Consent Mode the defaults of every region.
 */
export function pagePayload(site: SiteSettings, facts: PayloadFacts, files: ConfigFiles): PagePayload {
  const { config, visitor, gpc, locale } = facts;
  // Without a configuration the page asks again by itself.
  const source = visitor && config ? null : sourceFor(site, locale);
  const regions = visitor ? [] : consentModeRegions();
  // Where the site has no routes, the page is the only place that has the rest of its configuration.
  const isBrief = config !== null && site.routes;
  return {
    config: isBrief ? briefConfig(config) : config,
    key: payloadKey(config, visitor),
    head: config ? headTerms(config, { regions, final: visitor || !source }) : UNKNOWN_HEAD,
    visitor,
    gpc,
    ...(source && { source }),
    ...(site.routes && { base: site.basePath, ...(site.slash && { slash: site.slash }) }),
    ...(isBrief && { content: inLocale(files.address(config), locale) }),
  };
}

const inLocale = (address: string, locale: string | null) =>
  locale ? `${address}?locale=${encodeURIComponent(locale)}` : address;

/** Where a page that does not know its visitor asks: the site's own route, or the CMS where there is none. */
function sourceFor(site: SiteSettings, locale: string | null): string | null {
  const api = site.routes ? null : site.api();
  const address = site.routes ? site.address('config') : api && `${api}/config`;
  return address && inLocale(address, locale);
}

/** What stands first in `<head>`: the page's facts as inert JSON, then the snippet that reads them. */
export function headHtml(payload: PagePayload, { runtime }: SiteSettings): string {
  const facts = `<script type="application/json" data-consent-config>${inertJson(payload)}</script>`;
  return `${facts}<script data-consent-mode>${headSnippet}</script><script type="module" src="${escapeHtml(runtime)}"></script>`;
}

/**
 * The configuration without trackers and what is only read. A page carries what is decided by before its first paint; the
 * rest is in a file beside it.
 */
export function briefConfig(config: ConsentConfig): ConsentConfig {
  const { position, showRejectAll, labels, links } = config.banner;
  return {
    ...config,
    categories: config.categories.map((category) => ({ ...category, label: '', description: '' })),
    trackers: [],
    banner: {
      title: '',
      description: '',
      position,
      showRejectAll,
      // The button that opens the preferences may be an island; what is missing says as little as what is empty.
      labels: { manage: labels.manage } as ConsentBannerLabels,
      // By them a banner that the server has written is kept in step, also before the texts have come.
      links,
    },
  };
}

/**
 * JSON that cannot end its script element, whatever texts the editors write. A single letter that is not Latin would have a
 * server keep and send the whole page as two-byte text: such letters are written as escapes.
 */
export function inertJson(value: unknown): string {
  return JSON.stringify(value).replace(/[<\u0100-\uffff]/g, escapeCharacter);
}

function escapeCharacter(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
