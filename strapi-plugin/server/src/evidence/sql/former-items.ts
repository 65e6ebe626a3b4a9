import { type EvidenceDatabase, inTransaction, rows, TABLES } from './evidence-database';
import { enqueueIn, SEALED_SOURCES, type SealedSource } from './sealed-sources';

/**
 * What was stored while nothing was sealed is queued once, in the order of its ids. How far that came is noted with each
 * batch, so a run that is cut off goes on where it was.
 */

const enqueue = enqueueIn(true);

const nameOf = ({ table }: SealedSource): string => `former ${table}`;

/** In place of the last id that was looked at: all of them were. */
const ALL = 'all';

const FIRST_ID = '00000000-0000-7000-8000-000000000000';

/**
 * Queues the next `limit` former items of each table; what is sealed already is passed over later. One at a time on all
 * instances.
 *
 * @returns whether there were any to look at.
 */
export async function enqueueFormer(database: EvidenceDatabase, limit: number): Promise<boolean> {
  let looked = false;
  for (const source of SEALED_SOURCES) {
    const name = nameOf(source);
    const [noted] = await rows<{ value: string }>(
      database.connection(TABLES.sealing).select('value').where({ name }),
    );
    if (noted?.value === ALL) continue;
    await enqueueBatch(database, source, noted?.value ?? FIRST_ID, limit);
    looked = true;
  }
  return looked;
}

/** A store that does not seal says that what it takes in is to be looked at again. */
export async function noteUnsealed({ connection }: EvidenceDatabase): Promise<void> {
  await connection(TABLES.sealing).whereIn('name', SEALED_SOURCES.map(nameOf)).delete();
}

async function enqueueBatch(
  database: EvidenceDatabase,
  source: SealedSource,
  after: string,
  limit: number,
): Promise<void> {
  const { table, kindOf, atOnce } = source;
  await inTransaction(database, async (trx) => {
    // Nobody removes them meanwhile: a removal waits, and finds them queued.
    const found = await rows<{ id: string }>(
      trx(table).where('id', '>', after).orderBy('id').limit(limit).forShare(),
    );
    const ids = found.map(({ id }) => id);
    const missing = found
      .map((row) => ({ id: row.id, kind: kindOf(row) }))
      .filter(({ kind }) => atOnce.includes(kind));
    await enqueue(trx, missing);
    const value = found.length < limit ? ALL : (ids.at(-1) as string);
    await trx(TABLES.sealing)
      .insert({ name: nameOf(source), value })
      .onConflict('name')
      .merge(['value']);
  });
}
