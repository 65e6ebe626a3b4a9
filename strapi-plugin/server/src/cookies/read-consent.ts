import {
  type ConsentConfig,
  type ConsentExpr,
  getCookieValue,
  type HeaderSource,
  isGranted,
  type ResolvedConsent,
  resolveConsent,
} from '@permesso/consent-core';
import { headerOf } from '../http/headers';

/** A cookie store of a framework, as most of them have it. */
interface CookieStore {
  get(name: string): { value: string } | string | undefined | null;
}

/** A plain headers object, as a server has it, with names in any case. */
type PlainHeaders =
  | Readonly<Record<string, string | readonly string[] | undefined>>
  | { readonly cookie?: string | undefined };

/**
 * A `Cookie` header, the request's `Headers`, a plain headers object, or the cookie store of a framework. Nothing is a
 * request without a cookie.
 */
export type CookieSource = string | Headers | CookieStore | PlainHeaders | null | undefined;

export interface ReadConsent extends ResolvedConsent {
  /** Whether this category, or this combination of categories, is granted. */
  has(expr: ConsentExpr): boolean;
}

/** The raw value of a cookie, from any of those shapes; null when there is none. */
export function cookieValue(source: CookieSource, name: string): string | null {
  if (!source) return null;
  if (typeof source === 'string') return getCookieValue(source, name);
  if (isHeaders(source)) return getCookieValue(source.get('cookie') ?? '', name);
  if (isStore(source)) {
    const found = source.get(name);
    return (typeof found === 'object' ? found?.value : found) ?? null;
  }
  return getCookieValue(headerOf(source as HeaderSource, 'cookie') ?? '', name);
}

/**
 * Resolves what a visitor has granted: the same answer as in the page, because one function decides both.
 *
 * @param gpc whether Global Privacy Control is on; read from `source` where those are headers
 */
export function readConsent(source: CookieSource, config: ConsentConfig, gpc?: boolean): ReadConsent {
  const signal = gpc ?? signalOf(source);
  const resolved = resolveConsent(cookieValue(source, config.cookie.name), config, { gpc: signal });
  return { ...resolved, has: (expr) => isGranted(resolved, config, expr) };
}

/** The signal that came with the headers. A `Cookie` header and a cookie store have none. */
function signalOf(source: CookieSource): boolean {
  if (!source || typeof source === 'string') return false;
  if (!isHeaders(source) && isStore(source)) return false;
  return headerOf(source as HeaderSource, 'sec-gpc') === '1';
}

/** By what they can do: frameworks and tests bring `Headers` of their own. */
const isHeaders = (source: CookieSource): source is Headers =>
  typeof source === 'object' && source !== null && 'append' in source && 'getSetCookie' in source;

const isStore = (source: CookieStore | PlainHeaders): source is CookieStore =>
  'get' in source && typeof source.get === 'function';
