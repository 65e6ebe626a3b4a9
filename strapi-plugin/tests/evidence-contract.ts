import type { EvidenceStore } from '../server/src/evidence/store';
import { auditContract } from './audit-contract';
import { countsContract } from './counts-contract';
import { leavesContract } from './leaves-contract';
import { quarantineContract } from './quarantine-contract';
import { recordsContract } from './records-contract';
import { releasesContract } from './releases-contract';
import { removalContract } from './removal-contract';

/**
 * What every store of evidence must do. The tests share one store, in their order, and name what they made themselves.
 *
 * @param store an open one, on a database that others write to only as the tests say.
 * @param another a second one on the same evidence, as another instance has it.
 */
export function evidenceContract(store: () => EvidenceStore, another: () => EvidenceStore): void {
  recordsContract(store, another);
  auditContract(store, another);
  quarantineContract(store, another);
  removalContract(store, another);
  leavesContract(store, another);
  releasesContract(store, another);
  countsContract(store, another);
}
