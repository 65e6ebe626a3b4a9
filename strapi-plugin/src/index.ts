import type { ConsentPluginOptions } from '../server/src/options';
import { resolveOptions } from '../server/src/options';
import { customField, RECORD_UID, UIDS } from '../server/src/uids';

export type { ProcessorRole, TransferMechanism } from '@permesso/consent-core';
export { CookieTableBlock, PolicyVersionBlock, ProcessorTableBlock } from '@permesso/consent-core/legal';
export { TRACKER_PRESETS, type TrackerPresetKey } from '../server/src/catalogue/presets';
export { HeldError } from '../server/src/evidence/holds';
export type { ConsentRecord, NewRecord } from '../server/src/evidence/record';
export {
  type EvidenceStore,
  type EvidenceStoreFactory,
  SnapshotGoneError,
} from '../server/src/evidence/store';
export {
  type CompanyInfo,
  type ConsentPluginOptions,
  getPluginOptions,
  type ProcessorSeed,
  type ResolvedConsentPluginOptions,
  resolveOptions,
  type SeedOptions,
  type TrackerSeed,
} from '../server/src/options';
export { PROCESSOR_PRESETS, type ProcessorPresetKey } from '../server/src/processors/presets';
export { PURGE_TASK_SLUG } from '../server/src/uids';

/** Content-type ids of the plugin. */
export interface ConsentPluginSlugs {
  settings: typeof UIDS.setting;
  categories: typeof UIDS.category;
  trackers: typeof UIDS.tracker;
  records: typeof RECORD_UID;
  legalPages: typeof UIDS.legalPage;
}

export const DEFAULT_SLUGS: ConsentPluginSlugs = {
  settings: UIDS.setting,
  categories: UIDS.category,
  trackers: UIDS.tracker,
  records: RECORD_UID,
  legalPages: UIDS.legalPage,
};

/** The entry for `config/plugins.ts`. */
export interface ConsentPluginEntry {
  enabled: true;
  config: ConsentPluginOptions;
}

/**
 * The plugin, for `config/plugins.ts`: `export default () => ({ consent: consentPlugin({ … }) })`.
 *
 * @throws Error that names each wrong option, what was found and what is allowed.
 */
export function consentPlugin(options: ConsentPluginOptions = {}): ConsentPluginEntry {
  resolveOptions(options);
  return { enabled: true, config: options };
}

export default consentPlugin;

/** The attribute that gives another content type the editor of legal pages: Markdown with the three shortcodes. */
export function legalPagesEditor(): { type: 'customField'; customField: 'plugin::consent.legal-markdown' } {
  return { type: 'customField', customField: customField('legal-markdown') };
}
