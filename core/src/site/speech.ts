import type { ConsentConfig } from '../contract/config.ts';
import {
  directionOf,
  type InterfaceTexts,
  interfaceTexts,
  isSameLanguage,
  languageOf,
} from '../texts/index.ts';
import type { SiteSettings } from './options.ts';

/** Interface texts of a component's own. */
export type OwnTexts = Partial<InterfaceTexts> | undefined;

/** What the interface says on a page besides what the CMS has, and how its elements are marked up for it. */
export interface Speech {
  texts: InterfaceTexts;
  /** For dates, too. */
  locale: string | undefined;
  /** The direction of the texts: where they run from right to left, or otherwise than the page. */
  dir: 'ltr' | 'rtl' | undefined;
  /** The language that the texts are in, where anybody knows: English stands in for one that is not built in. */
  language: string | undefined;
  /** The language of the CMS's texts, where it is another one. */
  foreign: string | undefined;
  /** That of the texts, for the attribute of this name: only where it is not the page's. */
  lang: string | undefined;
}

/**
 * In the page's language; where nobody knows that, in the one that the CMS answers in. A component's own texts win over the
 * site's option `t`, and that over the built-in ones.
 */
export function speechOf(
  site: Pick<SiteSettings, 't' | 'locale'>,
  page: { locale: string | null; config: ConsentConfig | null } | undefined,
  own?: OwnTexts,
): Speech {
  const { t } = site;
  const locale = page?.locale ?? site.locale ?? page?.config?.locale;
  const language = locale && (t[locale] || isSameLanguage(languageOf(locale), locale) ? locale : 'en');
  const dir = directionOf(language);
  const written = page?.config?.locale;
  return {
    texts: interfaceTexts(locale ?? '', { ...t[locale ?? ''], ...own }),
    locale,
    dir: dir === 'rtl' || directionOf(locale) === 'rtl' ? dir : undefined,
    language,
    foreign: written && !isSameLanguage(written, language) ? written : undefined,
    lang: language === locale ? undefined : language,
  };
}
