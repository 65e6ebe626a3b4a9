import type { TrackerPreset } from './preset';
import { BOTS, CAPTCHA, FRAUD, LOAD_BALANCING, PAYMENT } from './words';

const GOOGLE = { vendor: 'Google', vendorPrivacyUrl: 'https://policies.google.com/privacy' } as const;

const PARTNERS = {
  en: 'Your choice of partners and purposes; in local storage where it is too long for a cookie.',
  de: 'Ihre Auswahl von Partnern und Zwecken; im Local Storage, wo sie für ein Cookie zu lang ist.',
};

/** The name of the consent cookie where the options give it no other. */
export const CONSENT_COOKIE = 'pl-consent';

/** The presets of what the plugin stores itself. */
export const OWN_PRESETS: readonly string[] = ['consent', 'consent-tcf'];

/** What a page needs for a service: protection of forms, payments, fonts, consent itself. */
export const SERVICES = {
  consent: {
    name: 'Cookie settings',
    category: 'necessary',
    kind: 'cookie-only',
    purpose: {
      en: 'Keeps your choice about cookies.',
      de: 'Merkt sich Ihre Auswahl zu Cookies.',
    },
    cookies: [
      {
        name: CONSENT_COOKIE,
        storage: 'cookie',
        duration: { en: 'At most 400 days', de: 'Höchstens 400 Tage' },
        description: {
          en: 'Your choice, its date, and the version of the texts it was made on.',
          de: 'Ihre Auswahl, deren Datum und die Fassung der Texte, auf der sie beruht.',
        },
      },
      {
        name: `${CONSENT_COOKIE}:outbox*`,
        storage: 'localStorage',
        duration: { en: 'Until sent, at most 7 days', de: 'Bis zum Versand, höchstens 7 Tage' },
        description: {
          en: 'A choice that could not be recorded yet, and which tab is about to send it.',
          de: 'Eine Auswahl, die noch nicht aufgezeichnet werden konnte, und welcher Tab sie gerade sendet.',
        },
      },
      {
        name: `${CONSENT_COOKIE}:granted`,
        storage: 'localStorage',
        duration: { en: 'Until you refuse all of it', de: 'Bis Sie alles davon ablehnen' },
        description: {
          en: 'What you allow, so that what it leaves behind is removed once you no longer do.',
          de: 'Was Sie erlauben, damit dessen Spuren entfernt werden, sobald Sie es nicht mehr tun.',
        },
      },
      {
        name: CONSENT_COOKIE,
        storage: 'localStorage',
        duration: { en: 'Removed at once', de: 'Wird sofort entfernt' },
        description: {
          en: 'Tells other tabs that you have chosen.',
          de: 'Teilt anderen Tabs mit, dass Sie gewählt haben.',
        },
      },
      {
        name: 'permesso:config',
        storage: 'sessionStorage',
        duration: {
          en: 'Until the tab is closed; used for 5 minutes',
          de: 'Bis der Tab geschlossen wird; verwendet 5 Minuten lang',
        },
        description: {
          en: 'What you are asked where you are, so that the next pages need not look it up again.',
          de: 'Wonach Sie an Ihrem Ort gefragt werden, damit die nächsten Seiten es nicht erneut abrufen müssen.',
        },
      },
    ],
    variables: [],
    consentSignals: ['security_storage'],
  },
  'consent-tcf': {
    name: 'Choice of advertising partners',
    category: 'necessary',
    kind: 'cookie-only',
    purpose: {
      en: 'Keeps your choice about advertising partners, as they read it.',
      de: 'Merkt sich Ihre Auswahl zu Werbepartnern in der Form, in der diese sie lesen.',
    },
    cookies: [
      {
        name: `${CONSENT_COOKIE}-tcf`,
        storage: 'cookie',
        duration: { en: 'At most 395 days', de: 'Höchstens 395 Tage' },
        description: PARTNERS,
      },
      {
        name: `${CONSENT_COOKIE}-tcf`,
        storage: 'localStorage',
        duration: 'persistent',
        description: PARTNERS,
      },
    ],
    variables: [],
    consentSignals: ['security_storage'],
  },
  recaptcha: {
    ...GOOGLE,
    name: 'reCAPTCHA',
    category: 'functional',
    kind: 'script',
    purpose: CAPTCHA,
    hosts: ['www.google.com/recaptcha', 'www.gstatic.com/recaptcha'],
    cookies: [
      {
        name: '_GRECAPTCHA',
        domain: 'www.google.com',
        storage: 'cookie',
        duration: '6 month',
        description: BOTS,
      },
      { name: 'rc::a', storage: 'localStorage', duration: 'persistent', description: BOTS },
      { name: 'rc::b', storage: 'sessionStorage', duration: 'session', description: BOTS },
      { name: 'rc::c', storage: 'sessionStorage', duration: 'session', description: BOTS },
    ],
    loader: { src: 'https://www.google.com/recaptcha/api.js?render={{SITE_KEY}}' },
    variables: [
      {
        name: 'SITE_KEY',
        label: { en: 'Site key', de: 'Websiteschlüssel' },
        description: {
          en: 'reCAPTCHA, Settings, reCAPTCHA keys. "explicit" for version 2.',
          de: 'reCAPTCHA, Einstellungen, reCAPTCHA-Schlüssel. „explicit“ für Version 2.',
        },
        pattern: '6L[A-Za-z0-9_-]{38}|explicit',
        example: '6Le0123456789012345678901234567890123456',
      },
    ],
    consentSignals: ['functionality_storage'],
  },
  hcaptcha: {
    name: 'hCaptcha',
    vendor: 'Intuition Machines',
    vendorPrivacyUrl: 'https://www.hcaptcha.com/privacy',
    category: 'functional',
    kind: 'script',
    purpose: CAPTCHA,
    hosts: ['*.hcaptcha.com'],
    cookies: [
      { name: 'hmt_id', domain: '.hcaptcha.com', storage: 'cookie', duration: '30 day', description: BOTS },
      {
        name: '__cf_bm',
        domain: '.hcaptcha.com',
        storage: 'cookie',
        duration: '30 minute',
        description: BOTS,
      },
    ],
    loader: { src: 'https://js.hcaptcha.com/1/api.js' },
    variables: [],
    consentSignals: ['functionality_storage'],
  },
  turnstile: {
    name: 'Cloudflare Turnstile',
    vendor: 'Cloudflare',
    vendorPrivacyUrl: 'https://www.cloudflare.com/turnstile-privacy-policy/',
    category: 'necessary',
    kind: 'script',
    purpose: CAPTCHA,
    hosts: ['challenges.cloudflare.com'],
    cookies: [],
    loader: { src: 'https://challenges.cloudflare.com/turnstile/v0/api.js' },
    variables: [],
    consentSignals: ['security_storage'],
  },
  stripe: {
    name: 'Stripe',
    vendor: 'Stripe',
    vendorPrivacyUrl: 'https://stripe.com/privacy',
    category: 'necessary',
    kind: 'sdk',
    purpose: PAYMENT,
    hosts: ['*.stripe.com', 'm.stripe.network'],
    cookies: [
      { name: '__stripe_mid', storage: 'cookie', duration: '1 year', description: FRAUD },
      { name: '__stripe_sid', storage: 'cookie', duration: '30 minute', description: FRAUD },
      { name: 'm', domain: 'm.stripe.com', storage: 'cookie', duration: '2 year', description: FRAUD },
    ],
    variables: [],
    consentSignals: ['security_storage'],
  },
  paypal: {
    name: 'PayPal',
    vendor: 'PayPal',
    vendorPrivacyUrl: 'https://www.paypal.com/legalhub/privacy-full',
    category: 'necessary',
    kind: 'sdk',
    purpose: PAYMENT,
    hosts: ['www.paypal.com', '*.paypalobjects.com'],
    cookies: [
      { name: 'ts', domain: '.paypal.com', storage: 'cookie', duration: '3 year', description: FRAUD },
      { name: 'ts_c', domain: '.paypal.com', storage: 'cookie', duration: '3 year', description: FRAUD },
      {
        name: 'l7_az',
        domain: '.paypal.com',
        storage: 'cookie',
        duration: '30 minute',
        description: LOAD_BALANCING,
      },
    ],
    variables: [],
    consentSignals: ['security_storage'],
  },
  'google-fonts': {
    ...GOOGLE,
    name: 'Google Fonts',
    category: 'functional',
    kind: 'sdk',
    purpose: {
      en: "Loads fonts from Google's servers. Serve them from your own site to need no consent.",
      de: 'Lädt Schriften von Servern von Google. Von der eigenen Website ausgeliefert, bräuchten sie keine Einwilligung.',
    },
    hosts: ['fonts.googleapis.com', 'fonts.gstatic.com'],
    cookies: [],
    variables: [],
    consentSignals: ['functionality_storage'],
  },
  'adobe-fonts': {
    name: 'Adobe Fonts',
    vendor: 'Adobe',
    vendorPrivacyUrl: 'https://www.adobe.com/privacy/policies/adobe-fonts.html',
    category: 'functional',
    kind: 'sdk',
    purpose: { en: 'Loads fonts.', de: 'Lädt Schriften.' },
    hosts: ['use.typekit.net', 'p.typekit.net'],
    cookies: [],
    variables: [],
    consentSignals: ['functionality_storage'],
  },
} as const satisfies Record<string, TrackerPreset>;
