import type { ConsentBannerConfig, ConsentCategory, ConsentConfig } from './config.ts';
import { withServices } from './services.ts';
import { AD_SIGNALS } from './values.ts';

/** The categories that a new site starts with. */
export const DEFAULT_CATEGORIES: readonly ConsentCategory[] = [
  {
    key: 'necessary',
    label: 'Necessary',
    description: 'Needed for the site to work: security, sign-in, and remembering this choice.',
    required: true,
    respectGPC: false,
    defaultInOptOut: true,
    consentModeSignals: ['security_storage'],
  },
  {
    key: 'functional',
    label: 'Functional',
    description: 'Remembers settings such as language and region, and offers extras such as videos.',
    required: false,
    respectGPC: false,
    defaultInOptOut: true,
    consentModeSignals: ['functionality_storage', 'personalization_storage'],
  },
  {
    key: 'analytics',
    label: 'Analytics',
    description: 'Shows us how the site is used, so that we can improve it.',
    required: false,
    respectGPC: true,
    defaultInOptOut: true,
    consentModeSignals: ['analytics_storage'],
  },
  {
    key: 'marketing',
    label: 'Marketing',
    description: 'Measures advertising and shows ads that match your interests.',
    required: false,
    respectGPC: true,
    defaultInOptOut: true,
    consentModeSignals: [...AD_SIGNALS],
  },
];

/** The banner's texts in English. */
export const DEFAULT_BANNER: ConsentBannerConfig = {
  title: 'Your privacy',
  description:
    'We would like to use cookies and similar technologies for extra features, to learn how the site is used ' +
    'and for advertising. You decide, and you can change your mind at any time.',
  position: 'bottom',
  showRejectAll: true,
  labels: {
    acceptAll: 'Accept all',
    rejectAll: 'Reject all',
    customize: 'Customize',
    save: 'Save choices',
    close: 'Close',
    manage: 'Privacy settings',
    reloadNotice: 'Reload the page to stop what is already running.',
    requiredBadge: 'Always on',
    gpcHonored: 'Opt-out request honored',
  },
  links: {},
};

const NO_LABELS = {
  acceptAll: '',
  rejectAll: '',
  customize: '',
  save: '',
  close: '',
  manage: '',
  reloadNotice: '',
  requiredBadge: '',
  gpcHonored: '',
};

/** What holds where no configuration is known: nothing is granted, shown, stored or recorded (C1, C8). */
export const inertConfig = (): ConsentConfig => ({
  enabled: false,
  versions: { policyVersion: '', categoriesVersion: '', trackersVersion: '', documentsVersion: '' },
  jurisdiction: { country: null, model: 'opt-in' },
  categories: [],
  trackers: [],
  banner: {
    title: '',
    description: '',
    position: 'bottom',
    showRejectAll: true,
    labels: NO_LABELS,
    links: {},
  },
  reconsent: { on: [], expiresAfterMonths: 6 },
  recording: { enabled: false, endpoint: '' },
  consentMode: { enabled: true, adsDataRedaction: false, urlPassthrough: false, waitForUpdateMs: 500 },
  cookie: { name: 'pl-consent', maxAgeDays: 365, sameSite: 'lax' },
  locale: '',
});

/** Overrides at any depth; an array replaces the whole array. */
export type DeepPartial<T> = T extends readonly unknown[]
  ? T
  : T extends object
    ? { [K in keyof T]?: DeepPartial<T[K]> }
    : T;

function merge(base: unknown, overrides: unknown): unknown {
  const isTree = (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value);
  if (!isTree(overrides) || !isTree(base)) return structuredClone(overrides);
  const merged = structuredClone(base) as Record<string, unknown>;
  for (const [key, value] of Object.entries(overrides as object)) merged[key] = merge(merged[key], value);
  return merged;
}

/** A valid config for tests: the default categories and banner, opt-in, Germany, no trackers. */
export function createTestConfig(overrides: DeepPartial<ConsentConfig> = {}): ConsentConfig {
  const config: ConsentConfig = {
    enabled: true,
    versions: {
      policyVersion: 'a0a0a0a0',
      categoriesVersion: 'b1b1b1b1',
      trackersVersion: 'c2c2c2c2',
      documentsVersion: 'd3d3d3d3',
    },
    jurisdiction: { country: 'DE', model: 'opt-in' },
    categories: [...DEFAULT_CATEGORIES],
    trackers: [],
    banner: DEFAULT_BANNER,
    reconsent: { on: ['documents', 'categories', 'trackers'], expiresAfterMonths: 12 },
    recording: { enabled: true, endpoint: '/api/consent/records' },
    consentMode: { enabled: true, adsDataRedaction: true, urlPassthrough: false, waitForUpdateMs: 500 },
    cookie: { name: 'pl-consent', maxAgeDays: 365, sameSite: 'lax' },
    locale: 'en',
  };
  return withServices(merge(config, overrides) as ConsentConfig);
}
