import type { ProcessorRole, TrackerStorage, TransferMechanism } from '../contract/config.ts';
import type { PROCESSOR_TABLE_MODES } from '../contract/values.ts';

/** Texts of the cookie table; plain text. */
export interface CookieTableLabels {
  name: string;
  vendor: string;
  category: string;
  purpose: string;
  duration: string;
  storage: string;
  storages: Record<TrackerStorage, string>;
  /** A tracker for which no cookie is listed; whether it keeps something nobody has checked. */
  nothingStored: string;
  /** A lifetime that nobody stated. */
  unknownDuration: string;
  /** Vendor of trackers that name none. */
  ownSite: string;
  /** Instead of the table, when there is no tracker. It may not say that there are no cookies: the choice itself is kept in one. */
  empty: string;
}

/** Texts of the processor table; plain text. */
export interface ProcessorTableLabels {
  captions: Record<(typeof PROCESSOR_TABLE_MODES)[number], string>;
  provider: string;
  legalName: string;
  role: string;
  purpose: string;
  dataCategories: string;
  location: string;
  mechanism: string;
  safeguards: string;
  since: string;
  dpa: string;
  dpaLink: string;
  date: string;
  change: string;
  added: string;
  removed: string;
  roles: Record<ProcessorRole, string>;
  mechanisms: Record<TransferMechanism, string>;
  /** `{mechanism}` stands for the name of the fallback. */
  fallback: string;
  empty: string;
}

/** Texts of the policy version; `{version}` and `{date}` are filled in. */
export interface PolicyVersionLabels {
  version: string;
  effective: string;
}

export interface LegalLabels {
  cookieTable: CookieTableLabels;
  processorTable: ProcessorTableLabels;
  policyVersion: PolicyVersionLabels;
}

export const DEFAULT_COOKIE_TABLE_LABELS: CookieTableLabels = {
  name: 'Name',
  vendor: 'Provider',
  category: 'Category',
  purpose: 'Purpose',
  duration: 'Duration',
  storage: 'Kind',
  storages: {
    cookie: 'Cookie',
    localStorage: 'Local storage',
    sessionStorage: 'Session storage',
    indexedDB: 'IndexedDB',
  },
  nothingStored: 'No cookies listed',
  unknownDuration: 'Not stated',
  ownSite: 'This website',
  empty: 'No cookies are listed.',
};

export const DEFAULT_PROCESSOR_TABLE_LABELS: ProcessorTableLabels = {
  captions: {
    recipients: 'Recipients of personal data',
    transfers: 'Transfers to third countries',
    subprocessors: 'Sub-processors',
    annex: 'Annex: authorised sub-processors',
    changes: 'Changes to the list of sub-processors',
  },
  provider: 'Provider',
  legalName: 'Legal entity',
  role: 'Role',
  purpose: 'Purpose',
  dataCategories: 'Data',
  location: 'Location',
  mechanism: 'Transfer mechanism',
  safeguards: 'Safeguards',
  since: 'Since',
  dpa: 'Data processing agreement',
  dpaLink: 'Agreement',
  date: 'Date',
  change: 'Change',
  added: 'Added',
  removed: 'Removed',
  roles: {
    processor: 'Processor',
    'sub-processor': 'Sub-processor',
    'independent-controller': 'Independent controller',
    'joint-controller': 'Joint controller',
  },
  mechanisms: {
    none: 'No transfer',
    adequacy: 'Adequacy decision (Art. 45 GDPR)',
    dpf: 'EU–US Data Privacy Framework (Art. 45 GDPR)',
    scc: 'Standard contractual clauses (Art. 46 GDPR)',
    bcr: 'Binding corporate rules (Art. 47 GDPR)',
    derogation: 'Derogation (Art. 49 GDPR)',
  },
  fallback: 'If it lapses: {mechanism}',
  empty: 'There are no entries.',
};

export const DEFAULT_POLICY_VERSION_LABELS: PolicyVersionLabels = {
  version: 'Version {version}',
  effective: 'effective from {date}',
};

export const ENGLISH_LEGAL_TEXTS: LegalLabels = {
  cookieTable: DEFAULT_COOKIE_TABLE_LABELS,
  processorTable: DEFAULT_PROCESSOR_TABLE_LABELS,
  policyVersion: DEFAULT_POLICY_VERSION_LABELS,
};

/** What an owner may replace, down to a single text. */
export interface LegalLabelOverrides {
  cookieTable?: Partial<CookieTableLabels>;
  processorTable?: Partial<ProcessorTableLabels>;
  policyVersion?: Partial<PolicyVersionLabels>;
}
