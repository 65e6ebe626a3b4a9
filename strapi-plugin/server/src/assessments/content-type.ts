import { ASSESSMENT_FIELDS } from '../content/assessments';
import { attributesOf } from '../content/stored-field';
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
  attributes: attributesOf(ASSESSMENT_FIELDS),
} as const;
