import type { ConsentConfig } from './config.ts';

const labels = {
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
    labels,
    links: {},
  },
  reconsent: { on: [], expiresAfterMonths: 6 },
  recording: { enabled: false, endpoint: '' },
  consentMode: { enabled: true, adsDataRedaction: false, urlPassthrough: false, waitForUpdateMs: 500 },
  cookie: { name: 'pl-consent', maxAgeDays: 365, sameSite: 'lax' },
  locale: '',
});
