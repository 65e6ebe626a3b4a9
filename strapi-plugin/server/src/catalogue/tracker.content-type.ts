import { LOADER_ADAPTERS, LOADER_STRATEGIES, TRACKER_KINDS } from '@permesso/consent-core';
import { edited, localized } from '../content-type-options';
import { customField, UIDS } from '../uids';

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
  indexes: [{ name: 'consent_trackers_name_idx', columns: ['name'] }],
  attributes: {
    name: { type: 'string', required: true, maxLength: 255 },
    /** Its name as a service: in `has`, at gates, in visitors' cookies. */
    key: { type: 'string', maxLength: 30, regex: '^[a-z0-9][a-z0-9_-]*$' },
    enabled: { type: 'boolean', default: true, required: true },
    category: {
      type: 'relation',
      relation: 'manyToOne',
      target: UIDS.category,
      inversedBy: 'trackers',
    },
    kind: {
      type: 'enumeration',
      enum: TRACKER_KINDS,
      default: 'script',
      required: true,
    },
    vendor: { type: 'string', maxLength: 255 },
    vendorPrivacyUrl: { type: 'string', maxLength: 2048 },
    purpose: { type: 'text', ...localized },
    hosts: { type: 'customField', customField: customField('list') },
    cookies: { type: 'customField', customField: customField('cookie-table'), ...localized },
    environments: { type: 'customField', customField: customField('list') },
    loaderSrc: { type: 'string', maxLength: 2048 },
    loaderInline: { type: 'text' },
    loaderStrategy: { type: 'enumeration', enum: LOADER_STRATEGIES, default: 'afterDecision' },
    loaderAttributes: { type: 'customField', customField: customField('attributes') },
    consentModeManaged: { type: 'boolean', default: false },
    adapter: { type: 'enumeration', enum: LOADER_ADAPTERS },
  },
} as const;
