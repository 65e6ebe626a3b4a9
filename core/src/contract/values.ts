/** What the contract lets one choose from. Types, schemas, content types, forms and rules all take it from here. */

/** The consent models that a visitor's law may ask for. */
export const CONSENT_MODELS = ['opt-in', 'opt-out', 'notice', 'none'] as const;
export type ConsentModel = (typeof CONSENT_MODELS)[number];

/**
 * What a category may be for, where that decides what it rests on. `audience-measurement`: to count visits for the site alone, within the
 * limits of an exemption; `statistics`: to learn how the site is used, to improve it; `appearance`: to show it as a visitor prefers.
 */
export const CATEGORY_PURPOSES = ['audience-measurement', 'statistics', 'appearance'] as const;
export type CategoryPurpose = (typeof CATEGORY_PURPOSES)[number];

/**
 * What a category can rest on. `consent`: off until granted; `objection`: on until objected to; `exempt`: on without consent, within limits
 * that the owner has assessed, and until objected to; `none`: the law asks for neither.
 */
export const CATEGORY_BASES = ['consent', 'objection', 'exempt', 'none'] as const;
export type CategoryBasis = (typeof CATEGORY_BASES)[number];

/** What a category rests on under opt-in where that is not consent. */
export const OTHER_BASES = ['objection', 'exempt'] as const;
export type OtherBasis = (typeof OTHER_BASES)[number];

/** Rules that are proposed and no law yet: a site may apply them before they are. */
export const LEGAL_PROPOSALS = ['eu-digital-omnibus'] as const;
export type LegalProposal = (typeof LEGAL_PROPOSALS)[number];

/** A region that a row of the table is about: `EEA`, a country (`US`), or a region of one (`US-CA`). */
export const REGION = /^(EEA|[A-Z]{2}(-[A-Z\d]{1,3})?)$/;

/** How a decision may come about. */
export const CONSENT_SOURCES = ['banner', 'preferences', 'api', 'gpc', 'withdraw', 'implicit'] as const;
export type ConsentSource = (typeof CONSENT_SOURCES)[number];

/** What visitors decide on: whole categories, or each service below them, too. */
export const CONSENT_GRANULARITIES = ['category', 'service'] as const;
export type ConsentGranularity = (typeof CONSENT_GRANULARITIES)[number];

/** What kind of device a visitor has, as far as statistics tell devices apart. */
export const DEVICE_CLASSES = ['phone', 'tablet', 'desktop', 'other'] as const;
export type DeviceClass = (typeof DEVICE_CLASSES)[number];

/** What can make a decision stale, in the order in which it is named as the reason. */
export const RECONSENT_TRIGGERS = ['documents', 'categories', 'trackers'] as const;
export type ReconsentTrigger = (typeof RECONSENT_TRIGGERS)[number];

/** The seven signals of Google Consent Mode v2. */
export const ALL_CONSENT_MODE_SIGNALS = [
  'ad_storage',
  'ad_user_data',
  'ad_personalization',
  'analytics_storage',
  'functionality_storage',
  'personalization_storage',
  'security_storage',
] as const;
export type ConsentModeSignal = (typeof ALL_CONSENT_MODE_SIGNALS)[number];

/** Those of them that are about advertising. */
export const AD_SIGNALS: readonly ConsentModeSignal[] = ['ad_storage', 'ad_user_data', 'ad_personalization'];

export const BANNER_POSITIONS = ['bottom', 'bottom-left', 'bottom-right', 'center'] as const;
export type BannerPosition = (typeof BANNER_POSITIONS)[number];

export const TRACKER_KINDS = ['script', 'cookie-only', 'pixel', 'iframe', 'sdk'] as const;
export type TrackerKind = (typeof TRACKER_KINDS)[number];

/** Trackers that a page loads by itself; the others stand in its markup or its code. */
export const LOADED_KINDS: readonly TrackerKind[] = ['script', 'pixel'];

/**
 * A host of a tracker: a name, or `*.` and a name for all hosts below it, and perhaps the beginning of a path, where one
 * host serves several. In lower case, as addresses are read; a name of other letters as Punycode.
 */
export const TRACKER_HOST =
  /^(?:\*\.)?[a-z\d](?:[a-z\d-]*[a-z\d])?(?:\.[a-z\d](?:[a-z\d-]*[a-z\d])?)+(?:\/[^\s?#*]*)?$/;

/** Where a tracker may keep an entry in the visitor's browser. */
export const TRACKER_STORAGES = ['cookie', 'localStorage', 'sessionStorage', 'indexedDB'] as const;
export type TrackerStorage = (typeof TRACKER_STORAGES)[number];

/** `afterDecision`: at once when granted; `lazy`: at the next idle moment, at most 3 s later. */
export const LOADER_STRATEGIES = ['afterDecision', 'lazy'] as const;

/** Vendors whose own consent API the product can speak. */
export const LOADER_ADAPTERS = ['uet', 'clarity', 'meta', 'tiktok'] as const;
export type ConsentAdapterName = (typeof LOADER_ADAPTERS)[number];

export const COOKIE_SAME_SITE = ['lax', 'strict'] as const;

export const PROCESSOR_ROLES = [
  'processor',
  'sub-processor',
  'independent-controller',
  'joint-controller',
] as const;
export type ProcessorRole = (typeof PROCESSOR_ROLES)[number];

/** The forms of the table of processors. */
export const PROCESSOR_TABLE_MODES = [
  'recipients',
  'transfers',
  'subprocessors',
  'annex',
  'changes',
] as const;

export const PROCESSOR_STATES = ['active', 'removed'] as const;

/** What a transfer to a third country rests on. */
export const TRANSFER_MECHANISMS = ['none', 'adequacy', 'dpf', 'scc', 'bcr', 'derogation'] as const;
export type TransferMechanism = (typeof TRANSFER_MECHANISMS)[number];

/** What takes its place where it falls. */
export const TRANSFER_FALLBACKS = ['scc', 'bcr'] as const;
