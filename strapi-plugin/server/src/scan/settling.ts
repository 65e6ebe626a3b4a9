import { AsyncLocalStorage } from 'node:async_hooks';
import type { Core } from '@strapi/strapi';
import { currentActor } from '../audit/actor';
import { auditAfter, entryOf } from '../audit/trail';
import { alone } from '../database/lock';
import { retryingConflicts } from '../database/write-conflicts';
import type { AuditChange } from '../evidence/audit';
import { errors } from '../http/errors';
import { UIDS } from '../uids';
import { type Finding, readFinding, UNSETTLED } from './findings';
import type { FindingState, Settlement } from './values';

/** What somebody does about a finding. */
export interface Settled {
  settlement: Settlement;
  reason?: string | undefined;
  /** Of what is ignored. */
  until?: Date | undefined;
  /** What it changed elsewhere. */
  changes?: AuditChange[];
}

/** Characters of a finding's message by which the trail names it. */
const TITLE = 200;

/** As the column has it. */
const LONGEST_NAME = 255;

const settling = new AsyncLocalStorage<true>();

/** Whether what runs now is done to settle a finding. */
export const isSettling = (): boolean => settling.getStore() === true;

/**
 * Settles an open finding, together with what is done for it. What is not ignored is checked by the next run that begins
 * after now: where that sees it again, it is open again.
 *
 * @param work what is done for it, in the same transaction; false where that was refused: then nothing is settled.
 * @returns the finding; null where `work` was refused.
 * @throws {errors.ApplicationError} where it is no longer open: somebody else, or a scan, was quicker.
 */
export async function settleFinding(
  strapi: Core.Strapi,
  documentId: string,
  { settlement, reason, until, changes = [] }: Settled,
  work: () => Promise<boolean> = async () => true,
): Promise<Finding | null> {
  const state: FindingState = settlement === 'ignore' ? 'ignored' : 'settled';
  const data = {
    state,
    settlement,
    settledAt: new Date(),
    settledBy: currentActor(strapi).name.slice(0, LONGEST_NAME),
    reason: reason || null,
    ignoredUntil: until ?? null,
  };
  const finding = await settling.run(true, () => changeFinding(strapi, documentId, ['open'], data, work));
  if (!finding) return null;
  const ends: AuditChange[] = until
    ? [{ path: 'ignoredUntil', before: null, after: until.toISOString() }]
    : [];
  await enter(strapi, finding, settlement, { reason, changes: [...ends, ...changes] });
  return readFinding(strapi, documentId);
}

/**
 * Takes back what was done about a finding: it is open again.
 *
 * @throws {errors.ApplicationError} where nothing is to be taken back.
 */
export async function reopenFinding(strapi: Core.Strapi, documentId: string): Promise<Finding | null> {
  const data = { state: 'open', ...UNSETTLED };
  const finding = await changeFinding(strapi, documentId, ['settled', 'ignored'], data);
  if (finding) await enter(strapi, finding, 'reopen', {});
  return readFinding(strapi, documentId);
}

/** Alone, as a report that is taken at the same moment reads findings and writes them later. */
const changeFinding = (
  strapi: Core.Strapi,
  documentId: string,
  expected: readonly FindingState[],
  data: object,
  work: () => Promise<boolean> = async () => true,
): Promise<Finding | null> =>
  retryingConflicts(() =>
    alone(strapi, async () => {
      const finding = await readFinding(strapi, documentId);
      if (!finding || !expected.includes(finding.state)) {
        throw new errors.ApplicationError('The finding has changed meanwhile: load the page again.');
      }
      if (!(await work())) return null;
      await strapi.db.query(UIDS.scanFinding).updateMany({ where: { documentId }, data });
      return finding;
    }),
  );

const enter = (
  strapi: Core.Strapi,
  { documentId, message }: Finding,
  action: Settlement | 'reopen',
  more: { reason?: string | undefined; changes?: AuditChange[] },
): Promise<void> => {
  const subject = { uid: UIDS.scanFinding, id: documentId, title: message.slice(0, TITLE), locale: null };
  return auditAfter(strapi, [entryOf(strapi, { action, subject, ...more })]);
};
