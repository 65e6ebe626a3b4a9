import { countryFromHeaders, regionFromHeaders } from '../rules/jurisdiction.ts';
import type { SiteSettings } from './options.ts';
import type { ConfigQuery } from './own-config.ts';

export type Place = Pick<ConfigQuery, 'country' | 'region'>;

/** What a platform tells of a visitor's place apart from the headers, which a visitor cannot write. */
export interface PlatformPlace {
  country?: string | null | undefined;
  region?: string | null | undefined;
}

/** What Cloudflare's runtime adds to a request. */
type CloudflareRequest = Request & { cf?: { country?: string; regionCode?: string } };

/**
 * Where the visitor is, as far as trusted headers say, and where they are the usual ones, the platform. A header that
 * says "unknown" is believed too.
 *
 * @param told by the platform that the site runs on
 */
export function placeOf(
  request: Request,
  told: PlatformPlace | undefined,
  trust: Pick<SiteSettings, 'trustedHeaders' | 'trustsPlatform'>,
): Place {
  const { headers } = request;
  const country = countryFromHeaders(headers, trust.trustedHeaders.country);
  // A region means nothing without its country.
  const region = country && regionFromHeaders(headers, trust.trustedHeaders.region);
  if (region || !trust.trustsPlatform) return { country, region };
  const { cf } = request as CloudflareRequest;
  // Cloudflare names the country in a header too, but on developers' machines it makes up one here.
  const named = readAsHeaders(told ?? { country: country && cf?.country, region: cf?.regionCode });
  const isNamed = trust.trustedHeaders.country.some((name) => headers.has(name));
  return (isNamed ? country === named.country : named.country) ? named : { country, region };
}

/** Only what is a country's code is one. */
function readAsHeaders({ country, region }: PlatformPlace): Place {
  const named = { country: country ?? undefined, region: region ?? undefined };
  const code = countryFromHeaders(named, ['country']);
  return { country: code, region: code && regionFromHeaders(named, ['region']) };
}
