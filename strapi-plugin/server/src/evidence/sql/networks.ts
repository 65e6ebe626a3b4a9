import { setTimeout as pause } from 'node:timers/promises';
import type { Query, Transaction } from '../../database/table';
import { NETWORK_DAYS, type NetworkTag, type Sender, type Span } from '../quarantine';
import { firstIdOf } from '../record-id';
import { type EvidenceDatabase, inParts, inserted, rows, TABLES } from './evidence-database';

const DAY = 86_400_000;

/** Records whose networks are forgotten in one statement. */
const AT_ONCE = 1000;

/** What notes from which networks records came, where they are stored. */
export function networkNotes(
  database: EvidenceDatabase,
  trx: Transaction,
  records: readonly { id: string; networks: readonly NetworkTag[] }[],
): Query[] {
  const tags = records.flatMap(({ id, networks }) => networks.map((one) => ({ record_id: id, ...one })));
  return inParts(tags).map((part) =>
    trx(TABLES.networks).insert(inserted(database, trx, TABLES.networks, part)),
  );
}

/** With records that somebody erases. */
export async function forgetNetworksOf(trx: Transaction, ids: readonly string[]): Promise<void> {
  for (const part of inParts(ids, 10_000)) {
    await trx(TABLES.networks).whereIn('record_id', part).delete();
  }
}

/** Forgets from which networks records came that are older than the days for which that is kept. */
export async function forgetOldNetworks({ connection }: EvidenceDatabase, now: Date): Promise<void> {
  const end = new Date(now.getTime() - NETWORK_DAYS * DAY);
  await connection(TABLES.quarantines).where('to_at', '<', end.getTime()).update({ tag: null });
  const old = () => connection(TABLES.networks).where('record_id', '<', firstIdOf(end));
  for (;;) {
    const started = performance.now();
    const [last] = await rows<{ record_id: string }>(
      old()
        .select('record_id')
        .orderBy('record_id')
        .offset(AT_ONCE - 1)
        .limit(1),
    );
    await (last ? old().where('record_id', '<=', last.record_id) : old()).delete();
    if (!last) return;
    await pause(performance.now() - started);
  }
}

/** The networks that have sent most within a span. */
export async function sendersIn(
  { connection }: EvidenceDatabase,
  { from, to }: Span,
  limit: number,
): Promise<Sender[]> {
  const query = connection(TABLES.networks)
    .select('tier', 'tag')
    .count({ records: '*' })
    .where('record_id', '>=', firstIdOf(from))
    .where('record_id', '<', firstIdOf(to))
    .groupBy('tier', 'tag')
    .orderBy([{ column: 'records', order: 'desc' }, 'tier', 'tag'])
    .limit(limit);
  const found = await rows<NetworkTag & { records: number | string }>(query);
  return found.map((sender) => ({ ...sender, records: Number(sender.records) }));
}
