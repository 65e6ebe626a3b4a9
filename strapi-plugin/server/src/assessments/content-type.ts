import { internal } from '../content-type-options';

/**
 * Self-assessments of categories that are exempt from consent: who has held which category against the criteria, when, and with what
 * result. Each is a row that nobody edits; of one category the newest counts.
 */
export const assessmentSchema = {
  kind: 'collectionType',
  collectionName: 'consent_assessments',
  info: {
    singularName: 'assessment',
    pluralName: 'assessments',
    displayName: 'Consent assessment',
    description: 'Why a category needs no consent.',
  },
  options: { draftAndPublish: false },
  pluginOptions: internal,
  attributes: {
    category: { type: 'string', required: true, maxLength: 50 },
    criteria: { type: 'integer', required: true },
    answers: { type: 'json', required: true },
    trackers: { type: 'json', required: true },
    assessedAt: { type: 'datetime', required: true },
    /** Document id of the administrator. */
    assessedBy: { type: 'string', required: true, maxLength: 255 },
    assessedByName: { type: 'string', required: true, maxLength: 255 },
    /** `YYYY-MM-DD`: from the day after on it counts no more. */
    renewBy: { type: 'string', required: true, maxLength: 10 },
  },
} as const;
