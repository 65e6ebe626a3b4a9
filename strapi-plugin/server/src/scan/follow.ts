import { LIMITS } from '../../../scan/limits';
import type { ReportFinding, ScanReport } from '../../../scan/report/schema';
import type { FindingChange, FindingState } from './values';

/** What is known of a finding before a run. */
export interface KnownFinding {
  findingId: string;
  state: FindingState;
  /** As the last run that saw it reported it. */
  reported: Pick<ReportFinding, 'visits' | 'pages'>;
  /** See the content type. */
  declared: boolean;
  settledAt: Date | null;
  ignoredUntil: Date | null;
}

/** What becomes of a finding by a run. */
export interface FollowedFinding {
  findingId: string;
  change: FindingChange;
  state: FindingState;
  /** Null where the run did not see it. */
  reported: ReportFinding | null;
}

type FollowedReport = Pick<ScanReport, 'findings' | 'visits' | 'startedAt' | 'declared' | 'banner'>;

/**
 * Holds a report against what is known of its site. A finding is gone only where the run could have seen it: a scan of
 * fewer pages, or one that broke off, proves nothing.
 */
export function follow(report: FollowedReport, known: readonly KnownFinding[]): FollowedFinding[] {
  const before = new Map(known.map((finding) => [finding.findingId, finding]));
  const begun = new Date(report.startedAt);
  const seen = new Map(report.findings.map((finding) => [finding.id, finding]));
  const reported = [...seen.values()].map((finding) => ({
    findingId: finding.id,
    reported: finding,
    ...seenAgain(before.get(finding.id), begun),
  }));
  const couldSee = sightOf(report);
  const missing = known.filter(
    (finding) =>
      finding.state !== 'gone' &&
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
  known: KnownFinding | undefined,
  begun: Date,
): { change: FindingChange; state: FindingState } {
  if (!known) return { change: 'new', state: 'open' };
  const { state, ignoredUntil } = known;
  // What was done about it did not help, or not for good.
  const returned =
    state === 'gone' ||
    (state === 'settled' && !isSettledAfter(known, begun)) ||
    (state === 'ignored' && (ignoredUntil === null || ignoredUntil <= begun));
  return returned ? { change: 'returned', state: 'open' } : { change: 'known', state };
}

/** Whether it was settled while the run was under way, or later: then the run does not show whether that helped. */
const isSettledAfter = ({ state, settledAt }: KnownFinding, begun: Date): boolean =>
  state === 'settled' && settledAt !== null && settledAt >= begun;

/** Whether a run would have seen a finding, had it been there. */
function sightOf({ findings, visits, declared, banner }: FollowedReport): (finding: KnownFinding) => boolean {
  // A report holds so many and no more: what is missing may have been left out.
  if (findings.length >= LIMITS.findings) return () => false;
  const pages = new Set(visits.flatMap((visit) => visit.pages));
  const broken = new Set(visits.filter(({ complete }) => !complete).map(({ name }) => name));
  // What is judged without a visit of its own: the declaration, and the banner where there is one.
  const made = new Set([...visits.map(({ name }) => name), 'declared', ...(banner ? ['banner'] : [])]);
  return ({ reported, declared: judgedByDeclared }) =>
    (declared !== null || !judgedByDeclared) &&
    reported.visits.every((name) => made.has(name) && !broken.has(name)) &&
    reported.pages.every((page) => pages.has(page));
}
