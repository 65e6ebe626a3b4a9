import { internal } from '../content-type-options';

/**
 * Each sub-processor list that was public, in the order of publication. The change log is the difference between
 * neighbours, so it says what was announced when, and deleting a processor cannot rewrite it.
 */
export const publicationSchema = {
  kind: 'collectionType',
  collectionName: 'consent_publications',
  info: {
    singularName: 'publication',
    pluralName: 'publications',
    displayName: 'Published sub-processor list',
  },
  options: { draftAndPublish: false },
  pluginOptions: internal,
  indexes: [{ name: 'consent_publications_sequence_uq', columns: ['sequence'], type: 'unique' }],
  attributes: {
    sequence: { type: 'integer', required: true },
    listVersion: { type: 'string', required: true },
    entries: { type: 'json', required: true },
    publishedOn: { type: 'date', required: true },
  },
} as const;
