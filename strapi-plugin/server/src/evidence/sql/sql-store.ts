import type { EvidenceStore } from '../store';
import { RecordAppender } from './append';
import { SqlAuditTrail } from './audit-trail';
import { countsIn } from './counts';
import { SqlDocuments } from './documents';
import type { EvidenceDatabase } from './evidence-database';
import { noteUnsealed } from './former-items';
import { makeGate, SqlHolds } from './holds';
import { SqlLeaves } from './leaves';
import { migrate } from './migrations';
import { RecordPartitions } from './partitions';
import { SqlQuarantines } from './quarantines';
import { RecordErasure } from './record-erasure';
import { RecordReading } from './record-reading';
import { RecordRemoval } from './record-removal';
import { unlinkRecords } from './record-unlinking';
import { SqlReleases } from './releases';
import { SqlRetention } from './retention';
import { enqueueIn, queueingIn } from './sealed-sources';
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
  const appender = new RecordAppender(database, served, documents, partitions, queueingIn(sealing));
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
    // A file has one writer. Elsewhere a second one sends what comes while the first waits for its commit.
    writers: database.client === 'sqlite' ? 1 : 2,
    page: (filter, at) => reading.page(filter, at),
    byId: (id) => reading.byId(id),
    timeline: (consentId) => reading.timeline(consentId),
    ofAccount: (user, limit) => reading.ofAccount(user, limit),
    hasSignal: (user, at) => reading.hasSignal(user, at),
    erase: (wanted) => erasure.erase(wanted),
    unlink: (account, by) => unlinkRecords({ database, enqueue, trail: audit }, account, by),
    dropBefore: (cutoff, keep) => removal.dropBefore(cutoff, keep),
    countDeletable: (between) => removal.countDeletable(between),
    snapshots,
    documents,
    counts: countsIn(database),
    log: removal,
    leaves: new SqlLeaves(database),
    audit,
    holds: new SqlHolds(database, audit),
    quarantines: new SqlQuarantines(database, audit),
    retention: new SqlRetention(database, audit),
    releases: new SqlReleases(database, audit),
  };
}
