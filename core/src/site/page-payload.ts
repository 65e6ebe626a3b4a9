import type { ConsentBannerLabels, ConsentConfig } from '../contract/config.ts';
import type { HeadTerms, PagePayload } from '../contract/payload.ts';
import { consentModeTerms } from '../rules/consent-mode.ts';
import { consentModeRegions } from '../rules/jurisdiction.ts';
import { payloadKey } from '../rules/payload-key.ts';
import { initialView } from '../rules/resolve.ts';
import { consentTerms } from '../rules/terms.ts';
import type { SiteSettings } from './options.ts';

/** What a page's facts depend on. */
export interface PayloadFacts {
  config: ConsentConfig | null;
  /** The page is made for one visitor. */
  visitor: boolean;
  gpc: boolean;
  locale: string | null;
}

/** What a page is told of its configuration and of how to ask for another one. */
export function pagePayload(site: SiteSettings, facts: PayloadFacts): PagePayload {
  const { config, visitor, gpc, locale } = facts;
  // Without a configuration the page asks again by itself.
  const source = visitor && config ? null : sourceFor(site, locale);
  return {
    config,
    key: payloadKey(config, visitor),
    head: headTerms(config, visitor, visitor || !source),
    visitor,
    gpc,
    ...(source && { source }),
    ...(site.routes && { base: site.basePath, ...(site.slash && { slash: site.slash }) }),
  };
}

/** Where a page that does not know its visitor asks: the site's own route, or the CMS where there is none. */
function sourceFor(site: SiteSettings, locale: string | null): string | null {
  const api = site.routes ? null : site.api();
  const address = site.routes ? site.address('config') : api && `${api}/config`;
  return address && (locale ? `${address}?locale=${encodeURIComponent(locale)}` : address);
}

/**
 * What the head decides by. Without a configuration every signal is denied and nothing is granted (C1); a page that
 * does not know its visitor tells Consent Mode the defaults of every region.
 *
 * @param final nobody will be asked for a configuration of the visitor
 */
export function headTerms(config: ConsentConfig | null, visitor: boolean, final = visitor): HeadTerms {
  if (!config) return UNKNOWN;
  const { model, triggers, maxAge } = consentTerms(config);
  return {
    name: config.cookie.name,
    model,
    triggers,
    maxAge,
    mode: consentModeTerms(config, visitor ? [] : consentModeRegions()),
    asks:
      final && initialView({ status: 'undecided', model: config.jurisdiction.model }, config) === 'banner',
  };
}

const DENIED = {
  ad_storage: null,
  ad_user_data: null,
  ad_personalization: null,
  analytics_storage: null,
  functionality_storage: null,
  personalization_storage: null,
  security_storage: [],
};

const UNKNOWN: HeadTerms = {
  name: '',
  model: null,
  categories: [],
  versions: {},
  triggers: [],
  maxAge: 0,
  mode: { signals: DENIED, wait: { wait_for_update: 500 }, set: [], regions: [[], []] },
  asks: false,
};

/** What stands first in `<head>`: the page's facts as inert JSON, then the snippet that reads them. */
export function headHtml(payload: PagePayload, { snippet, runtime }: SiteSettings): string {
  const { config, base } = payload;
  // Where the site has no routes, the page is the only place that has the texts.
  const told = config && base ? { ...payload, config: briefConfig(config), brief: true } : payload;
  const loaded = runtime ? `<script type="module" src="${runtime}"></script>` : '';
  return `<script type="application/json" data-consent-config>${inertJson(told)}</script><script data-consent-mode>${snippet}</script>${loaded}`;
}

/**
 * The configuration without what only the preferences and legal pages say. A page carries what it judges, loads and
 * cleans up by; the texts are asked for when somebody wants to read them.
 */
export function briefConfig(config: ConsentConfig): ConsentConfig {
  const { position, showRejectAll, labels, links } = config.banner;
  return {
    ...config,
    categories: config.categories.map((category) => ({ ...category, label: '', description: '' })),
    trackers: config.trackers.map(({ id, categoryKey, kind, cookies, loader }) => ({
      id,
      name: '',
      categoryKey,
      kind,
      cookies: cookies?.map(({ name, domain, storage }) => ({ name, domain, storage })),
      loader,
    })),
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
