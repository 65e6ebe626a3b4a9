import type { Core } from '@strapi/strapi';
import type { ReportFinding, ScanReport } from '../../../scan/report/schema';
import { SEVERITIES, type Severity } from '../../../scan/rules/rule';
import { createDocumentId } from '../database/document-id';
import { alone } from '../database/lock';
import { moment } from '../database/moment';
import { retryingConflicts } from '../database/write-conflicts';
import { UIDS } from '../uids';
import { readFindings } from './findings';
import { type FollowedFinding, follow } from './follow';
import type { FindingChange, RunSource } from './values';

/** How many of a run's findings are new, known and so on. */
export type ChangeCounts = Record<FindingChange, number>;

/** What became of a report. */
export interface TakenReport {
  /** Document id of the run. */
  id: string;
  /** False: it was taken before, and nothing was done. */
  isNew: boolean;
  /** Null where a later run of the site had been taken before it: then it moves no finding. */
  changes: ChangeCounts | null;
}

/** A run without its report. */
export interface Run {
  documentId: string;
  reportId: string;
  site: string;
  source: RunSource;
  scanner: string;
  startedAt: Date;
  endedAt: Date;
  pages: number;
  complete: boolean;
  severities: Record<Severity, number>;
  changes: ChangeCounts | null;
}

/** Of a site the reports of so many runs are kept whole: about a month of nightly ones. */
const KEPT_REPORTS = 30;
/** Of a site so many runs are kept: about three years of nightly ones. */
const KEPT_RUNS = 1000;
/** Days for which a finding is kept that is gone. */
const KEPT_GONE = 400;

const DAY = 86_400_000;

/** Keeps a report, and brings the findings of its site up to date by it. The same report twice is one run. */
export const takeReport = (
  strapi: Core.Strapi,
  report: ScanReport,
  source: RunSource,
): Promise<TakenReport> => retryingConflicts(() => alone(strapi, () => takeOnce(strapi, report, source)));

async function takeOnce(strapi: Core.Strapi, report: ScanReport, source: RunSource): Promise<TakenReport> {
  const runs = strapi.db.query(UIDS.scanRun);
  const before = await runs.findOne({
    where: { reportId: report.id },
    select: ['documentId', 'changes'],
  });
  if (before) return { id: before.documentId, isNew: false, changes: before.changes };
  const site = new URL(report.site).origin;
  const startedAt = new Date(report.startedAt);
  const later = await runs.count({ where: { site, startedAt: { $gt: startedAt } } });
  const changes = later > 0 ? null : await bringUpToDate(strapi, site, report);
  const documentId = createDocumentId();
  await runs.create({
    data: {
      documentId,
      reportId: report.id,
      site,
      source,
      scanner: `${report.scanner.name} ${report.scanner.version}`,
      startedAt,
      endedAt: new Date(report.endedAt),
      pages: new Set(report.visits.flatMap(({ pages }) => pages)).size,
      complete: report.visits.every(({ complete }) => complete),
      severities: countBySeverity(report.findings),
      changes,
      report,
    },
  });
  await forgetOld(strapi, site);
  return { id: documentId, isNew: true, changes };
}

async function bringUpToDate(strapi: Core.Strapi, site: string, report: ScanReport): Promise<ChangeCounts> {
  const known = await readFindings(strapi, { site });
  const ids = new Set(known.map(({ findingId }) => findingId));
  const followed = follow(report, known);
  const counts: ChangeCounts = { new: 0, known: 0, returned: 0, gone: 0 };
  for (const finding of followed) {
    counts[finding.change]++;
    await write(strapi, { site, report, finding, isKnown: ids.has(finding.findingId) });
  }
  return counts;
}

interface Written {
  site: string;
  report: ScanReport;
  finding: FollowedFinding;
  isKnown: boolean;
}

async function write(strapi: Core.Strapi, { site, report, finding, isKnown }: Written): Promise<void> {
  const { findingId, change, state, reported } = finding;
  const findings = strapi.db.query(UIDS.scanFinding);
  const endedAt = new Date(report.endedAt);
  // Whatever was done about it before has ended with this run.
  const ended = change === 'returned' || change === 'gone';
  const data = {
    change,
    state,
    ...(reported ? seenData(reported, report, endedAt) : { goneAt: endedAt }),
    ...(ended
      ? { settlement: null, settledAt: null, settledBy: null, reason: null, ignoredUntil: null }
      : {}),
  };
  if (isKnown) await findings.update({ where: { findingId }, data });
  else {
    const documentId = createDocumentId();
    await findings.create({ data: { documentId, findingId, site, firstSeenAt: endedAt, ...data } });
  }
}

const seenData = (reported: ReportFinding, report: ScanReport, endedAt: Date) => ({
  severity: reported.severity,
  gravity: SEVERITIES.indexOf(reported.severity),
  rule: reported.rule,
  message: reported.message,
  reported,
  declared: report.declared !== null,
  lastRun: report.id,
  lastSeenAt: endedAt,
  goneAt: null,
});

async function forgetOld(strapi: Core.Strapi, site: string): Promise<void> {
  const runs = strapi.db.query(UIDS.scanRun);
  const newestFirst: { id: number }[] = await runs.findMany({
    where: { site },
    select: ['id'],
    orderBy: [{ startedAt: 'desc' }, { id: 'desc' }],
  });
  const ids = newestFirst.map(({ id }) => id);
  await runs.updateMany({
    where: { id: { $in: ids.slice(KEPT_REPORTS, KEPT_RUNS) } },
    data: { report: null },
  });
  await runs.deleteMany({ where: { id: { $in: ids.slice(KEPT_RUNS) } } });
  const before = new Date(Date.now() - KEPT_GONE * DAY);
  await strapi.db
    .query(UIDS.scanFinding)
    .deleteMany({ where: { site, state: 'gone', goneAt: { $lt: before } } });
}

function countBySeverity(findings: readonly ReportFinding[]): Record<Severity, number> {
  const counts = Object.fromEntries(SEVERITIES.map((severity) => [severity, 0])) as Record<Severity, number>;
  for (const { severity } of findings) counts[severity]++;
  return counts;
}

const RUN_FIELDS = [
  ...['documentId', 'reportId', 'site', 'source', 'scanner', 'startedAt', 'endedAt', 'pages', 'complete'],
  ...['severities', 'changes'],
];

/** The latest runs of all sites, the newest first. */
export async function readRuns(strapi: Core.Strapi, limit: number): Promise<Run[]> {
  const rows = await strapi.db.query(UIDS.scanRun).findMany({
    select: RUN_FIELDS,
    orderBy: [{ startedAt: 'desc' }, { id: 'desc' }],
    limit,
  });
  return rows.map(runOf);
}

/** When each site was last looked at. */
export async function latestRuns(strapi: Core.Strapi): Promise<Map<string, Date>> {
  const rows: { site: string; startedAt: unknown }[] = await strapi.db
    .query(UIDS.scanRun)
    .findMany({ select: ['site', 'startedAt'], orderBy: { startedAt: 'asc' } });
  return new Map(rows.map(({ site, startedAt }) => [site, moment(startedAt)]));
}

/** A run with its report, which is null where it is no longer kept. */
export async function readRun(
  strapi: Core.Strapi,
  where: { documentId: string } | { reportId: string },
): Promise<{ run: Run; report: ScanReport | null } | null> {
  const row = await strapi.db.query(UIDS.scanRun).findOne({ where });
  if (!row) return null;
  return { run: runOf(row), report: row.report };
}

function runOf(row: Record<string, unknown>): Run {
  const run = Object.fromEntries(RUN_FIELDS.map((name) => [name, row[name]]));
  return { ...run, startedAt: moment(row.startedAt), endedAt: moment(row.endedAt) } as Run;
}
