import type { ConsentCategory, ConsentTracker } from '@permesso/consent-core';
import type { Core } from '@strapi/strapi';
import { negotiateLocale } from '../content/locale-negotiation';
import { getVersionsService, type Published } from '../versions/service';

export interface CookieTableData {
  categories: ConsentCategory[];
  trackers: ConsentTracker[];
}

/** What a cookie table shows, in the default locale where another is not published. */
export async function getCookieTableData(
  strapi: Core.Strapi,
  { locale }: { locale?: string | null } = {},
): Promise<CookieTableData> {
  const published = await getVersionsService(strapi).published();
  return structuredClone(cookieTableIn(published, negotiateLocale(published.content.locales, locale, null)));
}

/**
 * The categories, and every enabled tracker whatever environment it is limited to, because a policy describes the site and
 * not the machine that renders it.
 */
export function cookieTableIn({ forLocale }: Pick<Published, 'forLocale'>, locale: string): CookieTableData {
  const { categories, trackers } = forLocale(locale);
  return { categories, trackers: trackers.map(({ tracker }) => tracker) };
}
