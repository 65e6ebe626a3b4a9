import type { Core } from '@strapi/strapi';
import { readLocales } from './locales';

/** The built-in texts are written in English and German; elsewhere they would be English under a wrong name. */
const isWritten = (locale: string): boolean => /^(en|de)\b/i.test(locale);

export const isGerman = (locale: string): boolean => /^de\b/i.test(locale);

/** The other locales of the site that the built-in texts are written in. */
export const otherWrittenLocales = async (strapi: Core.Strapi, locale: string): Promise<string[]> =>
  (await readLocales(strapi)).all.filter((other) => other !== locale && isWritten(other));
