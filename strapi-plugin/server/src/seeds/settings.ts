import { DEFAULT_CATEGORIES } from '@permesso/consent-core';
import type { Core } from '@strapi/strapi';
import { settingIn } from '../content/setting-fields';
import { isGerman, otherWrittenLocales } from '../content/written-locales';
import type { SeedOptions } from '../options';
import { builtInTexts } from '../settings/view';
import { UIDS } from '../uids';
import { GERMAN_BANNER, GERMAN_CATEGORIES } from './german';

/** Said from the start, so that an editor sees what holds. */
const BUILT_IN = [
  'enabled',
  'bannerPosition',
  'showRejectAll',
  'expiresAfterMonths',
  'waitForUpdateMs',
  'noticeDays',
] as const;

/**
 * The settings an editor starts with. What options decide (recording, jurisdictions) stays empty, so that a later
 * change of an option takes effect until somebody sets the field. So do the texts of a language that the built-in
 * ones are not written in.
 */
export async function createSettings(strapi: Core.Strapi, seed: SeedOptions, locale: string): Promise<void> {
  const settings = strapi.documents(UIDS.setting);
  const { documentId } = await settings.create({
    locale,
    data: {
      ...bannerTexts(locale),
      ...Object.fromEntries(BUILT_IN.map((name) => [name, settingIn(undefined, name)])),
      controllerName: seed.company?.legalName,
      noticeEmail: seed.company?.email,
    },
  });
  for (const other of await otherWrittenLocales(strapi, locale)) {
    await settings.update({ documentId, locale: other, data: bannerTexts(other) });
  }
}

function bannerTexts(locale: string): Record<string, string | null> {
  if (isGerman(locale)) return GERMAN_BANNER;
  if (!/^en\b/i.test(locale)) return {};
  return builtInTexts();
}

/** The four default categories in each language they are written in, or those of the options as they are. */
export async function createCategories(
  strapi: Core.Strapi,
  categories: SeedOptions['categories'],
  locale: string,
): Promise<void> {
  const own = Array.isArray(categories);
  const others = own ? [] : await otherWrittenLocales(strapi, locale);
  for (const [order, category] of (own ? categories : DEFAULT_CATEGORIES).entries()) {
    const { label, description } = category;
    const texts = (inLocale: string): Record<string, unknown> =>
      (!own && isGerman(inLocale) && GERMAN_CATEGORIES[category.key]) || { label, description };
    const documents = strapi.documents(UIDS.category);
    const { documentId } = await documents.create({ locale, data: { ...category, ...texts(locale), order } });
    for (const other of others) await documents.update({ documentId, locale: other, data: texts(other) });
  }
}
