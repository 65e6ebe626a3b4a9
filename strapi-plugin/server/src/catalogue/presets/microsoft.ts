import type { TrackerPreset } from './preset';
import { AD_CLICK, AD_VISITOR, ADVERTISING, RECORDINGS, VISIT, VISITOR } from './words';

const VENDOR = {
  vendor: 'Microsoft',
  vendorPrivacyUrl: 'https://www.microsoft.com/privacy/privacystatement',
} as const;

const MUID = { name: 'MUID', storage: 'cookie', duration: '13 month', description: AD_VISITOR } as const;

export const MICROSOFT = {
  'microsoft-ads': {
    ...VENDOR,
    name: 'Microsoft Advertising',
    category: 'marketing',
    kind: 'script',
    purpose: ADVERTISING,
    cookies: [
      { name: '_uetsid', storage: 'cookie', duration: '1 day', description: VISIT },
      { name: '_uetvid', storage: 'cookie', duration: '13 month', description: VISITOR },
      { name: '_uetmsclkid', storage: 'cookie', duration: '90 day', description: AD_CLICK },
      { ...MUID, domain: '.bing.com' },
    ],
    // The tag must be started once its script is there, so the inline script inserts it and waits.
    loader: {
      inline:
        "window.uetq=window.uetq||[];(function(d){var c=d.currentScript,s=d.createElement('script');" +
        "s.async=true;s.nonce=(c&&c.nonce)||'';s.src='https://bat.bing.com/bat.js';s.onload=function(){" +
        'window.uetq=new UET({ti:{{TAG_ID}},enableAutoSpaTracking:true,q:window.uetq});' +
        "window.uetq.push('pageLoad')};d.head.appendChild(s)})(document);",
      adapter: 'uet',
      obeysConsentMode: true,
    },
    variables: [
      {
        name: 'TAG_ID',
        label: { en: 'UET tag ID', de: 'UET-Tag-ID' },
        description: {
          en: 'Microsoft Advertising, Tools, UET tag.',
          de: 'Microsoft Advertising, Tools, UET-Tag.',
        },
        pattern: '[0-9]{5,12}',
        example: '12345678',
      },
    ],
    consentSignals: ['ad_storage'],
  },
  clarity: {
    ...VENDOR,
    name: 'Microsoft Clarity',
    category: 'analytics',
    kind: 'script',
    purpose: RECORDINGS,
    cookies: [
      { name: '_clck', storage: 'cookie', duration: '1 year', description: VISITOR },
      { name: '_clsk', storage: 'cookie', duration: '1 day', description: VISIT },
      {
        name: 'CLID',
        domain: 'www.clarity.ms',
        storage: 'cookie',
        duration: '1 year',
        description: VISITOR,
      },
      { ...MUID, domain: '.clarity.ms' },
      {
        name: 'ANONCHK',
        domain: '.c.clarity.ms',
        storage: 'cookie',
        duration: '10 minute',
        description: {
          en: "Tells whether Microsoft's advertising number is passed on.",
          de: 'Gibt an, ob die Werbekennung von Microsoft weitergegeben wird.',
        },
      },
      {
        name: 'SM',
        domain: '.c.clarity.ms',
        storage: 'cookie',
        duration: 'session',
        description: {
          en: "Synchronises Microsoft's visitor number across its domains.",
          de: 'Gleicht die Besucherkennung von Microsoft zwischen dessen Domains ab.',
        },
      },
    ],
    loader: {
      src: 'https://www.clarity.ms/tag/{{PROJECT_ID}}',
      inline:
        '(function(){if(window.clarity)return;var c=window.clarity=function(){(c.q=c.q||[]).push(arguments)}})();',
      adapter: 'clarity',
    },
    variables: [
      {
        name: 'PROJECT_ID',
        label: { en: 'Project ID', de: 'Projekt-ID' },
        description: { en: 'Clarity, Settings, Overview.', de: 'Clarity, Einstellungen, Übersicht.' },
        pattern: '[a-z0-9]{6,16}',
        example: 'abc123def4',
      },
    ],
    consentSignals: ['analytics_storage', 'ad_storage'],
  },
} as const satisfies Record<string, TrackerPreset>;
