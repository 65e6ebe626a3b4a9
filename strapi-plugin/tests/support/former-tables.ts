import { createHash, randomUUID } from 'node:crypto';
import type { SnapshotContent } from '../../server/src/evidence/store';
import { decisionFingerprint } from '../../server/src/records/fingerprint';
import type { App } from './app';

type Connection = App['strapi']['db']['connection'];

const NAMES = ['consent_records', 'consent_snapshots', 'consent_daily_counts', 'consent_erasures'];

const hex = (text: string) => createHash('sha256').update(text).digest('hex');

export interface FormerEvidence {
  /** How many records; the last of them were stored now, one a second. */
  records: number;
  /** What the last of them shows. */
  content: SnapshotContent;
  hash: string;
  erased: string;
}

/** Puts evidence into the tables that it had as content types, as Strapi made and tracked them. */
export async function makeFormerTables({ strapi }: App, evidence: FormerEvidence): Promise<void> {
  const db = strapi.db.connection;
  await createTables(db);
  await track(db);
  const now = Date.now();
  const own = (createdAt: Date, name: string) => ({
    document_id: hex(name).slice(0, 24),
    created_at: createdAt,
    updated_at: createdAt,
    published_at: createdAt,
  });
  const { content, hash } = evidence;
  await db('consent_snapshots').insert({
    ...own(new Date('2024-01-02T03:04:05.678Z'), 'snapshot'),
    hash,
    policy_version: content.versions.policyVersion,
    visitor_locale: content.locale,
    environment: 'test',
    content: JSON.stringify(content),
  });
  for (const [day, total] of [
    ['2024-01-01', 41],
    ['2024-01-02', 1],
  ]) {
    const cell = { day, dimension: 'decisions', subject: 'all', total };
    await db('consent_daily_counts').insert({ ...own(new Date(), `count ${day}`), ...cell });
  }
  await db('consent_erasures').insert({
    ...own(new Date(), 'erasure'),
    consent_id_hash: hex(evidence.erased),
    deleted: 3,
    erased_by: 'officer',
    erased_at: new Date('2024-02-03T04:05:06.789Z'),
  });
  const rows = Array.from({ length: evidence.records }, (_, i) => {
    const at = new Date(now - (evidence.records - i) * 1000);
    return { ...own(at, formerIdOf(i)), document_id: formerIdOf(i), ...formerRecord(i, at, hash) };
  });
  for (let i = 0; i < rows.length; i += 200) await db('consent_records').insert(rows.slice(i, i + 200));
}

/** The id that the record of this number had in webhooks and exports. */
export const formerIdOf = (i: number): string => `r${String(i).padStart(23, '0')}`;

const DECISIONS = { analytics: true, marketing: false };

/** The row of a record as it was written then. */
function formerRecord(i: number, at: Date, snapshot: string) {
  const consentId = i === 0 ? '11111111-2222-4333-8444-555555555555' : randomUUID();
  const decidedAt = Math.floor(at.getTime() / 1000);
  return {
    consent_id: consentId,
    replaces: null,
    decisions: JSON.stringify(DECISIONS),
    granted_categories: JSON.stringify(['analytics']),
    source: 'banner',
    model: 'opt-in',
    country: 'DE',
    region: null,
    gpc: true,
    visitor_locale: 'en',
    policy_version: '1',
    categories_version: '2',
    trackers_version: '3',
    documents_version: '4',
    snapshot,
    decided_at: new Date(decidedAt * 1000),
    expires_at: at,
    user_agent_family: 'Firefox',
    user: `account-${i}`,
    fingerprint: decisionFingerprint({ consentId, source: 'banner', decisions: DECISIONS, decidedAt }),
    choices: '|analytics=1|marketing=0|',
  };
}

async function createTables(db: Connection): Promise<void> {
  const texts: Record<string, string[]> = {
    consent_records: [
      ...['consent_id', 'replaces', 'source', 'model', 'country', 'region', 'visitor_locale', 'snapshot'],
      ...['policy_version', 'categories_version', 'trackers_version', 'documents_version'],
      ...['user_agent_family', 'user', 'fingerprint', 'choices'],
    ],
    consent_snapshots: ['hash', 'policy_version', 'visitor_locale', 'environment'],
    consent_daily_counts: ['day', 'dimension', 'subject'],
    consent_erasures: ['consent_id_hash', 'erased_by'],
  };
  const moments: Record<string, string[]> = {
    consent_records: ['decided_at', 'expires_at'],
    consent_erasures: ['erased_at'],
  };
  for (const name of NAMES) {
    await db.schema.createTable(name, (table) => {
      table.increments('id');
      table.string('document_id');
      for (const column of texts[name] ?? []) table.string(column);
      for (const column of ['created_at', 'updated_at', 'published_at', ...(moments[name] ?? [])]) {
        table.datetime(column, { useTz: false, precision: 6 });
      }
      if (name === 'consent_records') {
        table.jsonb('decisions');
        table.jsonb('granted_categories');
        table.boolean('gpc');
      }
      if (name === 'consent_snapshots') table.jsonb('content');
      if (name === 'consent_daily_counts') table.integer('total');
      if (name === 'consent_erasures') table.integer('deleted');
    });
  }
}

/** As a start of then left it: Strapi drops what it has tracked and no content type has any more. */
async function track(db: Connection): Promise<void> {
  const [row] = await db('strapi_database_schema').orderBy('id', 'desc').limit(1);
  const schema = typeof row.schema === 'string' ? JSON.parse(row.schema) : row.schema;
  const [{ columns, ...like }] = schema.tables;
  for (const name of NAMES) {
    schema.tables.push({ ...like, name, columns, indexes: [], foreignKeys: [] });
  }
  await db('strapi_database_schema')
    .where('id', row.id)
    .update({ schema: JSON.stringify(schema), hash: 'of the tables then' });
}
