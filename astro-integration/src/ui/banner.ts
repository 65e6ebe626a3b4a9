import site from 'virtual:consent/site';
import { bannerElement, bannerStyle, toStyledHtml } from '@permesso/consent-core/ui';
import { unescapeHTML } from 'astro/runtime/server/index.js';
import type { ConsentLocals } from '../server/locals.ts';
import { bannerSizeScript } from './banner-size.ts';
import { type ComponentPage, keyOf, type OwnTexts, pathOf, perConfig } from './page.ts';
import { speechOn } from './site-texts.ts';

/** The banner around the one thing that differs from page to page: where its form returns to. */
type Parts = readonly [before: unknown, after: unknown];

const partsOf = perConfig<Parts>();

/** The banner of this page as HTML, or nothing. It is written once for all undecided visitors of a configuration. */
export function pageBanner(page: ComponentPage, own: OwnTexts): unknown {
  const { consent } = page;
  if (!consent) return '';
  const { config, visitor, view, locale, resolved } = consent;
  // A page made for all carries the banner in any case: its visitor is judged in the browser, perhaps by a newer
  // configuration. A page made for one visitor carries it when it is due.
  if (visitor && !(config?.enabled && view === 'banner')) return '';
  const key = `${visitor}|${locale}|${resolved.status}|${keyOf(own)}`;
  const [before, after] = partsOf(consent, key, () => write(consent, own));
  return [before, pathOf(page), after];
}

/** Stands where the page's path goes, before all texts. */
const RETURN = '\u0000';

function write(consent: ConsentLocals, own: OwnTexts): Parts {
  const { config, visitor, locale, resolved } = consent;
  const { texts, dir = 'ltr', lang, foreign } = speechOn(consent, own);
  const banner = bannerElement({
    banner: config?.banner,
    model: config?.jurisdiction.model ?? 'opt-in',
    stale: resolved.status === 'stale',
    texts,
    basePath: site.basePath,
    trailingSlash: site.trailingSlash,
    returnTo: RETURN,
    locale,
    due: visitor,
    direction: dir,
    language: lang,
    bannerLanguage: foreign,
    formAttributes: { 'data-astro-reload': true },
  });
  // Style and script inside the banner, so that whoever moves it takes them along.
  const script = `<script>${bannerSizeScript}</script>`;
  const whole = toStyledHtml(banner, bannerStyle).replace(/(?=<\/section>$)/, () => script);
  const at = whole.indexOf(RETURN);
  return [unescapeHTML(whole.slice(0, at)), unescapeHTML(whole.slice(at + RETURN.length))];
}
