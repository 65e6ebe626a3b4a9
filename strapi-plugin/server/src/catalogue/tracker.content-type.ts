import { TRACKER_FIELDS } from '../content/catalogue-fields';
import { attributesOf } from '../content/stored-field';
import { edited } from '../content-type-options';

/** A tracker's public `id` is its `documentId`, so it is the same in every locale and survives every edit. */
export const trackerSchema = {
  kind: 'collectionType',
  collectionName: 'consent_trackers',
  info: {
    singularName: 'tracker',
    pluralName: 'trackers',
    displayName: 'Tracker',
    description: 'A script, pixel, embed or cookie of one vendor, and what it stores',
  },
  options: { draftAndPublish: false },
  pluginOptions: edited,
  // Left alone the content manager lists the first fields, of which the key is empty for most.
  config: { layouts: { list: ['name', 'category', 'kind', 'enabled'] } },
  indexes: [{ name: 'consent_trackers_name_idx', columns: ['name'] }],
  attributes: attributesOf(TRACKER_FIELDS),
} as const;
