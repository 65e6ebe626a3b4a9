import type { Database } from '../../database/named-lock';

export {
  additions,
  atOnce,
  inParts,
  inserted,
  inTransaction,
  inTurn,
  rows,
  wanted,
} from '../../database/statements';

/** Where evidence is kept: Strapi's own connections on PostgreSQL, MySQL and MariaDB, and on SQLite a file of its own. */
export interface EvidenceDatabase extends Database {
  close(): Promise<void>;
  /** Says what somebody has to see to. */
  warn(message: string): void;
}

/** The tables. None of them is a content type's, so nothing of Strapi's sees or touches them. */
export const TABLES = {
  records: 'consent_evidence_records',
  fingerprints: 'consent_evidence_fingerprints',
  snapshots: 'consent_evidence_snapshots',
  parts: 'consent_evidence_snapshot_parts',
  documents: 'consent_evidence_documents',
  counts: 'consent_evidence_daily_counts',
  decisions: 'consent_evidence_decision_counts',
  months: 'consent_evidence_decision_months',
  years: 'consent_evidence_decision_years',
  sums: 'consent_evidence_decision_sums',
  log: 'consent_evidence_log',
  audit: 'consent_evidence_audit',
  holds: 'consent_evidence_holds',
  quarantines: 'consent_evidence_quarantines',
  apart: 'consent_evidence_apart',
  networks: 'consent_evidence_networks',
  retention: 'consent_evidence_retention',
  releases: 'consent_evidence_releases',
  releaseParts: 'consent_evidence_release_parts',
  releasePlans: 'consent_evidence_release_plans',
  moves: 'consent_evidence_moves',
  unsealed: 'consent_evidence_unsealed',
  leaves: 'consent_evidence_leaves',
  logFiles: 'consent_evidence_log_files',
  sealing: 'consent_evidence_sealing',
  migrations: 'consent_evidence_migrations',
} as const;
