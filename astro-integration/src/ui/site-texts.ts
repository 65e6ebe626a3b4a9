import site from 'virtual:consent/site';
import { directionOf, type InterfaceTexts, interfaceTexts } from '../i18n/index.ts';
import { keep } from '../server/keep.ts';
import type { ConsentLocals } from '../server/locals.ts';

/** What the interface says on a page besides what the CMS has, and how its elements are marked up for it. */
export interface Speech {
  texts: InterfaceTexts;
  /** For dates, too. */
  locale: string | undefined;
  dir: 'rtl' | undefined;
}

/** In the page's language; where nobody knows that, in the one that the CMS answers in. */
export function speechOn(
  consent: Pick<ConsentLocals, 'locale' | 'config'> | undefined,
  own?: Partial<InterfaceTexts>,
): Speech {
  const locale = consent?.locale ?? site.locale ?? consent?.config?.locale;
  return { texts: textsFor(locale, own), locale, dir: directionOf(locale) === 'rtl' ? 'rtl' : undefined };
}

/** The texts of a locale: a component's own, then the site's option `t`, then the built-in ones. */
function textsFor(locale: string | undefined, own?: Partial<InterfaceTexts>): InterfaceTexts {
  const tag = locale ?? '';
  if (own) return interfaceTexts(tag, { ...site.t[tag], ...own });
  return known.get(tag) ?? keep(known, tag, interfaceTexts(tag, site.t[tag]));
}

/** Texts are looked up for every page; those of a language are put together once. */
const known = new Map<string, InterfaceTexts>();
