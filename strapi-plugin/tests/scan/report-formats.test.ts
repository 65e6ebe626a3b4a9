import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { findChromium, findHeadlessChromium } from '../../../playground/run/chromium.ts';
import { formatReport } from '../../scan/report/formats';
import { type ReportFinding, reportSchema, type ScanReport } from '../../scan/report/schema';
import { RULES } from '../../scan/rules';
import { startBrowser } from '../../scan/visit/browser';

/** Markup, a script's end, an escape of terminals, a change of direction, and SARIF's own signs. */
const HOSTILE = `</style></title><img src=x onerror="document.title='taken'"><script>1</script>'"&\u001b[31m\u202e[link](x){0}]]>\uffff`;

const finding: ReportFinding = {
  id: '0123456789abcdef',
  rule: 'C101',
  name: HOSTILE,
  severity: 'serious',
  message: HOSTILE,
  law: HOSTILE,
  subject: { kind: 'host', name: HOSTILE, host: HOSTILE },
  known: { name: HOSTILE, company: HOSTILE, category: null, preset: null, source: 'catalogue' },
  declaredCategory: HOSTILE,
  visits: [HOSTILE],
  pages: [`https://shop.example/?${HOSTILE}`, HOSTILE],
  evidence: [{ visit: HOSTILE, page: HOSTILE, seen: HOSTILE, origin: HOSTILE, stack: [HOSTILE] }],
  baseline: true,
};
const report: ScanReport = reportSchema.parse({
  type: 'permesso/scan/v1',
  id: '0f8fad5b-d9cb-469f-a165-70867728950e',
  scanner: { name: HOSTILE, version: '1.0.0', browser: HOSTILE },
  site: HOSTILE,
  startedAt: '2026-11-23T10:00:00.000Z',
  endedAt: '2026-11-23T10:01:00.000Z',
  declared: null,
  banner: { foundBy: 'autoconsent', manager: HOSTILE, text: HOSTILE },
  visits: [
    { name: HOSTILE, model: 'opt-in', pages: [HOSTILE], requests: 1, complete: false, notes: [HOSTILE] },
  ],
  findings: [
    finding,
    { ...finding, id: 'fedcba9876543210', rule: 'C102', baseline: false },
    { ...finding, id: 'fedcba9876543211', severity: 'info', baseline: false },
  ],
  findingsLeftOut: 0,
  inventory: [
    {
      kind: 'cookie',
      name: HOSTILE,
      host: HOSTILE,
      firstParty: true,
      decisions: ['none'],
      lifetime: null,
      declared: HOSTILE,
      known: finding.known,
    },
  ],
  screenshots: [{ name: HOSTILE, mediaType: 'image/jpeg', data: 'AAAA' }],
  notes: [HOSTILE],
} satisfies ScanReport);

let browser: Browser;
beforeAll(async () => {
  const executable = findHeadlessChromium() ?? findChromium() ?? undefined;
  browser = await startBrowser({ executable, hostMap: [] });
});
afterAll(() => browser?.close());

it('is a page that shows what a hostile site wrote, and does nothing of it', async () => {
  const html = formatReport(report, 'html', 'serious');
  expect(html).not.toMatch(/[\p{Cf}\p{Cs}]|(?!\n)\p{Cc}/u);
  const page = await browser.newPage({ viewport: { width: 320, height: 800 } });
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  await page.setContent(html);
  expect(await page.locator('h1').textContent()).toBe('2 serious findings');
  expect(await page.locator('script, [onerror]').count()).toBe(0);
  expect(await page.locator('img').count()).toBe(1);
  expect(await page.title()).toContain('</style></title><img src=x');
  expect(await page.locator('article h3').first().textContent()).toContain('<script>1</script>');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  expect(requests.filter((url) => !url.startsWith('data:'))).toEqual([]);
  await page.close();
}, 60_000);

it('is a SARIF log whose results have a rule, a level, a fingerprint and an address', () => {
  const text = formatReport(report, 'sarif', 'serious');
  expect(text).not.toMatch(/[\p{Cf}\p{Cs}]|(?!\n)\p{Cc}/u);
  const log = JSON.parse(text);
  expect(log.version).toBe('2.1.0');
  const [{ tool, results, invocations }] = log.runs;
  expect(invocations[0].executionSuccessful).toBe(false);
  expect(results.map((result: { ruleIndex: number }) => tool.driver.rules[result.ruleIndex].id)).toEqual([
    'C101',
    'C102',
    'C101',
  ]);
  expect(results[0]).toMatchObject({
    ruleId: 'C101',
    level: 'error',
    partialFingerprints: { 'finding/v1': finding.id },
    baselineState: 'unchanged',
  });
  expect(results[1]).toMatchObject({ level: 'error', baselineState: 'new' });
  expect(results[2]).toMatchObject({ level: 'note', baselineState: 'new' });
  expect(results[0].message.text).toContain('\\[link\\](x){{0}}');
  for (const { physicalLocation } of results[0].locations)
    expect(physicalLocation.artifactLocation.uri).toMatch(/^[\w\-.~:/?#@!$&'()*+,;=%]+$/);
  // GitHub refuses a log whose locations have a scheme of their own.
  expect(results[0].locations[0]).toMatchObject({
    physicalLocation: { artifactLocation: { uri: expect.stringMatching(/^shop\.example\/\?/) } },
    logicalLocations: [{ fullyQualifiedName: expect.stringMatching(/^https:\/\/shop\.example\/\?/) }],
  });
});

it("is JUnit's XML, where a rule fails by what fails the scan", async () => {
  const xml = formatReport(report, 'junit', 'serious');
  expect(xml).not.toMatch(/[\p{Cf}\p{Cs}\ufffe\uffff]|(?!\n)\p{Cc}/u);
  const page = await browser.newPage();
  const read = await page.evaluate((text) => {
    const parsed = new DOMParser().parseFromString(text, 'application/xml');
    const suite = parsed.querySelector('testsuite');
    return {
      broken: parsed.querySelector('parsererror')?.textContent ?? null,
      name: suite?.getAttribute('name'),
      tests: Number(suite?.getAttribute('tests')),
      failures: Number(suite?.getAttribute('failures')),
      cases: suite?.querySelectorAll('testcase').length,
      failed: [...parsed.querySelectorAll('failure')].map((failure) => ({
        case: failure.parentElement?.getAttribute('classname'),
        message: failure.getAttribute('message'),
      })),
      output: parsed.querySelector('testcase[classname^=C101] > system-out')?.textContent,
    };
  }, xml);
  await page.close();
  expect(read).toMatchObject({ broken: null, tests: RULES.length, cases: RULES.length, failures: 1 });
  expect(read.name).toContain('<script>1</script>');
  expect(read.failed).toEqual([
    { case: 'C102 ran-after-refusal', message: expect.stringContaining('<script>1</script>') },
  ]);
  expect(read.output).toContain('serious, in the baseline');
  expect(read.output).toContain('info: ');
}, 60_000);
