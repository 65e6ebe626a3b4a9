import {
  bannerSchema,
  processorEntrySchema,
  recordSubmissionSchema,
  regionRowSchema,
  trackerCookieSchema,
  trackerLoaderSchema,
  trackerSchema,
} from '@permesso/consent-core/schema';

/**
 * The values that content types, options and forms offer to choose from. Those of the contract are what its schemas
 * allow; the admin imports them too.
 */
export const CONSENT_MODELS = regionRowSchema.shape.model.options;
export const CONSENT_SOURCES = recordSubmissionSchema.shape.source.options;
export const BANNER_POSITIONS = bannerSchema.shape.position.options;
export const TRACKER_KINDS = trackerSchema.shape.kind.options;
export const TRACKER_STORAGES = trackerCookieSchema.shape.storage.options;
export const LOADER_STRATEGIES = trackerLoaderSchema.shape.strategy.options;
export const LOADER_ADAPTERS = trackerLoaderSchema.shape.adapter.unwrap().options;
export const PROCESSOR_ROLES = processorEntrySchema.shape.role.options;
export const PROCESSOR_STATES = processorEntrySchema.shape.status.options;
export const TRANSFER_MECHANISMS = processorEntrySchema.shape.transfer.shape.mechanism.options;
export const TRANSFER_FALLBACKS = processorEntrySchema.shape.transfer.shape.fallback.unwrap().options;

/** Whether decisions are recorded, and whether a record names the account that was signed in. */
export const RECORDING_MODES = ['none', 'anonymous', 'linked'] as const;

export type RecordingMode = (typeof RECORDING_MODES)[number];

/** The documents that the plugin can write. */
export const LEGAL_DOCUMENT_KINDS = ['privacy', 'cookies', 'terms', 'subprocessors', 'dpa'] as const;

export type LegalDocumentKind = (typeof LEGAL_DOCUMENT_KINDS)[number];

/** What a legal page may be: one of those, or anything else. */
export const LEGAL_PAGE_KINDS = [...LEGAL_DOCUMENT_KINDS, 'other'] as const;
