import type { ConsentConfig, ConsentExpr } from '../contract/config.ts';
import { getCookieValue } from '../rules/cookie.ts';
import { isGranted, type ResolvedConsent, resolveConsent } from '../rules/resolve.ts';

/** Anything that knows its cookies: a framework's cookie store (`Astro.cookies`), `Headers`, or a `Cookie` header. */
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
 * @param source `Astro.cookies`, the request's `Headers`, or a `Cookie` header
 * @param gpc whether Global Privacy Control is on; read from `source` where that is `Headers`
 */
export function readConsent(source: CookieSource, config: ConsentConfig, gpc?: boolean): ReadConsent {
  const signal = gpc ?? (isHeaders(source) ? gpcFromHeaders(source) : false);
  const resolved = resolveConsent(cookieValue(source, config.cookie.name), config, { gpc: signal });
  return { ...resolved, has: (expr) => isGranted(resolved, config, expr) };
}
