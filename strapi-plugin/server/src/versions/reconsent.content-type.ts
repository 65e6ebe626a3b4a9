import { attributesOf, instant, line, longText, required } from '../content/stored-field';
import { internal } from '../content-type-options';

/** An entry of the log, a line a field. */
export const RECONSENT_FIELDS = {
  askedAt: required(instant()),
  /** Document id of the administrator, or `system`. */
  askedBy: required(line(255)),
  reason: longText(),
};

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
  attributes: attributesOf(RECONSENT_FIELDS),
} as const;
