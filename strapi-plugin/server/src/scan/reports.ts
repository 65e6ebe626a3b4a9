import type { Core } from '@strapi/strapi';
import type { ReportFinding, ScanReport } from '../../../scan/report/schema';
import { SEVERITIES, type Severity } from '../../../scan/rules/rule';
import { type DocumentOf, documentOf, namesIn } from '../content/stored-field';
import { createDocumentId } from '../database/document-id';
import { alone } from '../database/lock';
import { moment } from '../database/moment';
import { columnsOf } from '../database/table';
import { retryingConflicts } from '../database/write-conflicts';
import { UIDS } from '../uids';
import { type FollowedFinding, follow, modelsOf } from './finding-changes';
import { type Finding, readFindings, UNSETTLED } from './findings';
import { RUN_FIELDS } from './run.content-type';
import type { ChangeCounts, RunSource } from './values';

/** What became of a report. */
export interface TakenReport {
  /** Document id of the run. */
  id: string;
  /** False: it was taken before, and nothing was done. */
  isNew: boolean;
  /** Null where a later run of the site had been taken before it: then it moves no finding. */
  changes: ChangeCounts | null;
}

const { report: _report, ...LISTED_FIELDS } = RUN_FIELDS;

/** A run without its report. */
export type Run = DocumentOf<typeof LISTED_FIELDS>;

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
      scanner: `${report.scanner.name} ${report.scanner.version}`.slice(0, 255),
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
  const before = new Map(known.map((finding) => [finding.findingId, finding]));
  const followed = follow(report, known);
  const counts: ChangeCounts = { new: 0, known: 0, returned: 0, gone: 0 };
  for (const finding of followed) {
    counts[finding.change]++;
    await write(strapi, { site, report, finding, known: before.get(finding.findingId) });
  }
  return counts;
}

interface Written {
  site: string;
  report: ScanReport;
  finding: FollowedFinding;
  /** As it was kept until now. */
  known: Finding | undefined;
}

async function write(strapi: Core.Strapi, { site, report, finding, known }: Written): Promise<void> {
  const { findingId, change, state, reported } = finding;
  const findings = strapi.db.query(UIDS.scanFinding);
  const endedAt = new Date(report.endedAt);
  // Whatever was done about it has ended with this run, or before it.
  const isSettled = state === 'settled' || state === 'ignored';
  const data = {
    change,
    state,
    ...(reported ? seenData(reported, report, endedAt) : { goneAt: endedAt }),
    ...(isSettled ? {} : UNSETTLED),
  };
  if (known) await findings.updateMany({ where: { documentId: known.documentId }, data });
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
  models: modelsOf(report, reported),
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

/** The latest runs of all sites, the newest first. */
export async function readRuns(strapi: Core.Strapi, limit: number): Promise<Run[]> {
  const rows = await strapi.db.query(UIDS.scanRun).findMany({
    select: namesIn(LISTED_FIELDS),
    orderBy: [{ startedAt: 'desc' }, { id: 'desc' }],
    limit,
  });
  return rows.map((row: Record<string, unknown>) => documentOf(LISTED_FIELDS, row));
}

/** When each site was last looked at. */
export async function latestRuns(strapi: Core.Strapi): Promise<Map<string, Date>> {
  const { table, column } = columnsOf(strapi, UIDS.scanRun);
  const site = column('site');
  const rows: { site: string; at: unknown }[] = await strapi.db
    .getConnection(table)
    .select({ site })
    .max({ at: column('startedAt') })
    .groupBy(site);
  return new Map(rows.map((row) => [row.site, moment(row.at)]));
}

/** A run with its report, which is null where it is no longer kept. */
export async function readRun(
  strapi: Core.Strapi,
  where: { documentId: string } | { reportId: string },
): Promise<{ run: Run; report: ScanReport | null } | null> {
  const row = await strapi.db.query(UIDS.scanRun).findOne({ where });
  if (!row) return null;
  const { report, ...run } = documentOf(RUN_FIELDS, row);
  return { run, report };
}
