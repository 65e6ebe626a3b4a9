import site from 'virtual:consent/site';
import {
  directionOf,
  type InterfaceTexts,
  interfaceTexts,
  isSameLanguage,
  languageOf,
} from '@permesso/consent-core/texts';
import { keep } from '../server/keep.ts';
import type { ConsentLocals } from '../server/locals.ts';

/** What the interface says on a page besides what the CMS has, and how its elements are marked up for it. */
export interface Speech {
  texts: InterfaceTexts;
  /** For dates, too. */
  locale: string | undefined;
  dir: 'rtl' | undefined;
  /** The language that the texts are in, where anybody knows: English stands in for one that is not built in. */
  language: string | undefined;
  /** The language of the CMS's texts, where it is another one. */
  foreign: string | undefined;
  /** That of the texts, for the attribute of this name: only where it is not the page's. */
  lang: string | undefined;
}

/** In the page's language; where nobody knows that, in the one that the CMS answers in. */
export function speechOn(
  consent: Pick<ConsentLocals, 'locale' | 'config'> | undefined,
  own?: Partial<InterfaceTexts>,
): Speech {
  const locale = consent?.locale ?? site.locale ?? consent?.config?.locale;
  const language = locale && (site.t[locale] || isSameLanguage(languageOf(locale), locale) ? locale : 'en');
  const written = consent?.config?.locale;
  return {
    texts: textsFor(locale, own),
    locale,
    dir: directionOf(language) === 'rtl' ? 'rtl' : undefined,
    language,
    foreign: written && !isSameLanguage(written, language) ? written : undefined,
    lang: language === locale ? undefined : language,
  };
}

/** The texts of a locale: a component's own, then the site's option `t`, then the built-in ones. */
function textsFor(locale: string | undefined, own?: Partial<InterfaceTexts>): InterfaceTexts {
  const tag = locale ?? '';
  if (own) return interfaceTexts(tag, { ...site.t[tag], ...own });
  return known.get(tag) ?? keep(known, tag, interfaceTexts(tag, site.t[tag]));
}

/** Texts are looked up for every page; those of a language are put together once. */
const known = new Map<string, InterfaceTexts>();
