import {
  type ConsentConfig,
  type ConsentTracker,
  createTestConfig,
  DEFAULT_CATEGORIES,
} from '@permesso/consent-core';

/** What the sites of the tests declare, as long as they declare nothing else. */
export const TRACKERS: readonly ConsentTracker[] = [
  {
    id: 'choice',
    name: 'Choice',
    categoryKey: 'necessary',
    kind: 'cookie-only',
    cookies: [{ name: 'pl-consent', storage: 'cookie', durationText: '1 day' }],
  },
  {
    id: 'stats',
    name: 'Stats',
    categoryKey: 'analytics',
    kind: 'script',
    cookies: [{ name: '_st', storage: 'cookie', durationText: '1 hour' }],
    loader: { src: 'https://stats.example/s.js?stores=_st', strategy: 'lazy', consentModeManaged: false },
  },
  {
    id: 'ads',
    name: 'Ads',
    categoryKey: 'marketing',
    kind: 'pixel',
    cookies: [{ name: 'uid', domain: 'ads.example', storage: 'cookie', durationText: '1 hour' }],
    loader: { src: 'https://ads.example/pixel?cookie=uid', strategy: 'lazy', consentModeManaged: false },
  },
];

/** What is declared, as a file. */
export const declaring = (
  trackers: readonly ConsentTracker[] = TRACKERS,
  model: 'opt-in' | 'opt-out' = 'opt-in',
) => ({ categories: DEFAULT_CATEGORIES, trackers, locale: 'en', jurisdiction: { country: null, model } });

/** The same as the payload of a page of the product. */
export function payloadOf(
  trackers: readonly ConsentTracker[] = TRACKERS,
  changes: Partial<ConsentConfig> = {},
): object {
  const config = createTestConfig({ trackers: trackers as ConsentTracker[], ...changes });
  return {
    config: {
      ...config,
      reconsent: { on: ['trackers'], expiresAfterMonths: 6 },
      recording: { enabled: true, endpoint: '/_consent/records' },
    },
    base: '/_consent',
  };
}
