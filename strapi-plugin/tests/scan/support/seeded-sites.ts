/** Sites with one fault each, and their likes without it. */
import type { VisitKind } from '../../../scan/observe/observations';
import type { ScanOptions } from '../../../scan/options';
import { declaring, payloadOf, TRACKERS } from './declared';
import { cookie, load, pixel, type SiteParts } from './pages';

const WORKER = `navigator.serviceWorker.register('/worker.js');`;
const workerThatAsks = (address: string) =>
  `self.addEventListener('install', (event) => event.waitUntil(fetch('${address}', { mode: 'no-cors' })));`;
const PRERENDERS =
  '<script type="speculationrules">{"prerender":[{"source":"list","urls":["/next"],"eagerness":"immediate"}]}</script>';

/** A DNS that knows these names. */
const names = (known: Record<string, string>) => async (host: string) => {
  const name = known[host];
  if (name === undefined) throw Object.assign(new Error(`no CNAME of ${host}`), { code: 'ENODATA' });
  return [name];
};

export interface SeededSite {
  /** What is special about it, as a sentence that goes on from "a site that". */
  that: string;
  parts: SiteParts;
  /** Its own name, where that matters. */
  host?: string;
  visits: readonly VisitKind[];
  /** A file that is given as declared; the usual where it is left out, none where it is null. */
  declared?: object | null;
  options?: Partial<ScanOptions>;
  /** The findings, as the rule's number and the subject. */
  finds: readonly string[];
}

const STATS = load('https://stats.example/s.js?stores=_st');
const ADS = pixel('https://ads.example/pixel?cookie=uid');
const WORKING: SiteParts = { granted: { analytics: STATS, marketing: ADS } };
const FORGET_STATS = `document.cookie = '_st=; Path=/; Max-Age=0';`;

const [choice, stats, ads] = TRACKERS as [(typeof TRACKERS)[0], (typeof TRACKERS)[0], (typeof TRACKERS)[0]];
const OPT_OUT = declaring(TRACKERS, 'opt-out');
const GOOGLE = declaring([
  ...TRACKERS,
  {
    ...stats,
    id: 'ga',
    name: 'Google Analytics',
    cookies: [],
    loader: {
      ...stats.loader!,
      src: 'https://www.googletagmanager.com/gtag/js?id=G-1',
      consentModeManaged: true,
    },
  },
]);
/** The same, where analytics is on without consent. */
const exempting = (declared: ReturnType<typeof declaring>) => ({
  ...declared,
  categories: declared.categories.map((one) => (one.key === 'analytics' ? { ...one, basis: 'exempt' } : one)),
});
const EXEMPT = exempting(declaring());
const GOOGLE_EXEMPT = exempting(GOOGLE);
const LAYER = 'window.dataLayer = window.dataLayer || []; function gtag() { dataLayer.push(arguments); }';
const DENIED = `gtag('consent', 'default', { ad_storage: 'denied', analytics_storage: 'denied' });`;
const REPORT = (gcs: string) => pixel(`https://www.google-analytics.com/g/collect?v=2&gcs=${gcs}`);

const BUTTON = (action: string, text: string, more = '') =>
  `<button data-consent-action="${action}" ${more}>${text}</button>`;

/** Puts the next page in place by script, as the router of a single-page application does. */
const ROUTER = (more = '') => `document.addEventListener('click', (event) => {
  const link = event.target.closest?.('a[href="/next"]');
  if (!link) return;
  event.preventDefault();
  history.pushState({}, '', '/next');
  ${more}
});`;
const NEXT: Partial<SiteParts> = { body: '<a href="/next">Next</a>', pages: ['/', '/next'] };

export const SEEDED_SITES: readonly SeededSite[] = [
  {
    that: 'has a router that runs a tracker with the next page',
    parts: { ...NEXT, always: ROUTER(STATS) },
    visits: ['no-choice'],
    options: { pages: 'auto', maxPages: 2 },
    finds: ['C101 _st', 'C101 stats.example'],
  },
  {
    that: 'has a router that runs nothing with it',
    parts: { ...NEXT, always: ROUTER() },
    visits: ['no-choice'],
    options: { pages: 'auto', maxPages: 2 },
    finds: [],
  },
  {
    that: 'does as it says',
    parts: { ...WORKING, withdrawn: FORGET_STATS },
    visits: ['no-choice', 'reject', 'accept', 'withdraw', 'gpc', 'returning', 'no-javascript'],
    finds: ['C103 uid'],
  },

  // At work before a choice.
  {
    that: 'loads statistics before a choice',
    parts: { always: STATS },
    visits: ['no-choice'],
    finds: ['C101 _st', 'C101 stats.example'],
  },
  {
    that: 'connects to a tracker in advance',
    parts: { head: '<link rel="preconnect" href="https://stats.example">' },
    visits: ['no-choice'],
    finds: ['C101 stats.example'],
  },
  {
    that: 'sets a declared optional cookie by its server',
    parts: { headers: { 'set-cookie': '_st=1; Path=/; Max-Age=60' } },
    visits: ['no-choice'],
    finds: ['C101 _st'],
  },
  {
    that: 'has a pixel for visitors without JavaScript',
    parts: { body: '<noscript><img alt="" src="https://ads.example/pixel"></noscript>' },
    visits: ['no-choice', 'no-javascript'],
    finds: ['C101 ads.example'],
  },
  {
    that: 'opens a socket to a tracker before a choice',
    parts: { always: `new WebSocket('wss://stats.example/live');` },
    visits: ['no-choice'],
    finds: ['C101 stats.example'],
  },
  {
    that: 'sends a beacon to a tracker before a choice',
    parts: { always: `navigator.sendBeacon('https://stats.example/hit', 'x');` },
    visits: ['no-choice'],
    finds: ['C101 stats.example'],
  },
  {
    that: 'frames a known video player, and declares nothing',
    parts: { body: '<iframe title="Video" src="https://www.youtube.com/frame"></iframe>' },
    visits: ['no-choice'],
    declared: null,
    finds: ['C101 www.youtube.com'],
  },
  {
    that: 'lets an unknown third party set a cookie, and declares nothing',
    parts: { always: pixel('https://odd.example/hit?cookie=odd') },
    visits: ['no-choice'],
    declared: null,
    finds: ['C101 odd', 'C101 odd.example'],
  },
  {
    that: 'keeps a cookie of its own before a choice, and declares nothing',
    parts: { always: cookie('basket') },
    visits: ['no-choice'],
    declared: null,
    finds: [],
  },
  {
    that: 'sets a necessary cookie before a choice',
    parts: { always: cookie('csrf') },
    visits: ['no-choice'],
    declared: declaring([{ ...choice, cookies: [{ name: 'csrf', storage: 'cookie' }] }]),
    finds: [],
  },
  {
    that: 'loads statistics before a choice where the law is opt-out',
    parts: { always: STATS },
    visits: ['no-choice'],
    declared: OPT_OUT,
    finds: [],
  },

  // Where no page's own account shows it.
  {
    that: 'has a service worker that asks a tracker',
    parts: { always: WORKER, scripts: { '/worker.js': workerThatAsks('https://stats.example/hit') } },
    visits: ['no-choice'],
    finds: ['C101 stats.example'],
  },
  {
    that: 'has a service worker that asks the site alone',
    parts: { always: WORKER, scripts: { '/worker.js': workerThatAsks('/privacy') } },
    visits: ['no-choice'],
    finds: [],
  },
  {
    that: 'has a page prerendered that loads statistics',
    parts: { head: PRERENDERS, others: { '/next': `<!doctype html><script>${STATS}</script>` } },
    visits: ['no-choice'],
    finds: ['C101 _st', 'C101 stats.example'],
  },
  {
    that: 'has a page prerendered that waits until somebody looks',
    parts: {
      head: PRERENDERS,
      others: {
        '/next': `<!doctype html><script>const run = () => { ${STATS} };
          if (document.prerendering) document.addEventListener('prerenderingchange', run); else run();</script>`,
      },
    },
    visits: ['no-choice'],
    finds: [],
  },
  {
    that: 'gives a tracker a name of its own',
    parts: { always: pixel('https://metrics.cloaked.example/hit') },
    host: 'cloaked.example',
    visits: ['no-choice'],
    options: {
      resolveCname: names({ 'metrics.cloaked.example': 'edge.example', 'edge.example': 'x.matomo.cloud' }),
    },
    finds: ['C101 metrics.%', 'C202 metrics.%'],
  },
  {
    that: 'has its files with somebody under a name of its own',
    parts: { always: pixel('https://files.open.example/logo.gif') },
    host: 'open.example',
    visits: ['no-choice'],
    options: { resolveCname: names({ 'files.open.example': 'd111111abcdef8.cloudfront.net' }) },
    finds: [],
  },
  {
    that: 'declares the tracker that has a name of its own',
    parts: { granted: { analytics: pixel('https://metrics.told.example/hit') } },
    host: 'told.example',
    visits: ['accept'],
    declared: declaring([
      choice,
      { ...stats, cookies: [], loader: { ...stats.loader!, src: 'https://x.matomo.cloud/matomo.js' } },
    ]),
    options: { resolveCname: names({ 'metrics.told.example': 'x.matomo.cloud' }) },
    finds: [],
  },

  // After a refusal.
  {
    that: 'loads statistics after a refusal',
    parts: { refused: STATS },
    visits: ['no-choice', 'reject'],
    finds: ['C102 _st', 'C102 stats.example'],
  },
  {
    that: 'writes to storage after a refusal',
    parts: { refused: `localStorage.setItem('seg', '1');` },
    visits: ['reject'],
    declared: declaring([choice, { ...stats, cookies: [{ name: 'seg', storage: 'localStorage' }] }]),
    finds: ['C102 seg'],
  },
  { that: 'refuses as it was told', parts: WORKING, visits: ['no-choice', 'reject'], finds: [] },

  // After a withdrawal.
  {
    that: 'keeps a cookie after the withdrawal',
    parts: { granted: { analytics: STATS } },
    visits: ['withdraw'],
    finds: ['C103 _st'],
  },
  {
    that: 'asks a tracker after the withdrawal',
    parts: {
      granted: { marketing: pixel('https://ads.example/pixel') },
      refused: pixel('https://ads.example/goodbye'),
    },
    visits: ['withdraw'],
    declared: declaring([choice, { ...ads, cookies: [] }]),
    finds: ['C103 ads.example'],
  },
  {
    that: 'forgets all of it with the withdrawal',
    parts: { granted: { analytics: STATS }, withdrawn: FORGET_STATS },
    visits: ['withdraw'],
    finds: [],
  },

  // Global Privacy Control.
  {
    that: 'does not hear Global Privacy Control',
    parts: { always: STATS },
    visits: ['gpc'],
    declared: OPT_OUT,
    finds: ['C104 _st', 'C104 stats.example'],
  },
  {
    that: 'hears Global Privacy Control',
    parts: { always: `if (!navigator.globalPrivacyControl) { ${STATS} }` },
    visits: ['gpc'],
    declared: OPT_OUT,
    finds: [],
  },
  {
    that: 'does not hear Global Privacy Control for what is on without consent',
    parts: { always: STATS },
    visits: ['gpc'],
    declared: EXEMPT,
    finds: ['C104 _st', 'C104 stats.example'],
  },
  {
    that: 'does not hear Global Privacy Control in California',
    parts: { always: STATS },
    visits: ['gpc'],
    declared: declaring(),
    options: { places: [{ country: 'US', region: 'CA' }] },
    finds: ['C104 _st', 'C104 stats.example'],
  },

  // One category alone.
  {
    that: 'loads advertising with statistics',
    parts: { granted: { analytics: STATS + ADS }, payload: payloadOf([stats, ads]) },
    visits: ['category'],
    declared: null,
    finds: ['C105 ads.example', 'C105 uid'],
  },
  {
    that: 'has a box of a service ticked in advance, which the visit for another category unticks',
    parts: {
      granted: { counter: STATS, marketing: ADS },
      payload: payloadOf([{ ...stats, key: 'counter' }, ads]),
      toggles: `
        <label><input type="checkbox" name="service" data-consent-toggle="counter" checked> Counter</label>
        <label><input type="checkbox" name="category" data-consent-toggle="marketing"> Marketing</label>`,
    },
    visits: ['category'],
    declared: null,
    finds: ['C306 ticked'],
  },
  {
    that: 'loads what each category grants',
    parts: { ...WORKING, payload: payloadOf([stats, ads]) },
    visits: ['category'],
    declared: null,
    finds: [],
  },

  // Declared.
  {
    that: 'stores what it does not declare',
    parts: { always: cookie('basket') },
    visits: ['no-choice'],
    finds: ['C201 basket'],
  },
  {
    that: 'keeps an undeclared database',
    parts: { always: `indexedDB.open('offline');` },
    visits: ['no-choice'],
    finds: ['C201 offline'],
  },
  {
    that: 'loads a font of a host that it does not declare',
    parts: { granted: { analytics: pixel('https://fonts.gstatic.com/font.gif') } },
    visits: ['accept'],
    declared: declaring([choice]),
    finds: ['C202 fonts.gstatic.com'],
  },
  {
    that: 'asks an undeclared host by a redirect',
    parts: { granted: { marketing: pixel('https://ads.example/to?https://odd.example/') } },
    visits: ['accept'],
    declared: declaring([choice, { ...ads, cookies: [] }]),
    finds: ['C202 odd.example'],
  },
  { that: 'declares all that it uses', parts: WORKING, visits: ['accept'], finds: [] },
  {
    that: 'declares what it no longer uses',
    parts: { granted: { analytics: STATS } },
    visits: ['accept'],
    finds: ['C203 Ads'],
  },
  {
    that: 'keeps a cookie for longer than declared',
    parts: { granted: { analytics: load('https://stats.example/s.js?stores=_st&age=900000') } },
    visits: ['accept'],
    declared: declaring([choice, stats]),
    finds: ['C204 _st'],
  },
  {
    that: 'keeps a cookie for as long as declared',
    parts: { granted: { analytics: load('https://stats.example/s.js?stores=_st&age=3500') } },
    visits: ['accept'],
    declared: declaring([choice, stats]),
    finds: [],
  },
  {
    that: 'declares advertising as necessary',
    parts: {},
    visits: ['no-choice'],
    declared: declaring([
      choice,
      {
        ...ads,
        name: 'Meta Pixel',
        categoryKey: 'necessary',
        loader: { ...ads.loader!, src: 'https://connect.facebook.net/en_US/fbevents.js' },
      },
    ]),
    finds: ['C205 Meta Pixel'],
  },
  {
    that: 'declares advertising as advertising',
    parts: {},
    visits: ['no-choice'],
    declared: declaring([
      choice,
      { ...ads, loader: { ...ads.loader!, src: 'https://connect.facebook.net/en_US/fbevents.js' } },
    ]),
    finds: [],
  },

  // The banner.
  {
    that: 'has no banner, and trackers',
    parts: { bannerAfter: null },
    visits: ['no-choice'],
    finds: ['C301 banner'],
  },
  {
    that: 'has no banner, and nothing to ask for',
    parts: { bannerAfter: null },
    visits: ['no-choice'],
    declared: declaring([choice]),
    finds: [],
  },
  {
    that: 'shows its banner late',
    parts: { bannerAfter: 1_500 },
    visits: ['no-choice'],
    finds: ['C302 delay'],
  },
  {
    that: 'has buttons for the mouse alone',
    parts: {
      actions:
        '<div data-consent-action="reject-all">Reject all</div><div data-consent-action="accept-all">Accept all</div>',
    },
    visits: ['no-choice'],
    finds: ['C303 keyboard'],
  },
  {
    that: 'has a button to refuse that Enter does not work',
    parts: {
      actions:
        BUTTON('accept-all', 'Accept all') +
        '<div tabindex="0" data-consent-action="reject-all">Reject all</div>',
      css: 'div[data-consent-action] { font: 16px sans-serif; padding: 8px 16px; width: 128px; color: #fff; background: #234 }',
    },
    visits: ['no-choice'],
    finds: ['C303 keyboard'],
  },
  {
    that: 'hides the refusal behind another button',
    parts: { actions: BUTTON('accept-all', 'Accept all') + BUTTON('customize', 'Customize') },
    visits: ['reject', 'accept'],
    declared: declaring([choice]),
    finds: ['C304 clicks'],
  },
  {
    that: 'has nothing that refuses',
    parts: { actions: BUTTON('accept-all', 'Accept all') },
    visits: ['reject', 'accept'],
    declared: declaring([choice]),
    finds: ['C304 clicks'],
  },
  {
    that: 'makes the refusal small',
    parts: {
      actions:
        BUTTON('reject-all', 'Reject all', 'style="font-size:10px"') + BUTTON('accept-all', 'Accept all'),
    },
    visits: ['no-choice'],
    finds: ['C305 prominence'],
  },
  {
    that: 'makes the refusal look like a link',
    parts: {
      actions:
        BUTTON('reject-all', 'Reject all', 'style="background:none;color:#234"') +
        BUTTON('accept-all', 'Accept all'),
    },
    visits: ['no-choice'],
    finds: ['C305 prominence'],
  },
  {
    that: 'writes the refusal in pale letters',
    parts: {
      actions: BUTTON('reject-all', 'Reject all', 'style="color:#678"') + BUTTON('accept-all', 'Accept all'),
    },
    visits: ['no-choice'],
    finds: ['C305 prominence'],
  },
  {
    that: 'puts its buttons in another order',
    parts: {
      actions: BUTTON('accept-all', 'Accept all') + BUTTON('reject-all', 'Reject all', 'style="width:150px"'),
    },
    visits: ['no-choice'],
    finds: [],
  },
  {
    that: 'ticks a choice in advance',
    parts: { toggles: '<input type="checkbox" data-consent-toggle="analytics" checked>' },
    visits: ['no-choice'],
    finds: ['C306 ticked'],
  },
  {
    that: 'ticks what is always on',
    parts: { toggles: '<input type="checkbox" data-consent-toggle="necessary" checked disabled>' },
    visits: ['no-choice'],
    finds: [],
  },

  // What the banner says.
  {
    that: 'does not say who asks',
    parts: { text: 'We and 3 partners measure how the site is used. You can withdraw at any time.' },
    visits: ['no-choice'],
    finds: ['C401 controller'],
  },
  {
    that: 'does not say what for',
    parts: { text: 'Coast Shop and 3 partners would like to use cookies. You can withdraw at any time.' },
    visits: ['no-choice'],
    finds: ['C402 purposes'],
  },
  {
    that: 'does not say how many take part',
    parts: {
      ...WORKING,
      text: 'Coast Shop would like to measure how the site is used. You can withdraw at any time.',
    },
    visits: ['accept'],
    finds: ['C403 recipients'],
  },
  {
    that: 'does not say how to withdraw',
    parts: { text: 'Coast Shop and 3 partners would like to measure how the site is used.' },
    visits: ['no-choice'],
    finds: ['C404 withdrawal'],
  },
  {
    that: 'speaks German',
    parts: {
      language: 'de',
      text: 'Coast Shop und 3 Partner messen die Nutzung der Website.',
    },
    visits: ['no-choice'],
    finds: ['C404 withdrawal'],
  },
  {
    that: 'links to a policy that is not there',
    parts: { links: '<a href="/datenschutz">Privacy policy</a>' },
    visits: ['no-choice'],
    finds: ['C405 https://%/datenschutz'],
  },

  // What is kept of a choice.
  {
    that: 'does not ask again after a change',
    parts: { ...WORKING, payload: payloadOf(), ignoresVersion: true },
    visits: ['returning'],
    declared: null,
    finds: ['C501 asked-again'],
  },
  {
    that: 'asks again after a change',
    parts: { ...WORKING, payload: payloadOf() },
    visits: ['returning'],
    declared: null,
    finds: [],
  },
  {
    that: 'forgets the choice',
    parts: { ...WORKING, forgets: true },
    visits: ['returning'],
    finds: ['C505 choice'],
  },
  {
    that: 'records nothing',
    parts: { ...WORKING, payload: payloadOf(), records: 'none' },
    visits: ['reject'],
    declared: null,
    finds: ['C502 /_consent/records'],
  },
  {
    that: 'is refused its records',
    parts: { ...WORKING, payload: payloadOf(), records: 409 },
    visits: ['reject'],
    declared: null,
    finds: ['C502 /_consent/records'],
  },
  {
    that: 'records each decision',
    parts: { ...WORKING, payload: payloadOf() },
    visits: ['reject', 'accept'],
    declared: null,
    finds: [],
  },

  // Google's Consent Mode.
  {
    that: 'reports to Google without a default',
    parts: { always: REPORT('') },
    visits: ['no-choice'],
    declared: GOOGLE,
    finds: ['C503 default'],
  },
  {
    that: 'tells Google the default after the first report',
    parts: { always: `${LAYER} ${REPORT('G100')} setTimeout(() => { ${DENIED} }, 50);` },
    visits: ['no-choice'],
    declared: GOOGLE,
    finds: ['C503 default'],
  },
  {
    that: 'tells Google that all is granted',
    parts: { always: `${LAYER} ${DENIED} ${REPORT('G111')}` },
    visits: ['no-choice'],
    declared: GOOGLE,
    finds: ['C504 granted'],
  },
  {
    that: 'tells Google that what is exempt is on',
    parts: { always: `${LAYER} ${DENIED} setTimeout(() => { ${REPORT('G101')} }, 50);` },
    visits: ['no-choice'],
    declared: GOOGLE_EXEMPT,
    finds: [],
  },
  {
    that: 'tells Google that more than what is exempt is on',
    parts: { always: `${LAYER} ${DENIED} setTimeout(() => { ${REPORT('G111')} }, 50);` },
    visits: ['no-choice'],
    declared: GOOGLE_EXEMPT,
    finds: ['C504 granted'],
  },
  {
    that: 'tells Google that what is exempt is on where it was refused',
    parts: { always: `${LAYER} ${DENIED} setTimeout(() => { ${REPORT('G101')} }, 50);` },
    visits: ['reject'],
    declared: GOOGLE_EXEMPT,
    finds: ['C504 granted'],
  },
  {
    that: 'tells Google the truth',
    parts: { always: `${LAYER} ${DENIED} setTimeout(() => { ${REPORT('G100')} }, 50);` },
    visits: ['no-choice'],
    declared: GOOGLE,
    finds: [],
  },
];
