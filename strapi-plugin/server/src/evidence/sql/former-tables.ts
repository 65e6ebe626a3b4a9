import type { ConsentDecisions, ConsentModel, ConsentSource } from '@permesso/consent-core';
import type { Core } from '@strapi/strapi';
import { moment } from '../../database/moment';
import type { Transaction } from '../../database/table';
import { momentOf, RecordIds } from '../record-id';
import { splitSnapshot } from '../snapshot-parts';
import type { LogKind, SnapshotContent } from '../store';
import { decidedOn } from './append';
import { additions, type EvidenceDatabase, inTransaction, inTurn, rows, TABLES } from './evidence-database';
import { RecordPartitions } from './partitions';
import { rowOf } from './record-rows';
import { type Enqueue, enqueueIn } from './sealed-sources';

/**
 * Evidence was kept in content types of Strapi's at first. On the first start after that their tables are set aside,
 * before Strapi would drop them, and what they hold is moved in batches. Each batch and how far it came are one
 * transaction, so a start that is killed goes on where it was.
 *
 * Who goes back to an older release for a while has such tables anew, with what that release wrote, and maybe with what
 * is here already. Each set of tables that is set aside is a move of its own, and what came over before stays as it is.
 */

/** Rows of one transaction. */
const BATCH = 400;

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

/** Each time it is set aside a table has another name, and nothing that was noted of an earlier one is taken for its own. */
const asideName = ({ name }: FormerTable, now: Date): string => `${name}_to_move_${now.getTime()}`;

const isAside = (name: string, table: FormerTable): boolean => name.startsWith(`${table.name}_to_move`);

/** The tables that wait to be moved, those that were set aside first before others. */
async function tablesAside(strapi: Core.Strapi): Promise<{ table: FormerTable; aside: string }[]> {
  const names = (await strapi.db.dialect.schemaInspector.getTables()).sort();
  return FORMER.flatMap((table) =>
    names.filter((name) => isAside(name, table)).map((aside) => ({ table, aside })),
  );
}

interface Move {
  database: EvidenceDatabase;
  partitions: RecordPartitions | null;
  ids: RecordIds;
  enqueue: Enqueue;
  now: Date;
}

/** In register(): Strapi drops the tables of content types that are gone, and knows them by their names. */
export async function setFormerTablesAside(strapi: Core.Strapi): Promise<void> {
  const now = new Date();
  for (const table of FORMER) {
    if (!(await strapi.db.getSchemaConnection().hasTable(table.name))) continue;
    await strapi.db.getSchemaConnection().renameTable(table.name, asideName(table, now));
  }
}

/**
 * In register(), with another store: it knows nothing of these tables, and Strapi would drop them.
 *
 * @throws Error where one of them holds anything.
 */
export async function refuseFormerEvidence(strapi: Core.Strapi): Promise<void> {
  const former = FORMER.map(({ name }) => name);
  const aside = (await tablesAside(strapi)).map((one) => one.aside);
  for (const name of [...former, ...aside]) {
    if (!(await strapi.db.getSchemaConnection().hasTable(name))) continue;
    if ((await rows(strapi.db.connection(name).select('id').limit(1))).length === 0) continue;
    throw new Error(
      `consent: ${name} holds evidence of an older release, which recording.store would leave behind. ` +
        "Start once without recording.store, which moves it into the plugin's own tables, and take it from there.",
    );
  }
}

/**
 * When the store's tables are there. No lock is needed, for which a small pool may have no connection left: instances
 * that start at once share the work, and each is done when everything has come over.
 */
export async function moveFormerTables(
  strapi: Core.Strapi,
  database: EvidenceDatabase,
  sealing = true,
): Promise<void> {
  const partitions = database.client === 'postgres' ? new RecordPartitions(database) : null;
  const enqueue = enqueueIn(sealing);
  const move: Move = { database, partitions, ids: new RecordIds(), enqueue, now: new Date() };
  for (const { table, aside } of await tablesAside(strapi)) {
    try {
      await moveTable(strapi, move, table, aside);
    } catch (error) {
      // Another instance may have come to the end before this one.
      if (await strapi.db.getSchemaConnection().hasTable(aside)) throw error;
    }
    await database.connection(TABLES.moves).where('source', aside).delete();
  }
}

/** @throws Error where the numbers differ; then the old table stays, and with it everything that was in it. */
async function moveTable(strapi: Core.Strapi, move: Move, table: FormerTable, aside: string): Promise<void> {
  const source = () => strapi.db.connection(aside);
  const [all] = await source().count({ n: '*' });
  const total = Number(all?.n ?? 0);
  if (total > BATCH)
    strapi.log.info(`consent: moving ${total} rows of ${table.name} to a place of their own`);
  for (;;) {
    const before = await progressOf(move, aside);
    const found = await rows<FormerRow>(source().where('id', '>', before.last).orderBy('id').limit(BATCH));
    const lastFound = found.at(-1);
    if (!lastFound) {
      if (before.moved === total) break;
      throw new Error(
        `consent: ${before.moved} of ${total} rows came over from ${aside}. It is left as it is; do not delete it.`,
      );
    }
    if (table.name === 'consent_records') await move.partitions?.prepare(found.map(storedAt));
    const after = { last: lastFound.id, moved: before.moved + found.length };
    await inTransaction(move.database, async (trx) => {
      if (await noteProgress(trx, aside, before, after)) await table.write(move, trx, found);
    });
  }
  await strapi.db.getSchemaConnection().dropTableIfExists(aside);
  if (total > 0) strapi.log.info(`consent: moved ${total} rows of ${table.name}`);
}

interface Progress {
  /** The last id that came over; 0 before the first. */
  last: number;
  /** How many rows did. */
  moved: number;
}

async function progressOf({ database }: Move, aside: string): Promise<Progress> {
  const noted = () =>
    rows<{ last_id: number | string; moved: number | string }>(
      database.connection(TABLES.moves).where('source', aside),
    );
  let [known] = await noted();
  if (!known) {
    const begun = { source: aside, last_id: 0, moved: 0 };
    // Sets what is there to what it is: two may begin at once.
    await database.connection(TABLES.moves).insert(begun).onConflict('source').merge(['source']);
    [known] = await noted();
  }
  return { last: Number(known?.last_id ?? 0), moved: Number(known?.moved ?? 0) };
}

/**
 * Before the rows are written: of two that would move the same ones the second waits here for the first.
 *
 * @returns whether nobody has got on meanwhile.
 */
async function noteProgress(
  trx: Transaction,
  aside: string,
  before: Progress,
  { last, moved }: Progress,
): Promise<boolean> {
  const noted: number = await trx(TABLES.moves)
    .where({ source: aside, last_id: before.last })
    .update({ last_id: last, moved });
  return noted > 0;
}

const text = (value: unknown): string | null => (typeof value === 'string' ? value : null);
/** PostgreSQL, SQLite and MariaDB give JSON as text, MySQL parsed. */
const json = <T>(value: unknown): T => (typeof value === 'string' ? JSON.parse(value) : value) as T;
const storedAt = (row: FormerRow): Date => moment(row.created_at);

async function writeRecords(move: Move, trx: Transaction, found: FormerRow[]): Promise<void> {
  const { database, ids, enqueue, now } = move;
  const known = await knownFormerIds(trx, found);
  const records = found
    .filter((row) => !known.has(text(row.document_id)))
    .map((row) => ({ row, id: ids.next(storedAt(row)) }));
  if (records.length === 0) return;
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
          presentation: null,
          vouchedBy: null,
          decidedAt: moment(row.decided_at),
          expiresAt: moment(row.expires_at),
          userAgentFamily: text(row.user_agent_family),
          device: 'other',
          networks: [],
          user: text(row.user),
          fingerprint: null,
          createdAt: storedAt(row),
        },
        text(row.document_id),
      ),
    ),
  );
  await enqueue(
    trx,
    records.map(({ id }) => ({ id, kind: 'record' })),
  );
  const repeatable = records.filter(
    ({ row }) => text(row.fingerprint) && now.getTime() - storedAt(row).getTime() < REPEATED,
  );
  if (repeatable.length === 0) return;
  const fingerprints = trx(TABLES.fingerprints)
    .insert(
      repeatable.map(({ row, id }) => ({
        decided_on: decidedOn(moment(row.decided_at)),
        fingerprint: String(row.fingerprint),
        record_id: id,
      })),
    )
    .onConflict(['decided_on', 'fingerprint']);
  // MySQL has no "do nothing": INSERT IGNORE would swallow every other error too.
  await (database.client === 'mysql' ? fingerprints.merge(['fingerprint']) : fingerprints.ignore());
}

/** Those of the records that came over before. */
async function knownFormerIds(trx: Transaction, found: FormerRow[]): Promise<Set<string | null>> {
  const formerIds = found.flatMap((row) => text(row.document_id) ?? []);
  const known = await rows<{ former_id: string }>(
    trx(TABLES.records).select('former_id').whereIn('former_id', formerIds),
  );
  return new Set(known.map(({ former_id }) => former_id));
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
    await trx(TABLES.snapshots)
      .insert({
        id: ids.next(storedAt(row)),
        hash: String(row.hash),
        environment: text(row.environment) ?? '',
        policy_version: String(row.policy_version),
        locale: String(row.visitor_locale),
        outline: JSON.stringify(outline),
        first_served_at: storedAt(row).getTime(),
        last_served_at: now.getTime(),
      })
      .onConflict(['hash', 'environment'])
      .merge(['last_served_at']);
  }
}

/** What an earlier move brought stays a part of the sum. */
async function writeCounts({ database }: Move, trx: Transaction, found: FormerRow[]): Promise<void> {
  const key = ['dimension', 'day', 'subject', 'shard'];
  // One by one: a statement cannot change the same cell twice.
  for (const { dimension, day, subject, total } of found) {
    const cell = { dimension, day, subject, total: Number(total), shard: MOVED_SHARD };
    await inTurn(additions(database, trx, TABLES.counts, key, [cell]));
  }
}

async function writeErasures({ ids, enqueue }: Move, trx: Transaction, found: FormerRow[]): Promise<void> {
  const subjects = found.map((row) => String(row.consent_id_hash));
  const logged = await rows<{ id: string; subject: string }>(
    trx(TABLES.log).select(['id', 'subject']).where('kind', 'erasure').whereIn('subject', subjects),
  );
  const nameOf = (subject: string, at: Date) => `${subject} ${at.getTime()}`;
  const known = new Set(logged.map(({ id, subject }) => nameOf(subject, momentOf(id))));
  const entries = found
    .filter((row) => !known.has(nameOf(String(row.consent_id_hash), moment(row.erased_at))))
    .map((row) => ({
      id: ids.next(moment(row.erased_at)),
      kind: 'erasure' satisfies LogKind,
      actor: String(row.erased_by),
      subject: String(row.consent_id_hash),
      deleted: Number(row.deleted),
      cutoff: null,
    }));
  if (entries.length === 0) return;
  await trx(TABLES.log).insert(entries);
  await enqueue(
    trx,
    entries.map(({ id }) => ({ id, kind: 'erasure' })),
  );
}
