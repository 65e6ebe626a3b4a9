import { CATEGORY_FIELDS } from '../content/catalogue-fields';
import { attributesOf } from '../content/stored-field';
import { edited } from '../content-type-options';
import { UIDS } from '../uids';

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
    ...attributesOf(CATEGORY_FIELDS),
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
