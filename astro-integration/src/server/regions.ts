import type { ConfigQuery } from './cms.ts';

/** Regions of countries that have a law of their own, as `US-CA`. */
export type Regions = ReadonlySet<string | null>;

/** The regions that the CMS names with its answer; null where it names none, as earlier plugins do. */
export function regionsOf(headers: Headers): Regions | null {
  const named = headers.get('consent-regions');
  return named === null ? null : new Set(named.split(',').map((region) => region.trim()));
}

/** One spelling of a region, `US-CA`, whichever of `CA` and `US-CA` a header says. */
export function regionCode(country: string | null, region: string | null): string | null {
  return region && !region.includes('-') ? `${country}-${region}` : region;
}

/** The headers that tell the CMS where the visitor is; the CMS decides whether to believe them. */
export function placeHeaders(query: Pick<ConfigQuery, 'country' | 'region'>): Record<string, string> {
  return {
    ...(query.country && { 'x-country': query.country }),
    ...(query.region && { 'x-vercel-ip-country-region': query.region }),
  };
}
