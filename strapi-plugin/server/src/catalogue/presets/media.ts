import { AD_SIGNALS } from '@permesso/consent-core';
import type { TrackerPreset } from './preset';
import { AD_VISITOR, AUDIO, BOTS, MAP, PLAYER, VIDEO, VISIT, VISITOR } from './words';

const EMBED = {
  category: 'functional',
  kind: 'iframe',
  variables: [],
  consentSignals: ['functionality_storage'],
} as const;

const GOOGLE = { vendor: 'Google', vendorPrivacyUrl: 'https://policies.google.com/privacy' } as const;
const META = { vendor: 'Meta', vendorPrivacyUrl: 'https://www.facebook.com/privacy/policy/' } as const;

/** Editors copy the address of a map from their own country's Google: the largest of Europe and those that speak English. */
const GOOGLE_COUNTRIES = [
  ...['com', 'de', 'fr', 'it', 'es', 'nl', 'pl', 'at', 'ch', 'be', 'se', 'ie'],
  ...['co.uk', 'ca', 'com.au', 'co.nz'],
];
const MAPS_OF_COUNTRIES = GOOGLE_COUNTRIES.flatMap((ending) => [
  `www.google.${ending}/maps`,
  `maps.google.${ending}`,
]);

/** Content of others inside a page. The site places it behind a gate; nothing is inserted. */
export const MEDIA = {
  youtube: {
    ...EMBED,
    ...GOOGLE,
    name: 'YouTube',
    category: 'marketing',
    purpose: VIDEO,
    hosts: ['www.youtube.com', 'youtube.com', 'm.youtube.com', 'youtu.be', 'i.ytimg.com'],
    cookies: [
      {
        name: 'VISITOR_INFO1_LIVE',
        domain: '.youtube.com',
        storage: 'cookie',
        duration: '6 month',
        description: PLAYER,
      },
      {
        name: 'VISITOR_PRIVACY_METADATA',
        domain: '.youtube.com',
        storage: 'cookie',
        duration: '6 month',
        description: {
          en: 'Keeps the privacy choice made on YouTube.',
          de: 'Merkt sich die bei YouTube getroffene Auswahl.',
        },
      },
      { name: 'YSC', domain: '.youtube.com', storage: 'cookie', duration: 'session', description: VISIT },
    ],
    consentSignals: [...AD_SIGNALS, 'functionality_storage'],
  },
  'youtube-nocookie': {
    ...EMBED,
    ...GOOGLE,
    name: 'YouTube (privacy-enhanced mode)',
    purpose: VIDEO,
    hosts: ['www.youtube-nocookie.com', 'youtube-nocookie.com'],
    cookies: [
      {
        name: 'yt-remote-device-id',
        domain: 'www.youtube-nocookie.com',
        storage: 'localStorage',
        duration: 'persistent',
        description: PLAYER,
      },
      {
        name: 'yt-player-*',
        domain: 'www.youtube-nocookie.com',
        storage: 'localStorage',
        duration: 'persistent',
        description: PLAYER,
      },
    ],
  },
  vimeo: {
    ...EMBED,
    name: 'Vimeo',
    vendor: 'Vimeo',
    vendorPrivacyUrl: 'https://vimeo.com/privacy',
    purpose: VIDEO,
    hosts: ['player.vimeo.com', 'vimeo.com', '*.vimeocdn.com'],
    cookies: [
      { name: 'vuid', domain: '.vimeo.com', storage: 'cookie', duration: '2 year', description: VISITOR },
      {
        name: 'player',
        domain: '.vimeo.com',
        storage: 'cookie',
        duration: '1 year',
        description: PLAYER,
      },
      {
        name: '__cf_bm',
        domain: '.vimeo.com',
        storage: 'cookie',
        duration: '30 minute',
        description: BOTS,
      },
    ],
  },
  dailymotion: {
    ...EMBED,
    name: 'Dailymotion',
    vendor: 'Dailymotion',
    vendorPrivacyUrl: 'https://legal.dailymotion.com/en/privacy-policy/',
    category: 'marketing',
    purpose: VIDEO,
    hosts: ['dailymotion.com', '*.dailymotion.com', '*.dmcdn.net'],
    cookies: [
      {
        name: 'v1st',
        domain: '.dailymotion.com',
        storage: 'cookie',
        duration: { en: 'Up to 13 months', de: 'Bis zu 13 Monate' },
        description: VISITOR,
      },
      {
        name: 'ts',
        domain: '.dailymotion.com',
        storage: 'cookie',
        duration: { en: 'Up to 13 months', de: 'Bis zu 13 Monate' },
        description: AD_VISITOR,
      },
    ],
    consentSignals: AD_SIGNALS,
  },
  'google-maps': {
    ...EMBED,
    ...GOOGLE,
    name: 'Google Maps',
    purpose: MAP,
    hosts: [...MAPS_OF_COUNTRIES, 'maps.googleapis.com', 'maps.gstatic.com'],
    cookies: [
      {
        name: 'NID',
        domain: '.google.com',
        storage: 'cookie',
        duration: '6 month',
        description: AD_VISITOR,
      },
    ],
  },
  openstreetmap: {
    ...EMBED,
    name: 'OpenStreetMap',
    vendor: 'OpenStreetMap Foundation',
    vendorPrivacyUrl: 'https://osmfoundation.org/wiki/Privacy_Policy',
    purpose: MAP,
    hosts: ['openstreetmap.org', '*.openstreetmap.org'],
    cookies: [],
  },
  mapbox: {
    ...EMBED,
    name: 'Mapbox',
    vendor: 'Mapbox',
    vendorPrivacyUrl: 'https://www.mapbox.com/legal/privacy',
    kind: 'sdk',
    purpose: MAP,
    hosts: ['*.mapbox.com'],
    cookies: [
      {
        name: 'mapbox.eventData*',
        storage: 'localStorage',
        duration: 'persistent',
        description: { en: 'Counts map views.', de: 'Zählt Kartenaufrufe.' },
      },
    ],
  },
  spotify: {
    ...EMBED,
    name: 'Spotify',
    vendor: 'Spotify',
    vendorPrivacyUrl: 'https://www.spotify.com/legal/privacy-policy/',
    purpose: AUDIO,
    hosts: ['open.spotify.com', 'embed.spotify.com'],
    cookies: [
      { name: 'sp_t', domain: '.spotify.com', storage: 'cookie', duration: '1 year', description: VISITOR },
      {
        name: 'sp_landing',
        domain: '.spotify.com',
        storage: 'cookie',
        duration: '1 day',
        description: VISIT,
      },
    ],
  },
  soundcloud: {
    ...EMBED,
    name: 'SoundCloud',
    vendor: 'SoundCloud',
    vendorPrivacyUrl: 'https://soundcloud.com/pages/privacy',
    purpose: AUDIO,
    hosts: ['w.soundcloud.com', 'soundcloud.com', '*.sndcdn.com'],
    cookies: [
      {
        name: 'sc_anonymous_id',
        domain: '.soundcloud.com',
        storage: 'cookie',
        duration: '10 year',
        description: VISITOR,
      },
    ],
  },
  instagram: {
    ...EMBED,
    ...META,
    name: 'Instagram posts',
    category: 'marketing',
    purpose: { en: 'Shows posts from Instagram.', de: 'Zeigt Beiträge aus Instagram.' },
    hosts: ['www.instagram.com', 'instagram.com', '*.cdninstagram.com'],
    cookies: [
      {
        name: 'csrftoken',
        domain: '.instagram.com',
        storage: 'cookie',
        duration: '1 year',
        description: { en: 'Protects forms of Instagram.', de: 'Schützt Formulare von Instagram.' },
      },
      {
        name: 'mid',
        domain: '.instagram.com',
        storage: 'cookie',
        duration: '13 month',
        description: VISITOR,
      },
    ],
    consentSignals: AD_SIGNALS,
  },
  'x-embed': {
    ...EMBED,
    name: 'X posts',
    vendor: 'X',
    vendorPrivacyUrl: 'https://x.com/en/privacy',
    category: 'marketing',
    purpose: { en: 'Shows posts from X.', de: 'Zeigt Beiträge aus X.' },
    hosts: [
      ...['platform.twitter.com', 'syndication.twitter.com', '*.twimg.com'],
      ...['platform.x.com', 'syndication.x.com'],
    ],
    cookies: [
      {
        name: 'guest_id',
        domain: '.twitter.com',
        storage: 'cookie',
        duration: { en: 'Up to 2 years', de: 'Bis zu 2 Jahre' },
        description: VISITOR,
      },
      {
        name: 'personalization_id',
        domain: '.twitter.com',
        storage: 'cookie',
        duration: { en: 'Up to 2 years', de: 'Bis zu 2 Jahre' },
        description: AD_VISITOR,
      },
    ],
    consentSignals: AD_SIGNALS,
  },
  'facebook-embed': {
    ...EMBED,
    ...META,
    name: 'Facebook posts',
    category: 'marketing',
    purpose: { en: 'Shows posts from Facebook.', de: 'Zeigt Beiträge aus Facebook.' },
    hosts: ['www.facebook.com/plugins', 'web.facebook.com/plugins'],
    cookies: [
      { name: 'fr', domain: '.facebook.com', storage: 'cookie', duration: '90 day', description: AD_VISITOR },
      {
        name: 'datr',
        domain: '.facebook.com',
        storage: 'cookie',
        duration: { en: 'Up to 13 months', de: 'Bis zu 13 Monate' },
        description: {
          en: 'Recognises the browser, for the security of Facebook.',
          de: 'Erkennt den Browser wieder, zur Sicherheit von Facebook.',
        },
      },
    ],
    consentSignals: AD_SIGNALS,
  },
  calendly: {
    ...EMBED,
    name: 'Calendly',
    vendor: 'Calendly',
    vendorPrivacyUrl: 'https://calendly.com/legal/privacy-notice',
    purpose: { en: 'Books appointments.', de: 'Bucht Termine.' },
    hosts: ['calendly.com', '*.calendly.com'],
    cookies: [
      {
        name: '__cf_bm',
        domain: '.calendly.com',
        storage: 'cookie',
        duration: '30 minute',
        description: BOTS,
      },
      {
        name: '_cfuvid',
        domain: '.calendly.com',
        storage: 'cookie',
        duration: 'session',
        description: BOTS,
      },
      {
        name: '_calendly_session',
        domain: 'calendly.com',
        storage: 'cookie',
        duration: '21 day',
        description: VISIT,
      },
    ],
  },
  typeform: {
    ...EMBED,
    name: 'Typeform',
    vendor: 'Typeform',
    vendorPrivacyUrl: 'https://www.typeform.com/legal/privacy-policy/',
    purpose: { en: 'Shows forms and surveys.', de: 'Zeigt Formulare und Umfragen.' },
    hosts: ['*.typeform.com'],
    cookies: [
      {
        name: 'attribution_user_id',
        domain: '.typeform.com',
        storage: 'cookie',
        duration: '1 year',
        description: VISITOR,
      },
    ],
  },
  disqus: {
    ...EMBED,
    name: 'Disqus',
    vendor: 'Disqus',
    vendorPrivacyUrl: 'https://help.disqus.com/en/articles/1717103-disqus-privacy-policy',
    category: 'marketing',
    kind: 'sdk',
    purpose: { en: 'Shows comments.', de: 'Zeigt Kommentare.' },
    hosts: ['*.disqus.com', 'disqus.com', '*.disquscdn.com'],
    cookies: [
      {
        name: 'disqus_unique',
        domain: '.disqus.com',
        storage: 'cookie',
        duration: '1 year',
        description: VISITOR,
      },
    ],
    consentSignals: AD_SIGNALS,
  },
} as const satisfies Record<string, TrackerPreset>;
