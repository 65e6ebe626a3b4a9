import type { ConsentTracker } from '@permesso/consent-core';

export const trackers: ConsentTracker[] = [
  {
    id: 'matomo',
    name: 'Matomo',
    vendor: 'InnoCraft Ltd',
    vendorPrivacyUrl: 'https://matomo.org/privacy-policy/',
    categoryKey: 'analytics',
    kind: 'script',
    purpose: 'Counts visits and shows which pages help.',
    cookies: [
      {
        name: '_pk_id.*',
        storage: 'cookie',
        durationText: '13 months',
        description: 'Tells visitors apart.',
      },
      { name: '_pk_ses.*', storage: 'cookie', durationText: '30 minutes' },
    ],
  },
  {
    id: 'films',
    name: 'Films',
    vendor: 'Films Ireland Ltd',
    vendorPrivacyUrl: 'https://films.example/privacy',
    categoryKey: 'marketing',
    kind: 'iframe',
    purpose: 'Plays embedded films.',
    cookies: [{ name: 'viewer', storage: 'localStorage', durationText: '6 months' }],
  },
  {
    id: 'session',
    name: 'Session',
    categoryKey: 'necessary',
    kind: 'cookie-only',
    cookies: [{ name: 'sid', storage: 'cookie', durationText: 'Session' }],
  },
];
