import type { ConsentModel } from '@permesso/consent-core';
import type { ReportFinding, ScanReport } from '../../../scan/report/schema';
import { isGraver } from '../../../scan/rules/rule';
import type { FindingChange, FindingState } from './values';

/** What is known of a finding before a run. */
export interface KnownFinding {
  findingId: string;
  state: FindingState;
  /** As the last run that saw it reported it. */
  reported: Pick<ReportFinding, 'pages' | 'severity'>;
  /** The visits that it was seen in, with the law that each was judged by. */
  models: Readonly<Record<string, ConsentModel>>;
  /** See the content type. */
  declared: boolean;
  settledAt: Date | null;
}

/** What becomes of a finding by a run. */
export interface FollowedFinding {
  findingId: string;
  change: FindingChange;
  state: FindingState;
  /** Null where the run did not see it. */
  reported: ReportFinding | null;
}

type FollowedReport = Pick<
  ScanReport,
  'findings' | 'findingsLeftOut' | 'visits' | 'startedAt' | 'declared' | 'banner'
>;

/**
 * Holds a report against what is known of its site. A finding is gone only where the run could have seen it: a scan of
 * fewer pages, from a place with another law, or one that broke off, proves nothing. What is ignored stays so until its day, or until
 * it is graver:
 * what an advertisement brings is not there each night.
 */
export function follow(report: FollowedReport, known: readonly KnownFinding[]): FollowedFinding[] {
  const before = new Map(known.map((finding) => [finding.findingId, finding]));
  const begun = new Date(report.startedAt);
  const seen = new Map(report.findings.map((finding) => [finding.id, finding]));
  const reported = [...seen.values()].map((finding) => ({
    findingId: finding.id,
    reported: finding,
    ...seenAgain(finding, before.get(finding.id), begun),
  }));
  const couldSee = sightOf(report);
  const missing = known.filter(
    (finding) =>
      (finding.state === 'open' || finding.state === 'settled') &&
      !seen.has(finding.findingId) &&
      !isSettledAfter(finding, begun) &&
      couldSee(finding),
  );
  return [
    ...reported,
    ...missing.map(({ findingId }) => ({
      findingId,
      change: 'gone' as const,
      state: 'gone' as const,
      reported: null,
    })),
  ];
}

function seenAgain(
  { severity }: ReportFinding,
  known: KnownFinding | undefined,
  begun: Date,
): { change: FindingChange; state: FindingState } {
  if (!known) return { change: 'new', state: 'open' };
  const { state } = known;
  // What was done about it did not help, or not for good; or it was done about less than is seen now.
  const returned =
    state === 'gone' ||
    (state === 'settled' && !isSettledAfter(known, begun)) ||
    (state !== 'open' && isGraver(severity, known.reported.severity));
  return returned ? { change: 'returned', state: 'open' } : { change: 'known', state };
}

/** Whether it was settled while the run was under way, or later: then the run does not show whether that helped. */
const isSettledAfter = ({ state, settledAt }: KnownFinding, begun: Date): boolean =>
  state === 'settled' && settledAt !== null && settledAt >= begun;

/** Whether a run would have seen a finding, had it been there. */
function sightOf(report: FollowedReport): (finding: KnownFinding) => boolean {
  const { findingsLeftOut, visits, declared } = report;
  // What is missing may be what was left out.
  if (findingsLeftOut > 0) return () => false;
  const pages = new Set(visits.flatMap((visit) => visit.pages));
  const complete = modelsIn(
    report,
    visits.filter((visit) => visit.complete),
  );
  return ({ reported, models, declared: judgedByDeclared }) =>
    (declared !== null || !judgedByDeclared) &&
    Object.entries(models).every(([visit, model]) => complete.get(visit) === model) &&
    reported.pages.every((page) => pages.has(page));
}

/** The law that each visit of a finding was judged by. */
export function modelsOf(
  report: Pick<ScanReport, 'visits' | 'banner'>,
  { visits }: Pick<ReportFinding, 'visits'>,
): Record<string, ConsentModel> {
  const models = modelsIn(report, report.visits);
  return Object.fromEntries(
    visits.flatMap((name) => {
      const model = models.get(name);
      return model ? [[name, model]] : [];
    }),
  );
}

/** Of visits, and of what is judged without one of its own: the declaration, and the banner where there is one. */
function modelsIn(
  { banner }: Pick<ScanReport, 'banner'>,
  visits: ScanReport['visits'],
): Map<string, ConsentModel> {
  const [first] = visits;
  const beside = first ? ['declared', ...(banner ? ['banner'] : [])] : [];
  return new Map([
    ...visits.map(({ name, model }) => [name, model] as const),
    ...beside.map((name) => [name, first?.model ?? 'opt-in'] as const),
  ]);
}
