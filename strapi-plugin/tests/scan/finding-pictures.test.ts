import { afterEach, expect, it } from 'vitest';
import { LIMITS } from '../../scan/limits';
import { DEFAULT_OPTIONS, type ScanOptions } from '../../scan/options';
import { formatReport } from '../../scan/report/formats';
import { type ReportFinding, reportSchema, type ScanReport } from '../../scan/report/schema';
import { scan } from '../../scan/scan';
import { useWebAndBrowser } from './support/browsing';
import { declaring } from './support/declared';
import { load, pixel, type SiteParts } from './support/pages';

const STATS = load('https://stats.example/s.js?stores=_st');
const OWN = { ...LIMITS };

const on = useWebAndBrowser();
afterEach(() => void Object.assign(LIMITS, OWN));

async function scanned(host: string, parts: SiteParts, more: Partial<ScanOptions>): Promise<ScanReport> {
  on.web.serve(host, parts);
  const options = {
    ...DEFAULT_OPTIONS,
    url: `https://${host}/`,
    hostMap: on.web.hostMap,
    quiet: 100,
    stay: 0,
  };
  return reportSchema.parse(
    await scan(on.browser, { ...options, pages: 'one', declared: declaring(), ...more }, '0.0.0'),
  );
}

const picturesOf = ({ evidence }: ReportFinding) => evidence.flatMap(({ screenshot }) => screenshot ?? []);

it('shows what was at work when it should not have been by a picture of the page in that visit', async () => {
  const report = await scanned(
    'shown.example',
    { always: STATS + pixel('https://odd.example/'), granted: { analytics: STATS } },
    { visits: ['no-choice', 'reject', 'withdraw'] },
  );
  const shown = report.findings
    .filter(({ rule }) => /^C(10[123]|202)/.test(rule))
    .map((finding) => `${finding.rule} ${[...new Set(picturesOf(finding))].join()}`);
  const page = 'https://shown.example/';
  expect(new Set(shown)).toEqual(
    new Set([
      `C101 no-choice, ${page}`,
      `C102 reject, ${page}`,
      `C103 withdraw, ${page}`,
      `C202 no-choice, ${page}`,
    ]),
  );
  expect(report.screenshots.map(({ name }) => name)).toEqual([
    'banner',
    ...['no-choice', 'reject', 'withdraw'].map((visit) => `${visit}, ${page}`),
  ]);
  for (const { data } of report.screenshots)
    expect([...Buffer.from(data, 'base64').subarray(0, 3)]).toEqual([0xff, 0xd8, 0xff]);
  const html = formatReport(report, 'html', 'serious');
  expect(html.match(/<img /g)).toHaveLength(4);
  for (const [, at] of html.matchAll(/href="#picture-(\d)"/g)) expect(html).toContain(`id="picture-${at}"`);
}, 60_000);

it('takes none of pages on which nothing is found', async () => {
  const report = await scanned('clean.example', {}, { visits: ['no-choice', 'reject'] });
  expect(report.screenshots.map(({ name }) => name)).toEqual(['banner']);
}, 60_000);

it('takes no more than a report shows, those of the most severe findings', async () => {
  Object.assign(LIMITS, { pictures: 1 });
  const report = await scanned(
    'many.example',
    { always: pixel('https://odd.example/'), refused: STATS },
    { visits: ['no-choice', 'reject'] },
  );
  expect(report.screenshots.map(({ name }) => name)).toEqual(['banner', 'reject, https://many.example/']);
}, 60_000);
