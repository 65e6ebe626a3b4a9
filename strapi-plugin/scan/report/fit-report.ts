/** Keeps a report below what a CMS takes in one request, by leaving out what says least. */
import { LIMITS } from '../limits';
import type { ReportFinding, ScanReport } from './schema';

/** A picture of a report, and the same in a lower quality. */
export interface Picture {
  name: string;
  /** JPEG, as base64. */
  data: string;
  low?: string | undefined;
}

/** Leaves something out; null where there is nothing more of that kind. */
interface Step {
  leavesOut: string;
  from(report: ScanReport): ScanReport | null;
}

/**
 * The same report with at most `most` bytes as JSON, and a note of what was left out. In this order: pictures, of the least
 * severe findings first; the quality of those that are left; stacks; evidence beside the first; the long tail of the inventory,
 * of pages and of findings.
 */
export function fitReport(
  report: ScanReport,
  pictures: readonly Picture[],
  most: number = LIMITS.reportBytes,
): ScanReport {
  const left: string[] = [];
  // What the note itself takes.
  const room = most - 1_000;
  let fitted = report;
  for (const { leavesOut, from } of stepsFor(pictures)) {
    while (bytesOf(fitted) > room) {
      const next = from(fitted);
      if (!next) break;
      fitted = next;
      if (!left.includes(leavesOut)) left.push(leavesOut);
    }
  }
  if (left.length === 0) return report;
  const note = `left out, so that the report can be sent: ${left.join(', ')}`;
  return { ...fitted, notes: [...fitted.notes.slice(0, 99), note] };
}

const bytesOf = (report: ScanReport): number => Buffer.byteLength(JSON.stringify(report));

const stepsFor = (pictures: readonly Picture[]): Step[] => [
  { leavesOut: 'pictures of the least severe findings', from: withoutLastPicture },
  { leavesOut: 'the quality of pictures', from: (report) => inLowQuality(report, pictures) },
  { leavesOut: 'stacks of calls', from: withoutStacks },
  { leavesOut: 'evidence beside the first of a finding', from: withFirstEvidence },
  { leavesOut: 'a part of everything that was seen', from: withLessInventory },
  { leavesOut: 'a part of the pages of visits', from: withFewerPages },
  { leavesOut: 'the picture of the banner', from: withoutPictures },
  { leavesOut: 'the least severe findings', from: withFewerFindings },
];

/** A report without some of its pictures, and without mention of them. */
function without(report: ScanReport, names: ReadonlySet<string>): ScanReport {
  return {
    ...report,
    screenshots: report.screenshots.filter(({ name }) => !names.has(name)),
    findings: withEvidence(report.findings, ({ screenshot, ...shown }) =>
      screenshot === undefined || names.has(screenshot) ? shown : { ...shown, screenshot },
    ),
  };
}

type Shown = ReportFinding['evidence'][number];

const withEvidence = (findings: readonly ReportFinding[], change: (shown: Shown) => Shown): ReportFinding[] =>
  findings.map((finding) => ({ ...finding, evidence: finding.evidence.map(change) }));

/** Findings come by severity: the picture that comes last is the one to go. That of the banner shows more than a page. */
function withoutLastPicture(report: ScanReport): ScanReport | null {
  const ofBanner = new Set(picturesOf(report.findings.filter(({ subject }) => subject.kind === 'banner')));
  const last = [...new Set(picturesOf(report.findings))].filter((name) => !ofBanner.has(name)).at(-1);
  return last === undefined ? null : without(report, new Set([last]));
}

const picturesOf = (findings: readonly ReportFinding[]): string[] =>
  findings.flatMap(({ evidence }) => evidence.flatMap(({ screenshot }) => screenshot ?? []));

function inLowQuality(report: ScanReport, pictures: readonly Picture[]): ScanReport | null {
  const screenshots = report.screenshots.map((picture) => {
    const low = pictures.find(({ name }) => name === picture.name)?.low;
    return low && low.length < picture.data.length ? { ...picture, data: low } : picture;
  });
  const isLess = screenshots.some((picture, at) => picture !== report.screenshots[at]);
  return isLess ? { ...report, screenshots } : null;
}

const withoutPictures = (report: ScanReport): ScanReport | null =>
  report.screenshots.length === 0
    ? null
    : without(report, new Set(report.screenshots.map(({ name }) => name)));

function withoutStacks(report: ScanReport): ScanReport | null {
  if (!report.findings.some(({ evidence }) => evidence.some(({ stack }) => stack))) return null;
  return { ...report, findings: withEvidence(report.findings, ({ stack, ...shown }) => shown) };
}

function withFirstEvidence(report: ScanReport): ScanReport | null {
  if (report.findings.every(({ evidence }) => evidence.length <= 1)) return null;
  const findings = report.findings.map((finding) => ({ ...finding, evidence: finding.evidence.slice(0, 1) }));
  return { ...report, findings };
}

const withLessInventory = (report: ScanReport): ScanReport | null =>
  report.inventory.length === 0 ? null : { ...report, inventory: halfOf(report.inventory) };

function withFewerFindings(report: ScanReport): ScanReport | null {
  if (report.findings.length === 0) return null;
  const findings = halfOf(report.findings);
  const findingsLeftOut = report.findingsLeftOut + report.findings.length - findings.length;
  return { ...report, findings, findingsLeftOut };
}

const halfOf = <T>(list: readonly T[]): T[] => list.slice(0, Math.floor(list.length / 2));

function withFewerPages(report: ScanReport): ScanReport | null {
  if (report.visits.every(({ pages }) => pages.length <= 1)) return null;
  const visits = report.visits.map((visit) => ({
    ...visit,
    pages: visit.pages.slice(0, Math.ceil(visit.pages.length / 2)),
  }));
  return { ...report, visits };
}
