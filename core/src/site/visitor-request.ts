/** What a request tells of its visitor: the consent cookie, Global Privacy Control, and the place. */
import type { ConsentConfig, ConsentExpr, ConsentModel } from '../contract/config.ts';
import { CONSENT_MODELS } from '../contract/values.ts';
import { getCookieValue } from '../rules/cookie-reading.ts';
import { countryFromHeaders, regionFromHeaders } from '../rules/jurisdiction.ts';
import { isGranted, type ResolvedConsent, resolveConsent } from '../rules/resolve.ts';
import type { ConfigQuery, SiteSettings } from './options.ts';

/** Anything that knows its cookies: a framework's cookie store, `Headers`, or a `Cookie` header. */
export type CookieSource =
  | string
  | Headers
  | { get(name: string): { value: string } | string | null | undefined }
  | null
  | undefined;

/** The raw value of a cookie, or null. Of several with this name the valid one with the newest decision counts. */
export function cookieValue(source: CookieSource, name: string): string | null {
  if (!source) return null;
  if (typeof source === 'string') return getCookieValue(source, name);
  if (isHeaders(source)) return getCookieValue(source.get('cookie') ?? '', name);
  const found = source.get(name);
  const value = (typeof found === 'object' ? found?.value : found) ?? null;
  // A cookie store knows one of each name; what the page has set meanwhile stands in no header.
  const header = headers.get(source);
  return value && header?.includes(value) ? getCookieValue(header, name) : value;
}

const headers = new WeakMap<object, string>();

/** Remembers what a request's cookie store was made from, where the request has a name more than once. */
export function rememberDoubles(request: Request, name: string, store: () => object): void {
  const header = request.headers.get('cookie');
  const start = `${name}=`;
  if (header && header.indexOf(start) !== header.lastIndexOf(start)) headers.set(store(), header);
}

/** Whether the browser asks not to be sold or shared: `Sec-GPC` counts only when it is exactly `1`. */
export function gpcFromHeaders(headers: Headers): boolean {
  return headers.get('sec-gpc') === '1';
}

/**
 * Whether the browser may have kept the consent cookie to itself: another site has sent the visitor, in a way in which a cookie of this
 * `SameSite` does not come along (RFC 6265bis, section 5.2), or the page is in a frame, whose own links say nothing of the site around it.
 * A browser that does not say so is taken at its word.
 */
export function mayWithholdCookie({ method, headers }: Request, sameSite: 'lax' | 'strict'): boolean {
  const into = headers.get('sec-fetch-dest') ?? 'document';
  if (FRAMES.test(into)) return true;
  if (headers.get('sec-fetch-site') !== 'cross-site') return false;
  const isRead = method === 'GET' || method === 'HEAD';
  return sameSite === 'strict' || !isRead || into !== 'document';
}

const FRAMES = /^(i?frame|fencedframe|embed|object)$/;

function isHeaders(source: unknown): source is Headers {
  return typeof Headers !== 'undefined' && source instanceof Headers;
}

export interface ReadConsent extends ResolvedConsent {
  /** Whether this category, or this combination of categories, is granted. */
  has(expr: ConsentExpr): boolean;
}

/**
 * Resolves what a visitor has granted: the same answer as in the page.
 *
 * @param source the framework's cookie store, the request's `Headers`, or a `Cookie` header
 * @param gpc whether Global Privacy Control is on; read from `source` where that is `Headers`
 */
export function readConsent(source: CookieSource, config: ConsentConfig, gpc?: boolean): ReadConsent {
  const signal = gpc ?? (isHeaders(source) ? gpcFromHeaders(source) : false);
  const resolved = resolveConsent(cookieValue(source, config.cookie.name), config, { gpc: signal });
  return { ...resolved, has: (expr) => isGranted(resolved, config, expr) };
}

/** By which an edge in front of a site says which consent model holds for a visitor, where pages are made for one of them. */
export const MODEL_HEADER = 'consent-model';

/** The model that the edge has found; null where it says none that exists. */
export function modelNamed(headers: Headers): ConsentModel | null {
  const name = headers.get(MODEL_HEADER);
  return CONSENT_MODELS.find((model) => model === name) ?? null;
}

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
  if (!told && !cf) return { country, region };
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
