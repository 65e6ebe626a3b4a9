import type { Core } from '@strapi/strapi';
import type { ReportFinding } from '../../../scan/report/schema';
import { SEVERITIES, type Severity } from '../../../scan/rules/rule';
import { moment } from '../database/moment';
import { UIDS } from '../uids';
import type { FindingChange, FindingState, Settlement } from './values';

/** A finding as it is kept. */
export interface Finding {
  documentId: string;
  findingId: string;
  site: string;
  state: FindingState;
  severity: Severity;
  rule: string;
  message: string;
  reported: ReportFinding;
  change: FindingChange;
  declared: boolean;
  lastRun: string;
  firstSeenAt: Date;
  lastSeenAt: Date;
  goneAt: Date | null;
  settlement: Settlement | null;
  settledAt: Date | null;
  settledBy: string | null;
  reason: string | null;
  ignoredUntil: Date | null;
}

const MOMENTS = ['firstSeenAt', 'lastSeenAt', 'goneAt', 'settledAt', 'ignoredUntil'];
const FIELDS = [
  ...['documentId', 'findingId', 'site', 'state', 'severity', 'rule', 'message', 'reported', 'change'],
  ...['declared', 'lastRun', 'settlement', 'settledBy', 'reason'],
];

/** More are not read at once. A report holds 500, and a site that has more of them open has other work to do first. */
const MOST = 2000;

/** Findings that fit, the gravest first. */
export async function readFindings(strapi: Core.Strapi, where: object): Promise<Finding[]> {
  await endIgnoring(strapi);
  const rows = await strapi.db.query(UIDS.scanFinding).findMany({
    where,
    select: [...FIELDS, ...MOMENTS],
    orderBy: [{ gravity: 'asc' }, { lastSeenAt: 'desc' }, { id: 'asc' }],
    limit: MOST,
  });
  return rows.map(findingOf);
}

/** One by its document id. */
export async function readFinding(strapi: Core.Strapi, documentId: string): Promise<Finding | null> {
  const [finding] = await readFindings(strapi, { documentId });
  return finding ?? null;
}

/** Those that nobody has done anything about. */
export const openFindings = (strapi: Core.Strapi): Promise<Finding[]> =>
  readFindings(strapi, { state: 'open' });

/** The gravest ones that are open and at least as severe as this. */
export async function openFrom(strapi: Core.Strapi, severity: Severity): Promise<Finding[]> {
  return readFindings(strapi, { state: 'open', gravity: { $lte: SEVERITIES.indexOf(severity) } });
}

function findingOf(row: Record<string, unknown>): Finding {
  const { id: _ofTheRow, ...kept } = row;
  const moments = MOMENTS.map((name) => [name, row[name] === null ? null : moment(row[name])]);
  return { ...kept, ...Object.fromEntries(moments) } as Finding;
}

/** What was ignored until a day that has come is open again. */
async function endIgnoring(strapi: Core.Strapi): Promise<void> {
  await strapi.db.query(UIDS.scanFinding).updateMany({
    where: { state: 'ignored', ignoredUntil: { $lte: new Date() } },
    data: { state: 'open', settlement: null },
  });
}
