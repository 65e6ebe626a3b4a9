/** Sites that do, or do not, put trackers to work before a choice, or where no page shows it. */
import { declaring } from '../declared';
import { cookie, load, pixel, type SiteParts } from '../pages';
import { choice, FORGET_STATS, OPT_OUT, type SeededSite, STATS, stats, WORKING } from './parts';

const PRERENDERS =
  '<script type="speculationrules">{"prerender":[{"source":"list","urls":["/next"],"eagerness":"immediate"}]}</script>';

const IN_SECONDS = `setTimeout(() => { ${STATS} }, 3000);`;

/** One of the services of a vendor. */
const serviceOf = (name: string, categoryKey: string, file: string) => ({
  ...stats,
  id: name,
  name,
  categoryKey,
  cookies: [],
  loader: { ...stats.loader!, src: `https://vendor.example/${file}` },
});

/** A DNS that knows these names. */
const names = (known: Record<string, string>) => async (host: string) => {
  const name = known[host];
  if (name === undefined) throw Object.assign(new Error(`no CNAME of ${host}`), { code: 'ENODATA' });
  return [name];
};

/** Puts the next page in place by script, as the router of a single-page application does. */
const ROUTER = (more = '') => `document.addEventListener('click', (event) => {
  const link = event.target.closest?.('a[href="/next"]');
  if (!link) return;
  event.preventDefault();
  history.pushState({}, '', '/next');
  ${more}
});`;
const NEXT: Partial<SiteParts> = { body: '<a href="/next">Next</a>', pages: ['/', '/next'] };

export const AT_WORK: readonly SeededSite[] = [
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

  {
    that: 'loads statistics some seconds after it was opened',
    parts: { always: IN_SECONDS },
    visits: ['no-choice'],
    options: { stay: 4_000 },
    finds: ['C101 _st', 'C101 stats.example'],
  },
  {
    that: 'loads statistics some seconds after it was opened by somebody who has refused',
    parts: { refused: IN_SECONDS },
    visits: ['reject'],
    options: { stay: 4_000 },
    finds: ['C102 _st', 'C102 stats.example'],
  },
  {
    that: 'loads statistics some seconds after it was opened under Global Privacy Control',
    parts: { always: IN_SECONDS },
    visits: ['gpc'],
    declared: OPT_OUT,
    options: { stay: 4_000 },
    finds: ['C104 _st', 'C104 stats.example'],
  },
  ...['mousemove', 'scroll', 'keydown'].map((event) => ({
    that: `loads statistics with the first ${event}`,
    parts: {
      css: 'body { min-height: 3000px }',
      always: `addEventListener('${event}', () => { ${STATS} }, { once: true });`,
    },
    visits: ['no-choice'] as const,
    options: { stay: 500 },
    finds: ['C101 _st', 'C101 stats.example'],
  })),
  {
    that: 'loads advertising of a vendor whose other service is necessary',
    parts: { always: load('https://vendor.example/ads.js') },
    visits: ['no-choice'],
    declared: declaring([
      choice,
      serviceOf('Vendor Core', 'necessary', 'core.js'),
      serviceOf('Vendor Ads', 'marketing', 'ads.js'),
    ]),
    finds: ['C101 vendor.example'],
  },
  {
    that: 'loads the necessary service of a vendor that also has advertising',
    parts: { always: load('https://vendor.example/core.js') },
    visits: ['no-choice'],
    declared: declaring([
      choice,
      serviceOf('Vendor Ads', 'marketing', 'ads.js'),
      serviceOf('Vendor Core', 'necessary', 'core.js'),
    ]),
    finds: [],
  },
  {
    that: 'loads what may be of either service of a vendor',
    parts: { always: load('https://vendor.example/shared.js') },
    visits: ['no-choice'],
    declared: declaring([
      choice,
      serviceOf('Vendor Core', 'necessary', 'core.js'),
      serviceOf('Vendor Ads', 'marketing', 'ads.js'),
    ]),
    finds: ['C101 vendor.example'],
  },

  // Where no page's own account shows it.
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
];
