import { attributesOf, day, field, required, structure, wholeNumber } from '../content/stored-field';
import { internal } from '../content-type-options';

/** A published list, a line a field. */
export const PUBLICATION_FIELDS = {
  sequence: required(wholeNumber()),
  listVersion: required(field<string | null>({ type: 'string' })),
  /** Who was on it. */
  entries: required(structure<{ id: string; name: string }[]>()),
  /** From which day on, in UTC. */
  publishedOn: required(day()),
};

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
  attributes: attributesOf(PUBLICATION_FIELDS),
} as const;
