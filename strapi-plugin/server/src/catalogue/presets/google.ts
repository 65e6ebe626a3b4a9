import { AD_SIGNALS } from '@permesso/consent-core';
import type { TrackerPreset } from './preset';
import { AD_CLICK, AD_VISITOR, ADVERTISING, STATISTICS, VISIT, VISITOR, WRITABLE } from './words';

const VENDOR = { vendor: 'Google', vendorPrivacyUrl: 'https://policies.google.com/privacy' } as const;

/** Google's queue; all its tags on a page share it. */
const QUEUE =
  'window.dataLayer=window.dataLayer||[];window.gtag=window.gtag||function(){dataLayer.push(arguments)};';

export const GOOGLE = {
  ga4: {
    ...VENDOR,
    name: 'Google Analytics',
    category: 'analytics',
    kind: 'script',
    purpose: STATISTICS,
    hosts: ['*.google-analytics.com', 'www.googletagmanager.com/gtag'],
    cookies: [
      { name: '_ga', storage: 'cookie', duration: '2 year', description: VISITOR },
      { name: '_ga_*', storage: 'cookie', duration: '2 year', description: VISIT },
    ],
    loader: {
      src: 'https://www.googletagmanager.com/gtag/js?id={{MEASUREMENT_ID}}',
      inline: `${QUEUE}gtag('js',new Date());gtag('config',{{MEASUREMENT_ID}});`,
      obeysConsentMode: true,
    },
    variables: [
      {
        name: 'MEASUREMENT_ID',
        label: { en: 'Measurement ID', de: 'Mess-ID' },
        description: {
          en: 'Google Analytics, Admin, Data streams, your web stream.',
          de: 'Google Analytics, Verwaltung, Datenstreams, Ihr Webstream.',
        },
        pattern: 'G-[A-Z0-9]{4,20}',
        example: 'G-AB12CD34EF',
      },
    ],
    consentSignals: ['analytics_storage'],
  },
  gtm: {
    ...VENDOR,
    name: 'Google Tag Manager',
    category: 'marketing',
    kind: 'script',
    purpose: {
      en: 'Loads the tags of other vendors. It sets no cookies itself; list each tag as a tracker of its own.',
      de: 'Lädt die Tags anderer Anbieter. Es setzt selbst keine Cookies; jedes Tag ist eigens aufzuführen.',
    },
    hosts: ['www.googletagmanager.com/gtm.js', 'www.googletagmanager.com/ns.html'],
    cookies: [],
    loader: {
      src: 'https://www.googletagmanager.com/gtm.js?id={{CONTAINER_ID}}',
      inline: `${QUEUE}dataLayer.push({'gtm.start':Date.now(),event:'gtm.js'});`,
      obeysConsentMode: true,
    },
    variables: [
      {
        name: 'CONTAINER_ID',
        label: { en: 'Container ID', de: 'Container-ID' },
        description: {
          en: 'Tag Manager, at the top of the workspace.',
          de: 'Tag Manager, oben im Arbeitsbereich.',
        },
        pattern: 'GTM-[A-Z0-9]{4,12}',
        example: 'GTM-AB12CD3',
      },
    ],
    consentSignals: [...AD_SIGNALS, 'analytics_storage'],
  },
  'google-ads': {
    ...VENDOR,
    name: 'Google Ads',
    category: 'marketing',
    kind: 'script',
    purpose: ADVERTISING,
    cookies: [
      { name: '_gcl_au', storage: 'cookie', duration: '90 day', description: AD_CLICK },
      { name: '_gcl_aw', storage: 'cookie', duration: '90 day', description: AD_CLICK },
      {
        name: 'IDE',
        domain: '.doubleclick.net',
        storage: 'cookie',
        duration: { en: '13 months in the EEA, 24 elsewhere', de: '13 Monate im EWR, sonst 24' },
        description: AD_VISITOR,
      },
      {
        name: 'test_cookie',
        domain: '.doubleclick.net',
        storage: 'cookie',
        duration: '15 minute',
        description: WRITABLE,
      },
    ],
    loader: {
      src: 'https://www.googletagmanager.com/gtag/js?id={{CONVERSION_ID}}',
      inline: `${QUEUE}gtag('js',new Date());gtag('config',{{CONVERSION_ID}});`,
      obeysConsentMode: true,
    },
    variables: [
      {
        name: 'CONVERSION_ID',
        label: { en: 'Conversion ID', de: 'Conversion-ID' },
        description: {
          en: 'Google Ads, Tools, Data manager, Google tag.',
          de: 'Google Ads, Tools, Datenmanager, Google-Tag.',
        },
        pattern: 'AW-[0-9]{6,14}',
        example: 'AW-123456789',
      },
    ],
    consentSignals: AD_SIGNALS,
  },
  'google-adsense': {
    ...VENDOR,
    name: 'Google AdSense',
    category: 'marketing',
    kind: 'script',
    purpose: {
      en: 'Shows advertisements on this website.',
      de: 'Zeigt Anzeigen auf dieser Website.',
    },
    cookies: [
      { name: '__gads', storage: 'cookie', duration: '13 month', description: AD_VISITOR },
      { name: '__gpi', storage: 'cookie', duration: '13 month', description: AD_VISITOR },
    ],
    loader: {
      src: 'https://pagead2.googlesyndication.com/pagead/js/adsbygoogle.js?client={{PUBLISHER_ID}}',
      attributes: { crossorigin: 'anonymous' },
      obeysConsentMode: true,
    },
    variables: [
      {
        name: 'PUBLISHER_ID',
        label: { en: 'Publisher ID', de: 'Publisher-ID' },
        description: {
          en: 'AdSense, Account, Account information.',
          de: 'AdSense, Konto, Kontoinformationen.',
        },
        pattern: 'ca-pub-[0-9]{10,20}',
        example: 'ca-pub-1234567890123456',
      },
    ],
    consentSignals: AD_SIGNALS,
  },
} as const satisfies Record<string, TrackerPreset>;
