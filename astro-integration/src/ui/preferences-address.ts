import { routeAddress } from '../server/route-address.ts';
import type { ComponentPage } from './page.ts';

/**
 * Where a visitor without JavaScript decides and comes back from to this page; null where the site has no such page, or
 * nothing to decide.
 */
export function preferencesAddress({ consent, url }: ComponentPage): string | null {
  if (!consent?.config?.enabled || !consent.payload.base) return null;
  const query = new URLSearchParams({ return: url.pathname + url.search });
  if (consent.locale) query.set('locale', consent.locale);
  return `${routeAddress('preferences')}?${query}`;
}
