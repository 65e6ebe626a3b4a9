import { html, javascript, ONE_POINT_GIF, type ThirdPartyAnswer } from './answers.ts';

/** What a tag of Google's knows of Consent Mode: it reads `arguments` objects alone, and reports as `gcs`. */
const CONSENT_MODE = `
  const layer = window.dataLayer = window.dataLayer || [];
  const state = {};
  const may = (signal) => state[signal] === 'granted';
  const gcs = () => 'G1' + Number(may('ad_storage')) + Number(may('analytics_storage'));
  const isCommand = (entry) => Object.prototype.toString.call(entry) === '[object Arguments]';
  const keep = (name) => { document.cookie = name + '=1.' + Date.now() + '; Path=/; SameSite=Lax; Max-Age=63072000'; };
  const follow = (read) => {
    const take = (entry) => {
      if (isCommand(entry) && entry[0] === 'consent') Object.assign(state, entry[2]);
      read(entry);
    };
    layer.forEach(take);
    const push = layer.push;
    layer.push = function (...entries) {
      const size = push.apply(this, entries);
      entries.forEach(take);
      return size;
    };
  };
`;

/** Google Analytics 4: a hit for \`config\` and for each event; cookies where \`analytics_storage\` is granted. */
const gtag = `(() => {${CONSENT_MODE}
  let id;
  const hit = (name) => {
    if (may('analytics_storage')) ['_ga', '_ga_' + id.slice(2)].forEach(keep);
    new Image().src = 'https://region1.google-analytics.com/g/collect?v=2&tid=' + id + '&gcs=' + gcs() + '&en=' + name;
  };
  follow((entry) => {
    if (!isCommand(entry)) return;
    if (entry[0] === 'config') { id = entry[1]; hit('page_view'); }
    if (entry[0] === 'event') hit(entry[1]);
  });
})();`;

/** A container of Tag Manager with one tag, that fires on each event. */
const gtm = `(() => {${CONSENT_MODE}
  follow((entry) => {
    if (isCommand(entry) || !entry.event) return;
    new Image().src = 'https://www.googletagmanager.com/a?gcs=' + gcs() + '&event=' + entry.event;
  });
})();`;

const matomo = `(() => {
  let url;
  const hit = (name) => {
    ['_pk_id.1.1fff', '_pk_ses.1.1fff'].forEach((cookie) => { document.cookie = cookie + '=1; Path=/; SameSite=Lax'; });
    new Image().src = url + '?idsite=1&rec=1&action=' + name;
  };
  const run = ([name, value, action]) => {
    if (name === 'setTrackerUrl') url = value;
    if (name === 'trackPageView') hit('view');
    if (name === 'trackEvent') hit(action);
  };
  const queue = window._paq || [];
  window._paq = { push: (...commands) => commands.forEach(run) };
  queue.forEach(run);
})();`;

const plausible = `(() => {
  const domain = document.currentScript.dataset.domain;
  const send = (name) => {
    fetch('https://plausible.io/api/event', { method: 'POST', keepalive: true, body: JSON.stringify({ n: name, d: domain }) });
  };
  window.plausible = send;
  send('pageview');
})();`;

/** Keeps what it is told while consent is revoked, as Meta's does. */
const metaPixel = `(() => {
  const fbq = window.fbq;
  let id, granted = true;
  const waiting = [];
  const send = (name) => {
    document.cookie = '_fbp=fb.1.' + Date.now() + '; Path=/; SameSite=Lax; Max-Age=7776000';
    new Image().src = 'https://www.facebook.com/tr?id=' + id + '&ev=' + name;
  };
  fbq.callMethod = (name, value) => {
    if (name === 'init') id = value;
    if (name === 'consent') {
      granted = value === 'grant';
      if (granted) waiting.splice(0).forEach(send);
    }
    if (name === 'track') granted ? send(value) : waiting.push(value);
  };
  fbq.queue.splice(0).forEach((command) => fbq.callMethod(...command));
})();`;

/** Counts from wherever it runs, and says where that is. */
const counter = `(() => {
  document.cookie = '_count=1; path=/';
  // Partytown makes its worker of a blob, and shows a window to what runs in it.
  const place = new Error().stack.includes('blob:') ? 'worker' : 'page';
  fetch('https://stats.example.com/hit?from=' + place, { mode: 'no-cors' });
})();`;

const gif: ThirdPartyAnswer = { contentType: 'image/gif', body: ONE_POINT_GIF };
const nothing: ThirdPartyAnswer = { contentType: 'text/plain', body: '' };
const frame = (title: string) => html(`<!doctype html><title>${title}</title><p>${title}</p>`);

/** By host and the beginning of a path; the longest that fits answers. */
const ANSWERS: Readonly<Record<string, ThirdPartyAnswer>> = {
  'www.googletagmanager.com/gtag/js': javascript(gtag),
  'www.googletagmanager.com/gtm.js': javascript(gtm),
  'www.googletagmanager.com/a': gif,
  'region1.google-analytics.com/g/collect': gif,
  'matomo.example.com/matomo.js': javascript(matomo),
  'matomo.example.com/matomo.php': gif,
  'plausible.io/js/script.js': javascript(plausible),
  'plausible.io/api/event': nothing,
  'connect.facebook.net/en_US/fbevents.js': javascript(metaPixel),
  'www.facebook.com/tr': gif,
  'stats.example.com/count.js': javascript(counter),
  'stats.example.com/hit': nothing,
  'www.youtube-nocookie.com/embed/': frame('A film about the tide'),
  'www.google.com/maps/embed': frame('A map of the harbour'),
  // PostHog's own library asks these.
  'eu.i.posthog.com/': { contentType: 'application/json', body: '{"status":1,"featureFlags":{}}' },
  'eu-assets.i.posthog.com/': javascript('{}'),
};

/**
 * What a well-known vendor would answer at one of its addresses, as far as consent is concerned: it reads what it is told of
 * consent, stores its cookies and reports home. Null where no vendor is known.
 */
export function answerOfVendor({ host, pathname }: Pick<URL, 'host' | 'pathname'>): ThirdPartyAnswer | null {
  const asked = host + pathname;
  const key = Object.keys(ANSWERS)
    .filter((start) => asked.startsWith(start))
    .sort((one, other) => other.length - one.length)[0];
  return key === undefined ? null : ANSWERS[key]!;
}
