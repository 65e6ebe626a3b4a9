import type { Core } from '@strapi/strapi';
import { errors } from '../http/errors';
import { UIDS } from '../schema';
import { readLocales } from '../versions/content';
import type { SettingsChange } from './schema';

type Fields = Record<string, unknown>;

/**
 * Writes what a change names: shared values beside the default locale's texts, each other locale's texts in its own
 * row. All of it or nothing.
 *
 * @throws {errors.ValidationError} for a locale that does not exist.
 */
export async function saveSettings(
  strapi: Core.Strapi,
  { shared, texts = {} }: SettingsChange,
): Promise<void> {
  const locales = await readLocales(strapi);
  const unknown = Object.keys(texts).find((locale) => !locales.all.includes(locale));
  if (unknown !== undefined) {
    const message = `There is no locale "${unknown}".`;
    throw new errors.ValidationError(message, { errors: [{ path: ['texts', unknown], message }] });
  }
  const { [locales.default]: main, ...others } = texts;
  await strapi.db.transaction(async () => {
    const documentId = await writeShared(strapi, locales.default, { ...shared, ...main });
    for (const [locale, own] of Object.entries(others)) await writeTexts(strapi, documentId, locale, own);
  });
}

/** The one entry is created where nobody has made it yet. */
async function writeShared(strapi: Core.Strapi, locale: string, data: Fields): Promise<string> {
  const documents = strapi.documents(UIDS.setting);
  const found = await strapi.db.query(UIDS.setting).findOne({ where: {}, select: ['documentId'] });
  if (!found) return (await documents.create({ locale, data })).documentId;
  if (Object.keys(data).length > 0) await documents.update({ documentId: found.documentId, locale, data });
  return found.documentId;
}

/** A first text in a language makes a row, which takes the shared values with it. */
async function writeTexts(
  strapi: Core.Strapi,
  documentId: string,
  locale: string,
  data: Fields,
): Promise<void> {
  if (Object.keys(data).length === 0) return;
  await strapi.documents(UIDS.setting).update({ documentId, locale, data });
}
