import type { Core } from '@strapi/strapi';
import { contentHash } from '../content/hash';
import { moment } from '../database/moment';
import { columnsOf } from '../database/table';
import { UIDS } from '../uids';
import { type ConsentRecord, type RecordRow, recordSelection, recordView } from './record-view';

/** A record together with what its visitor was shown (GDPR 7(1), G2). */
export interface Evidence {
  record: ConsentRecord;
  shown: {
    hash: string;
    policyVersion: string;
    locale: string;
    /** The config as it was published. */
    content: unknown;
    /** First shown, as ISO 8601. */
    since: string;
    /** The content still has the hash under which it was stored. */
    intact: boolean;
  } | null;
  /** What was decided under the same consent id and those that it replaced (C9), and what ended it, oldest first. */
  timeline: ConsentRecord[];
}

/** How many records of one consent id are shown. */
const TIMELINE = 200;

/** How many consent ids are followed back: visitors write `replaces` themselves. */
const REPLACED = 20;

/** The evidence for one record, by its document id; null when there is no such record. */
export async function evidenceOf(strapi: Core.Strapi, id: string): Promise<Evidence | null> {
  // PostgreSQL refuses NUL even in a comparison.
  if (id.includes('\0')) return null;
  const { table, column } = columnsOf(strapi, UIDS.record);
  const records = () => strapi.db.connection(table).select(recordSelection(strapi));
  const [row]: RecordRow[] = await records().where(column('documentId'), id).limit(1);
  if (!row) return null;
  const record = recordView(row);
  // One query each, in the order of its index; one with OR would have to sort.
  const under = (attribute: string, consentId: string): Promise<RecordRow[]> =>
    records()
      .where(column(attribute), consentId)
      .orderBy([column('createdAt'), 'id'])
      .limit(TIMELINE)
      .then((rows: RecordRow[]) => rows);
  const timeline = new Map<number, ConsentRecord>();
  const add = (rows: RecordRow[]) => {
    for (const one of rows) timeline.set(one.rowId, recordView(one));
  };
  add(await under('replaces', record.consentId));
  const followed = new Set([record.consentId]);
  // A set goes on to what is added on the way, and takes each id once.
  for (const consentId of followed) {
    const rows = await under('consentId', consentId);
    add(rows);
    for (const { replaces } of rows.map(recordView)) {
      if (replaces && followed.size <= REPLACED) followed.add(replaces);
    }
  }
  return {
    record,
    shown: record.snapshot ? await shown(strapi, record.snapshot) : null,
    timeline: [...timeline].sort(([a], [b]) => a - b).map(([, one]) => one),
  };
}

async function shown(strapi: Core.Strapi, hash: string): Promise<Evidence['shown']> {
  const query = strapi.db.query(UIDS.snapshot);
  // The same content in several environments is a row for each; the first of them was shown first.
  const snapshot = (await query.findOne({ where: { hash }, orderBy: { id: 'asc' } })) as {
    policyVersion: string;
    visitorLocale: string;
    content: unknown;
    createdAt: unknown;
  } | null;
  if (!snapshot) return null;
  return {
    hash,
    policyVersion: snapshot.policyVersion,
    locale: snapshot.visitorLocale,
    content: snapshot.content,
    since: moment(snapshot.createdAt).toISOString(),
    intact: contentHash(snapshot.content) === hash,
  };
}
