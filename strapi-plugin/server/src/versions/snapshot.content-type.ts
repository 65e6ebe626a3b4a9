import { internal } from '../content-type-options';

/**
 * What visitors were shown: one row for each distinct config of one locale and environment, named by the SHA-256 of its
 * content. The record's `snapshot` is that hash. Proof of consent under GDPR Art. 7(1) rests on these rows.
 */
export const snapshotSchema = {
  kind: 'collectionType',
  collectionName: 'consent_snapshots',
  info: { singularName: 'snapshot', pluralName: 'snapshots', displayName: 'Consent snapshot' },
  options: { draftAndPublish: false },
  pluginOptions: internal,
  indexes: [
    { name: 'consent_snapshots_content_uq', columns: ['hash', 'environment'], type: 'unique' },
    { name: 'consent_snapshots_policy_idx', columns: ['policy_version', 'visitor_locale'] },
  ],
  attributes: {
    hash: { type: 'string', required: true, maxLength: 64 },
    policyVersion: { type: 'string', required: true, maxLength: 16 },
    visitorLocale: { type: 'string', required: true, maxLength: 35 },
    /** Which trackers limited to an environment are part of it. */
    environment: { type: 'string', required: true, maxLength: 255 },
    content: { type: 'json', required: true },
  },
} as const;
