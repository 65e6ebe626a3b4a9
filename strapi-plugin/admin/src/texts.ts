import { useCallback } from 'react';
import { type IntlShape, useIntl } from 'react-intl';
import { PLUGIN } from './plugin';
import en from './translations/en.json';

/** A text of the plugin. English has all of them, and stands in where a language lacks one. */
export type TextKey = keyof typeof en;

type Values = Record<string, string | number>;

/** A text for those who translate it themselves: menu, widgets, fields. */
export const text = (key: TextKey) => ({ id: `${PLUGIN}.${key}`, defaultMessage: en[key] });

export const isTextKey = (key: string): key is TextKey => Object.hasOwn(en, key);

export interface Texts {
  t(key: TextKey, values?: Values): string;
  intl: IntlShape;
  /** A country by its code, in the administrator's language. */
  country(code: string): string;
}

export function useTexts(): Texts {
  const intl = useIntl();
  const t = useCallback((key: TextKey, values?: Values) => intl.formatMessage(text(key), values), [intl]);
  const country = useCallback(
    (code: string) => intl.formatDisplayName(code, { type: 'region', fallback: 'code' }) ?? code,
    [intl],
  );
  return { t, intl, country };
}

/** What Strapi loads for the languages that its admin offers. */
export async function loadTranslations(
  locales: string[],
): Promise<{ locale: string; data: Record<string, string> }[]> {
  return Promise.all(locales.map(async (locale) => ({ locale, data: prefixed(await translation(locale)) })));
}

async function translation(locale: string): Promise<Record<string, string>> {
  if (/^de\b/i.test(locale)) return (await import('./translations/de.json')).default;
  return en;
}

const prefixed = (texts: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(texts).map(([key, value]) => [`${PLUGIN}.${key}`, value]));
