import { expect, it } from 'vitest';
import { fitReport, type Picture } from '../../scan/report/fit-report';
import { type ReportFinding, reportSchema, type ScanReport } from '../../scan/report/schema';

const picture = (name: string, length: number, low?: number): Picture => ({
  name,
  data: 'A'.repeat(length),
  low: low === undefined ? undefined : 'B'.repeat(low),
});

const finding = (at: number, screenshot: string, more: Partial<ReportFinding> = {}): ReportFinding => ({
  id: at.toString(16).padStart(16, '0'),
  rule: 'C101',
  name: 'ran-before-choice',
  severity: at < 2 ? 'serious' : 'minor',
  message: `finding ${at}`,
  law: 'a law',
  subject: { kind: 'host', name: `${at}.example`, host: `${at}.example` },
  known: null,
  declaredCategory: null,
  visits: ['no-choice'],
  pages: ['https://shop.example/'],
  evidence: [
    {
      visit: 'no-choice',
      page: 'https://shop.example/',
      seen: 'x'.repeat(200),
      screenshot,
      stack: ['s'.repeat(200)],
    },
    { visit: 'reject', page: 'https://shop.example/', seen: 'y'.repeat(200) },
  ],
  baseline: false,
  ...more,
});

const PICTURES = [
  picture('banner', 4_000, 400),
  picture('first', 4_000),
  picture('second', 4_000),
  picture('third', 4_000),
];

const REPORT: ScanReport = {
  type: 'permesso/scan/v1',
  id: '0f8fad5b-d9cb-469f-a165-70867728950e',
  scanner: { name: 'scanner', version: '1.0.0', browser: 'Chromium' },
  site: 'https://shop.example/',
  startedAt: '2026-11-23T10:00:00.000Z',
  endedAt: '2026-11-23T10:01:00.000Z',
  declared: null,
  banner: null,
  visits: [
    {
      name: 'no-choice',
      model: 'opt-in',
      pages: Array.from({ length: 20 }, (_, at) => `https://shop.example/${at}`),
      requests: 1,
      complete: true,
      notes: [],
    },
  ],
  findings: [
    finding(0, 'first'),
    finding(1, 'banner', { subject: { kind: 'banner', name: 'prominence', host: null } }),
    finding(2, 'second'),
    finding(3, 'third'),
  ],
  findingsLeftOut: 0,
  inventory: Array.from({ length: 20 }, (_, at) => ({
    kind: 'cookie' as const,
    name: `cookie${at}`,
    host: 'shop.example',
    firstParty: true,
    decisions: ['none' as const],
    lifetime: null,
    declared: null,
    known: null,
  })),
  screenshots: PICTURES.map(({ name, data }) => ({ name, mediaType: 'image/jpeg', data })),
  notes: [],
};
const FULL = JSON.stringify(REPORT).length;

/** The report in that many bytes fewer than it has, and what its note says of it. */
function smallerBy(bytes: number) {
  // A kilobyte is kept free for the note.
  const most = FULL - bytes + 1_000;
  const report = fitReport(REPORT, PICTURES, most);
  reportSchema.parse(report);
  expect(JSON.stringify(report).length).toBeLessThanOrEqual(most);
  return {
    report,
    pictures: report.screenshots.map(({ name, data }) => `${name} ${data.length}`),
    shown: report.findings.map(({ evidence }) => evidence[0]?.screenshot),
    note: report.notes.at(-1) ?? '',
  };
}

it('leaves a report alone that is small enough', () => {
  expect(fitReport(REPORT, PICTURES, FULL + 1_000)).toBe(REPORT);
});

it('leaves out pictures of the least severe findings first, and says so', () => {
  const { pictures, shown, note } = smallerBy(3_000);
  expect(pictures).toEqual(['banner 4000', 'first 4000', 'second 4000']);
  expect(shown).toEqual(['first', 'banner', 'second', undefined]);
  expect(note).toBe('left out, so that the report can be sent: pictures of the least severe findings');
});

it("then the quality of the banner's picture, with everything else as it was", () => {
  const { pictures, report, note } = smallerBy(13_500);
  expect(pictures).toEqual(['banner 400']);
  expect(note).toMatch(/findings, the quality of pictures$/);
  expect(report.findings.map(({ evidence }) => evidence.length)).toEqual([2, 2, 2, 2]);
});

it('then what findings are shown by, but for the first of it', () => {
  const { report } = smallerBy(17_500);
  expect(report.findings).toHaveLength(4);
  expect(report.findings.flatMap(({ evidence }) => evidence.map(({ stack }) => stack))).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});

it('and keeps the most severe findings to the last', () => {
  const { report, note } = smallerBy(FULL - 1_600);
  expect(report.findings.map(({ message }) => message)).toEqual(['finding 0']);
  expect(report.screenshots).toEqual([]);
  expect(note).toMatch(/the picture of the banner, the least severe findings$/);
});
