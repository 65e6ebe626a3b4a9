import { setTimeout as pause } from 'node:timers/promises';
import type { ConsentDecisions, ConsentModel, ConsentSource } from '@permesso/consent-core';
import type { Core } from '@strapi/strapi';
import { moment } from '../../database/moment';
import { tryNamedLock } from '../../database/named-lock';
import type { Transaction } from '../../database/table';
import { RecordIds } from '../record-id';
import { splitSnapshot } from '../snapshot-parts';
import type { LogKind, SnapshotContent } from '../store';
import { decidedOn } from './append';
import { type EvidenceDatabase, rows, TABLES } from './evidence-database';
import { RecordPartitions } from './partitions';
import { rowOf } from './record-rows';

/**
 * Evidence was kept in content types of Strapi's at first. On the first start after that their tables are set aside,
 * before Strapi would drop them, and what they hold is moved in batches. Each batch and how far it came are one
 * transaction, so a start that is killed goes on where it was.
 */

/** Rows of one transaction. */
const BATCH = 400;

/** How often a start asks whether another one has moved everything, in ms. */
const ASK_EVERY = 500;

/** Counts of days from before the move are a shard of their own. */
const MOVED_SHARD = -1;

/** A record that is sent again within so many days has the same id (E4), in milliseconds. */
const REPEATED = 8 * 86_400_000;

type FormerRow = Record<string, unknown> & { id: number };

interface FormerTable {
  name: string;
  write(move: Move, trx: Transaction, found: FormerRow[]): Promise<void>;
}

/** In the order in which they are moved: what others refer to first. */
const FORMER: readonly FormerTable[] = [
  { name: 'consent_snapshots', write: writeSnapshots },
  { name: 'consent_daily_counts', write: writeCounts },
  { name: 'consent_erasures', write: writeErasures },
  { name: 'consent_records', write: writeRecords },
];

const asideOf = ({ name }: FormerTable): string => `${name}_to_move`;

interface Move {
  database: EvidenceDatabase;
  partitions: RecordPartitions | null;
  ids: RecordIds;
  now: Date;
}

/** In register(): Strapi drops the tables of content types that are gone, and knows them by their names. */
export async function setFormerTablesAside(strapi: Core.Strapi): Promise<void> {
  const schema = () => strapi.db.getSchemaConnection();
  for (const table of FORMER) {
    if (!(await schema().hasTable(table.name)) || (await schema().hasTable(asideOf(table)))) continue;
    await schema().renameTable(table.name, asideOf(table));
  }
}

/** When the store's tables are there. Other instances that start wait until everything has come over. */
export async function moveFormerTables(strapi: Core.Strapi, database: EvidenceDatabase): Promise<void> {
  const there = await Promise.all(
    FORMER.map((table) => strapi.db.getSchemaConnection().hasTable(asideOf(table))),
  );
  if (!there.includes(true)) return;
  const own = { connection: strapi.db.connection, client: database.client };
  for (;;) {
    const release = await tryNamedLock(own, 'consent move');
    if (release) {
      try {
        await moveAll(strapi, database);
      } finally {
        await release();
      }
      return;
    }
    await pause(ASK_EVERY);
  }
}

async function moveAll(strapi: Core.Strapi, database: EvidenceDatabase): Promise<void> {
  const partitions = database.client === 'postgres' ? new RecordPartitions(database.connection) : null;
  const move: Move = { database, partitions, ids: new RecordIds(), now: new Date() };
  for (const table of FORMER) {
    // Another start may have done so meanwhile, or died between the last two steps.
    if (await strapi.db.getSchemaConnection().hasTable(asideOf(table))) await moveTable(strapi, move, table);
    await database.connection(TABLES.moves).where('source', table.name).delete();
  }
}

/** @throws Error where the numbers differ; then the old table stays, and with it everything that was in it. */
async function moveTable(strapi: Core.Strapi, move: Move, table: FormerTable): Promise<void> {
  const source = () => strapi.db.connection(asideOf(table));
  const [all] = await source().count({ n: '*' });
  const total = Number(all?.n ?? 0);
  if (total > BATCH)
    strapi.log.info(`consent: moving ${total} rows of ${table.name} to a place of their own`);
  for (;;) {
    const { last, moved } = await progressOf(move, table);
    const found = await rows<FormerRow>(source().where('id', '>', last).orderBy('id').limit(BATCH));
    const lastFound = found.at(-1);
    if (!lastFound) {
      if (moved === total) break;
      throw new Error(
        `consent: ${moved} of ${total} rows came over from ${asideOf(table)}. It is left as it is; do not delete it.`,
      );
    }
    if (table.name === 'consent_records') await move.partitions?.prepare(found.map(storedAt));
    await move.database.connection.transaction(async (trx) => {
      await table.write(move, trx, found);
      await noteProgress(trx, table, { last: lastFound.id, moved: moved + found.length });
    });
  }
  await strapi.db.getSchemaConnection().dropTable(asideOf(table));
  if (total > 0) strapi.log.info(`consent: moved ${total} rows of ${table.name}`);
}

async function progressOf({ database }: Move, { name }: FormerTable) {
  const [known] = await rows<{ last_id: number | string; moved: number | string }>(
    database.connection(TABLES.moves).where('source', name),
  );
  return { last: Number(known?.last_id ?? 0), moved: Number(known?.moved ?? 0) };
}

async function noteProgress(
  trx: Transaction,
  { name }: FormerTable,
  { last, moved }: { last: number; moved: number },
): Promise<void> {
  await trx(TABLES.moves)
    .insert({ source: name, last_id: last, moved })
    .onConflict('source')
    .merge(['last_id', 'moved']);
}

const text = (value: unknown): string | null => (typeof value === 'string' ? value : null);
/** PostgreSQL, SQLite and MariaDB give JSON as text, MySQL parsed. */
const json = <T>(value: unknown): T => (typeof value === 'string' ? JSON.parse(value) : value) as T;
const storedAt = (row: FormerRow): Date => moment(row.created_at);

async function writeRecords({ ids, now }: Move, trx: Transaction, found: FormerRow[]): Promise<void> {
  const records = found.map((row) => ({ row, id: ids.next(storedAt(row)) }));
  await trx(TABLES.records).insert(
    records.map(({ row, id }) =>
      rowOf(
        id,
        {
          consentId: String(row.consent_id),
          replaces: text(row.replaces),
          decisions: json<ConsentDecisions>(row.decisions),
          source: row.source as ConsentSource,
          model: row.model as ConsentModel,
          country: text(row.country),
          region: text(row.region),
          gpc: Boolean(row.gpc),
          locale: text(row.visitor_locale),
          policyVersion: String(row.policy_version),
          categoriesVersion: String(row.categories_version),
          trackersVersion: String(row.trackers_version),
          documentsVersion: String(row.documents_version),
          snapshot: text(row.snapshot),
          decidedAt: moment(row.decided_at),
          expiresAt: moment(row.expires_at),
          userAgentFamily: text(row.user_agent_family),
          user: text(row.user),
          fingerprint: null,
          createdAt: storedAt(row),
        },
        text(row.document_id),
      ),
    ),
  );
  const repeatable = records.filter(({ row }) => now.getTime() - storedAt(row).getTime() < REPEATED);
  if (repeatable.length === 0) return;
  await trx(TABLES.fingerprints).insert(
    repeatable.map(({ row, id }) => ({
      decided_on: decidedOn(moment(row.decided_at)),
      fingerprint: String(row.fingerprint),
      record_id: id,
    })),
  );
}

/** Which of them is still referred to nobody has noted, so each counts as served now. */
async function writeSnapshots({ ids, now }: Move, trx: Transaction, found: FormerRow[]): Promise<void> {
  for (const row of found) {
    const { outline, parts } = splitSnapshot(json<SnapshotContent>(row.content));
    const kept = [...parts].map(([hash, value]) => ({
      hash,
      content: JSON.stringify(value),
      kept_at: now.getTime(),
    }));
    if (kept.length > 0) await trx(TABLES.parts).insert(kept).onConflict('hash').merge(['kept_at']);
    await trx(TABLES.snapshots).insert({
      id: ids.next(storedAt(row)),
      hash: String(row.hash),
      environment: text(row.environment) ?? '',
      policy_version: String(row.policy_version),
      locale: String(row.visitor_locale),
      outline: JSON.stringify(outline),
      first_served_at: storedAt(row).getTime(),
      last_served_at: now.getTime(),
    });
  }
}

async function writeCounts(_move: Move, trx: Transaction, found: FormerRow[]): Promise<void> {
  await trx(TABLES.counts).insert(
    found.map(({ dimension, day, subject, total }) => ({
      dimension,
      day,
      subject,
      total,
      shard: MOVED_SHARD,
    })),
  );
}

async function writeErasures({ ids }: Move, trx: Transaction, found: FormerRow[]): Promise<void> {
  await trx(TABLES.log).insert(
    found.map((row) => ({
      id: ids.next(moment(row.erased_at)),
      kind: 'erasure' satisfies LogKind,
      actor: String(row.erased_by),
      subject: String(row.consent_id_hash),
      deleted: Number(row.deleted),
      cutoff: null,
    })),
  );
}
