/** What content types, options and forms offer to choose from, besides the lists of the contract in the core. */

/** Whether decisions are recorded, and whether a record names the account that was signed in. */
export const RECORDING_MODES = ['none', 'anonymous', 'linked'] as const;

export type RecordingMode = (typeof RECORDING_MODES)[number];

/** The documents that the plugin can write. */
export const LEGAL_DOCUMENT_KINDS = ['privacy', 'cookies', 'terms', 'subprocessors', 'dpa'] as const;

export type LegalDocumentKind = (typeof LEGAL_DOCUMENT_KINDS)[number];

/** What a legal page may be: one of those, or anything else. */
export const LEGAL_PAGE_KINDS = [...LEGAL_DOCUMENT_KINDS, 'other'] as const;
