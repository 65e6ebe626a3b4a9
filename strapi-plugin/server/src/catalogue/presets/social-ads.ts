import { AD_SIGNALS } from '@permesso/consent-core';
import type { TrackerPreset } from './preset';
import { AD_CLICK, AD_SYNC, AD_VISITOR, ADVERTISING, OWN_CHOICE, VISITOR } from './words';

const ADVERTISEMENTS = { category: 'marketing', kind: 'script', purpose: ADVERTISING } as const;

/** Advertising pixels of social networks. */
export const SOCIAL_ADS = {
  'meta-pixel': {
    ...ADVERTISEMENTS,
    name: 'Meta Pixel',
    vendor: 'Meta',
    vendorPrivacyUrl: 'https://www.facebook.com/privacy/policy/',
    hosts: ['connect.facebook.net', 'www.facebook.com/tr'],
    cookies: [
      { name: '_fbp', storage: 'cookie', duration: '90 day', description: AD_VISITOR },
      { name: '_fbc', storage: 'cookie', duration: '90 day', description: AD_CLICK },
      {
        name: 'fr',
        domain: '.facebook.com',
        storage: 'cookie',
        duration: '90 day',
        description: AD_VISITOR,
      },
    ],
    loader: {
      src: 'https://connect.facebook.net/en_US/fbevents.js',
      inline:
        '(function(){if(window.fbq)return;var q=window.fbq=function(){q.callMethod?q.callMethod.apply(q,arguments):q.queue.push(arguments)};' +
        "window._fbq=window._fbq||q;q.push=q;q.loaded=true;q.version='2.0';q.queue=[]})();" +
        "fbq('init',{{PIXEL_ID}});fbq('track','PageView');",
      adapter: 'meta',
    },
    variables: [
      {
        name: 'PIXEL_ID',
        label: { en: 'Pixel ID', de: 'Pixel-ID' },
        description: { en: 'Meta Events Manager, Data sources.', de: 'Meta Events Manager, Datenquellen.' },
        pattern: '[0-9]{8,20}',
        example: '123456789012345',
      },
    ],
    consentSignals: AD_SIGNALS,
  },
  'linkedin-insight': {
    ...ADVERTISEMENTS,
    name: 'LinkedIn Insight Tag',
    vendor: 'LinkedIn',
    vendorPrivacyUrl: 'https://www.linkedin.com/legal/privacy-policy',
    hosts: ['snap.licdn.com', 'px.ads.linkedin.com'],
    cookies: [
      { name: 'li_fat_id', storage: 'cookie', duration: '30 day', description: AD_CLICK },
      {
        name: 'bcookie',
        domain: '.linkedin.com',
        storage: 'cookie',
        duration: '1 year',
        description: AD_VISITOR,
      },
      {
        name: 'lidc',
        domain: '.linkedin.com',
        storage: 'cookie',
        duration: '24 hour',
        description: { en: 'Selects a data centre.', de: 'Wählt ein Rechenzentrum aus.' },
      },
      {
        name: 'UserMatchHistory',
        domain: '.linkedin.com',
        storage: 'cookie',
        duration: '30 day',
        description: AD_SYNC,
      },
      {
        name: 'AnalyticsSyncHistory',
        domain: '.linkedin.com',
        storage: 'cookie',
        duration: '30 day',
        description: AD_SYNC,
      },
      {
        name: 'li_gc',
        domain: '.linkedin.com',
        storage: 'cookie',
        duration: '6 month',
        description: OWN_CHOICE,
      },
    ],
    loader: {
      src: 'https://snap.licdn.com/li.lms-analytics/insight.min.js',
      inline:
        'window._linkedin_partner_id={{PARTNER_ID}};' +
        '(window._linkedin_data_partner_ids=window._linkedin_data_partner_ids||[]).push({{PARTNER_ID}});' +
        'if(!window.lintrk){window.lintrk=function(a,b){window.lintrk.q.push([a,b])};window.lintrk.q=[]}',
    },
    variables: [
      {
        name: 'PARTNER_ID',
        label: { en: 'Partner ID', de: 'Partner-ID' },
        description: {
          en: 'LinkedIn Campaign Manager, Analyze, Insight Tag.',
          de: 'LinkedIn Campaign Manager, Analysieren, Insight-Tag.',
        },
        pattern: '[0-9]{3,12}',
        example: '1234567',
      },
    ],
    consentSignals: AD_SIGNALS,
  },
  tiktok: {
    ...ADVERTISEMENTS,
    name: 'TikTok Pixel',
    vendor: 'TikTok',
    vendorPrivacyUrl: 'https://www.tiktok.com/legal/page/eea/privacy-policy/en',
    cookies: [
      { name: '_ttp', storage: 'cookie', duration: '13 month', description: AD_VISITOR },
      { name: '_tt_enable_cookie', storage: 'cookie', duration: '13 month', description: AD_VISITOR },
      {
        name: '_ttp',
        domain: '.tiktok.com',
        storage: 'cookie',
        duration: '13 month',
        description: AD_VISITOR,
      },
    ],
    loader: {
      src: 'https://analytics.tiktok.com/i18n/pixel/events.js?sdkid={{PIXEL_ID}}&lib=ttq',
      inline:
        "window.TiktokAnalyticsObject='ttq';(function(t){" +
        "['page','track','identify','instances','debug','on','off','once','ready','alias','group','enableCookie'," +
        "'disableCookie','holdConsent','revokeConsent','grantConsent'].forEach(function(m){" +
        't[m]=t[m]||function(){t.push([m].concat([].slice.call(arguments)))}});' +
        "t._i=t._i||{};t._i[{{PIXEL_ID}}]=[];t._i[{{PIXEL_ID}}]._u='https://analytics.tiktok.com/i18n/pixel/events.js';" +
        't._t=t._t||{};t._t[{{PIXEL_ID}}]=Date.now();t._o=t._o||{};t._o[{{PIXEL_ID}}]={};t.page()})' +
        '(window.ttq=window.ttq||[]);',
      adapter: 'tiktok',
    },
    variables: [
      {
        name: 'PIXEL_ID',
        label: { en: 'Pixel ID', de: 'Pixel-ID' },
        description: { en: 'TikTok Ads Manager, Tools, Events.', de: 'TikTok Ads Manager, Tools, Events.' },
        pattern: '[A-Z0-9]{10,30}',
        example: 'C4AB12CD34EF56GH78IJ',
      },
    ],
    consentSignals: AD_SIGNALS,
  },
  pinterest: {
    ...ADVERTISEMENTS,
    name: 'Pinterest Tag',
    vendor: 'Pinterest',
    vendorPrivacyUrl: 'https://policy.pinterest.com/en/privacy-policy',
    cookies: [
      { name: '_pin_unauth', storage: 'cookie', duration: '1 year', description: AD_VISITOR },
      { name: '_derived_epik', storage: 'cookie', duration: '1 year', description: AD_CLICK },
      {
        name: '_pinterest_ct_ua',
        domain: '.ct.pinterest.com',
        storage: 'cookie',
        duration: '1 year',
        description: AD_VISITOR,
      },
    ],
    loader: {
      src: 'https://s.pinimg.com/ct/core.js',
      inline:
        '(function(){if(window.pintrk)return;var p=window.pintrk=function(){p.queue.push([].slice.call(arguments))};' +
        "p.queue=[];p.version='3.0'})();pintrk('load',{{TAG_ID}});pintrk('page');",
    },
    variables: [
      {
        name: 'TAG_ID',
        label: { en: 'Tag ID', de: 'Tag-ID' },
        description: {
          en: 'Pinterest Ads, Conversions, Pinterest tag.',
          de: 'Pinterest Ads, Conversions, Pinterest-Tag.',
        },
        pattern: '[0-9]{8,20}',
        example: '2612345678901',
      },
    ],
    consentSignals: AD_SIGNALS,
  },
  'x-ads': {
    ...ADVERTISEMENTS,
    name: 'X Pixel',
    vendor: 'X',
    vendorPrivacyUrl: 'https://x.com/en/privacy',
    cookies: [
      {
        name: 'muc_ads',
        domain: '.t.co',
        storage: 'cookie',
        duration: { en: 'Up to 2 years', de: 'Bis zu 2 Jahre' },
        description: AD_VISITOR,
      },
      {
        name: 'personalization_id',
        domain: '.twitter.com',
        storage: 'cookie',
        duration: { en: 'Up to 2 years', de: 'Bis zu 2 Jahre' },
        description: AD_VISITOR,
      },
    ],
    loader: {
      src: 'https://static.ads-twitter.com/uwt.js',
      inline:
        '(function(){if(window.twq)return;var s=window.twq=function(){s.exe?s.exe.apply(s,arguments):s.queue.push(arguments)};' +
        "s.version='1.1';s.queue=[]})();twq('config',{{PIXEL_ID}});",
    },
    variables: [
      {
        name: 'PIXEL_ID',
        label: { en: 'Pixel ID', de: 'Pixel-ID' },
        description: { en: 'X Ads, Tools, Events Manager.', de: 'X Ads, Tools, Events Manager.' },
        pattern: '[a-z0-9]{4,12}',
        example: 'o1abc',
      },
    ],
    consentSignals: AD_SIGNALS,
  },
  snapchat: {
    ...ADVERTISEMENTS,
    name: 'Snap Pixel',
    vendor: 'Snap',
    vendorPrivacyUrl: 'https://values.snap.com/privacy/privacy-policy',
    cookies: [
      { name: '_scid', storage: 'cookie', duration: '13 month', description: AD_VISITOR },
      { name: '_scid_r', storage: 'cookie', duration: '13 month', description: AD_VISITOR },
    ],
    loader: {
      src: 'https://sc-static.net/scevent.min.js',
      inline:
        '(function(){if(window.snaptr)return;var a=window.snaptr=function(){a.handleRequest?a.handleRequest.apply(a,arguments):' +
        "a.queue.push(arguments)};a.queue=[]})();snaptr('init',{{PIXEL_ID}});snaptr('track','PAGE_VIEW');",
    },
    variables: [
      {
        name: 'PIXEL_ID',
        label: { en: 'Pixel ID', de: 'Pixel-ID' },
        description: {
          en: 'Snapchat Ads Manager, Events Manager.',
          de: 'Snapchat Ads Manager, Events Manager.',
        },
        pattern: '[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}',
        example: '01234567-89ab-cdef-0123-456789abcdef',
      },
    ],
    consentSignals: AD_SIGNALS,
  },
  reddit: {
    ...ADVERTISEMENTS,
    name: 'Reddit Pixel',
    vendor: 'Reddit',
    vendorPrivacyUrl: 'https://www.reddit.com/policies/privacy-policy',
    cookies: [{ name: '_rdt_uuid', storage: 'cookie', duration: '90 day', description: VISITOR }],
    loader: {
      src: 'https://www.redditstatic.com/ads/pixel.js?pixel_id={{PIXEL_ID}}',
      inline:
        '(function(){if(window.rdt)return;var r=window.rdt=function(){r.sendEvent?r.sendEvent.apply(r,arguments):' +
        "r.callQueue.push(arguments)};r.callQueue=[]})();rdt('init',{{PIXEL_ID}});rdt('track','PageVisit');",
    },
    variables: [
      {
        name: 'PIXEL_ID',
        label: { en: 'Pixel ID', de: 'Pixel-ID' },
        description: { en: 'Reddit Ads, Events Manager.', de: 'Reddit Ads, Events Manager.' },
        pattern: '(t2|a2)_[a-z0-9]{4,20}',
        example: 'a2_abc123def456',
      },
    ],
    consentSignals: AD_SIGNALS,
  },
} as const satisfies Record<string, TrackerPreset>;
