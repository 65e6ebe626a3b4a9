import type { CountDimension } from '../daily-counts';
import type { CountStore, EvidenceStore } from '../store';
import { RecordAppender } from './append';
import { SqlAuditTrail } from './audit-trail';
import { SqlDocuments } from './documents';
import { type EvidenceDatabase, rows, TABLES } from './evidence-database';
import { noteUnsealed } from './former-items';
import { makeGate, SqlHolds } from './holds';
import { SqlLeaves } from './leaves';
import { migrate } from './migrations';
import { RecordPartitions } from './partitions';
import { RecordErasure } from './record-erasure';
import { RecordReading } from './record-reading';
import { RecordRemoval } from './record-removal';
import { SqlRetention } from './retention';
import { enqueueIn } from './sealed-sources';
import { ServedSnapshots, SqlSnapshots } from './snapshots';

/**
 * Evidence in tables of PostgreSQL, MySQL, MariaDB or SQLite.
 *
 * @param fill brings what is still elsewhere, once the tables are there.
 * @param sealing whether what it takes in waits to be sealed.
 */
export function sqlEvidenceStore(
  database: EvidenceDatabase,
  { fill, sealing = true }: { fill?: () => Promise<void>; sealing?: boolean } = {},
): EvidenceStore {
  const enqueue = enqueueIn(sealing);
  const served = new ServedSnapshots();
  const partitions = database.client === 'postgres' ? new RecordPartitions(database) : null;
  const snapshots = new SqlSnapshots(database, served);
  const documents = new SqlDocuments(database);
  const appender = new RecordAppender(database, served, documents, partitions, enqueue);
  const reading = new RecordReading(database);
  const audit = new SqlAuditTrail(database, enqueue);
  const removal = new RecordRemoval(database, snapshots, documents, partitions, enqueue);
  const erasure = new RecordErasure(database, enqueue);
  return {
    async open() {
      await migrate(database);
      await makeGate(database);
      await partitions?.prepare([new Date()]);
      await partitions?.prepareAhead(new Date());
      if (!sealing) await noteUnsealed(database);
      await fill?.();
    },
    close: () => database.close(),
    append: (records) => appender.append(records),
    page: (filter, at) => reading.page(filter, at),
    byId: (id) => reading.byId(id),
    timeline: (consentId) => reading.timeline(consentId),
    ofAccount: (user, limit) => reading.ofAccount(user, limit),
    erase: (wanted) => erasure.erase(wanted),
    dropBefore: (cutoff, keep) => removal.dropBefore(cutoff, keep),
    countDeletable: (between) => removal.countDeletable(between),
    snapshots,
    documents,
    counts: countsIn(database),
    log: removal,
    leaves: new SqlLeaves(database),
    audit,
    holds: new SqlHolds(database, audit),
    retention: new SqlRetention(database, audit),
  };
}

/** The shards of a cell are put together by whoever reads it. */
function countsIn({ connection }: EvidenceDatabase): CountStore {
  return {
    async decisions() {
      const query = connection(TABLES.counts).where('dimension', 'decisions').sum({ total: 'total' });
      const [all] = await rows<{ total: number | string | null }>(query);
      return Number(all?.total ?? 0);
    },
    async since(day) {
      const cell = ['dimension', 'day', 'subject'];
      const query = connection(TABLES.counts).select(cell).sum({ total: 'total' }).groupBy(cell);
      query.whereIn('dimension', DIMENSIONS).where('day', '>=', day);
      const cells = await rows<{ dimension: CountDimension; day: string; subject: string; total: unknown }>(
        query,
      );
      return cells.map((one) => ({ ...one, total: Number(one.total) }));
    },
  };
}

/** Named, because the key begins with them. */
const DIMENSIONS: CountDimension[] = ['decisions', 'model', 'country', 'granted', 'refused'];
