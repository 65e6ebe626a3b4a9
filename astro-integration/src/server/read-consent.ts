import {
  type ConsentConfig,
  type ConsentExpr,
  isGranted,
  type ResolvedConsent,
  resolveConsent,
} from '@permesso/consent-core';
import type { ConsentLocals } from './locals.ts';
import { isServerIsland } from './server-island.ts';
import { type CookieSource, cookieValue, gpcFromHeaders, isHeaders, isPrefetch } from './source.ts';

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

/**
 * Whether a gate is open in the HTML. HTML that is the same for every visitor is closed for all, and so is a page that is
 * fetched ahead, and a server island: a withdrawal may come before it is shown. Where it is granted still, the page opens
 * it.
 */
export function opensGate(
  consent: ConsentLocals | undefined,
  expr: ConsentExpr,
  { headers, url }: Request,
): boolean {
  if (!consent?.visitor || isPrefetch(headers) || isServerIsland(url)) return false;
  return grantedBy(consent, expr);
}

/** Answers for a page whose configuration may be unknown: then nothing is granted (C1). */
export function grantedBy(
  consent: { config: ConsentConfig | null; resolved: ResolvedConsent },
  expr: ConsentExpr,
) {
  return consent.config ? isGranted(consent.resolved, consent.config, expr) : false;
}
