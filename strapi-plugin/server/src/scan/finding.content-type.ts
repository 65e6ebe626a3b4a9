import type { ConsentModel } from '@permesso/consent-core';
import type { ReportFinding } from '../../../scan/report/schema';
import { SEVERITIES } from '../../../scan/rules/rule';
import {
  attributesOf,
  choice,
  instant,
  line,
  longText,
  required,
  structure,
  wholeNumber,
  yesOrNo,
} from '../content/stored-field';
import { internal } from '../content-type-options';
import { FINDING_CHANGES, FINDING_STATES, SETTLEMENTS } from './values';

/** A finding, a line a field: attributes and the type of its rows derive from it. */
export const FINDING_FIELDS = {
  /** As reports name it. */
  findingId: required(line(16)),
  /** Origin of the site. */
  site: required(line(255)),
  state: required(choice(FINDING_STATES)),
  severity: required(choice(SEVERITIES)),
  /** Place of the severity, the gravest 0: what lists are ordered by. */
  gravity: required(wholeNumber()),
  rule: required(line(4)),
  message: required(longText()),
  /** The finding as the last run that saw it reported it. */
  reported: required(structure<ReportFinding>()),
  /** What the last run said of it. */
  change: required(choice(FINDING_CHANGES)),
  /** Under which law each of its visits was judged: a visit from elsewhere proves nothing about it. */
  models: required(structure<Record<string, ConsentModel>>()),
  /** Whether the site had declared its trackers to the run that saw it: rules about that judge by nothing else. */
  declared: required(yesOrNo()),
  /** `reportId` of the last run that saw it. */
  lastRun: required(line(36)),
  firstSeenAt: required(instant()),
  lastSeenAt: required(instant()),
  goneAt: instant(),
  settlement: choice(SETTLEMENTS),
  settledAt: instant(),
  /** Name of who settled it, as it was at that time. */
  settledBy: line(255),
  reason: longText(),
  /** Of what is ignored. */
  ignoredUntil: instant(),
};

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
  attributes: attributesOf(FINDING_FIELDS),
} as const;
