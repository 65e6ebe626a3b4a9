import { useCallback } from 'react';
import { type IntlShape, useIntl } from 'react-intl';
import { PLUGIN, PLUGIN_UID } from '../../server/src/uids';
import effects from './translations/effect.en.json';
import ownTexts from './translations/en.json';
import enFields from './translations/fields.en.json';

/** What a tracker does, assistants are told in the same sentences. */
const en = { ...ownTexts, ...effects };

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
  /** A language by its tag, in the administrator's language. */
  language(tag: string): string;
}

export function useTexts(): Texts {
  const intl = useIntl();
  const t = useCallback((key: TextKey, values?: Values) => intl.formatMessage(text(key), values), [intl]);
  const country = useCallback(
    (code: string) => intl.formatDisplayName(code, { type: 'region', fallback: 'code' }) ?? code,
    [intl],
  );
  const language = useCallback(
    (tag: string) => intl.formatDisplayName(tag, { type: 'language', fallback: 'code' }) ?? tag,
    [intl],
  );
  return { t, intl, country, language };
}

/** What Strapi loads for the languages that its admin offers. */
export async function loadTranslations(
  locales: string[],
): Promise<{ locale: string; data: Record<string, string> }[]> {
  return Promise.all(
    locales.map(async (locale) => {
      const { texts, fields, refusals } = await translation(locale);
      const names = contentNames({ ...settingNames(texts), ...fields });
      return { locale, data: { ...prefixed(PLUGIN, texts), ...names, ...prefixed('apiError', refusals) } };
    }),
  );
}

interface Translation {
  texts: Record<string, string>;
  fields: Record<string, string>;
  /** What the server says where it refuses something, by its English sentence: under that Strapi asks for it. */
  refusals: Record<string, string>;
}

async function translation(locale: string): Promise<Translation> {
  if (!/^de\b/i.test(locale)) return { texts: en, fields: enFields, refusals: {} };
  const [texts, effect, fields, refusals] = await Promise.all([
    import('./translations/de.json'),
    import('./translations/effect.de.json'),
    import('./translations/fields.de.json'),
    import('./translations/refusals.de.json'),
  ]);
  return {
    texts: { ...texts.default, ...effect.default },
    fields: fields.default,
    refusals: refusals.default,
  };
}

/**
 * The content manager asks for the name of a field under such a key before it takes what its settings say, and for
 * that of a content type by its English name. For a value of an enumeration it asks by the value itself, of whatever type
 * of the app that is: so only values that no other type will have are named.
 */
const contentNames = (names: Record<string, string>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(names).map(([key, name]) => [
      key.includes('.') ? `content-manager.content-types.${PLUGIN_UID}.${key}` : key,
      name,
    ]),
  );

/** The fields of the settings are called in the content manager what the plugin's own page calls them. */
const settingNames = (texts: Record<string, string>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(texts).flatMap(([key, name]) => {
      const [, field] = /^settings\.f\.(\w+)$/.exec(key) ?? [];
      return field ? [[`setting.${field}`, name]] : [];
    }),
  );

const prefixed = (prefix: string, texts: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(texts).map(([key, value]) => [`${prefix}.${key}`, value]));
