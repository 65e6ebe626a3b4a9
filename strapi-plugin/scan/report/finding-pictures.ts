import { LIMITS } from '../limits';
import type { VisitRecord } from '../observe/observations';
import { PICTURED_RULES } from '../rules';
import { visitName } from '../rules/rule';
import { safeAddress } from '../safe-text';
import type { Picture } from './fit-report';
import type { ReportFinding } from './schema';

const PICTURED = new Set<string>(PICTURED_RULES.map(({ number }) => number));

/** Pictures of pages for findings that come by severity, the first ones first; and the findings with their names. */
export function withPictures(
  findings: readonly ReportFinding[],
  visits: readonly VisitRecord[],
): { findings: ReportFinding[]; pictures: Picture[] } {
  const taken = new Map(
    visits.flatMap((visit) =>
      visit.pictures.map(({ page, data }) => [pictureName(visitName(visit), page), data] as const),
    ),
  );
  const used = new Map<string, Picture>();
  const nameFor = ({ rule, evidence }: ReportFinding): string | undefined => {
    if (!PICTURED.has(rule)) return undefined;
    const names = evidence.map(({ visit, page }) => pictureName(visit, page));
    const name = names.find((one) => used.has(one)) ?? names.find((one) => taken.has(one));
    if (name === undefined || used.has(name)) return name;
    if (used.size >= LIMITS.pictures) return undefined;
    used.set(name, { name, data: taken.get(name) ?? '' });
    return name;
  };
  const named = findings.map((finding) => {
    const name = nameFor(finding);
    const evidence = finding.evidence.map((shown) =>
      name === pictureName(shown.visit, shown.page) ? { ...shown, screenshot: name } : shown,
    );
    return { ...finding, evidence };
  });
  return { findings: named, pictures: [...used.values()] };
}

const pictureName = (visit: string, page: string): string => safeAddress(`${visit}, ${page}`);
