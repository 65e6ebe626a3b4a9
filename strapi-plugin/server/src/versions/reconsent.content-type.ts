import { internal } from '../content-type-options';

/**
 * The log of "ask everyone again": when, by whom, why. The newest entry is part of what the versions are computed
 * from, so that every decision given before it counts as one about something else.
 */
export const reconsentSchema = {
  kind: 'collectionType',
  collectionName: 'consent_reconsents',
  info: {
    singularName: 'reconsent',
    pluralName: 'reconsents',
    displayName: 'Consent asked again',
    description: 'Log of the times when everybody was asked again.',
  },
  options: { draftAndPublish: false },
  pluginOptions: internal,
  attributes: {
    askedAt: { type: 'datetime', required: true },
    /** Document id of the administrator, or `system`. */
    askedBy: { type: 'string', required: true, maxLength: 255 },
    reason: { type: 'text' },
  },
} as const;
