import { internal } from '../content-type-options';

/**
 * The log of erasures (GDPR 17, and 5(2) for proving it): when, by whom, how many. The consent id itself is gone
 * with the records; its SHA-256 lets somebody who holds the id find the entry, and nobody else.
 */
export const erasureSchema = {
  kind: 'collectionType',
  collectionName: 'consent_erasures',
  info: {
    singularName: 'erasure',
    pluralName: 'erasures',
    displayName: 'Consent erasure',
    description: 'Log of records erased on request.',
  },
  options: { draftAndPublish: false },
  pluginOptions: internal,
  attributes: {
    consentIdHash: { type: 'string', required: true },
    deleted: { type: 'integer', required: true },
    /** Document id of the administrator, or `system`. */
    erasedBy: { type: 'string', required: true },
    erasedAt: { type: 'datetime', required: true },
  },
  indexes: [{ name: 'consent_erasures_hash', columns: ['consent_id_hash'] }],
} as const;
