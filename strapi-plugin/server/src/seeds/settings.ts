import { DEFAULT_BANNER, DEFAULT_CATEGORIES } from '@permesso/consent-core';
import type { Core } from '@strapi/strapi';
import { DEFAULT_EXPIRY_MONTHS } from '../config/published';
import type { SeedOptions } from '../options';
import { UIDS } from '../schema';
import { DEFAULT_NOTICE_DAYS } from '../settings/service';

/**
 * The settings an editor starts with. What options decide (recording, jurisdictions) stays empty, so that a later
 * change of an option takes effect until somebody sets the field. The built-in texts are English.
 */
export async function createSettings(strapi: Core.Strapi, seed: SeedOptions, locale: string): Promise<void> {
  const { labels, links: _links, ...banner } = DEFAULT_BANNER;
  const texts = {
    bannerTitle: banner.title,
    bannerDescription: banner.description,
    labelAcceptAll: labels.acceptAll,
    labelRejectAll: labels.rejectAll,
    labelCustomize: labels.customize,
    labelSave: labels.save,
    labelClose: labels.close,
    labelManage: labels.manage,
    labelReloadNotice: labels.reloadNotice,
    labelRequiredBadge: labels.requiredBadge,
    labelGpcHonored: labels.gpcHonored,
  };
  await strapi.documents(UIDS.setting).create({
    locale,
    data: {
      enabled: true,
      ...(locale.startsWith('en') ? texts : {}),
      bannerPosition: banner.position,
      showRejectAll: banner.showRejectAll,
      expiresAfterMonths: DEFAULT_EXPIRY_MONTHS,
      waitForUpdateMs: 500,
      noticeDays: DEFAULT_NOTICE_DAYS,
      noticeEmail: seed.company?.email,
    },
  });
}

/** The four default categories, or those of the options. */
export async function createCategories(
  strapi: Core.Strapi,
  categories: SeedOptions['categories'],
  locale: string,
): Promise<void> {
  const wanted = Array.isArray(categories) ? categories : DEFAULT_CATEGORIES;
  for (const [order, category] of wanted.entries()) {
    await strapi.documents(UIDS.category).create({ locale, data: { ...category, order } });
  }
}
