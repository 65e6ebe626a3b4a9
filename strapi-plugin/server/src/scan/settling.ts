import { AsyncLocalStorage } from 'node:async_hooks';
import type { Core } from '@strapi/strapi';
import { currentActor } from '../audit/actor';
import { auditAfter, entryOf } from '../audit/trail';
import type { AuditChange } from '../evidence/audit';
import { UIDS } from '../uids';
import { type Finding, readFinding } from './findings';
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

const settling = new AsyncLocalStorage<true>();

/** Whether what runs now is done to settle a finding. */
export const isSettling = (): boolean => settling.getStore() === true;

/**
 * Settles a finding, together with what is done for it. What is not ignored is checked by the next run that begins after
 * now: where that sees it again, it is open again.
 *
 * @param work what is done for it, in the same transaction; false where that was refused: then nothing is settled.
 */
export function settle(
  strapi: Core.Strapi,
  finding: Finding,
  settled: Settled,
  work: () => Promise<boolean> = async () => true,
): Promise<Finding | null> {
  const { settlement, reason, until, changes = [] } = settled;
  const state: FindingState = settlement === 'ignore' ? 'ignored' : 'settled';
  const data = {
    state,
    settlement,
    settledAt: new Date(),
    settledBy: currentActor(strapi).name,
    reason: reason || null,
    ignoredUntil: until ?? null,
  };
  return settling.run(true, async () => {
    const done = await strapi.db.transaction(async () => {
      if (!(await work())) return false;
      await write(strapi, finding, data);
      return true;
    });
    if (!done) return null;
    const ends: AuditChange[] = until
      ? [{ path: 'ignoredUntil', before: null, after: until.toISOString() }]
      : [];
    await enter(strapi, finding, settlement, { reason, changes: [...ends, ...changes] });
    return readFinding(strapi, finding.documentId);
  });
}

/** Takes back what was done about a finding: it is open again. */
export async function reopen(strapi: Core.Strapi, finding: Finding): Promise<Finding | null> {
  const data = { settlement: null, settledAt: null, settledBy: null, reason: null, ignoredUntil: null };
  await write(strapi, finding, { state: 'open', ...data });
  await enter(strapi, finding, 'reopen', {});
  return readFinding(strapi, finding.documentId);
}

const write = (strapi: Core.Strapi, { documentId }: Finding, data: object): Promise<unknown> =>
  strapi.db.query(UIDS.scanFinding).updateMany({ where: { documentId }, data });

const enter = (
  strapi: Core.Strapi,
  { documentId, message }: Finding,
  action: Settlement | 'reopen',
  more: { reason?: string | undefined; changes?: AuditChange[] },
): Promise<void> => {
  const subject = { uid: UIDS.scanFinding, id: documentId, title: message.slice(0, TITLE), locale: null };
  return auditAfter(strapi, [entryOf(strapi, { action, subject, ...more })]);
};
