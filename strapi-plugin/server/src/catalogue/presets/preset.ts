import type {
  ConsentAdapterName,
  ConsentModeSignal,
  TrackerCookie,
  TrackerKind,
  TrackerStorage,
} from '@permesso/consent-core';

/** A text in the languages of the catalogue. */
export interface PresetText {
  en: string;
  de: string;
}

type DurationUnit = 'minute' | 'hour' | 'day' | 'week' | 'month' | 'year';

/** A lifetime: a number of units, the browser session, until it is deleted, or words where it is not so simple. */
export type PresetDuration = 'session' | 'persistent' | `${number} ${DurationUnit}` | PresetText;

export interface PresetCookie {
  name: string;
  /** The third party's host, where it is not the site's own. */
  domain?: string;
  storage: TrackerStorage;
  duration: PresetDuration;
  description?: PresetText;
}

/** What an owner fills in; written `{{NAME}}` in the loader. */
export interface PresetVariable {
  name: string;
  label: PresetText;
  /** Where to find the value. */
  description: PresetText;
  /** Source of a regular expression that the whole value must match. */
  pattern: string;
  example: string;
  /** What holds when it is left out. Without a default the tracker waits, switched off. */
  default?: string;
  /** An address: goes into a `src` as it is, not as one encoded part of it. */
  address?: true;
}

/** A variable with its texts in one language. */
export type DescribedVariable = Omit<PresetVariable, 'label' | 'description'> &
  Record<'label' | 'description', string>;

export interface PresetLoader {
  src?: string;
  inline?: string;
  strategy?: 'afterDecision' | 'lazy';
  attributes?: Record<string, string>;
  adapter?: ConsentAdapterName;
  /**
   * The vendor's script obeys Consent Mode signals, so an owner may choose to load it before consent.
   * Off unless the variable CONSENT_MODE_MANAGED is `true` (behaviour.md I5).
   */
  obeysConsentMode?: true;
}

/** The default categories. */
export type PresetCategory = 'necessary' | 'functional' | 'analytics' | 'marketing';

export interface TrackerPreset {
  name: string;
  /** Missing where the site runs it itself. */
  vendor?: string;
  vendorPrivacyUrl?: string;
  category: PresetCategory;
  kind: TrackerKind;
  purpose: PresetText;
  /** Where it loads from besides its loader's own address, in the form of `TRACKER_HOST`. */
  hosts?: readonly string[];
  cookies: readonly PresetCookie[];
  /** Missing where the site's own code starts it (iframes, SDKs). */
  loader?: PresetLoader;
  variables: readonly PresetVariable[];
  /** The Consent Mode signals that this tracker is about. */
  consentSignals: readonly ConsentModeSignal[];
}

/** What the tracker content type takes. */
export interface TrackerContent {
  /** Its name as a service. */
  key?: string;
  name: string;
  vendor?: string;
  vendorPrivacyUrl?: string;
  categoryKey: PresetCategory;
  kind: TrackerKind;
  purpose: string;
  hosts?: string[];
  cookies: TrackerCookie[];
  loader?: {
    src?: string;
    inline?: string;
    strategy: 'afterDecision' | 'lazy';
    attributes?: Record<string, string>;
    consentModeManaged: boolean;
    adapter?: ConsentAdapterName;
  };
  /** False as long as a variable is open: a tracker that cannot work must not be disclosed as working. */
  enabled: boolean;
}

export interface TrackerFromPreset extends TrackerContent {
  /** Names of the variables that still need a value, in the order of the preset. */
  openVariables: string[];
}

export type PresetVariables = Readonly<Record<string, string | boolean>>;
