/** Small sites to scan: a page with a banner and a few lines of script that keep a choice, put together from parts. */
import type { ConsentCookieV1 } from '@permesso/consent-core';

/** The page's own version of what is consented to; a cookie of another one counts no longer. */
const VERSION = '11111111';

/** What a site is made of; what is left out is as it should be. */
export interface SiteParts {
  /** Script that runs on every page, whatever was decided. */
  always?: string;
  /** Scripts that run once their category is granted. */
  granted?: Record<string, string>;
  /** Script that runs on pages of a visitor who has refused everything. */
  refused?: string;
  /** Script of a withdrawal, which comes before the choice is kept. */
  withdrawn?: string;
  /** Whether a choice of an older version counts. */
  ignoresVersion?: boolean;
  /** A choice is kept for the page alone. */
  forgets?: boolean;
  /** Whether decisions are posted, and what is answered. */
  records?: 'none' | number;
  /** In place of all that: a page with another consent manager. */
  html?: string;
  head?: string;
  body?: string;
  css?: string;
  text?: string;
  language?: string;
  /** What the banner holds beside its text. */
  actions?: string;
  links?: string;
  toggles?: string;
  /** Milliseconds after which the banner is shown; never where it is null. */
  bannerAfter?: number | null;
  /** Script that the buttons are worked by, in place of clicks. */
  buttons?: string;
  /** The site tells what it declares, as one of the product does. */
  payload?: object;
  /** Headers of every page. */
  headers?: Record<string, string | string[]>;
  /** Paths of further pages, which are the same; a sitemap names them. */
  pages?: readonly string[];
  /** Scripts of its own, by path. */
  scripts?: Readonly<Record<string, string>>;
  /** HTML of further pages, by path. */
  others?: Readonly<Record<string, string>>;
  /** `user:password`, without which it answers nothing. */
  credentials?: string;
  /** It answers elsewhere. */
  movedTo?: string;
}

const TEXT =
  'Coast Shop and 3 partners would like to measure how the site is used and to show advertising. ' +
  'You can withdraw your consent at any time under Privacy settings.';

const ACTIONS = `
  <button data-consent-action="reject-all">Reject all</button>
  <button data-consent-action="accept-all">Accept all</button>
  <button data-consent-action="customize">Customize</button>`;

const TOGGLES = `
  <label><input type="checkbox" data-consent-toggle="analytics"> Analytics</label>
  <label><input type="checkbox" data-consent-toggle="marketing"> Marketing</label>`;

const STYLE = `
  [hidden] { display: none !important }
  [data-consent-banner] { position: fixed; inset: auto 0 0; padding: 16px; background: #fff; border-top: 1px solid #333 }
  button { font: 16px sans-serif; padding: 8px 16px; width: 160px; color: #fff; background: #234; border: 0 }`;

/** The page of a site at a path. */
export function pageHtml(parts: SiteParts): string {
  if (parts.html) return parts.html;
  const { payload, head = '', body = '', css = '', text = TEXT } = parts;
  const json = payload
    ? `<script type="application/json" data-consent-config>${JSON.stringify(payload)}</script>`
    : '';
  return `<!doctype html><html lang="${parts.language ?? 'en'}"><head><meta charset="utf-8"><title>Coast Shop</title>
<link rel="icon" href="data:,"><style>${STYLE}${css}</style>${json}${head}</head><body>
<h1>Shells</h1><p>For sale.</p>${body}
<section data-consent-banner hidden><p>${text}</p>
${parts.links ?? '<p><a href="/privacy">Privacy policy</a></p>'}<div>${parts.actions ?? ACTIONS}</div></section>
<div data-consent-preferences hidden>${parts.toggles ?? TOGGLES}
<button data-consent-action="save">Save</button><button data-consent-action="reject-all">Reject all</button>
<button data-consent-action="withdraw">Withdraw</button></div>
<button data-consent-manage>Privacy settings</button>
<script>${manager(parts)}</script></body></html>`;
}

/** Keeps a choice as the product's cookie does, so that what reads one reads this. */
function manager({ always = '', granted = {}, refused = '', withdrawn = '', ...parts }: SiteParts): string {
  const runs = Object.entries(granted).map(
    ([category, script]) => `${JSON.stringify(category)}: () => {${script}}`,
  );
  const after = parts.bannerAfter === undefined ? 0 : parts.bannerAfter;
  return `
const runs = {${runs.join(',')}};
const find = (selector) => document.querySelector(selector);
const banner = find('[data-consent-banner]'), preferences = find('[data-consent-preferences]');
const read = () => {
  const value = /(?:^|; )pl-consent=([^;]+)/.exec(document.cookie)?.[1];
  return value && JSON.parse(atob(value.replaceAll('-', '+').replaceAll('_', '/')));
};
const run = (choice) => {
  for (const key in runs) if (choice.d[key]) runs[key]();
};
const decide = (d, source) => {
  const choice = ${JSON.stringify(choiceTemplate())};
  Object.assign(choice, { d, s: source, t: Math.floor(Date.now() / 1000) });
  ${parts.forgets ? '' : `document.cookie = 'pl-consent=' + btoa(JSON.stringify(choice)).replaceAll('=', '') + '; Path=/; Max-Age=86400; Secure';`}
  banner.hidden = preferences.hidden = true;
  ${parts.records === 'none' ? '' : `fetch('/_consent/records', { method: 'POST', body: JSON.stringify(choice) });`}
  run(choice);
};
const actions = {
  'accept-all': () => decide({ analytics: 1, marketing: 1 }, 'b'),
  'reject-all': () => decide({ analytics: 0, marketing: 0 }, 'b'),
  customize: () => { preferences.hidden = false; },
  save: () => decide(Object.fromEntries([...document.querySelectorAll('[data-consent-toggle]')].map((box) => [box.dataset.consentToggle, box.checked ? 1 : 0])), 'p'),
  withdraw: () => { ${withdrawn} ; decide({ analytics: 0, marketing: 0 }, 'w'); },
};
${parts.buttons ?? `document.addEventListener('click', ({ target }) => actions[target.dataset.consentAction]?.());`}
find('[data-consent-manage]')?.addEventListener('click', actions.customize);
${always}
const choice = read();
const counts = choice && (${parts.ignoresVersion ?? false} || choice.tv === '${VERSION}');
if (counts) {
  run(choice);
  if (!choice.d.analytics && !choice.d.marketing) { ${refused} }
}
${after === null ? '' : `if (!counts) ${after === 0 ? 'banner.hidden = false' : `setTimeout(() => { banner.hidden = false; }, ${after})`};`}
`;
}

const choiceTemplate = (): ConsentCookieV1 => ({
  v: 1,
  id: '0f8fad5b-d9cb-469f-a165-70867728950e',
  d: {},
  t: 0,
  pv: VERSION,
  cv: VERSION,
  tv: VERSION,
  dv: VERSION,
  j: 'in',
  s: 'b',
});

/** Script that a page loads another one by. */
export const load = (address: string) =>
  `document.head.append(Object.assign(document.createElement('script'), { src: ${JSON.stringify(address)} }));`;

/** Script that asks for an image, as pixels do. */
export const pixel = (address: string) => `new Image().src = ${JSON.stringify(address)};`;

/** Script that sets a cookie of the site. */
export const cookie = (name: string, seconds = 3_600) =>
  `document.cookie = '${name}=1; Path=/; Max-Age=${seconds}';`;
