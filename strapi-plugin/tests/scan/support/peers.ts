/** Sites with other consent managers, as their guides have them, each with a failure that is known of it, and without. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { VisitKind } from '../../../scan/observe/observations';
import type { BannerSelectors } from '../../../scan/options';
import { load, type SiteParts } from './pages';

export interface PeerSite {
  /** The consent manager, and what is known of the site, as a sentence that goes on from its name. */
  that: string;
  host: string;
  parts: SiteParts;
  /** The cookie that it keeps the choice in. */
  keeps: string;
  visits: readonly VisitKind[];
  /** Where its buttons are, where nobody's rules find them. */
  selectors?: BannerSelectors;
  /** The findings that say so, as the rule's number and the subject; those about texts are left out. */
  finds: readonly string[];
}

const require = createRequire(import.meta.url);

/** A file of a package that its `exports` need not name. */
const fileOf = (name: string, path: string): string =>
  readFileSync(join(dirname(require.resolve(`${name}/package.json`)), path), 'utf8');

const STATS = load('https://stats.example/s.js?stores=_st');

/** A page with nothing of ours: a consent manager of somebody else, and what it is to hold back. */
const page = (head: string, body = ''): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Coast Shop</title><link rel="icon" href="data:,">` +
  `${head}</head><body><h1>Shells</h1><p>For sale.</p>${body}</body></html>`;

function site(html: string, files: Record<string, string>): SiteParts {
  const { styles = '', ...scripts } = files;
  return { html: html.replace('</head>', `<style>${styles}</style></head>`), scripts };
}

const VANILLA = {
  '/cc.js': fileOf('vanilla-cookieconsent', 'dist/cookieconsent.umd.js'),
  styles: fileOf('vanilla-cookieconsent', 'dist/cookieconsent.css'),
};

/** vanilla-cookieconsent as its guide says. */
function vanilla(
  more: string,
  { body = WAITING_SCRIPT, analytics = '' }: { body?: string; analytics?: string } = {},
): SiteParts {
  const texts = `{ en: {
    consentModal: { title: 'Your privacy', description: 'We would like to use cookies.', acceptAllBtn: 'Accept all', acceptNecessaryBtn: 'Reject all', showPreferencesBtn: 'Customize' },
    preferencesModal: { title: 'Privacy settings', acceptAllBtn: 'Accept all', acceptNecessaryBtn: 'Reject all', savePreferencesBtn: 'Save', closeIconLabel: 'Close',
      sections: [{ title: 'Analytics', description: 'How the site is used.', linkedCategory: 'analytics' }] } } }`;
  const run = `CookieConsent.run({
    hideFromBots: false,
    categories: { necessary: { enabled: true, readOnly: true }, analytics: { ${analytics} autoClear: { cookies: [{ name: '_st' }] } } },
    language: { default: 'en', translations: ${texts} },
    ${more}
  });`;
  const button = `<button type="button" data-cc="show-preferencesModal">Privacy settings</button>`;
  return site(page('<script src="/cc.js"></script>', `${button}${body}<script>${run}</script>`), VANILLA);
}

const WAITING_SCRIPT = `<script type="text/plain" data-category="analytics">${STATS}</script>`;

const VANILLA_BUTTONS: BannerSelectors = {
  banner: '#cc-main .cm',
  accept: '#cc-main .cm__btn[data-role=all]',
  refuse: '#cc-main .cm__btn[data-role=necessary]',
  customize: '#cc-main .cm__btn[data-role=show]',
  manage: '[data-cc=show-preferencesModal]',
  withdraw: '#cc-main .pm__btn[data-role=necessary]',
};

const OSANO = {
  '/osano.js': fileOf('cookieconsent', 'build/cookieconsent.min.js'),
  styles: fileOf('cookieconsent', 'build/cookieconsent.min.css'),
};

const osano = (options: string, body = ''): SiteParts =>
  site(
    page(
      '<script src="/osano.js"></script>',
      `${body}<script>window.cookieconsent.initialise(${options});</script>`,
    ),
    OSANO,
  );

const OSANO_BUTTONS: BannerSelectors = {
  banner: '.cc-window',
  accept: '.cc-allow, .cc-dismiss',
  refuse: '.cc-deny',
};

const KLARO = { '/klaro.js': fileOf('klaro', 'dist/klaro.js') };

/** klaro as its README says: a configuration in a global, loaded before the script. */
const klaro = (service: string, more = ''): SiteParts =>
  site(
    page(
      `<script>window.klaroConfig = { version: 1, acceptAll: true, ${more}
        translations: { en: { purposes: { analytics: 'Analytics' } } },
        services: [{ name: 'stats', title: 'Stats', purposes: ['analytics'], cookies: [/^_st/], ${service} }] };</script>
      <script defer src="/klaro.js"></script>`,
      `<script type="text/plain" data-type="application/javascript" data-name="stats">${STATS}</script>`,
    ),
    KLARO,
  );

const KLARO_BUTTONS: BannerSelectors = {
  banner: '.klaro .cookie-notice',
  accept: '.klaro .cm-btn-success',
  refuse: '.klaro .cn-decline',
  customize: '.klaro .cn-learn-more',
};

/** What a peer keeps the choice in, which is declared as necessary. */
const KEPT = { vanilla: 'cc_cookie', osano: 'cookieconsent_status', klaro: 'klaro' } as const;

export const PEER_SITES: readonly PeerSite[] = [
  {
    that: 'vanilla-cookieconsent as its guide has it runs nothing too early',
    host: 'vanilla.example',
    parts: vanilla(''),
    keeps: KEPT.vanilla,
    visits: ['no-choice', 'reject', 'accept', 'withdraw'],
    selectors: VANILLA_BUTTONS,
    finds: [],
  },
  {
    that: 'vanilla-cookieconsent in its mode "opt-out" runs scripts before a choice',
    host: 'vanilla-opt-out.example',
    parts: vanilla(`mode: 'opt-out', autoShow: true,`, { analytics: 'enabled: true,' }),
    keeps: KEPT.vanilla,
    visits: ['no-choice', 'accept'],
    selectors: VANILLA_BUTTONS,
    finds: ['C101 _st', 'C101 stats.example', 'C306 ticked'],
  },
  {
    that: 'vanilla-cookieconsent leaves cookies of the apex domain after a withdrawal',
    host: 'shop.vanilla-apex.example',
    parts: vanilla('', {
      body: `<script type="text/plain" data-category="analytics">document.cookie = '_st=1; Path=/; Domain=vanilla-apex.example; Max-Age=3600';</script>`,
    }),
    keeps: KEPT.vanilla,
    visits: ['accept', 'withdraw'],
    selectors: VANILLA_BUTTONS,
    finds: ['C103 _st'],
  },
  {
    that: 'vanilla-cookieconsent ignores script tags that are added later',
    host: 'vanilla-late.example',
    parts: vanilla('', {
      body: `<script>setTimeout(() => { const late = Object.assign(document.createElement('script'), { type: 'text/plain', text: ${JSON.stringify(STATS)} });
        late.dataset.category = 'analytics'; document.body.append(late); }, 300);</script>`,
    }),
    keeps: KEPT.vanilla,
    visits: ['accept'],
    selectors: VANILLA_BUTTONS,
    finds: ['C203 Stats'],
  },
  {
    that: 'Osano cookieconsent as it comes informs and asks nothing',
    host: 'osano-info.example',
    parts: osano('{}', `<script>${STATS}</script>`),
    keeps: KEPT.osano,
    visits: ['no-choice', 'reject', 'accept'],
    selectors: OSANO_BUTTONS,
    finds: ['C101 _st', 'C101 stats.example', 'C304 clicks'],
  },
  {
    that: 'Osano cookieconsent with a refusal that its site does not ask for runs on after it',
    host: 'osano-opt-in.example',
    parts: osano(
      `{ type: 'opt-in', content: { allow: 'Accept all', deny: 'Reject all' } }`,
      `<script>${STATS}</script>`,
    ),
    keeps: KEPT.osano,
    visits: ['no-choice', 'reject', 'accept'],
    selectors: OSANO_BUTTONS,
    // Its buttons are links without an address: Enter does nothing, and what refuses has no ground.
    finds: [
      ...['C101 _st', 'C101 stats.example', 'C102 _st', 'C102 stats.example'],
      ...['C303 keyboard', 'C305 prominence'],
    ],
  },
  {
    that: 'klaro as its README has it runs nothing too early',
    host: 'klaro.example',
    parts: klaro(''),
    keeps: KEPT.klaro,
    visits: ['no-choice', 'reject', 'accept'],
    selectors: KLARO_BUTTONS,
    finds: [],
  },
  {
    that: 'klaro with "default: true" ticks in advance',
    host: 'klaro-ticked.example',
    parts: klaro('default: true'),
    keeps: KEPT.klaro,
    visits: ['no-choice', 'accept'],
    selectors: KLARO_BUTTONS,
    finds: ['C306 ticked'],
  },
  {
    that: 'klaro with "optOut" runs a service before a choice',
    host: 'klaro-opt-out.example',
    parts: klaro('default: true, optOut: true'),
    keeps: KEPT.klaro,
    visits: ['no-choice', 'accept'],
    selectors: KLARO_BUTTONS,
    finds: ['C101 _st', 'C101 stats.example', 'C306 ticked'],
  },
  {
    that: 'klaro with "hideDeclineAll" has refusing further away',
    host: 'klaro-no-decline.example',
    parts: klaro('', 'hideDeclineAll: true,'),
    keeps: KEPT.klaro,
    visits: ['no-choice', 'reject', 'accept'],
    selectors: { ...KLARO_BUTTONS, refuse: '.klaro .cn-learn-more >> .klaro .cm-btn-accept' },
    finds: ['C304 clicks'],
  },
];
