import { de } from './de.ts';
import { en } from './en.ts';
import type { InterfaceTexts } from './texts.ts';

export type { InterfaceTextKey, InterfaceTexts } from './texts.ts';

/** The built-in languages by their BCP 47 tag. */
export const INTERFACE_LANGUAGES: Readonly<Record<string, InterfaceTexts>> = { de, en };

/** Tags that a page may carry for a language which stands here under another one. */
const ALIASES: Readonly<Record<string, string>> = {};

const RIGHT_TO_LEFT = /^(ar|he|iw|fa|ur|ps|sd|ckb|yi|dv)\b/;

/**
 * The interface's texts for a page's locale, English where the language is unknown: `de-AT` and `de_AT` answer with
 * German. Texts in `override` win; empty and missing ones do not.
 */
export function interfaceTexts(
  locale: string | undefined,
  override?: Partial<InterfaceTexts>,
): InterfaceTexts {
  const texts = { ...(INTERFACE_LANGUAGES[languageOf(locale)] ?? en) };
  for (const [key, text] of Object.entries(override ?? {})) {
    if (typeof text === 'string' && text.trim() !== '') texts[key as keyof InterfaceTexts] = text;
  }
  return texts;
}

/** The tag of the built-in language that serves a locale: the longest one that it begins with, else `en`. */
export function languageOf(locale: string | undefined): string {
  const subtags = normalized(locale).split('-');
  while (subtags.length > 0) {
    const tag = subtags.join('-');
    const language = ALIASES[tag] ?? tag;
    if (language in INTERFACE_LANGUAGES) return language;
    subtags.pop();
  }
  return 'en';
}

/** Whether the built-in texts of a locale run from right to left. */
export function directionOf(locale: string | undefined): 'ltr' | 'rtl' {
  return RIGHT_TO_LEFT.test(normalized(locale)) ? 'rtl' : 'ltr';
}

function normalized(locale: string | undefined): string {
  return (locale ?? '').trim().replaceAll('_', '-').toLowerCase();
}
