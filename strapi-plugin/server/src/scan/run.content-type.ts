import { internal } from '../content-type-options';
import { RUN_SOURCES } from './values';

/** A scan of a site, with its report while it is one of the latest. */
export const runSchema = {
  kind: 'collectionType',
  collectionName: 'consent_scan_runs',
  info: {
    singularName: 'scan-run',
    pluralName: 'scan-runs',
    displayName: 'Scan',
    description: 'One visit of the scanner to a site, and what it reported.',
  },
  options: { draftAndPublish: false },
  pluginOptions: internal,
  indexes: [
    { name: 'consent_scan_runs_report_uq', columns: ['report_id'], type: 'unique' },
    { name: 'consent_scan_runs_site_idx', columns: ['site', 'started_at'] },
  ],
  attributes: {
    /** The report's own id: the same report sent twice is one run. */
    reportId: { type: 'string', required: true, maxLength: 36 },
    /** Origin of the site. */
    site: { type: 'string', required: true, maxLength: 255 },
    source: { type: 'enumeration', enum: RUN_SOURCES, required: true },
    scanner: { type: 'string', required: true, maxLength: 255 },
    startedAt: { type: 'datetime', required: true },
    endedAt: { type: 'datetime', required: true },
    /** Pages that were visited. */
    pages: { type: 'integer', required: true },
    /** Whether every visit was made to its end. */
    complete: { type: 'boolean', required: true },
    /** How many findings of each severity it has. */
    severities: { type: 'json', required: true },
    /** How many of them are new, known and so on; null where a later run had been taken before it. */
    changes: { type: 'json' },
    /** Null once there are enough later ones. */
    report: { type: 'json' },
  },
} as const;
