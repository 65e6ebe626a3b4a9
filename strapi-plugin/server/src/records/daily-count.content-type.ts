import { internal } from '../content-type-options';

/**
 * How often something was decided on one day. Written in the transaction of the records themselves and kept when
 * they are purged, so that statistics outlive the retention and never scan records. Holds no personal data.
 */
export const dailyCountSchema = {
  kind: 'collectionType',
  collectionName: 'consent_daily_counts',
  info: {
    singularName: 'daily-count',
    pluralName: 'daily-counts',
    displayName: 'Consent daily count',
    description: 'Decisions per day; outlives the records.',
  },
  options: { draftAndPublish: false },
  pluginOptions: internal,
  attributes: {
    /** UTC day as `YYYY-MM-DD`. */
    day: { type: 'string', required: true },
    dimension: {
      type: 'enumeration',
      enum: ['decisions', 'model', 'country', 'granted', 'refused'],
      required: true,
    },
    /** The model, country or category key; `all` for `decisions`. */
    subject: { type: 'string', required: true },
    total: { type: 'integer', required: true },
  },
  indexes: [
    {
      name: 'consent_daily_counts_cell',
      columns: ['dimension', 'day', 'subject'],
      type: 'unique',
    },
  ],
} as const;
