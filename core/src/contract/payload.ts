import type {
  ConsentBannerConfig,
  ConsentCategory,
  ConsentConfig,
  ConsentGranularity,
  ConsentModel,
  ConsentModeSignal,
  ConsentPending,
  ConsentTracker,
  PendingConfig,
  PreviewNotice,
  ReconsentTrigger,
  RenewalTerms,
} from './config.ts';

/**
 * Global Privacy Control: said by the browser itself, or `account`: by another device of whoever is signed in. Both are judged by
 * alike; that of the account is no decision of this browser, and nothing is kept or recorded by it.
 */
export type GpcSignal = boolean | 'account';

/** What a page is told in its inert JSON script: everything that may differ from page to page. */
export interface PagePayload {
  /** Null when no configuration is known: then nothing is granted and nothing is shown. */
  config: PendingConfig | null;
  /** Names what the page says; see `payloadKey`. */
  key: string;
  /** The configuration condensed to what the head decides by. */
  head: HeadTerms;
  /** True when the configuration was made for this visitor; false on pages that are the same for all. */
  visitor: boolean;
  /** What the request said (`Sec-GPC: 1`), or the CMS of its visitor's account. */
  gpc: GpcSignal;
  /** Where the page asks for a configuration of its visitor; absent where it has one. */
  source?: string;
  /** Where it has asked, and asks again should it have to. */
  asked?: string;
  /** When it was answered, in milliseconds since 1970: what the pages of a tab remember of their visitor. */
  at?: number;
  /** Base path of the site's own routes; absent in a static build without an adapter. */
  base?: string;
  /** What their addresses end in, where that is not nothing. */
  slash?: '/';
  /**
   * Where the rest of the configuration is, in a file that never changes: its trackers and what is only read, each value at
   * its place (`ConfigContent`). Absent where the configuration is whole.
   */
  content?: string;
}

/**
 * Under what a tab keeps what was answered to its last page. No page knows yet how the cookie is named where all that it has is
 * the address of a CMS.
 */
export const REMEMBERED = 'permesso:config';

/** What a decision is judged by of a category. */
export type CategoryTerms = Pick<
  ConsentCategory,
  'key' | 'required' | 'respectGPC' | 'defaultInOptOut' | 'basis'
>;

/**
 * The part of a config that a decision is judged by: plain data that survives JSON, small enough for the head
 * of every page.
 */
export interface ConsentTerms extends Readonly<RenewalTerms> {
  /** Null where consent is switched off or the model unknown: required categories only, no decision counts. */
  model: ConsentModel | null;
  /** What is not known yet of model and config: until then less is granted, never more. */
  pending?: ConsentPending;
  /** Whoever looks is not the visitor that the config is made for: only what they grant by an act is granted. */
  preview?: PreviewNotice;
  categories: readonly CategoryTerms[];
  /** See `ConsentConfig`. */
  services?: Readonly<Record<string, string>>;
  granularity?: ConsentGranularity;
  versions: Partial<Record<`${ReconsentTrigger}Version`, string>>;
  /** See the config. */
  refusal?: RenewalTerms;
}

export type ConsentModeState = Record<ConsentModeSignal, 'granted' | 'denied'>;

/** The parameters of `gtag('consent', 'default', …)`. */
export type ConsentModeDefault = ConsentModeState & { wait_for_update: number; region?: string[] };

/**
 * The part of a config that Consent Mode needs: plain data that survives JSON, small enough for the head of
 * every page.
 */
export interface ConsentModeTerms {
  /** The categories, or services, that must all be granted for a signal; null where it never is. */
  signals: Partial<Record<ConsentModeSignal, string[] | null>>;
  /** How long tags wait for an update, in milliseconds. */
  wait: { wait_for_update: number };
  /** The flags to set: `ads_data_redaction`, `url_passthrough`. */
  set: string[];
  /** Defaults for places, without and with Global Privacy Control. */
  regions: [ConsentModeDefault[], ConsentModeDefault[]];
}

/** What stands in the configuration as it is: where there is one, it is not said again. */
type ConfigTerms = 'categories' | 'services' | 'granularity' | 'versions' | 'refusal';

/** What a decision is judged by, and what is told to others of it. */
export interface HeadTerms extends Omit<ConsentTerms, ConfigTerms>, Partial<Pick<ConsentTerms, ConfigTerms>> {
  /** Name of the consent cookie. */
  name: string;
  mode: ConsentModeTerms | null;
  /** The banner shows at once to whoever has not decided: never where it keeps quiet (`quietPages`). */
  asks: boolean;
  /**
   * The part of the page that has its store, where that is not `consent`: `services` where single services are decided on, or
   * were, since `consent` knows categories alone; `tag` on a page with a script tag.
   */
  store?: 'services' | 'tag';
  /**
   * What grants trackers that the configuration has to load: categories and services; and `*` where one of them loads before consent, since
   * Consent Mode speaks for it: only then does a page need what `content` says as soon as it is read.
   */
  loads?: readonly string[];
}

/** What a page leaves out of its configuration: to be written into that, each value at its place. */
export interface ConfigContent {
  categories: Pick<ConsentCategory, 'key' | 'label' | 'description'>[];
  trackers: ConsentTracker[];
  banner: Pick<ConsentBannerConfig, 'controller' | 'title' | 'description' | 'labels' | 'notes'>;
  /**
   * It is that of another configuration, in place of one that nobody has any more: texts, and no trackers, which visitors of the page
   * have not been asked about.
   */
  standIn?: true;
}

/** Names what of a config follows from the visitor's place besides the model; empty where nothing does. */
export const placeKey = ({ categories, refusal }: Pick<ConsentConfig, 'categories' | 'refusal'>): string => {
  const bases = categories.flatMap(({ key, basis }) => (basis ? `${key}=${basis}` : []));
  return [...bases, ...(refusal ? [refusal.maxAge, ...refusal.triggers] : [])].join();
};

/**
 * Names what a page says, like the etag: two pages of one key say the same. A page that does not know its visitor
 * leaves out the model, which it cannot know. No key of a page that does is the beginning of another.
 */
export function payloadKey(config: ConsentConfig | null, visitor: boolean): string {
  if (!config) return '-';
  const { enabled, locale, versions, jurisdiction } = config;
  const visited = visitor ? `${placeKey(config)}:${jurisdiction.model}` : '';
  return `${enabled}|${locale}|${versions.policyVersion}|${visited}`;
}
