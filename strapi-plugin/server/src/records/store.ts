import type { ConsentDecisions, ConsentModel, ConsentSource, ConsentVersions } from '@permesso/consent-core';
import type { Core } from '@strapi/strapi';
import { createDocumentId } from '../database/document-id';
import { columnsOf, type Transaction } from '../database/table';
import { isRefusedValue, retryingConflicts } from '../database/write-conflicts';
import { UIDS } from '../uids';
import { addDailyCounts, countsOf } from './daily-counts';
import { choiceLine } from './fingerprint';

/** A record as it is about to be stored. */
export interface NewRecord extends ConsentVersions {
  consentId: string;
  replaces: string | null;
  decisions: ConsentDecisions;
  grantedCategories: string[];
  source: ConsentSource;
  model: ConsentModel;
  country: string | null;
  region: string | null;
  gpc: boolean;
  visitorLocale: string | null;
  snapshot: string | null;
  decidedAt: Date;
  expiresAt: Date;
  userAgentFamily: string | null;
  user: string | null;
  fingerprint: string;
  createdAt: Date;
}

export interface StoredRecord {
  /** Document id of the record that holds this decision. */
  id: string;
  /** The decision had been stored before; nothing was added. */
  repeated: boolean;
}

const COPIED = [
  ...(['consentId', 'replaces', 'source', 'model', 'country', 'region', 'gpc', 'visitorLocale'] as const),
  ...(['policyVersion', 'categoriesVersion', 'trackersVersion', 'documentsVersion', 'snapshot'] as const),
  ...(['decidedAt', 'expiresAt', 'userAgentFamily', 'user', 'fingerprint', 'createdAt'] as const),
] as const;

/**
 * Stores records in one transaction with their daily counts, one INSERT for all of them. Where a row is refused
 * for what it holds or refers to, each is tried alone, so that it takes no neighbour with it.
 */
export async function storeRecords(
  strapi: Core.Strapi,
  records: NewRecord[],
): Promise<PromiseSettledResult<StoredRecord>[]> {
  try {
    const stored = await retryingConflicts(() => insertTogether(strapi, records));
    return stored.map((value) => ({ status: 'fulfilled', value }));
  } catch (error) {
    if (records.length === 1 || !(isRefusedValue(error) || error instanceof SnapshotGoneError)) throw error;
    const outcomes: PromiseSettledResult<StoredRecord>[] = [];
    for (const record of records) outcomes.push(...(await settle(strapi, record)));
    return outcomes;
  }
}

async function settle(strapi: Core.Strapi, record: NewRecord) {
  return Promise.allSettled([
    retryingConflicts(() => insertTogether(strapi, [record])).then(([stored]) => stored as StoredRecord),
  ]);
}

async function insertTogether(strapi: Core.Strapi, records: NewRecord[]): Promise<StoredRecord[]> {
  const distinct = new Map(records.map((record) => [record.fingerprint, record] as const));
  const ids = new Map([...distinct.keys()].map((fingerprint) => [fingerprint, createDocumentId()] as const));
  // Its own transaction on its own connection: never a part of one that happens to be open around the caller.
  const kept = await strapi.db.connection.transaction(async (trx) => {
    const inserted = await insertNew(strapi, trx, [...distinct.values()], ids);
    // After the first write: on SQLite a transaction that reads first may not write later.
    await holdSnapshots(strapi, trx, records);
    const others = [...distinct.keys()].filter((fingerprint) => !inserted.has(fingerprint));
    const found = new Map([...inserted, ...(await idsByFingerprint(strapi, trx, others))]);
    const added = [...distinct.values()].filter((r) => found.get(r.fingerprint) === ids.get(r.fingerprint));
    await addDailyCounts(strapi, trx, countsOf(added), createDocumentId);
    return found;
  });
  const answered = new Set<string>();
  return records.map(({ fingerprint }) => {
    const id = kept.get(fingerprint);
    if (!id) throw new Error('consent: a record is missing right after it was stored.');
    const repeated = id !== ids.get(fingerprint) || answered.has(fingerprint);
    answered.add(fingerprint);
    return { id, repeated };
  });
}

/** What a record refers to was deleted a moment ago, by a purge on another instance. */
export class SnapshotGoneError extends Error {
  override name = 'SnapshotGoneError';
}

/** Keeps the purge from the snapshots until the records that refer to them are there (G2). */
async function holdSnapshots(
  strapi: Core.Strapi,
  trx: Transaction,
  records: readonly NewRecord[],
): Promise<void> {
  const wanted = [...new Set(records.flatMap(({ snapshot }) => snapshot ?? []))];
  if (wanted.length === 0) return;
  const { table, column } = columnsOf(strapi, UIDS.snapshot);
  const rows: { hash: string }[] = await trx(table)
    .select({ hash: column('hash') })
    .whereIn(column('hash'), wanted)
    .forShare();
  const held = new Set(rows.map(({ hash }) => hash));
  if (wanted.some((hash) => !held.has(hash))) {
    throw new SnapshotGoneError('the snapshot of what a visitor was shown is gone');
  }
}

/** Inserts what is new, and answers with the ids of what was, by fingerprint; with none where the database cannot say. */
async function insertNew(
  strapi: Core.Strapi,
  trx: Transaction,
  records: NewRecord[],
  ids: ReadonlyMap<string, string>,
): Promise<Map<string, string>> {
  const { table, column } = columnsOf(strapi, UIDS.record);
  const rows = records.map((record) => {
    const row: Record<string, unknown> = {
      [column('documentId')]: ids.get(record.fingerprint),
      [column('decisions')]: JSON.stringify(record.decisions),
      [column('grantedCategories')]: JSON.stringify(record.grantedCategories),
      [column('choices')]: choiceLine(record.decisions),
      [column('updatedAt')]: record.createdAt,
      [column('publishedAt')]: record.createdAt,
    };
    for (const attribute of COPIED) row[column(attribute)] = record[attribute];
    return row;
  });
  const insert = trx(table).insert(rows).onConflict(column('fingerprint'));
  if (strapi.db.dialect.client === 'mysql') {
    // It has no "do nothing": INSERT IGNORE would swallow every other error too. Setting the column to the value it
    // already has changes nothing.
    await insert.merge([column('fingerprint')]);
    return new Map();
  }
  const [id, fingerprint] = [column('documentId'), column('fingerprint')];
  const inserted: Record<string, string>[] = await insert.ignore().returning([fingerprint, id]);
  return new Map(inserted.map((row) => [row[fingerprint]!, row[id]!]));
}

async function idsByFingerprint(
  strapi: Core.Strapi,
  trx: Transaction,
  fingerprints: string[],
): Promise<Map<string, string>> {
  if (fingerprints.length === 0) return new Map();
  const { table, column } = columnsOf(strapi, UIDS.record);
  const rows: { id: string; fingerprint: string }[] = await trx(table)
    .select({ id: column('documentId'), fingerprint: column('fingerprint') })
    .whereIn(column('fingerprint'), fingerprints);
  return new Map(rows.map((row) => [row.fingerprint, row.id]));
}
