import { ar } from './ar.ts';
import { bg } from './bg.ts';
import { cs } from './cs.ts';
import { da } from './da.ts';
import { de } from './de.ts';
import { el } from './el.ts';
import { en } from './en.ts';
import { es } from './es.ts';
import { et } from './et.ts';
import { fa } from './fa.ts';
import { fi } from './fi.ts';
import { fr } from './fr.ts';
import { he } from './he.ts';
import { hr } from './hr.ts';
import { hu } from './hu.ts';
import type { InterfaceTexts, Language } from './interface-texts.ts';
import { it } from './it.ts';
import { ja } from './ja.ts';
import { ko } from './ko.ts';
import { ENGLISH_LEGAL_TEXTS, type LegalLabelOverrides, type LegalLabels } from './legal-texts.ts';
import { lt } from './lt.ts';
import { lv } from './lv.ts';
import { nb } from './nb.ts';
import { nl } from './nl.ts';
import { pl } from './pl.ts';
import { pt } from './pt.ts';
import { ptBr } from './pt-br.ts';
import { ro } from './ro.ts';
import { sk } from './sk.ts';
import { sl } from './sl.ts';
import { sv } from './sv.ts';
import { tr } from './tr.ts';
import { uk } from './uk.ts';
import { zh } from './zh.ts';
import { zhHant } from './zh-hant.ts';

export type { InterfaceTextKey, InterfaceTexts, Language } from './interface-texts.ts';
export { vendorListLanguage } from './vendor-list-language.ts';

/** The built-in languages by their BCP 47 tag. */
export const INTERFACE_LANGUAGES: Readonly<Record<string, Language>> = {
  ar,
  bg,
  cs,
  da,
  de,
  el,
  en,
  es,
  et,
  fa,
  fi,
  fr,
  he,
  hr,
  hu,
  it,
  ja,
  ko,
  lt,
  lv,
  nb,
  nl,
  pl,
  pt,
  'pt-br': ptBr,
  ro,
  sk,
  sl,
  sv,
  tr,
  uk,
  zh,
  'zh-hant': zhHant,
};

/** Tags that a page may carry for a language which stands here under another one. */
export const LANGUAGE_ALIASES: Readonly<Record<string, string>> = {
  iw: 'he',
  nn: 'nb',
  no: 'nb',
  'zh-hk': 'zh-hant',
  'zh-mo': 'zh-hant',
  'zh-tw': 'zh-hant',
};

const RIGHT_TO_LEFT = /^(ar|he|iw|fa|ur|ps|sd|ckb|yi|dv)\b/;

/**
 * The interface's texts for a page's locale, English where the language is unknown: `de-AT` and `de_AT` answer with
 * German. Texts in `override` win; empty and missing ones do not.
 */
export function interfaceTexts(
  locale: string | undefined,
  override?: Partial<InterfaceTexts>,
): InterfaceTexts {
  const texts = { ...(INTERFACE_LANGUAGES[languageOf(locale)] ?? en).interface };
  for (const [key, text] of Object.entries(override ?? {})) {
    if (typeof text === 'string' && text.trim() !== '') texts[key as keyof InterfaceTexts] = text;
  }
  return texts;
}

/** The words of the tables in legal pages for a page's locale; what `override` names wins, down to a single word. */
export function legalTexts(locale: string | undefined, override: LegalLabelOverrides = {}): LegalLabels {
  const { legal = ENGLISH_LEGAL_TEXTS } = INTERFACE_LANGUAGES[languageOf(locale)] ?? en;
  return {
    cookieTable: { ...legal.cookieTable, ...override.cookieTable },
    processorTable: { ...legal.processorTable, ...override.processorTable },
    policyVersion: { ...legal.policyVersion, ...override.policyVersion },
  };
}

/** The tag of the built-in language that serves a locale: the longest one that it begins with, else `en`. */
export function languageOf(locale: string | undefined): string {
  return builtInLanguage(locale) ?? 'en';
}

function builtInLanguage(locale: string | undefined): string | undefined {
  const subtags = normalized(locale).split('-');
  while (subtags.length > 0) {
    const tag = subtags.join('-');
    const language = LANGUAGE_ALIASES[tag] ?? tag;
    if (Object.hasOwn(INTERFACE_LANGUAGES, language)) return language;
    subtags.pop();
  }
  return undefined;
}

/** Whether the built-in texts of a locale run from right to left. */
export function directionOf(locale: string | undefined): 'ltr' | 'rtl' {
  return RIGHT_TO_LEFT.test(normalized(locale)) ? 'rtl' : 'ltr';
}

/** Whether two tags are of one language: `de` and `de-AT`, which one built-in language serves; of others by their first subtag. */
export function isSameLanguage(one: string, other: string | undefined): boolean {
  const language = (tag: string | undefined) => builtInLanguage(tag) ?? normalized(tag).split('-')[0];
  return language(one) === language(other);
}

function normalized(locale: string | undefined): string {
  return (locale ?? '').trim().replaceAll('_', '-').toLowerCase();
}
