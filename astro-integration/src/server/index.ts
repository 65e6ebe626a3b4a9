import type { CookieSource } from './source.ts';
import { cookieValue } from './source.ts';

export type { ConsentConfig, ConsentExpr, ConsentState, ResolvedConsent } from '@permesso/consent-core';
export { expressionKeys } from '@permesso/consent-core';
export type { ConsentOptions } from '../options.ts';
export type { ConfigQuery } from './cms.ts';
export type { ConsentLocals } from './locals.ts';
export { returnPath } from './origin.ts';
export { grantedBy, opensGate, type ReadConsent, readConsent } from './read-consent.ts';
export { type CookieSource, cookieValue, gpcFromHeaders } from './source.ts';

/** The raw consent cookie, for a store's `initialCookie`; null when there is none. */
export const consentCookieValue = (source: CookieSource, name = 'pl-consent'): string | null =>
  cookieValue(source, name);
