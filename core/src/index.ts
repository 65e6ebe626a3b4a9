export type { Clock } from './clock.ts';
export type * from './config.ts';
export type { ConsentModeRegions } from './consent-mode.ts';
export {
  ALL_CONSENT_MODE_SIGNALS,
  consentModeDefaultScript,
  consentModeStateFrom,
  consentModeTerms,
  emitConsentModeDefault,
  emitConsentModeUpdate,
} from './consent-mode.ts';
export type { CookieDecision } from './cookie.ts';
export {
  cookieFor,
  decodeConsentCookie,
  encodeConsentCookie,
  getCookieValue,
  readConsentCookie,
  serializeConsentCookie,
} from './cookie.ts';
export type { ConsentAction, ConsentDecision, DecideOptions, DecisionBasis } from './decide.ts';
export { decide } from './decide.ts';
export type { CategoryExplanation, ConsentExplanation, ConsentReason } from './explain.ts';
export { explainConsent } from './explain.ts';
export { evaluateExpr } from './expression.ts';
export type { DeepPartial } from './fixtures.ts';
export { createTestConfig, DEFAULT_BANNER, DEFAULT_CATEGORIES } from './fixtures.ts';
export type { ConsentJudgement } from './judge.ts';
export { isCategoryGranted, judgeConsent } from './judge.ts';
export type {
  ConsentModeRegion,
  HeaderSource,
  JurisdictionExplanation,
  JurisdictionInput,
  JurisdictionReason,
} from './jurisdiction.ts';
export {
  consentModeRegions,
  countryFromHeaders,
  DEFAULT_COUNTRY_HEADERS,
  DEFAULT_REGION_HEADERS,
  explainJurisdiction,
  regionFromHeaders,
  resolveJurisdictionModel,
} from './jurisdiction.ts';
export { newestConsent } from './newest.ts';
export * from './page.ts';
export type { RegionRow } from './regions.ts';
export { DEFAULT_JURISDICTION_OVERRIDES, EEA_COUNTRIES, US_STATES, US_STRICT_OVERRIDES } from './regions.ts';
export type { ResolvedConsent, ResolveOptions } from './resolve.ts';
export {
  defaultDecisions,
  hasConsent,
  initialView,
  isGranted,
  nonRequiredKeys,
  resolveConsent,
} from './resolve.ts';
export type {
  ConsentModeDefault,
  ConsentModeState,
  ConsentModeTerms,
  Gtag,
  HasConsent,
} from './signals.ts';
export { startConsentMode } from './signals.ts';
export type { CategoryTerms, ConsentTerms } from './terms.ts';
export { consentTerms } from './terms.ts';
export { hasUnsent, keepUnsent } from './unsent.ts';
export { randomUuid } from './uuid.ts';
