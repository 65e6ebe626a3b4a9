import type { ProcessorRole, TrackerStorage, TransferMechanism } from '../contract/config.ts';
import type { ProcessorTableMode } from './shortcodes.ts';

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
  /** Instead of the table, when there is no tracker. */
  empty: string;
}

/** Texts of the processor table; plain text. */
export interface ProcessorTableLabels {
  captions: Record<ProcessorTableMode, string>;
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
  empty: 'This website uses no cookies.',
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

const GERMAN: LegalLabels = {
  cookieTable: {
    name: 'Name',
    vendor: 'Anbieter',
    category: 'Kategorie',
    purpose: 'Zweck',
    duration: 'Speicherdauer',
    storage: 'Art',
    storages: {
      cookie: 'Cookie',
      localStorage: 'Local Storage',
      sessionStorage: 'Session Storage',
      indexedDB: 'IndexedDB',
    },
    nothingStored: 'Keine Cookies angegeben',
    unknownDuration: 'Keine Angabe',
    ownSite: 'Diese Website',
    empty: 'Diese Website verwendet keine Cookies.',
  },
  processorTable: {
    captions: {
      recipients: 'Empfänger personenbezogener Daten',
      transfers: 'Übermittlungen in Drittländer',
      subprocessors: 'Unterauftragsverarbeiter',
      annex: 'Anhang: genehmigte Unterauftragsverarbeiter',
      changes: 'Änderungen der Liste der Unterauftragsverarbeiter',
    },
    provider: 'Anbieter',
    legalName: 'Rechtsträger',
    role: 'Rolle',
    purpose: 'Zweck',
    dataCategories: 'Daten',
    location: 'Standort',
    mechanism: 'Übermittlungsgrundlage',
    safeguards: 'Garantien',
    since: 'Seit',
    dpa: 'AV-Vertrag',
    dpaLink: 'Vertrag',
    date: 'Datum',
    change: 'Änderung',
    added: 'Hinzugefügt',
    removed: 'Entfernt',
    roles: {
      processor: 'Auftragsverarbeiter',
      'sub-processor': 'Unterauftragsverarbeiter',
      'independent-controller': 'Eigenständig Verantwortlicher',
      'joint-controller': 'Gemeinsam Verantwortlicher',
    },
    mechanisms: {
      none: 'Keine Übermittlung',
      adequacy: 'Angemessenheitsbeschluss (Art. 45 DSGVO)',
      dpf: 'EU-US-Datenschutzrahmen (Art. 45 DSGVO)',
      scc: 'Standardvertragsklauseln (Art. 46 DSGVO)',
      bcr: 'Verbindliche interne Datenschutzvorschriften (Art. 47 DSGVO)',
      derogation: 'Ausnahme (Art. 49 DSGVO)',
    },
    fallback: 'Falls sie entfällt: {mechanism}',
    empty: 'Es gibt keine Einträge.',
  },
  policyVersion: { version: 'Version {version}', effective: 'gültig ab {date}' },
};

const ENGLISH: LegalLabels = {
  cookieTable: DEFAULT_COOKIE_TABLE_LABELS,
  processorTable: DEFAULT_PROCESSOR_TABLE_LABELS,
  policyVersion: DEFAULT_POLICY_VERSION_LABELS,
};

const LANGUAGES: Record<string, LegalLabels> = { en: ENGLISH, de: GERMAN };

/** What an owner may replace, down to a single text. */
export interface LegalLabelOverrides {
  cookieTable?: Partial<CookieTableLabels>;
  processorTable?: Partial<ProcessorTableLabels>;
  policyVersion?: Partial<PolicyVersionLabels>;
}

/** The texts for a locale (`de-AT` takes `de`; a language without texts of its own takes English). */
export function legalLabels(locale: string, overrides: LegalLabelOverrides = {}): LegalLabels {
  const [language = 'en'] = locale.toLowerCase().split(/[-_]/, 1);
  const base = (Object.hasOwn(LANGUAGES, language) && LANGUAGES[language]) || ENGLISH;
  return {
    cookieTable: { ...base.cookieTable, ...overrides.cookieTable },
    processorTable: { ...base.processorTable, ...overrides.processorTable },
    policyVersion: { ...base.policyVersion, ...overrides.policyVersion },
  };
}
