import type { ScanReport } from '../../../scan/report/schema';
import type { Severity } from '../../../scan/rules/rule';
import {
  attributesOf,
  choice,
  instant,
  line,
  required,
  structure,
  wholeNumber,
  yesOrNo,
} from '../content/stored-field';
import { internal } from '../content-type-options';
import { type ChangeCounts, RUN_SOURCES } from './values';

/** A run, a line a field: attributes and the type of its rows derive from it. */
export const RUN_FIELDS = {
  /** The report's own id: the same report sent twice is one run. */
  reportId: required(line(36)),
  /** Origin of the site. */
  site: required(line(255)),
  source: required(choice(RUN_SOURCES)),
  scanner: required(line(255)),
  startedAt: required(instant()),
  endedAt: required(instant()),
  /** How many pages were visited. */
  pages: required(wholeNumber()),
  /** Whether every visit was made to its end. */
  complete: required(yesOrNo()),
  /** How many findings of each severity it has. */
  severities: required(structure<Record<Severity, number>>()),
  /** How many of them are new, known and so on; null where a later run had been taken before it. */
  changes: structure<ChangeCounts>(),
  /** Null once there are enough later ones. */
  report: structure<ScanReport>(),
};

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
  attributes: attributesOf(RUN_FIELDS),
} as const;
