import {
  type ConsentConfig,
  type ConsentExpr,
  isGranted,
  type ResolvedConsent,
} from '@permesso/consent-core';
import { type CookieSource, cookieValue, type VisitState } from '@permesso/consent-core/site';

export type { ConsentConfig, ConsentExpr, ConsentState, ResolvedConsent } from '@permesso/consent-core';
export { expressionKeys } from '@permesso/consent-core';
export {
  type ConfigQuery,
  type CookieSource,
  cookieValue,
  gpcFromHeaders,
  type ReadConsent,
  readConsent,
  returnPath,
  type VisitState as ConsentLocals,
} from '@permesso/consent-core/site';
export type { ConsentOptions } from '../options.ts';

/** The raw consent cookie, for a store's `initialCookie`; null when there is none. */
export const consentCookieValue = (source: CookieSource, name = 'pl-consent'): string | null =>
  cookieValue(source, name);

/** Answers for a page whose configuration may be unknown: then nothing is granted (C1). */
export function grantedBy(
  consent: { config: ConsentConfig | null; resolved: ResolvedConsent },
  expr: ConsentExpr,
): boolean {
  return consent.config ? isGranted(consent.resolved, consent.config, expr) : false;
}

/**
 * Whether a gate opens as soon as its page is read. HTML that is the same for every visitor is closed for all. So is a
 * server island: it comes later than its page, and by then the page's runtime opens what is granted.
 */
export function opensGate(consent: VisitState | undefined, expr: ConsentExpr, { url }: Request): boolean {
  return !!consent?.visitor && !url.includes('/_server-islands/') && grantedBy(consent, expr);
}
