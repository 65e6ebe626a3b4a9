import type { TrackerPreset } from './preset';
import { CHAT, CHAT_PERSON, CHAT_SESSION, LOAD_BALANCING, VISITOR } from './words';

const CHAT_WIDGET = {
  category: 'functional',
  kind: 'script',
  purpose: CHAT,
  consentSignals: ['functionality_storage'],
} as const;

/** Chat and support widgets. */
export const CHATS = {
  intercom: {
    ...CHAT_WIDGET,
    name: 'Intercom',
    vendor: 'Intercom',
    vendorPrivacyUrl: 'https://www.intercom.com/legal/privacy',
    cookies: [
      { name: 'intercom-id-*', storage: 'cookie', duration: '9 month', description: CHAT_PERSON },
      { name: 'intercom-session-*', storage: 'cookie', duration: '7 day', description: CHAT_SESSION },
      { name: 'intercom-device-id-*', storage: 'cookie', duration: '9 month', description: CHAT_PERSON },
    ],
    loader: {
      src: 'https://widget.intercom.io/widget/{{APP_ID}}',
      inline:
        'window.intercomSettings=window.intercomSettings||{app_id:{{APP_ID}}};' +
        '(function(){if(window.Intercom)return;var i=window.Intercom=function(){i.c(arguments)};i.q=[];' +
        'i.c=function(a){i.q.push(a)}})();',
      strategy: 'lazy',
    },
    variables: [
      {
        name: 'APP_ID',
        label: { en: 'Workspace ID', de: 'Workspace-ID' },
        description: {
          en: 'Intercom, Settings, Messenger, Install.',
          de: 'Intercom, Settings, Messenger, Install.',
        },
        pattern: '[a-z0-9]{6,12}',
        example: 'ab12cd34',
      },
    ],
  },
  crisp: {
    ...CHAT_WIDGET,
    name: 'Crisp',
    vendor: 'Crisp IM',
    vendorPrivacyUrl: 'https://crisp.chat/en/privacy/',
    cookies: [{ name: 'crisp-client/*', storage: 'cookie', duration: '6 month', description: CHAT_PERSON }],
    loader: {
      src: 'https://client.crisp.chat/l.js',
      inline: 'window.$crisp=window.$crisp||[];window.CRISP_WEBSITE_ID={{WEBSITE_ID}};',
      strategy: 'lazy',
    },
    variables: [
      {
        name: 'WEBSITE_ID',
        label: { en: 'Website ID', de: 'Website-ID' },
        description: {
          en: 'Crisp, Settings, Workspace settings, Setup.',
          de: 'Crisp, Settings, Workspace settings, Setup.',
        },
        pattern: '[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}',
        example: '01234567-89ab-cdef-0123-456789abcdef',
      },
    ],
  },
  zendesk: {
    ...CHAT_WIDGET,
    name: 'Zendesk Web Widget',
    vendor: 'Zendesk',
    vendorPrivacyUrl: 'https://www.zendesk.com/company/agreements-and-terms/privacy-notice/',
    cookies: [
      { name: '__zlcmid', storage: 'cookie', duration: '1 year', description: CHAT_PERSON },
      { name: 'ZD-buid', storage: 'localStorage', duration: 'persistent', description: CHAT_PERSON },
    ],
    loader: {
      src: 'https://static.zdassets.com/ekr/snippet.js?key={{KEY}}',
      attributes: { id: 'ze-snippet' },
      strategy: 'lazy',
    },
    variables: [
      {
        name: 'KEY',
        label: { en: 'Widget key', de: 'Schlüssel des Widgets' },
        description: {
          en: 'Zendesk, Admin Center, Channels, Messaging, Installation.',
          de: 'Zendesk, Admin Center, Kanäle, Messaging, Installation.',
        },
        pattern: '[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}',
        example: '01234567-89ab-cdef-0123-456789abcdef',
      },
    ],
  },
  drift: {
    ...CHAT_WIDGET,
    name: 'Drift',
    vendor: 'Salesloft',
    vendorPrivacyUrl: 'https://www.salesloft.com/privacy-notice',
    cookies: [
      { name: 'drift_aid', storage: 'cookie', duration: '2 year', description: VISITOR },
      { name: 'driftt_aid', storage: 'cookie', duration: '2 year', description: VISITOR },
      {
        name: 'drift_campaign_refresh',
        storage: 'cookie',
        duration: '30 minute',
        description: CHAT_SESSION,
      },
    ],
    // The address of the script holds the time of day, in steps of five minutes.
    loader: {
      inline:
        '(function(d){var w=window,t=w.drift=w.driftt=w.driftt||[];if(t.invoked)return;t.invoked=true;' +
        "['identify','config','track','reset','debug','show','ping','page','hide','off','on'].forEach(function(m){" +
        't[m]=function(){t.push([m].concat([].slice.call(arguments)));return t}});' +
        "t.SNIPPET_VERSION='0.3.1';var c=d.currentScript,s=d.createElement('script');s.async=true;" +
        "s.crossOrigin='anonymous';s.nonce=(c&&c.nonce)||'';" +
        "s.src='https://js.driftt.com/include/'+Math.ceil(Date.now()/3e5)*3e5+'/'+{{EMBED_ID}}+'.js';" +
        'd.head.appendChild(s)})(document);',
      strategy: 'lazy',
    },
    variables: [
      {
        name: 'EMBED_ID',
        label: { en: 'Embed ID', de: 'Embed-ID' },
        description: { en: 'Drift, Settings, Install.', de: 'Drift, Settings, Install.' },
        pattern: '[a-z0-9]{8,24}',
        example: 'ab12cd34ef56',
      },
    ],
  },
  tawk: {
    ...CHAT_WIDGET,
    name: 'tawk.to',
    vendor: 'tawk.to',
    vendorPrivacyUrl: 'https://www.tawk.to/privacy-policy/',
    cookies: [
      { name: 'twk_uuid_*', storage: 'cookie', duration: '6 month', description: CHAT_PERSON },
      { name: 'twk_idm_key', storage: 'cookie', duration: 'session', description: CHAT_SESSION },
      { name: 'TawkConnectionTime', storage: 'cookie', duration: 'session', description: LOAD_BALANCING },
    ],
    loader: {
      src: 'https://embed.tawk.to/{{PROPERTY_ID}}/{{WIDGET_ID}}',
      inline: 'window.Tawk_API=window.Tawk_API||{};window.Tawk_LoadStart=new Date();',
      attributes: { crossorigin: '*' },
      strategy: 'lazy',
    },
    variables: [
      {
        name: 'PROPERTY_ID',
        label: { en: 'Property ID', de: 'Property-ID' },
        description: {
          en: 'tawk.to, Administration, Chat widget: the first part of the direct link.',
          de: 'tawk.to, Administration, Chat Widget: der erste Teil des direkten Links.',
        },
        pattern: '[0-9a-f]{24}',
        example: '0123456789abcdef01234567',
      },
      {
        name: 'WIDGET_ID',
        label: { en: 'Widget ID', de: 'Widget-ID' },
        description: { en: 'The second part of the same link.', de: 'Der zweite Teil desselben Links.' },
        pattern: '[a-z0-9]{4,16}',
        example: '1abc2def3',
        default: 'default',
      },
    ],
  },
  livechat: {
    ...CHAT_WIDGET,
    name: 'LiveChat',
    vendor: 'Text',
    vendorPrivacyUrl: 'https://www.text.com/legal/privacy-policy/',
    cookies: [
      {
        name: '__lc_cid',
        domain: 'accounts.livechatinc.com',
        storage: 'cookie',
        duration: '2 year',
        description: CHAT_PERSON,
      },
      {
        name: '__lc_cst',
        domain: 'accounts.livechatinc.com',
        storage: 'cookie',
        duration: '2 year',
        description: CHAT_SESSION,
      },
    ],
    loader: {
      src: 'https://cdn.livechatinc.com/tracking.js',
      inline:
        'window.__lc=window.__lc||{};window.__lc.license=Number({{LICENSE}});' +
        'window.__lc.asyncInit=false;' +
        '(function(){if(window.LiveChatWidget)return;var l=window.LiveChatWidget={_q:[],_h:null,_v:"2.0"};' +
        "['on','once','off','get','call'].forEach(function(m){l[m]=function(){" +
        'var a=[m,[].slice.call(arguments)];return l._h?l._h.apply(null,a):l._q.push(a)}})})();',
      strategy: 'lazy',
    },
    variables: [
      {
        name: 'LICENSE',
        label: { en: 'License number', de: 'Lizenznummer' },
        description: {
          en: 'LiveChat, Settings, Channels, Website.',
          de: 'LiveChat, Settings, Channels, Website.',
        },
        pattern: '[0-9]{4,12}',
        example: '12345678',
      },
    ],
  },
} as const satisfies Record<string, TrackerPreset>;
