import type { ConsentCategory, ConsentTracker } from '@permesso/consent-core';
import type { Core } from '@strapi/strapi';
import { negotiateLocale } from '../content/locale-negotiation';
import { getVersionsService } from '../versions/service';

/**
 * What a cookie table shows: the categories, and every enabled tracker whatever environment it is limited to,
 * because a policy describes the site and not the machine that renders it.
 */
export async function getCookieTableData(
  strapi: Core.Strapi,
  { locale }: { locale?: string | null } = {},
): Promise<{ categories: ConsentCategory[]; trackers: ConsentTracker[] }> {
  const published = await getVersionsService(strapi).published();
  const { categories, trackers } = published.forLocale(
    negotiateLocale(published.content.locales, locale, null),
  );
  return structuredClone({ categories, trackers: trackers.map(({ tracker }) => tracker) });
}
