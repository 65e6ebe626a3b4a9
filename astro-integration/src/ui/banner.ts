import { bannerHtml } from '@permesso/consent-core/banner';
import { unescapeHTML } from 'astro/runtime/server/index.js';
import { directionOf, type InterfaceTexts } from '../i18n/index.ts';
import type { ConsentLocals } from '../server/locals.ts';
import { bannerSizeScript } from './banner-size.ts';
import { bannerStyle } from './banner-style.ts';
import { escapeHtml } from './markup.ts';
import { type ComponentPage, consentOn, ownTexts, pathOf } from './page.ts';
import { textsFor } from './site-texts.ts';

/** The banner around the one thing that differs from page to page: where its form returns to. */
type Parts = readonly [before: string, after: string];

/** Where no configuration is known, a page made for all may carry the banner all the same. */
const nowhere = {};

const written = new WeakMap<object, Map<string, Parts>>();

/** The banner of this page as HTML, or nothing. It is written once for all undecided visitors of a configuration. */
export function pageBanner(page: ComponentPage): unknown {
  const consent = consentOn(page);
  if (!consent) return '';
  const { config, visitor, view, locale, basePath, resolved } = consent;
  // A page made for all carries the banner in any case: its visitor is judged in the browser, perhaps by a newer
  // configuration. A page made for one visitor carries it when it is due.
  if (visitor && !(config?.enabled && view === 'banner')) return '';
  const own = ownTexts(page);
  let known = written.get(config ?? nowhere);
  if (!known) {
    known = new Map();
    written.set(config ?? nowhere, known);
  }
  const key = `${visitor}|${locale}|${resolved.status}|${basePath}|${own ? JSON.stringify(own) : ''}`;
  let parts = known.get(key);
  if (!parts) {
    parts = write(consent, own);
    known.set(key, parts);
  }
  return unescapeHTML(parts[0] + escapeHtml(pathOf(page)) + parts[1]);
}

/** Stands where the page's path goes, before all texts. */
const RETURN = '\u0000';

function write(consent: ConsentLocals, own?: Partial<InterfaceTexts>): Parts {
  const { config, visitor, locale, basePath, resolved } = consent;
  const html = bannerHtml({
    banner: config?.banner,
    model: config?.jurisdiction.model ?? 'opt-in',
    stale: resolved.status === 'stale',
    texts: textsFor(locale, own),
    basePath,
    returnTo: RETURN,
    due: visitor,
    direction: directionOf(locale ?? undefined),
  });
  // Style and script inside the banner, so that whoever moves it takes them along.
  const whole = html
    .replace('>', () => `><style>${bannerStyle}</style>`)
    .replace(/(?=<\/section>$)/, () => `<script>${bannerSizeScript}</script>`);
  const at = whole.indexOf(RETURN);
  return [whole.slice(0, at), whole.slice(at + RETURN.length)];
}
