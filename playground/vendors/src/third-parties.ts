import { html, javascript, ONE_POINT_GIF, type ThirdPartyAnswer } from './answers.ts';

/** Counts a page view: sets a visitor and a session cookie on the page that loads it, then reports home. */
const analytics = (origin: string) => `(() => {
  const keep = (name, seconds) => {
    document.cookie = name + '=' + Math.random().toString(36).slice(2) +
      '; Path=/; SameSite=Lax' + (seconds ? '; Max-Age=' + seconds : '');
  };
  keep('_va', 33696000);
  keep('_va_session');
  window.__analyticsRuns = (window.__analyticsRuns || 0) + 1;
  navigator.sendBeacon('${origin}/collect', JSON.stringify({ page: location.pathname }));
})();
`;

/** An advertising tag: a cookie, an entry in localStorage, and a word to its own data layer. */
const marketing = () => `(() => {
  document.cookie = '_vm_id=' + Math.random().toString(36).slice(2) + '; Path=/; SameSite=Lax; Max-Age=7776000';
  localStorage.setItem('_vm_segments', JSON.stringify(['coast']));
  window.__marketingRuns = (window.__marketingRuns || 0) + 1;
})();
`;

/** A chat widget: a round button in the corner that opens a greeting. */
const chat = () => `(() => {
  if (document.querySelector('[data-vendor-chat]')) return;
  document.cookie = '_vc_chat=1; Path=/; SameSite=Lax; Max-Age=86400';
  const button = document.createElement('button');
  button.dataset.vendorChat = '';
  button.type = 'button';
  button.textContent = 'Chat';
  button.style.cssText = 'position:fixed;right:1rem;bottom:1rem;z-index:10;padding:.75rem 1.1rem;border:0;' +
    'border-radius:999px;background:#0b6b58;color:#fff;font:600 1rem/1 system-ui;cursor:pointer';
  button.onclick = () => { button.textContent = 'Hello! A person answers from 9 to 17.'; };
  document.body.append(button);
})();
`;

/** A tag that may load before a choice and asks Consent Mode what it is allowed to do, as Google's do. */
const managedTag = (origin: string) => `(() => {
  const layer = window.dataLayer = window.dataLayer || [];
  const state = {};
  const apply = (entry) => { if (entry && entry[0] === 'consent') Object.assign(state, entry[2]); };
  const report = () => {
    const granted = state.ad_storage === 'granted' && state.analytics_storage === 'granted';
    if (granted) document.cookie = '_vt=1; Path=/; SameSite=Lax';
    new Image().src = '${origin}/tag-ping?granted=' + (granted ? 1 : 0);
  };
  layer.forEach(apply);
  report();
  const push = layer.push.bind(layer);
  layer.push = (...entries) => {
    const size = push(...entries);
    entries.forEach((entry) => { apply(entry); if (entry && entry[0] === 'consent') report(); });
    return size;
  };
})();
`;

/** An SDK that a site starts by itself once it may: it draws the tide into an element. */
const sdk = () => `window.TideSdk = {
  start(element) {
    document.cookie = '_vs_unit=m; Path=/; SameSite=Lax; Max-Age=86400';
    element.textContent = 'High water 14:20, 3.1 m';
  },
};
`;

const embed = () => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Map of the harbour</title><style>
:root { color-scheme: light dark }
body { margin: 0; min-height: 100vh; display: grid; place-content: center; font: 1rem/1.4 system-ui;
  background: radial-gradient(circle at 60% 40%, #f2e3bd 0 18%, #9fd0cf 19% 45%, #5ea8b5 46%); color: #10323a }
p { margin: 0; padding: .5rem .9rem; border-radius: 999px; background: #fffe; font-weight: 600 }
</style></head><body><p>Harbour map, served by a third party</p></body></html>
`;

/**
 * What the fake third parties answer, by path. `origin` is their own address, which their scripts report to.
 * `/hang.js` is not here: it never answers.
 */
export function thirdPartyAnswers(origin: string): Readonly<Record<string, ThirdPartyAnswer>> {
  return {
    '/analytics.js': javascript(analytics(origin)),
    '/marketing.js': javascript(marketing()),
    '/chat.js': javascript(chat()),
    '/tag.js': javascript(managedTag(origin)),
    '/sdk.js': javascript(sdk()),
    '/embed': html(embed()),
    '/pixel.gif': { contentType: 'image/gif', body: ONE_POINT_GIF },
    '/tag-ping': { contentType: 'image/gif', body: ONE_POINT_GIF },
    '/collect': { contentType: 'text/plain', body: '' },
  };
}
