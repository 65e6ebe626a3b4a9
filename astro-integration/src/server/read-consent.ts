import {
  type ConsentConfig,
  type ConsentExpr,
  isGranted,
  type ResolvedConsent,
  resolveConsent,
} from '@permesso/consent-core';
import type { ConsentLocals } from './locals.ts';
import { isServerIsland } from './server-island.ts';
import { type CookieSource, cookieValue, gpcFromHeaders, isHeaders } from './source.ts';

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
 * Whether a gate opens as soon as its page is read. HTML that is the same for every visitor is closed for all. So is a
 * server island: it comes later than its page, and by then the page's runtime opens what is granted.
 */
export function opensGate(consent: ConsentLocals | undefined, expr: ConsentExpr, { url }: Request): boolean {
  return !!consent?.visitor && !isServerIsland(url) && grantedBy(consent, expr);
}

/** Answers for a page whose configuration may be unknown: then nothing is granted (C1). */
export function grantedBy(
  consent: { config: ConsentConfig | null; resolved: ResolvedConsent },
  expr: ConsentExpr,
) {
  return consent.config ? isGranted(consent.resolved, consent.config, expr) : false;
}
