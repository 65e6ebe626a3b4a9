import type { Query, Transaction } from '../../database/table';
import type { SealableItem } from '../leaf-store';
import { RecordIds } from '../record-id';
import { type JsonObject, type SealedKind, sealedContent } from '../seal';
import { type AuditRow, entryOf } from './audit-rows';
import { inParts, inTurn, rows, TABLES } from './evidence-database';
import { type LogRow, logEntryOf } from './log-rows';
import { type RecordRow, recordOfRow } from './record-rows';

type Row = { id: string } & Record<string, unknown>;

/** A table whose rows are sealed. */
export interface SealedSource {
  table: string;
  kinds: readonly SealedKind[];
  /** Those of its kinds that are enqueued as they are written: a purge grows until it has ended. */
  atOnce: readonly SealedKind[];
  kindOf(row: Row): SealedKind;
  contentOf(row: Row): object;
}

/** Whatever is sealed stands in one of them. */
export const SEALED_SOURCES: readonly SealedSource[] = [
  {
    table: TABLES.records,
    kinds: ['record'],
    atOnce: ['record'],
    kindOf: () => 'record',
    contentOf: (row) => {
      // What is set apart later is the same record still.
      const { quarantine: _, ...record } = recordOfRow(row as unknown as RecordRow);
      return record;
    },
  },
  {
    table: TABLES.log,
    kinds: ['erasure', 'purge'],
    atOnce: ['erasure'],
    kindOf: ({ kind }) => kind as SealedKind,
    contentOf: (row) => {
      const { at, cutoff, ...entry } = logEntryOf(row as unknown as LogRow);
      return { ...entry, at: at.toISOString(), cutoff: cutoff?.toISOString() ?? null };
    },
  },
  {
    table: TABLES.audit,
    kinds: ['audit'],
    atOnce: ['audit'],
    kindOf: () => 'audit',
    contentOf: (row) => {
      const entry = entryOf(row as unknown as AuditRow);
      return { ...entry, at: entry.at.toISOString() };
    },
  },
];

/** Queues items to be sealed, in the transaction that writes them. One that waits already, or is sealed, is sealed once. */
export type Enqueue = (trx: Transaction, items: readonly SealableItem[]) => Promise<void>;

/** What does so. */
export type Queueing = (trx: Transaction, items: readonly SealableItem[]) => Query[];

/** How many items stand in one row of the queue at most. */
const QUEUED_TOGETHER = 500;

/** @param sealing whether this store seals: otherwise nothing is to wait for ever. */
export function enqueueIn(sealing: boolean): Enqueue {
  const queueing = queueingIn(sealing);
  return (trx, items) => inTurn(queueing(trx, items));
}

/** The same as queries, for whoever sends them along with others. */
export function queueingIn(sealing: boolean): Queueing {
  if (!sealing) return () => [];
  const ids = new RecordIds();
  return (trx, items) => {
    const kinds = [...new Set(items.map(({ kind }) => kind))];
    const queued = kinds.flatMap((kind) => {
      const ofKind = items.filter((item) => item.kind === kind).map(({ id }) => id);
      return inParts(ofKind, QUEUED_TOGETHER).map((part) => ({
        id: ids.next(new Date()),
        kind,
        items: JSON.stringify(part),
      }));
    });
    return inParts(queued).map((part) => trx(TABLES.unsealed).insert(part));
  };
}

/**
 * The content of items as it is sealed. Nobody deletes them until the transaction has ended: so of a leaf and a removal at
 * once the removal finds the leaf.
 */
export async function sealedContents(
  trx: Transaction,
  items: readonly SealableItem[],
): Promise<Map<string, JsonObject>> {
  const found = new Map<string, JsonObject>();
  for (const { table, kinds, kindOf, contentOf } of SEALED_SOURCES) {
    const ids = items.filter(({ kind }) => kinds.includes(kind)).map(({ id }) => id);
    for (const part of inParts(ids)) {
      for (const row of await rows<Row>(trx(table).whereIn('id', part).orderBy('id').forShare())) {
        if (kinds.includes(kindOf(row))) found.set(row.id, sealedContent(contentOf(row)));
      }
    }
  }
  return found;
}
