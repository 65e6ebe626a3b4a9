import { CONSENT_MODELS, CONSENT_SOURCES } from '@permesso/consent-core';
import { internal } from '../content-type-options';

/**
 * One decision of one visitor (GDPR 7(1): the controller must be able to demonstrate consent). Append-only: rows
 * come from the batch writer and leave by the purge or an erasure alone. Every list and filter has its index. The
 * content manager would count the table for each page: records have a page of their own.
 */
const index = <const C extends readonly string[]>(name: string, columns: C) => ({
  name: `consent_records_${name}`,
  columns,
});

export const recordSchema = {
  kind: 'collectionType',
  collectionName: 'consent_records',
  info: {
    singularName: 'record',
    pluralName: 'records',
    displayName: 'Consent record',
    description: 'Proof of consent, one row per decision. Append-only.',
  },
  options: { draftAndPublish: false },
  pluginOptions: internal,
  attributes: {
    consentId: { type: 'string', required: true },
    /** The consent that a withdrawal ends (C9). */
    replaces: { type: 'string' },
    decisions: { type: 'json', required: true },
    grantedCategories: { type: 'json', required: true },
    source: {
      type: 'enumeration',
      enum: CONSENT_SOURCES,
      required: true,
    },
    model: { type: 'enumeration', enum: CONSENT_MODELS, required: true },
    country: { type: 'string' },
    /** ISO 3166-2, as `US-CA`. */
    region: { type: 'string' },
    gpc: { type: 'boolean', required: true },
    /** Strapi reserves `locale` for its own translations. */
    visitorLocale: { type: 'string' },
    policyVersion: { type: 'string', required: true },
    categoriesVersion: { type: 'string', required: true },
    trackersVersion: { type: 'string', required: true },
    documentsVersion: { type: 'string', required: true },
    /** Hash of the snapshot: what the visitor was shown (G2). */
    snapshot: { type: 'string' },
    decidedAt: { type: 'datetime', required: true },
    expiresAt: { type: 'datetime', required: true },
    userAgentFamily: { type: 'string' },
    /** Document id of the signed-in user; `linked` mode only. */
    user: { type: 'string' },
    /** Makes a decision that is sent twice one row. */
    fingerprint: { type: 'string', required: true, private: true },
    /** The decisions in one searchable line: `|analytics=1|marketing=0|`. */
    choices: { type: 'text', private: true },
  },
  indexes: [
    { ...index('fingerprint', ['fingerprint']), type: 'unique' },
    index('created', ['created_at', 'id']),
    index('consent', ['consent_id', 'created_at', 'id']),
    index('user', ['user', 'created_at', 'id']),
    index('policy', ['policy_version', 'created_at', 'id']),
    index('country', ['country', 'created_at', 'id']),
    index('source', ['source', 'created_at', 'id']),
    index('model', ['model', 'created_at', 'id']),
    index('locale', ['visitor_locale', 'created_at', 'id']),
    index('snapshot', ['snapshot']),
    index('replaces', ['replaces', 'created_at', 'id']),
  ],
} as const;
