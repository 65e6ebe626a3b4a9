import { DatabaseSync } from 'node:sqlite';

/** A consent record as its row has it. */
export interface RecordRow {
  consentId: string;
  replaces: string | null;
  decisions: Record<string, boolean>;
  source: string;
  model: string;
  country: string | null;
  gpc: boolean;
  visitorLocale: string | null;
  versions: {
    policyVersion: string;
    categoriesVersion: string;
    trackersVersion: string;
    documentsVersion: string;
  };
  /** Unix seconds. */
  decidedAt: number;
}

interface StoredRow {
  consent_id: string;
  replaces: string | null;
  decisions: string;
  source: string;
  model: string;
  country: string | null;
  gpc: number;
  locale: string | null;
  policy_version: string;
  categories_version: string;
  trackers_version: string;
  documents_version: string;
  /** Milliseconds. */
  decided_at: number;
}

const asRecord = (row: StoredRow): RecordRow => ({
  consentId: row.consent_id,
  replaces: row.replaces,
  decisions: JSON.parse(row.decisions),
  source: row.source,
  model: row.model,
  country: row.country,
  gpc: row.gpc === 1,
  visitorLocale: row.locale,
  versions: {
    policyVersion: row.policy_version,
    categoriesVersion: row.categories_version,
    trackersVersion: row.trackers_version,
    documentsVersion: row.documents_version,
  },
  decidedAt: Math.floor(row.decided_at / 1000),
});

/** The records of a consent id, oldest first, read from the file that the CMS keeps beside its database. */
export function recordsOf(database: string, consentId: string): RecordRow[] {
  const file = new DatabaseSync(database.replace(/\.db$/, '.consent.db'), { readOnly: true });
  try {
    const rows = file
      .prepare('SELECT * FROM consent_evidence_records WHERE consent_id = ? ORDER BY id')
      .all(consentId);
    return (rows as unknown as StoredRow[]).map(asRecord);
  } finally {
    file.close();
  }
}
