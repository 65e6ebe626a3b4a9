import type { Core } from '@strapi/strapi';
import { SEVERITIES, type Severity } from '../../../scan/rules/rule';
import { type DocumentOf, documentOf, namesIn } from '../content/stored-field';
import { UIDS } from '../uids';
import { FINDING_FIELDS } from './finding.content-type';

/** The gravity is said by the severity. */
const { gravity: _gravity, ...READ_FIELDS } = FINDING_FIELDS;

/** A finding as it is kept. */
export type Finding = DocumentOf<typeof READ_FIELDS>;

/** What somebody did about it, where nobody has done anything, or no longer. */
export const UNSETTLED = {
  settlement: null,
  settledAt: null,
  settledBy: null,
  reason: null,
  ignoredUntil: null,
} as const;

/**
 * Findings that fit, the gravest first. What is ignored until a day that has come is open again.
 *
 * @param most that are read; all where it is left out
 */
export async function readFindings(strapi: Core.Strapi, where: object, most?: number): Promise<Finding[]> {
  const rows = await strapi.db.query(UIDS.scanFinding).findMany({
    where,
    select: namesIn(READ_FIELDS),
    orderBy: [{ gravity: 'asc' }, { lastSeenAt: 'desc' }, { id: 'asc' }],
    ...(most === undefined ? {} : { limit: most }),
  });
  return rows.map(findingOf);
}

/** One by its document id. */
export async function readFinding(strapi: Core.Strapi, documentId: string): Promise<Finding | null> {
  const [finding] = await readFindings(strapi, { documentId });
  return finding ?? null;
}

/** The condition for those that nobody has done anything about, or not for any longer than until now. */
const isOpen = () => ({ $or: [{ state: 'open' }, { state: 'ignored', ignoredUntil: { $lte: new Date() } }] });

/** More are not read at once: whoever has so many open needs no more of them to begin with. */
const MOST = 2000;

export const openFindings = (strapi: Core.Strapi): Promise<Finding[]> => readFindings(strapi, isOpen(), MOST);

/** Those that were found first since a moment. */
export const foundSince = (strapi: Core.Strapi, since: Date): Promise<Finding[]> =>
  readFindings(strapi, { firstSeenAt: { $gte: since } }, MOST);

/** Those that are open and at least as severe as this. */
export const openFrom = (strapi: Core.Strapi, severity: Severity): Promise<Finding[]> =>
  readFindings(strapi, { ...isOpen(), gravity: { $lte: SEVERITIES.indexOf(severity) } }, MOST);

function findingOf(row: Record<string, unknown>): Finding {
  const finding = documentOf(READ_FIELDS, row);
  const isOver = finding.state === 'ignored' && (finding.ignoredUntil?.getTime() ?? 0) <= Date.now();
  return isOver ? { ...finding, ...UNSETTLED, state: 'open' } : finding;
}
