import site from 'virtual:consent/site';
import { countryFromHeaders, regionFromHeaders } from '@permesso/consent-core';
import type { APIContext } from 'astro';
import type { SiteOptions } from '../site.ts';
import type { ConfigQuery } from './cms.ts';

/** The part of a request that can tell where its visitor is. */
export type Whereabouts = Pick<APIContext, 'request' | 'locals'>;

type Trust = Pick<SiteOptions, 'trustedHeaders' | 'trustsPlatform'>;

type Place = Pick<ConfigQuery, 'country' | 'region'>;

/** What platforms tell apart from the headers, which a visitor cannot write. */
interface Platform {
  request: { cf?: { country?: string; regionCode?: string } };
  locals: {
    netlify?: { context?: { geo?: { country?: { code?: string }; subdivision?: { code?: string } } } };
  };
}

/**
 * Where the visitor is, as far as trusted headers say, and where they are the usual ones, the platform. A header that
 * says "unknown" is believed too.
 */
export function placeOf(visit: Whereabouts, trust: Trust = site): Place {
  const { headers } = visit.request;
  const country = countryFromHeaders(headers, trust.trustedHeaders.country);
  // A region means nothing without its country.
  const region = country && regionFromHeaders(headers, trust.trustedHeaders.region);
  if (region || !trust.trustsPlatform) return { country, region };
  const { request, locals } = visit as Platform;
  const { geo } = locals.netlify?.context ?? {};
  // Cloudflare names the country in a header too, but on developers' machines it makes up one here.
  const named = geo
    ? place(geo.country?.code, geo.subdivision?.code)
    : place(country && request.cf?.country, request.cf?.regionCode);
  const isNamed = trust.trustedHeaders.country.some((name) => headers.has(name));
  return (isNamed ? country === named.country : named.country) ? named : { country, region };
}

/** Read as headers are: only what is a country's code is one. */
function place(country: string | null | undefined, region: string | undefined): Place {
  const named = { country: country ?? undefined, region };
  const code = countryFromHeaders(named, ['country']);
  return { country: code, region: code && regionFromHeaders(named, ['region']) };
}
