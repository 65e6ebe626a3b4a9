import type {
  BannerPosition,
  CategoryPurpose,
  COOKIE_SAME_SITE,
  ConsentAdapterName,
  ConsentGranularity,
  ConsentModel,
  ConsentModeSignal,
  ConsentSource,
  LOADER_STRATEGIES,
  OtherBasis,
  PROCESSOR_STATES,
  ProcessorRole,
  ReconsentTrigger,
  TRANSFER_FALLBACKS,
  TrackerKind,
  TrackerStorage,
  TransferMechanism,
} from './values.ts';

/**
 * The contract: everything that passes between the CMS, the site and the page.
 * Types only, so that importing it costs nothing at run time.
 */

export type {
  BannerPosition,
  CategoryBasis,
  CategoryPurpose,
  ConsentAdapterName,
  ConsentGranularity,
  ConsentModel,
  ConsentModeSignal,
  ConsentSource,
  LegalProposal,
  OtherBasis,
  ProcessorRole,
  ReconsentTrigger,
  TrackerKind,
  TrackerStorage,
  TransferMechanism,
} from './values.ts';

/** A map from category key to granted (true) or refused (false); beside them, services that were decided on otherwise. */
export type ConsentDecisions = Record<string, boolean>;

export interface ConsentCategory {
  /** Stable identifier: lower-case letters, digits, `-` and `_`. */
  key: string;
  label: string;
  description: string;
  /** Always granted; never offered as a choice and never part of `decisions`. */
  required: boolean;
  /** Switched off by Global Privacy Control under every model but opt-in. */
  respectGPC: boolean;
  /** Granted before a choice where the law is opt-out. */
  defaultInOptOut: boolean;
  consentModeSignals: ConsentModeSignal[];
  /** What it is for, where its owner says so: only then may it rest on anything but consent. */
  purpose?: CategoryPurpose;
  /** What it rests on under opt-in where this visitor is; absent: on consent. */
  basis?: OtherBasis;
}

/** Since when a decision has to be renewed. */
export interface RenewalTerms {
  /** Which versions must not have changed, in the order in which they give the reason to ask again. */
  triggers: ReconsentTrigger[];
  /** Seconds after which a decision expires. */
  maxAge: number;
}

/** One cookie or storage entry that a tracker declares. */
export interface TrackerCookie {
  /** Exact name, or a pattern with `*`: `_ga_*`. */
  name: string;
  domain?: string;
  storage: TrackerStorage;
  /** Lifetime in words, as disclosed to the visitor: "13 months". */
  durationText?: string;
  description?: string;
}

export interface TrackerLoader {
  src?: string;
  inline?: string;
  /** `afterDecision`: at once when granted; `lazy`: at the next idle moment, at most 3 s later. */
  strategy: (typeof LOADER_STRATEGIES)[number];
  attributes?: Record<string, string>;
  /** Loads before consent and is told by Consent Mode signals what it may do. The owner's explicit choice. */
  consentModeManaged: boolean;
  /** Tells the vendor's own consent API about every change of what is granted. */
  adapter?: ConsentAdapterName;
}

/** A picture, with its size in pixels where that is known. */
export interface ConsentPicture {
  /** Relative to the CMS where it does not say more. */
  url: string;
  width?: number;
  height?: number;
}

export interface ConsentTracker {
  id: string;
  /**
   * Its name as a service, as in `has('youtube')`: of the form of a category's key, and none of these. Without one it is decided
   * on with its category.
   */
  key?: string;
  name: string;
  vendor?: string;
  vendorPrivacyUrl?: string;
  categoryKey: string;
  kind: TrackerKind;
  purpose?: string;
  /** Where it loads from: `www.youtube.com`, `*.vimeo.com`, `www.google.com/maps`. By them embeds in content find their category. */
  hosts?: string[];
  /** What gates of it show before consent, where it lies on the site's own hosts or the CMS's. */
  poster?: ConsentPicture;
  cookies?: TrackerCookie[];
  loader?: TrackerLoader;
}

/** All values are plain text; the page never reads them as markup. */
export interface ConsentBannerLabels {
  acceptAll: string;
  rejectAll: string;
  customize: string;
  save: string;
  close: string;
  manage: string;
  reloadNotice: string;
  requiredBadge: string;
  gpcHonored: string;
}

/** What stands below the banner's text where the law, or an earlier decision, asks for it. */
export interface ConsentBannerNotes {
  /** Where optional categories are on until they are refused, and a refusal of sale and sharing has to be offered. */
  optOut?: string;
  /** Where the law asks for a notice only. */
  notice?: string;
  /** When an earlier decision has to be confirmed. */
  changed?: string;
}

export interface ConsentBannerConfig {
  /** Who asks for consent, as the banner names them: the controller of GDPR, Art. 4(7). */
  controller?: string;
  title: string;
  description: string;
  position: BannerPosition;
  showRejectAll: boolean;
  labels: ConsentBannerLabels;
  /** Where one is missing, the built-in sentence of the page's language stands in. */
  notes?: ConsentBannerNotes;
  links: { privacy?: string; cookies?: string };
  /**
   * Paths of the site on which the banner does not show, such as `/de/impressum`, or `/legal/*` for everything below: imprint and
   * privacy policy must be readable before an answer. What is granted there is what is granted elsewhere.
   */
  quietPages?: string[];
}

/** First 8 hex digits of a SHA-256 each. */
export interface ConsentVersions {
  /** Everything published, in every locale: any visible edit changes it. */
  policyVersion: string;
  categoriesVersion: string;
  trackersVersion: string;
  documentsVersion: string;
}

/** Places, as Consent Mode names them, in which one model applies. */
export interface ConsentModeRegion {
  model: ConsentModel;
  /** ISO 3166-2 codes: `US`, `US-CA`. */
  region: string[];
}

export interface ConsentJurisdiction {
  /** Upper-case ISO 3166-1 alpha-2 code, or null when unknown. */
  country: string | null;
  model: ConsentModel;
  /** ISO 3166-2 code such as `US-CA`: only for this visitor's page, and only where that has asked to be told. */
  region?: string;
}

export interface ConsentConfig {
  enabled: boolean;
  versions: ConsentVersions;
  jurisdiction: ConsentJurisdiction;
  categories: ConsentCategory[];
  trackers: ConsentTracker[];
  /**
   * By the name of each service the key of its category: what is granted is judged by it, also in pages that do not have the
   * trackers yet. Made of these by `withServices`.
   */
  services?: Record<string, string>;
  /** What visitors decide on; `category` where it is left out. */
  granularity?: ConsentGranularity;
  banner: ConsentBannerConfig;
  reconsent: {
    /** Which changed versions make a decision stale. */
    on: ReconsentTrigger[];
    /** A decision older than this many months of 30.4375 days is stale. */
    expiresAfterMonths: number;
  };
  /**
   * The same for who refused, where they are left alone for longer, or for more changes, than others. Refused has under opt-in who
   * grants nothing, and elsewhere who refuses anything.
   */
  refusal?: RenewalTerms;
  recording: { enabled: boolean; endpoint: string };
  consentMode: {
    enabled: boolean;
    adsDataRedaction: boolean;
    urlPassthrough: boolean;
    /** How long Google's tags wait for an update, in milliseconds. */
    waitForUpdateMs: number;
    /**
     * Which model applies where, as `consentModeRegions` says it of the site's own table: for pages that know no visitor. Left out where
     * the built-in table holds.
     */
    regions?: ConsentModeRegion[];
  };
  cookie: {
    name: string;
    /** Lifetime in days; browsers cap it at 400. In a preview 0: until the browser is closed. */
    maxAgeDays: number;
    domain?: string;
    sameSite: (typeof COOKIE_SAME_SITE)[number];
  };
  locale: string;
}

/**
 * What is not known yet where a config is judged. `model`: the visitor's law, so the strictest stands in for it, and what
 * their signal may forbid is off. `config`: whether it is still the present config, so nothing optional is granted.
 */
export type ConsentPending = 'model' | 'config';

/** What a tracker sets in a page, and by whose grant: that of its service, or of its category. */
export type DeclaredEntries = Pick<ConsentTracker, 'key' | 'categoryKey' | 'cookies'>;

/** A config with what site and page enter for each other; none is published with it. */
export interface PendingConfig extends ConsentConfig {
  /** While they wait to know more. */
  pending?: ConsentPending;
  /** What the trackers set, where the page guards that, and so has to know it before it has the trackers. */
  guarded?: DeclaredEntries[];
  /** It is shown as a preview. Whoever looks is not the visitor it is made for: nothing is granted but by an act of theirs. */
  preview?: PreviewNotice;
}

/** What a page says of itself while it is a preview. */
export interface PreviewNotice {
  /** What says so, as a tree that becomes elements (`ui/markup.ts`). */
  bar: unknown;
}

/** Short codes of `ConsentModel` in the cookie. */
export type CookieModelCode = 'in' | 'out' | 'notice' | 'none';

/** Short codes of `ConsentSource` in the cookie. */
export type CookieSourceCode = 'b' | 'p' | 'a' | 'g' | 'w' | 'i';

/** The consent cookie, format 1: base64url of this object as JSON. */
export interface ConsentCookieV1 {
  v: 1;
  /** Consent id, a UUID; the record carries the same. */
  id: string;
  d: Record<string, 0 | 1>;
  /** Decided at, in unix seconds. */
  t: number;
  pv: string;
  cv: string;
  tv: string;
  dv: string;
  j: CookieModelCode;
  s: CookieSourceCode;
  /** Services that were decided on otherwise than their category, and such as were refused by name. */
  x?: Record<string, 0 | 1>;
}

export type ConsentStatus = 'undecided' | 'decided' | 'stale';

export type RepromptReason = 'expired' | ReconsentTrigger;

export type ConsentView = 'banner' | 'preferences' | 'closed';

export interface ConsentState {
  status: ConsentStatus;
  model: ConsentModel;
  /** Non-required categories; and services where they were decided on otherwise than their category. */
  decisions: ConsentDecisions;
  /** What the preferences dialog edits and `save()` commits. */
  draft: ConsentDecisions;
  ui: ConsentView;
  repromptReason: RepromptReason | null;
  gpc: boolean;
  /** A category was revoked after a script of it had run on this page. */
  needsReload: boolean;
  consentId: string;
  /** Unix seconds. */
  decidedAt: number | null;
  source: ConsentSource | null;
  /**
   * The stored decision that all of this follows from; null without one. A category that its `d` does not name was not decided
   * on: what holds of it is its default.
   */
  cookie: ConsentCookieV1 | null;
}

/** The key of a category, the name of a service, or a combination of these; anything malformed is false. */
export type ConsentExpr =
  | string
  | { and: readonly ConsentExpr[]; or?: readonly ConsentExpr[]; not?: ConsentExpr }
  | { or: readonly ConsentExpr[]; and?: readonly ConsentExpr[]; not?: ConsentExpr }
  | { not: ConsentExpr; and?: readonly ConsentExpr[]; or?: readonly ConsentExpr[] };

/** What the page posts for each decision (`POST /api/consent/records`). */
export interface RecordSubmission {
  consentId: string;
  decisions: ConsentDecisions;
  /** The cookie's exceptions: services that were decided on otherwise than their category, or refused by name. */
  services?: ConsentDecisions;
  versions: ConsentVersions;
  source: ConsentSource;
  locale?: string;
  /** Unix seconds. */
  decidedAt?: number;
  /** The consent id that a withdrawal ends. */
  replaces?: string;
  /** What vendors of advertising are told by this decision, on a site of IAB's Transparency and Consent Framework. */
  tcString?: string;
}

export interface ProcessorEntry {
  id: string;
  name: string;
  legalName?: string;
  role: ProcessorRole;
  purpose: string;
  dataCategories: string[];
  /** ISO 3166-1 alpha-2 code. */
  country: string;
  transfer: { mechanism: TransferMechanism; fallback?: (typeof TRANSFER_FALLBACKS)[number]; notes?: string };
  privacyUrl?: string;
  dpaUrl?: string;
  subprocessorsUrl?: string;
  subprocessor: boolean;
  showInPrivacyPolicy: boolean;
  verified: boolean;
  status: (typeof PROCESSOR_STATES)[number];
  /** Dates as `YYYY-MM-DD`. */
  addedAt?: string;
  removedAt?: string;
}

/** One line of the sub-processor change log. */
export interface ProcessorChange {
  name: string;
  change: 'added' | 'removed';
  /** `YYYY-MM-DD`. */
  date: string;
}
