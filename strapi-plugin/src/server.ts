export { getCookieTableData } from '../server/src/catalogue/cookie-table';
export { type ConfigRequest, getConsentConfig } from '../server/src/config/service';
export {
  type CookieSource,
  cookieValue,
  type ReadConsent,
  readConsent,
} from '../server/src/cookies/read-consent';
export { buildLegalDocuments, type DocumentTerms, type LegalDocument } from '../server/src/legal/documents';
export { markdownToLegalContent } from '../server/src/legal-pages/markdown';
export { type ConsentPluginOptions, getPluginOptions } from '../server/src/options';
export { type ConsentOverview, getConsentOverview } from '../server/src/overview/overview';
export {
  computeSubprocessorsVersion,
  getProcessors,
  getProcessorTableData,
  getSubprocessors,
  recomputeSubprocessorsVersion,
} from '../server/src/processors';
export { type PurgeOutcome, purgeExpiredRecords } from '../server/src/records/retention';
export { type ReleaseMark, releasesBetween } from '../server/src/releases/service';
export { seedProcessors, seedTrackers } from '../server/src/seeds';
export { type EffectiveSettings, effectiveSettings } from '../server/src/settings/service';
export type { LegalDocumentKind } from '../server/src/value-lists';
export { computeVersions, invalidateConfigCache, recomputeVersions } from '../server/src/versions';
