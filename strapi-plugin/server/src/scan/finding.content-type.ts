import { SEVERITIES } from '../../../scan/rules/rule';
import { internal } from '../content-type-options';
import { FINDING_CHANGES, FINDING_STATES, SETTLEMENTS } from './values';

/** What scans found, followed over time: one for each rule and subject of a site. */
export const findingSchema = {
  kind: 'collectionType',
  collectionName: 'consent_scan_findings',
  info: {
    singularName: 'scan-finding',
    pluralName: 'scan-findings',
    displayName: 'Finding of a scan',
    description: 'What a scan found, and what was done about it.',
  },
  options: { draftAndPublish: false },
  pluginOptions: internal,
  indexes: [
    { name: 'consent_scan_findings_uq', columns: ['site', 'finding_id'], type: 'unique' },
    { name: 'consent_scan_findings_state_idx', columns: ['state', 'gravity'] },
  ],
  attributes: {
    /** As reports name it. */
    findingId: { type: 'string', required: true, maxLength: 16 },
    /** Origin of the site. */
    site: { type: 'string', required: true, maxLength: 255 },
    state: { type: 'enumeration', enum: FINDING_STATES, required: true },
    severity: { type: 'enumeration', enum: SEVERITIES, required: true },
    /** Place of the severity, the gravest 0: what lists are ordered by. */
    gravity: { type: 'integer', required: true },
    rule: { type: 'string', required: true, maxLength: 4 },
    message: { type: 'text', required: true },
    /** The finding as the last run that saw it reported it. */
    reported: { type: 'json', required: true },
    /** What the last run said of it. */
    change: { type: 'enumeration', enum: FINDING_CHANGES, required: true },
    /** Under which law each of its visits was judged: a visit from elsewhere proves nothing about it. */
    models: { type: 'json', required: true },
    /** Whether the site had declared its trackers to the run that saw it: rules about that judge by nothing else. */
    declared: { type: 'boolean', required: true },
    /** `reportId` of the last run that saw it. */
    lastRun: { type: 'string', required: true, maxLength: 36 },
    firstSeenAt: { type: 'datetime', required: true },
    lastSeenAt: { type: 'datetime', required: true },
    goneAt: { type: 'datetime' },
    settlement: { type: 'enumeration', enum: SETTLEMENTS },
    settledAt: { type: 'datetime' },
    /** Name of who settled it, as it was at that time. */
    settledBy: { type: 'string', maxLength: 255 },
    reason: { type: 'text' },
    /** Of what is ignored. */
    ignoredUntil: { type: 'datetime' },
  },
} as const;
