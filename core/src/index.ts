export type * from './contract/config.ts';
export type { DeepPartial } from './contract/default-config.ts';
export {
  createTestConfig,
  DEFAULT_BANNER,
  DEFAULT_CATEGORIES,
  inertConfig,
} from './contract/default-config.ts';
export type { ImpressionBatch, ImpressionSum } from './contract/impressions.ts';
export {
  DEVICE_HEADER,
  IMPRESSION_SUMS,
  IMPRESSIONS_AT_ONCE,
  IMPRESSIONS_BYTES,
} from './contract/impressions.ts';
export type {
  CategoryTerms,
  ConfigContent,
  ConsentModeDefault,
  ConsentModeState,
  ConsentModeTerms,
  ConsentTerms,
  GpcSignal,
  HeadTerms,
  PagePayload,
} from './contract/payload.ts';
export { payloadKey, placeKey } from './contract/payload.ts';
export {
  PRESENTATION_BYTES,
  PRESENTATION_HEADER,
  PRESENTATION_TYPE,
  type Presentation,
} from './contract/presentation.ts';
export { PREVIEW, PREVIEW_CHOICE, PREVIEW_TOKEN, type PreviewTerms } from './contract/preview.ts';
export { RECORD_BYTES } from './contract/record-size.ts';
export { isLoadableAddress, isWebAddress } from './contract/safe-html.ts';
export { grantOf, hasRefusedService, withServices } from './contract/services.ts';
export type { SignedPurpose, SiteStatement } from './contract/site-statement.ts';
export {
  readSiteStatement,
  SECRET_LENGTH,
  SITE_SIGNATURE_HEADER,
  SITE_STATEMENT_HEADER,
  STATEMENT_SECONDS,
  signedText,
  writeSiteStatement,
} from './contract/site-statement.ts';
export { isTcString, TC_STRING_LETTERS } from './contract/tc-string.ts';
export * from './contract/values.ts';
export type { AdProvider, ById, Vendor, VendorList, VendorListText } from './contract/vendor-list.ts';
export type { Atom } from './page/atom.ts';
export type { ConsentChanges } from './page/cleanup.ts';
export { attachCleanup, cleanRevoked } from './page/cleanup.ts';
export { attachDeclared } from './page/declared-markup.ts';
export type { ConsentGrants, LoaderOptions } from './page/ledger.ts';
export { addedMatches, DECLARED, element, ledger, markRan } from './page/ledger.ts';
export { attachLoader, attachTrackers, injectTracker } from './page/loader.ts';
export { hasUnsent, newestConsent } from './page/newest-decision.ts';
export type { Outbox, OutboxOptions } from './page/outbox.ts';
export { createOutbox } from './page/outbox.ts';
export type { MemoryStorage, StorageAdapter, StorageOptions } from './page/storage.ts';
export { cookieStorage, memoryStorage } from './page/storage.ts';
export type { ConsentListener, ConsentStore, ConsentStoreOptions } from './page/store.ts';
export { createConsentStore } from './page/store.ts';
export { trusted } from './page/trusted-types.ts';
export { keepUnsent } from './page/unsent-records.ts';
export { type AdapterTerms, attachAdapters } from './page/vendor-consent.ts';
export type { Bases, BasesByPlace, BasisInput, CategoryBases } from './rules/basis.ts';
export {
  basesAt,
  basesByPlace,
  basesIn,
  basisOf,
  basisRow,
  categoryBases,
  refusalRow,
  refusalTerms,
  withBases,
  withoutPlace,
} from './rules/basis.ts';
export { asksConsent } from './rules/category-terms.ts';
export type { Clock } from './rules/clock-and-uuid.ts';
export { randomUuid } from './rules/clock-and-uuid.ts';
export type { ConsentModeRegions } from './rules/consent-mode.ts';
export {
  consentModeStateFrom,
  consentModeTerms,
  emitConsentModeDefault,
  emitConsentModeUpdate,
} from './rules/consent-mode.ts';
export { consentModeDefaultScript } from './rules/consent-mode-script.ts';
export type { Gtag, HasConsent } from './rules/consent-mode-signals.ts';
export { startConsentMode } from './rules/consent-mode-signals.ts';
export type { CookieDecision } from './rules/cookie.ts';
export {
  cookieFor,
  decodeConsentCookie,
  encodeConsentCookie,
  serializeConsentCookie,
} from './rules/cookie.ts';
export { getCookieValue, readConsentCookie } from './rules/cookie-reading.ts';
export type { ConsentAction, ConsentDecision, DecideOptions, DecisionBasis } from './rules/decide.ts';
export { decide } from './rules/decide.ts';
export { namePattern } from './rules/declared-entries.ts';
export { deviceClassOf } from './rules/device-class.ts';
export type {
  CategoryExplanation,
  ConsentExplanation,
  ConsentReason,
  ServiceExplanation,
} from './rules/explain.ts';
export { explainConsent } from './rules/explain.ts';
export { evaluateExpr, expressionKeys } from './rules/expression.ts';
export { bestFits, hostsIn, isOnHosts, patternFit } from './rules/host-pattern.ts';
export type { ConsentJudgement } from './rules/judge.ts';
export { isCategoryGranted, judgeConsent } from './rules/judge.ts';
export type {
  HeaderSource,
  JurisdictionExplanation,
  JurisdictionInput,
  JurisdictionReason,
} from './rules/jurisdiction.ts';
export {
  consentModeRegions,
  countryFromHeaders,
  DEFAULT_COUNTRY_HEADERS,
  DEFAULT_REGION_HEADERS,
  explainJurisdiction,
  regionFromHeaders,
  resolveJurisdictionModel,
} from './rules/jurisdiction.ts';
export type { BasisRow, RefusalRow, RegionRow } from './rules/regions.ts';
export {
  DEFAULT_BASES,
  DEFAULT_JURISDICTION_OVERRIDES,
  DEFAULT_REFUSAL_MONTHS,
  DEFAULT_REFUSALS,
  EEA_COUNTRIES,
  US_STATES,
  US_STRICT_OVERRIDES,
} from './rules/regions.ts';
export type { ResolvedConsent, ResolveOptions } from './rules/resolve.ts';
export {
  defaultDecisions,
  hasConsent,
  initialView,
  isGranted,
  nonRequiredKeys,
  resolveConsent,
} from './rules/resolve.ts';
export { editDraft } from './rules/service-rules.ts';
export { TCF_COOKIE_DAYS, tcfCookieLine, tcfCookieName } from './rules/tcf-cookie.ts';
export { consentTerms } from './rules/terms.ts';
export type {
  MspaMode,
  UsNationalSection,
  UsSection,
  UsSectionName,
  UsVisitor,
} from './rules/us-sections.ts';
export { US_NATIONAL, US_SECTIONS, usNationalSection, usSection } from './rules/us-sections.ts';
