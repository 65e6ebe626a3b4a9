import type { PresetVariable, TrackerPreset } from './preset';
import { CAMPAIGN, KNOWN_USER, PRODUCT_STATISTICS, VISIT, VISITOR } from './words';

const PRODUCT = {
  category: 'analytics',
  kind: 'script',
  purpose: PRODUCT_STATISTICS,
  consentSignals: ['analytics_storage'],
} as const;

/** Methods of a vendor's object that queue their calls until the script is there. */
const queued = (object: string, methods: string) =>
  `${JSON.stringify(methods.split(' '))}.forEach(function(m){${object}[m]=function(){` +
  `${object}.push([m].concat([].slice.call(arguments)))}});`;

const postHog = (name: string, region: 'us' | 'eu'): TrackerPreset => ({
  ...PRODUCT,
  name,
  vendor: 'PostHog',
  vendorPrivacyUrl: 'https://posthog.com/privacy',
  cookies: [
    { name: 'ph_*_posthog', storage: 'cookie', duration: '1 year', description: VISITOR },
    { name: 'ph_*_posthog', storage: 'localStorage', duration: 'persistent', description: VISITOR },
    { name: 'ph_*_window_id', storage: 'sessionStorage', duration: 'session', description: VISIT },
    {
      name: 'ph_*_primary_window_exists',
      storage: 'sessionStorage',
      duration: 'session',
      description: VISIT,
    },
    {
      name: 'ph_*_session_registered_properties',
      storage: 'sessionStorage',
      duration: 'session',
      description: VISIT,
    },
  ],
  loader: {
    src: `https://${region}-assets.i.posthog.com/static/array.js`,
    inline:
      '(function(p){if(p.__SV)return;p.__SV=1;p._i=p._i||[];' +
      `${queued('p', 'capture identify reset register opt_in_capturing opt_out_capturing')}` +
      `p._i.push([{{PROJECT_KEY}},{api_host:'https://${region}.i.posthog.com',defaults:'2025-05-24'},'posthog'])})` +
      '(window.posthog=window.posthog||[]);',
    attributes: { crossorigin: 'anonymous' },
  },
  variables: [
    {
      name: 'PROJECT_KEY',
      label: { en: 'Project API key', de: 'API-Schlüssel des Projekts' },
      description: { en: 'PostHog, Settings, Project.', de: 'PostHog, Settings, Project.' },
      pattern: 'phc_[A-Za-z0-9]{20,60}',
      example: 'phc_AbCdEfGhIjKlMnOpQrStUvWxYz0123456789abcdefg',
    },
  ],
});

const WRITE_KEY: PresetVariable = {
  name: 'WRITE_KEY',
  label: { en: 'Write key', de: 'Schreibschlüssel' },
  description: {
    en: 'In the settings of your JavaScript source.',
    de: 'In den Einstellungen Ihrer JavaScript-Quelle.',
  },
  pattern: '[A-Za-z0-9]{8,64}',
  example: 'AbCdEfGhIjKlMnOpQrStUvWxYz012345',
};

/** Analytics of products: events, funnels, customer data platforms. */
export const PRODUCT_ANALYTICS = {
  posthog: postHog('PostHog', 'us'),
  'posthog-eu': postHog('PostHog (EU)', 'eu'),
  mixpanel: {
    ...PRODUCT,
    name: 'Mixpanel',
    vendor: 'Mixpanel',
    vendorPrivacyUrl: 'https://mixpanel.com/legal/privacy-policy',
    cookies: [{ name: 'mp_*_mixpanel', storage: 'cookie', duration: '1 year', description: VISITOR }],
    loader: {
      src: 'https://cdn.mxpnl.com/libs/mixpanel-2-latest.min.js',
      inline:
        '(function(m){if(m.__SV)return;m.__SV=1.2;m._i=m._i||[];' +
        `${queued('m', 'track identify register reset track_pageview opt_in_tracking opt_out_tracking')}` +
        "m._i.push([{{PROJECT_TOKEN}},{track_pageview:true,api_host:{{API_HOST}}},'mixpanel'])})" +
        '(window.mixpanel=window.mixpanel||[]);',
    },
    variables: [
      {
        name: 'PROJECT_TOKEN',
        label: { en: 'Project token', de: 'Token des Projekts' },
        description: { en: 'Mixpanel, Project settings.', de: 'Mixpanel, Project settings.' },
        pattern: '[0-9a-f]{32}',
        example: '0123456789abcdef0123456789abcdef',
      },
      {
        name: 'API_HOST',
        label: { en: 'Region', de: 'Region' },
        description: {
          en: 'https://api-eu.mixpanel.com for projects in the EU.',
          de: 'https://api-eu.mixpanel.com für Projekte in der EU.',
        },
        pattern: 'https://api(-js|-eu|-in)?\\.mixpanel\\.com',
        example: 'https://api-eu.mixpanel.com',
        default: 'https://api-js.mixpanel.com',
      },
    ],
  },
  amplitude: {
    ...PRODUCT,
    name: 'Amplitude',
    vendor: 'Amplitude',
    vendorPrivacyUrl: 'https://amplitude.com/privacy',
    cookies: [
      { name: 'AMP_*', storage: 'cookie', duration: '1 year', description: VISITOR },
      { name: 'AMP_MKTG_*', storage: 'cookie', duration: '1 year', description: CAMPAIGN },
    ],
    // It is started once its script is there, so the inline script inserts it and waits.
    loader: {
      inline:
        "(function(d){var c=d.currentScript,s=d.createElement('script');s.async=true;" +
        "s.nonce=(c&&c.nonce)||'';s.src='https://cdn.amplitude.com/script/'+{{API_KEY}}+'.js';" +
        's.onload=function(){window.amplitude.init({{API_KEY}},{serverZone:{{ZONE}},autocapture:true})};' +
        'd.head.appendChild(s)})(document);',
    },
    variables: [
      {
        name: 'API_KEY',
        label: { en: 'API key', de: 'API-Schlüssel' },
        description: { en: 'Amplitude, Settings, Projects.', de: 'Amplitude, Settings, Projects.' },
        pattern: '[0-9a-f]{32}',
        example: '0123456789abcdef0123456789abcdef',
      },
      {
        name: 'ZONE',
        label: { en: 'Region', de: 'Region' },
        description: {
          en: 'US or EU, as the project was made.',
          de: 'US oder EU, wie das Projekt angelegt wurde.',
        },
        pattern: 'US|EU',
        example: 'EU',
        default: 'US',
      },
    ],
  },
  heap: {
    ...PRODUCT,
    name: 'Heap',
    vendor: 'Contentsquare',
    vendorPrivacyUrl: 'https://contentsquare.com/privacy-center/',
    cookies: [
      { name: '_hp2_id.*', storage: 'cookie', duration: '13 month', description: VISITOR },
      { name: '_hp2_ses_props.*', storage: 'cookie', duration: '30 minute', description: VISIT },
      { name: '_hp2_props.*', storage: 'cookie', duration: '13 month', description: VISITOR },
    ],
    loader: {
      src: 'https://cdn.heapanalytics.com/js/heap-{{APP_ID}}.js',
      inline:
        '(function(h){h.appid={{APP_ID}};h.config={};' +
        `${queued('h', 'addEventProperties addUserProperties identify resetIdentity track')}})` +
        '(window.heap=window.heap||[]);',
    },
    variables: [
      {
        name: 'APP_ID',
        label: { en: 'App ID', de: 'App-ID' },
        description: {
          en: 'Heap, Administration, Account, Manage, Projects.',
          de: 'Heap, Administration, Account, Manage, Projects.',
        },
        pattern: '[0-9]{4,14}',
        example: '1234567890',
      },
    ],
  },
  segment: {
    ...PRODUCT,
    name: 'Segment',
    vendor: 'Twilio',
    vendorPrivacyUrl: 'https://www.twilio.com/en-us/legal/privacy',
    cookies: [
      { name: 'ajs_anonymous_id', storage: 'cookie', duration: '1 year', description: VISITOR },
      { name: 'ajs_user_id', storage: 'cookie', duration: '1 year', description: KNOWN_USER },
      { name: 'ajs_anonymous_id', storage: 'localStorage', duration: 'persistent', description: VISITOR },
      { name: 'ajs_user_id', storage: 'localStorage', duration: 'persistent', description: KNOWN_USER },
      {
        name: 'ajs_user_traits',
        storage: 'localStorage',
        duration: 'persistent',
        description: KNOWN_USER,
      },
    ],
    loader: {
      src: 'https://cdn.segment.com/analytics.js/v1/{{WRITE_KEY}}/analytics.min.js',
      inline:
        '(function(a){if(a.initialize||a.invoked)return;a.invoked=true;a._writeKey={{WRITE_KEY}};' +
        `${queued('a', 'track identify page group alias reset ready on once off')}` +
        'a.page()})(window.analytics=window.analytics||[]);',
    },
    variables: [WRITE_KEY],
  },
  rudderstack: {
    ...PRODUCT,
    name: 'RudderStack',
    vendor: 'RudderStack',
    vendorPrivacyUrl: 'https://www.rudderstack.com/privacy-policy/',
    cookies: [
      { name: 'rl_anonymous_id', storage: 'cookie', duration: '1 year', description: VISITOR },
      { name: 'rl_user_id', storage: 'cookie', duration: '1 year', description: KNOWN_USER },
      { name: 'rl_trait', storage: 'cookie', duration: '1 year', description: KNOWN_USER },
      { name: 'rl_session', storage: 'cookie', duration: '1 year', description: VISIT },
    ],
    loader: {
      src: 'https://cdn.rudderlabs.com/v3/modern/rsa.min.js',
      inline:
        "(function(r){if(!Array.isArray(r))return;r.snippetVersion='3.0.0';" +
        `${queued('r', 'load page track identify alias group ready reset')}` +
        'r.load({{WRITE_KEY}},{{DATA_PLANE_URL}});r.page()})' +
        '(window.rudderanalytics=window.rudderanalytics||[]);',
    },
    variables: [
      WRITE_KEY,
      {
        name: 'DATA_PLANE_URL',
        label: { en: 'Data plane address', de: 'Adresse der Data Plane' },
        description: {
          en: 'RudderStack, Connections, at the top.',
          de: 'RudderStack, Connections, ganz oben.',
        },
        pattern: 'https://[A-Za-z0-9.-]+(:[0-9]+)?(/[A-Za-z0-9._~-]+)*',
        example: 'https://example.dataplane.rudderstack.com',
      },
    ],
  },
} as const satisfies Record<string, TrackerPreset>;
