import type { PresetVariable, TrackerPreset } from './preset';
import { CAMPAIGN, PLAIN_STATISTICS, STATISTICS, VISIT, VISITOR } from './words';

const STATISTICAL = {
  category: 'analytics',
  kind: 'script',
  consentSignals: ['analytics_storage'],
} as const;

/** Matomo's cookies; the names go on with the site's number and a hash. */
const MATOMO_COOKIES = [
  { name: '_pk_id.*', storage: 'cookie', duration: '13 month', description: VISITOR },
  { name: '_pk_ses.*', storage: 'cookie', duration: '30 minute', description: VISIT },
] as const;

const SITE_NUMBER: PresetVariable = {
  name: 'SITE_ID',
  label: { en: 'Site ID', de: 'Website-ID' },
  description: {
    en: 'Matomo, Administration, Websites, Manage.',
    de: 'Matomo, Administration, Websites, Verwalten.',
  },
  pattern: '[0-9]{1,8}',
  example: '1',
};

const matomoStart = (tracker: string) =>
  `(window._paq=window._paq||[]).push(['setTrackerUrl',${tracker}+'/matomo.php'],` +
  "['setSiteId',{{SITE_ID}}],['trackPageView'],['enableLinkTracking']);";

/** Web statistics: with cookies, and without. */
export const STATISTICS_TOOLS = {
  matomo: {
    ...STATISTICAL,
    name: 'Matomo',
    vendorPrivacyUrl: 'https://matomo.org/privacy-policy/',
    purpose: STATISTICS,
    cookies: [
      ...MATOMO_COOKIES,
      { name: '_pk_ref.*', storage: 'cookie', duration: '6 month', description: CAMPAIGN },
    ],
    loader: { src: '{{MATOMO_URL}}/matomo.js', inline: matomoStart('{{MATOMO_URL}}') },
    variables: [
      {
        name: 'MATOMO_URL',
        label: { en: 'Address of your Matomo', de: 'Adresse Ihres Matomo' },
        description: {
          en: 'Where your Matomo runs, with https:// and without a slash at the end.',
          de: 'Wo Ihr Matomo läuft, mit https:// und ohne Schrägstrich am Ende.',
        },
        pattern: 'https://[A-Za-z0-9.-]+(:[0-9]+)?(/[A-Za-z0-9._~-]+)*',
        example: 'https://matomo.example.com',
        address: true,
      },
      SITE_NUMBER,
    ],
  },
  'matomo-cloud': {
    ...STATISTICAL,
    name: 'Matomo Cloud',
    vendor: 'InnoCraft',
    vendorPrivacyUrl: 'https://matomo.org/matomo-cloud-privacy-policy/',
    purpose: STATISTICS,
    cookies: [
      ...MATOMO_COOKIES,
      { name: '_pk_ref.*', storage: 'cookie', duration: '6 month', description: CAMPAIGN },
    ],
    loader: {
      src: 'https://cdn.matomo.cloud/{{HOST}}/matomo.js',
      inline: matomoStart("'https://'+{{HOST}}"),
    },
    variables: [
      {
        name: 'HOST',
        label: { en: 'Host of your Matomo Cloud', de: 'Host Ihrer Matomo Cloud' },
        description: { en: 'The host you sign in to.', de: 'Der Host, an dem Sie sich anmelden.' },
        pattern: '[a-z0-9-]+\\.matomo\\.cloud',
        example: 'example.matomo.cloud',
      },
      SITE_NUMBER,
    ],
  },
  'piwik-pro': {
    ...STATISTICAL,
    name: 'Piwik PRO',
    vendor: 'Piwik PRO',
    vendorPrivacyUrl: 'https://piwik.pro/privacy-policy/',
    purpose: STATISTICS,
    cookies: MATOMO_COOKIES,
    loader: {
      src: 'https://{{ACCOUNT}}.containers.piwik.pro/{{SITE_ID}}.js',
      inline:
        "(window.dataLayer=window.dataLayer||[]).push({start:Date.now(),event:'stg.start'});" +
        'window.ppms=window.ppms||{};',
    },
    variables: [
      {
        name: 'ACCOUNT',
        label: { en: 'Account', de: 'Konto' },
        description: {
          en: 'The part of your address before .piwik.pro.',
          de: 'Der Teil Ihrer Adresse vor .piwik.pro.',
        },
        pattern: '[a-z0-9-]{2,60}',
        example: 'example',
      },
      {
        name: 'SITE_ID',
        label: { en: 'Site ID', de: 'Website-ID' },
        description: {
          en: 'Piwik PRO, Administration, Sites and apps.',
          de: 'Piwik PRO, Administration, Sites & apps.',
        },
        pattern: '[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}',
        example: '01234567-89ab-cdef-0123-456789abcdef',
      },
    ],
  },
  plausible: {
    ...STATISTICAL,
    name: 'Plausible Analytics',
    vendor: 'Plausible Insights',
    vendorPrivacyUrl: 'https://plausible.io/data-policy',
    purpose: PLAIN_STATISTICS,
    cookies: [],
    loader: {
      src: 'https://plausible.io/js/script.js',
      attributes: { 'data-domain': '{{DOMAIN}}' },
    },
    variables: [
      {
        name: 'DOMAIN',
        label: { en: 'Domain', de: 'Domain' },
        description: {
          en: 'The site as it is called in Plausible.',
          de: 'Die Website, wie sie in Plausible heißt.',
        },
        pattern: '[A-Za-z0-9.-]+',
        example: 'example.com',
      },
    ],
  },
  umami: {
    ...STATISTICAL,
    name: 'Umami',
    vendor: 'Umami',
    vendorPrivacyUrl: 'https://umami.is/privacy',
    purpose: PLAIN_STATISTICS,
    cookies: [],
    loader: {
      src: '{{SCRIPT_URL}}',
      attributes: { 'data-website-id': '{{WEBSITE_ID}}' },
    },
    variables: [
      {
        name: 'SCRIPT_URL',
        label: { en: 'Address of the script', de: 'Adresse des Skripts' },
        description: {
          en: 'Change it where you run Umami yourself.',
          de: 'Zu ändern, wo Sie Umami selbst betreiben.',
        },
        pattern: 'https://[A-Za-z0-9.-]+(:[0-9]+)?(/[A-Za-z0-9._~-]+)+',
        example: 'https://umami.example.com/script.js',
        default: 'https://cloud.umami.is/script.js',
        address: true,
      },
      {
        name: 'WEBSITE_ID',
        label: { en: 'Website ID', de: 'Website-ID' },
        description: { en: 'Umami, Settings, Websites.', de: 'Umami, Einstellungen, Websites.' },
        pattern: '[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}',
        example: '01234567-89ab-cdef-0123-456789abcdef',
      },
    ],
  },
  fathom: {
    ...STATISTICAL,
    name: 'Fathom Analytics',
    vendor: 'Conva Ventures',
    vendorPrivacyUrl: 'https://usefathom.com/privacy',
    purpose: PLAIN_STATISTICS,
    cookies: [],
    loader: {
      src: 'https://cdn.usefathom.com/script.js',
      attributes: { 'data-site': '{{SITE_ID}}' },
    },
    variables: [
      {
        name: 'SITE_ID',
        label: { en: 'Site ID', de: 'Website-ID' },
        description: { en: 'Fathom, Settings, Sites.', de: 'Fathom, Settings, Sites.' },
        pattern: '[A-Z]{6,12}',
        example: 'ABCDEFGH',
      },
    ],
  },
  'simple-analytics': {
    ...STATISTICAL,
    name: 'Simple Analytics',
    vendor: 'Simple Analytics',
    vendorPrivacyUrl: 'https://www.simpleanalytics.com/privacy-policy',
    purpose: PLAIN_STATISTICS,
    cookies: [],
    loader: { src: 'https://scripts.simpleanalyticscdn.com/latest.js' },
    variables: [],
  },
  goatcounter: {
    ...STATISTICAL,
    name: 'GoatCounter',
    vendor: 'GoatCounter',
    vendorPrivacyUrl: 'https://www.goatcounter.com/help/privacy',
    purpose: PLAIN_STATISTICS,
    cookies: [],
    loader: {
      src: 'https://gc.zgo.at/count.js',
      attributes: { 'data-goatcounter': 'https://{{CODE}}.goatcounter.com/count' },
    },
    variables: [
      {
        name: 'CODE',
        label: { en: 'Site code', de: 'Kürzel der Website' },
        description: {
          en: 'The part of your address before .goatcounter.com.',
          de: 'Der Teil Ihrer Adresse vor .goatcounter.com.',
        },
        pattern: '[a-z0-9-]{2,50}',
        example: 'example',
      },
    ],
  },
  'vercel-analytics': {
    ...STATISTICAL,
    name: 'Vercel Web Analytics',
    vendor: 'Vercel',
    vendorPrivacyUrl: 'https://vercel.com/legal/privacy-policy',
    purpose: PLAIN_STATISTICS,
    cookies: [],
    loader: {
      src: '/_vercel/insights/script.js',
      inline: 'window.va=window.va||function(){(window.vaq=window.vaq||[]).push(arguments)};',
    },
    variables: [],
  },
  'cloudflare-web-analytics': {
    ...STATISTICAL,
    name: 'Cloudflare Web Analytics',
    vendor: 'Cloudflare',
    vendorPrivacyUrl: 'https://www.cloudflare.com/privacypolicy/',
    purpose: PLAIN_STATISTICS,
    cookies: [],
    loader: {
      src: 'https://static.cloudflareinsights.com/beacon.min.js',
      attributes: { 'data-cf-beacon': '{"token":"{{TOKEN}}"}' },
    },
    variables: [
      {
        name: 'TOKEN',
        label: { en: 'Token', de: 'Token' },
        description: {
          en: 'Cloudflare, Web Analytics, Manage site, in the snippet.',
          de: 'Cloudflare, Web Analytics, Manage site, im Code-Schnipsel.',
        },
        pattern: '[0-9a-f]{32}',
        example: '0123456789abcdef0123456789abcdef',
      },
    ],
  },
  'yandex-metrica': {
    ...STATISTICAL,
    name: 'Yandex Metrica',
    vendor: 'Yandex',
    vendorPrivacyUrl: 'https://yandex.com/legal/confidential/',
    purpose: STATISTICS,
    cookies: [
      { name: '_ym_uid', storage: 'cookie', duration: '1 year', description: VISITOR },
      {
        name: '_ym_d',
        storage: 'cookie',
        duration: '1 year',
        description: {
          en: 'Keeps the date of the first visit.',
          de: 'Merkt sich das Datum des ersten Besuchs.',
        },
      },
    ],
    loader: {
      src: 'https://mc.yandex.ru/metrika/tag.js',
      inline:
        '(function(){if(window.ym)return;var m=window.ym=function(){(m.a=m.a||[]).push(arguments)};m.l=Date.now()})();' +
        "ym(Number({{COUNTER_ID}}),'init',{clickmap:true,trackLinks:true,accurateTrackBounce:true});",
    },
    variables: [
      {
        name: 'COUNTER_ID',
        label: { en: 'Tag ID', de: 'Tag-ID' },
        description: { en: 'Yandex Metrica, Settings.', de: 'Yandex Metrica, Einstellungen.' },
        pattern: '[0-9]{4,12}',
        example: '12345678',
      },
    ],
  },
} as const satisfies Record<string, TrackerPreset>;
