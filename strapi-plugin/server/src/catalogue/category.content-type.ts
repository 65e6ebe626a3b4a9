import { CATEGORY_PURPOSES } from '@permesso/consent-core';
import { edited, localized } from '../content-type-options';
import { customField, UIDS } from '../uids';

export const categorySchema = {
  kind: 'collectionType',
  collectionName: 'consent_categories',
  info: {
    singularName: 'category',
    pluralName: 'categories',
    displayName: 'Consent category',
    description: 'A purpose that visitors grant or refuse as a whole',
  },
  options: { draftAndPublish: false },
  pluginOptions: edited,
  indexes: [{ name: 'consent_categories_key_idx', columns: ['key'] }],
  attributes: {
    key: { type: 'string', required: true, maxLength: 50, regex: '^[a-z0-9][a-z0-9_-]*$' },
    label: { type: 'string', required: true, maxLength: 255, ...localized },
    description: { type: 'text', ...localized },
    required: { type: 'boolean', default: false, required: true },
    respectGPC: { type: 'boolean', default: false, required: true },
    defaultInOptOut: { type: 'boolean', default: true, required: true },
    /** Where it is empty, the category rests on consent everywhere. */
    purpose: { type: 'enumeration', enum: CATEGORY_PURPOSES },
    consentModeSignals: { type: 'customField', customField: customField('list') },
    order: { type: 'integer', default: 0 },
    trackers: {
      type: 'relation',
      relation: 'oneToMany',
      target: UIDS.tracker,
      mappedBy: 'category',
      // A tracker says where it belongs; from this side one could be left without.
      visible: false,
      writable: false,
    },
  },
} as const;
