import { AD_SIGNALS } from '@permesso/consent-core';
import type { TrackerPreset } from './preset';
import { AD_SYNC, AD_VISITOR, ADVERTISING, NEW_VISIT, VISIT, VISITOR } from './words';

/** Advertising networks and marketing platforms. */
export const AD_NETWORKS = {
  criteo: {
    name: 'Criteo',
    vendor: 'Criteo',
    vendorPrivacyUrl: 'https://www.criteo.com/privacy/',
    category: 'marketing',
    kind: 'script',
    purpose: ADVERTISING,
    cookies: [
      { name: 'cto_bundle', storage: 'cookie', duration: '13 month', description: AD_VISITOR },
      {
        name: 'uid',
        domain: '.criteo.com',
        storage: 'cookie',
        duration: '13 month',
        description: AD_SYNC,
      },
    ],
    loader: {
      src: 'https://dynamic.criteo.com/js/ld/ld.js?a={{ACCOUNT_ID}}',
      inline:
        "(window.criteo_q=window.criteo_q||[]).push({event:'setAccount',account:Number({{ACCOUNT_ID}})}," +
        "{event:'setSiteType',type:'d'},{event:'viewHome'});",
    },
    variables: [
      {
        name: 'ACCOUNT_ID',
        label: { en: 'Account ID', de: 'Konto-ID' },
        description: {
          en: 'Criteo Commerce Growth, Events tracking.',
          de: 'Criteo Commerce Growth, Events tracking.',
        },
        pattern: '[0-9]{3,10}',
        example: '12345',
      },
    ],
    consentSignals: AD_SIGNALS,
  },
  quantcast: {
    name: 'Quantcast Measure',
    vendor: 'Quantcast',
    vendorPrivacyUrl: 'https://www.quantcast.com/privacy/',
    category: 'marketing',
    kind: 'script',
    purpose: ADVERTISING,
    cookies: [
      { name: '__qca', storage: 'cookie', duration: '13 month', description: AD_VISITOR },
      {
        name: 'mc',
        domain: '.quantserve.com',
        storage: 'cookie',
        duration: '13 month',
        description: AD_VISITOR,
      },
    ],
    loader: {
      src: 'https://secure.quantserve.com/quant.js',
      inline: '(window._qevents=window._qevents||[]).push({qacct:{{ACCOUNT_ID}}});',
    },
    variables: [
      {
        name: 'ACCOUNT_ID',
        label: { en: 'Account ID', de: 'Konto-ID' },
        description: {
          en: 'Quantcast, your tag; begins with p-.',
          de: 'Quantcast, Ihr Tag; beginnt mit p-.',
        },
        pattern: 'p-[A-Za-z0-9_-]{6,24}',
        example: 'p-AB12cd34EF56g',
      },
    ],
    consentSignals: AD_SIGNALS,
  },
  hubspot: hubspot('HubSpot', 'https://js.hs-scripts.com/{{PORTAL_ID}}.js'),
  'hubspot-eu': hubspot('HubSpot (EU)', 'https://js-eu1.hs-scripts.com/{{PORTAL_ID}}.js'),
  klaviyo: {
    name: 'Klaviyo',
    vendor: 'Klaviyo',
    vendorPrivacyUrl: 'https://www.klaviyo.com/legal/privacy-notice',
    category: 'marketing',
    kind: 'script',
    purpose: {
      en: 'Connects visits with newsletter subscribers and shows sign-up forms.',
      de: 'Verbindet Besuche mit Newsletter-Abonnenten und zeigt Anmeldeformulare.',
    },
    cookies: [{ name: '__kla_id', storage: 'cookie', duration: '2 year', description: VISITOR }],
    loader: {
      src: 'https://static.klaviyo.com/onsite/js/{{COMPANY_ID}}/klaviyo.js?company_id={{COMPANY_ID}}',
    },
    variables: [
      {
        name: 'COMPANY_ID',
        label: { en: 'Public API key', de: 'Öffentlicher API-Schlüssel' },
        description: {
          en: 'Klaviyo, Settings, API keys: the public key, also called company ID or site ID.',
          de: 'Klaviyo, Einstellungen, API-Schlüssel: der öffentliche, auch Company ID oder Site ID genannt.',
        },
        pattern: '[A-Za-z0-9]{6,10}',
        example: 'AbC123',
      },
    ],
    consentSignals: AD_SIGNALS,
  },
} as const satisfies Record<string, TrackerPreset>;

/** HubSpot's portals are in one of two regions, each with a host of its own. */
function hubspot(name: string, src: string): TrackerPreset {
  return {
    name,
    vendor: 'HubSpot',
    vendorPrivacyUrl: 'https://legal.hubspot.com/privacy-policy',
    category: 'marketing',
    kind: 'script',
    purpose: {
      en: 'Connects visits with enquiries, shows forms and chat, and measures campaigns.',
      de: 'Verbindet Besuche mit Anfragen, zeigt Formulare und Chat und misst Kampagnen.',
    },
    cookies: [
      { name: '__hstc', storage: 'cookie', duration: '6 month', description: VISITOR },
      { name: 'hubspotutk', storage: 'cookie', duration: '6 month', description: VISITOR },
      { name: '__hssc', storage: 'cookie', duration: '30 minute', description: VISIT },
      { name: '__hssrc', storage: 'cookie', duration: 'session', description: NEW_VISIT },
    ],
    loader: { src, attributes: { id: 'hs-script-loader' } },
    variables: [
      {
        name: 'PORTAL_ID',
        label: { en: 'Hub ID', de: 'Hub-ID' },
        description: {
          en: 'HubSpot, in the account menu at the top right.',
          de: 'HubSpot, im Kontomenü oben rechts.',
        },
        pattern: '[0-9]{4,12}',
        example: '12345678',
      },
    ],
    consentSignals: ['analytics_storage', ...AD_SIGNALS],
  };
}
