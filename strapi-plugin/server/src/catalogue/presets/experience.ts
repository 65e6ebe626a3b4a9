import type { TrackerPreset } from './preset';
import { ERRORS, EXPERIMENTS, OWN_CHOICE, RECORDINGS, VARIANT, VISIT, VISITOR, WRITABLE } from './words';

const RECORDING = {
  category: 'analytics',
  kind: 'script',
  purpose: RECORDINGS,
  consentSignals: ['analytics_storage'],
} as const;

const EXPERIMENT = {
  category: 'analytics',
  kind: 'script',
  purpose: EXPERIMENTS,
  consentSignals: ['analytics_storage', 'personalization_storage'],
} as const;

/** A script that has to be started once it is there: the inline script inserts it and waits. */
const insertAndStart = (src: string, start: string) =>
  "(function(d){var c=d.currentScript,s=d.createElement('script');s.async=true;s.crossOrigin='anonymous';" +
  `s.nonce=(c&&c.nonce)||'';s.src='${src}';s.onload=function(){${start}};d.head.appendChild(s)})(document);`;

/** Session recordings, experiments, error reports. */
export const EXPERIENCE = {
  hotjar: {
    ...RECORDING,
    name: 'Hotjar',
    vendor: 'Hotjar',
    vendorPrivacyUrl: 'https://www.hotjar.com/privacy/',
    cookies: [
      { name: '_hjSessionUser_*', storage: 'cookie', duration: '1 year', description: VISITOR },
      { name: '_hjSession_*', storage: 'cookie', duration: '30 minute', description: VISIT },
      { name: '_hjTLDTest', storage: 'cookie', duration: 'session', description: WRITABLE },
    ],
    loader: {
      src: 'https://static.hotjar.com/c/hotjar-{{SITE_ID}}.js?sv=6',
      inline:
        'window.hj=window.hj||function(){(window.hj.q=window.hj.q||[]).push(arguments)};' +
        'window._hjSettings={hjid:Number({{SITE_ID}}),hjsv:6};',
    },
    variables: [
      {
        name: 'SITE_ID',
        label: { en: 'Site ID', de: 'Website-ID' },
        description: { en: 'Hotjar, Sites and organizations.', de: 'Hotjar, Sites and organizations.' },
        pattern: '[0-9]{4,12}',
        example: '1234567',
      },
    ],
  },
  fullstory: {
    ...RECORDING,
    name: 'FullStory',
    vendor: 'FullStory',
    vendorPrivacyUrl: 'https://www.fullstory.com/legal/privacy-policy/',
    cookies: [
      { name: 'fs_uid', storage: 'cookie', duration: '1 year', description: VISITOR },
      { name: 'fs_lua', storage: 'cookie', duration: '30 minute', description: VISIT },
    ],
    loader: {
      src: 'https://edge.fullstory.com/s/fs.js',
      inline:
        "window._fs_host='fullstory.com';window._fs_script='edge.fullstory.com/s/fs.js';" +
        "window._fs_org={{ORG_ID}};window._fs_namespace='FS';" +
        '(function(){if(window.FS)return;var f=window.FS=function(a,b,c){f.q?f.q.push([a,b,c]):f._api(a,b,c)};f.q=[]})();',
      attributes: { crossorigin: 'anonymous' },
    },
    variables: [
      {
        name: 'ORG_ID',
        label: { en: 'Org ID', de: 'Organisations-ID' },
        description: {
          en: 'FullStory, Settings, FullStory setup.',
          de: 'FullStory, Settings, FullStory setup.',
        },
        pattern: '(o-)?[A-Z0-9]{4,12}(-[a-z0-9]{2,4})?',
        example: 'o-1ABCD2-na1',
      },
    ],
  },
  logrocket: {
    ...RECORDING,
    name: 'LogRocket',
    vendor: 'LogRocket',
    vendorPrivacyUrl: 'https://logrocket.com/privacy',
    cookies: [
      { name: '_lr_tabs_-*', storage: 'cookie', duration: '1 day', description: VISIT },
      { name: '_lr_hb_-*', storage: 'cookie', duration: '1 day', description: VISIT },
    ],
    loader: {
      inline: insertAndStart(
        'https://cdn.logr-in.com/LogRocket.min.js',
        'window.LogRocket&&window.LogRocket.init({{APP_ID}})',
      ),
    },
    variables: [
      {
        name: 'APP_ID',
        label: { en: 'App ID', de: 'App-ID' },
        description: { en: 'LogRocket, Settings, General.', de: 'LogRocket, Settings, General.' },
        pattern: '[a-z0-9]{4,12}/[a-z0-9._-]{1,60}',
        example: 'ab12cd/example',
      },
    ],
  },
  'crazy-egg': {
    ...RECORDING,
    name: 'Crazy Egg',
    vendor: 'Crazy Egg',
    vendorPrivacyUrl: 'https://www.crazyegg.com/privacy',
    cookies: [
      { name: '_ce.s', storage: 'cookie', duration: '1 year', description: VISITOR },
      { name: 'cebs', storage: 'cookie', duration: 'session', description: VISIT },
    ],
    loader: { src: 'https://script.crazyegg.com/pages/scripts/{{ACCOUNT_PATH}}.js' },
    variables: [
      {
        name: 'ACCOUNT_PATH',
        label: { en: 'Account path', de: 'Pfad des Kontos' },
        description: {
          en: 'Crazy Egg, Install: the two numbers in the address of the script.',
          de: 'Crazy Egg, Install: die beiden Zahlen in der Adresse des Skripts.',
        },
        pattern: '[0-9]{4}/[0-9]{4}',
        example: '0012/3456',
        address: true,
      },
    ],
  },
  optimizely: {
    ...EXPERIMENT,
    name: 'Optimizely Web Experimentation',
    vendor: 'Optimizely',
    vendorPrivacyUrl: 'https://www.optimizely.com/legal/privacy-notice/',
    cookies: [
      { name: 'optimizelyEndUserId', storage: 'cookie', duration: '6 month', description: VISITOR },
      {
        name: 'optimizely_data$$*',
        storage: 'localStorage',
        duration: 'persistent',
        description: VARIANT,
      },
    ],
    loader: { src: 'https://cdn.optimizely.com/js/{{PROJECT_ID}}.js' },
    variables: [
      {
        name: 'PROJECT_ID',
        label: { en: 'Project ID', de: 'Projekt-ID' },
        description: {
          en: 'Optimizely, Settings, Implementation.',
          de: 'Optimizely, Settings, Implementation.',
        },
        pattern: '[0-9]{6,22}',
        example: '12345678901',
      },
    ],
  },
  vwo: {
    ...EXPERIMENT,
    name: 'VWO',
    vendor: 'Wingify',
    vendorPrivacyUrl: 'https://vwo.com/privacy-policy/',
    cookies: [
      { name: '_vis_opt_s', storage: 'cookie', duration: '100 day', description: VISIT },
      { name: '_vis_opt_test_cookie', storage: 'cookie', duration: 'session', description: WRITABLE },
      { name: '_vis_opt_exp_*', storage: 'cookie', duration: '100 day', description: VARIANT },
    ],
    loader: {
      src: 'https://dev.visualwebsiteoptimizer.com/lib/{{ACCOUNT_ID}}.js',
      inline: 'window._vwo_code=window._vwo_code||{use_existing_jquery:function(){return false}};',
    },
    variables: [
      {
        name: 'ACCOUNT_ID',
        label: { en: 'Account ID', de: 'Konto-ID' },
        description: { en: 'VWO, Account, General.', de: 'VWO, Account, General.' },
        pattern: '[0-9]{4,10}',
        example: '123456',
      },
    ],
  },
  'ab-tasty': {
    ...EXPERIMENT,
    name: 'AB Tasty',
    vendor: 'AB Tasty',
    vendorPrivacyUrl: 'https://www.abtasty.com/privacy-policy/',
    cookies: [
      { name: 'ABTasty', storage: 'cookie', duration: '13 month', description: VARIANT },
      { name: 'ABTastySession', storage: 'cookie', duration: '30 minute', description: VISIT },
      { name: 'ABTastyOptout', storage: 'cookie', duration: '13 month', description: OWN_CHOICE },
    ],
    loader: { src: 'https://try.abtasty.com/{{ACCOUNT_ID}}.js' },
    variables: [
      {
        name: 'ACCOUNT_ID',
        label: { en: 'Account identifier', de: 'Kennung des Kontos' },
        description: { en: 'AB Tasty, Settings, Implementation.', de: 'AB Tasty, Settings, Implementation.' },
        pattern: '[0-9a-f]{32}',
        example: '0123456789abcdef0123456789abcdef',
      },
    ],
  },
  sentry: {
    name: 'Sentry',
    vendor: 'Functional Software',
    vendorPrivacyUrl: 'https://sentry.io/privacy/',
    category: 'functional',
    kind: 'script',
    purpose: ERRORS,
    cookies: [
      {
        name: 'sentryReplaySession',
        storage: 'sessionStorage',
        duration: 'session',
        description: VISIT,
      },
    ],
    loader: {
      src: 'https://js.sentry-cdn.com/{{PUBLIC_KEY}}.min.js',
      attributes: { crossorigin: 'anonymous' },
    },
    variables: [
      {
        name: 'PUBLIC_KEY',
        label: { en: 'Public key', de: 'Öffentlicher Schlüssel' },
        description: {
          en: 'Sentry, project settings, Loader script.',
          de: 'Sentry, Einstellungen des Projekts, Loader script.',
        },
        pattern: '[0-9a-f]{32}',
        example: '0123456789abcdef0123456789abcdef',
      },
    ],
    consentSignals: ['functionality_storage'],
  },
  'datadog-rum': {
    name: 'Datadog Real User Monitoring',
    vendor: 'Datadog',
    vendorPrivacyUrl: 'https://www.datadoghq.com/legal/privacy/',
    category: 'analytics',
    kind: 'script',
    purpose: ERRORS,
    cookies: [
      {
        name: '_dd_s',
        storage: 'cookie',
        duration: { en: 'Up to 1 year', de: 'Bis zu 1 Jahr' },
        description: VISIT,
      },
    ],
    loader: {
      src: 'https://www.datadoghq-browser-agent.com/{{REGION}}/v6/datadog-rum.js',
      inline:
        'window.DD_RUM=window.DD_RUM||{q:[],onReady:function(c){window.DD_RUM.q.push(c)}};' +
        'DD_RUM.onReady(function(){DD_RUM.init({clientToken:{{CLIENT_TOKEN}},applicationId:{{APPLICATION_ID}},' +
        "site:{{SITE}},sessionSampleRate:100,sessionReplaySampleRate:0,defaultPrivacyLevel:'mask'})});",
      attributes: { crossorigin: 'anonymous' },
    },
    variables: [
      {
        name: 'CLIENT_TOKEN',
        label: { en: 'Client token', de: 'Client-Token' },
        description: {
          en: 'Datadog, Digital experience, your application, Instrumentation.',
          de: 'Datadog, Digital Experience, Ihre Anwendung, Instrumentation.',
        },
        pattern: 'pub[0-9a-f]{32}',
        example: 'pub0123456789abcdef0123456789abcdef',
      },
      {
        name: 'APPLICATION_ID',
        label: { en: 'Application ID', de: 'Anwendungs-ID' },
        description: { en: 'On the same page.', de: 'Auf derselben Seite.' },
        pattern: '[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}',
        example: '01234567-89ab-cdef-0123-456789abcdef',
      },
      {
        name: 'SITE',
        label: { en: 'Site', de: 'Datadog-Site' },
        description: { en: 'The host of your Datadog.', de: 'Der Host Ihres Datadog.' },
        pattern: '([a-z0-9]+\\.)?datadoghq\\.(com|eu)',
        example: 'datadoghq.eu',
        default: 'datadoghq.com',
      },
      {
        name: 'REGION',
        label: { en: 'Region of the script', de: 'Region des Skripts' },
        description: {
          en: 'us1 for datadoghq.com, eu1 for datadoghq.eu.',
          de: 'us1 für datadoghq.com, eu1 für datadoghq.eu.',
        },
        pattern: '(us1|us3|us5|eu1|ap1)',
        example: 'eu1',
        default: 'us1',
      },
    ],
    consentSignals: ['analytics_storage'],
  },
} as const satisfies Record<string, TrackerPreset>;
