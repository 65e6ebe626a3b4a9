import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { findChromium, findHeadlessChromium } from '../../../playground/run/chromium.ts';
import { exitCode, scan } from '../../bin/scan';
import { isFailing } from '../../scan/report/failing';
import { againstBaseline } from '../../scan/report/make-report';
import { reportSchema, type ScanReport } from '../../scan/report/schema';
import { reportFinding, scanReport } from '../support/scan-report';
import { startCms } from './support/cms';
import { load } from './support/pages';
import { startWeb, type TestWeb } from './support/server';

const SITE = 'shop.example';

let web: TestWeb;
let folder: string;
beforeAll(async () => {
  web = await startWeb();
  folder = await mkdtemp(join(tmpdir(), 'consent-scan-'));
});
afterAll(async () => {
  await web?.stop();
  await rm(folder, { recursive: true });
});

afterEach(() => void vi.unstubAllEnvs());

/** Runs `consent scan` on the site, or another address; answers with its exit code and what it printed. */
const run = (...args: string[]) => runAt(`https://${SITE}/`, ...args);

async function runAt(site: string | null, ...args: string[]): Promise<{ code: number; printed: string }> {
  const printed: string[] = [];
  const [{ host, address } = { host: '', address: '' }] = web.hostMap;
  const all = [
    ...(site === null ? [] : [site]),
    ...['--pages', 'one', '--stay', '1', '--host-map', `${host}=${address}`],
    ...['--browser', findHeadlessChromium() ?? findChromium() ?? ''],
    ...args,
  ];
  const code = await scan(all, (line) => printed.push(line));
  return { code, printed: printed.join('\n') };
}

it('fails on what is serious and new, writes the report, and takes it as the next baseline', async () => {
  web.serve(SITE, { always: load('https://stats.example/s.js?stores=_ga') });
  const out = join(folder, 'report.json');
  const page = join(folder, 'report.html');
  const first = await run('--out', out, '--out', page);
  expect(first.code).toBe(1);
  expect(first.printed).toContain('SERIOUS');
  expect(first.printed).toContain(out);
  expect(await readFile(page, 'utf8')).toMatch(/^<!doctype html>/);
  const report: ScanReport = JSON.parse(await readFile(out, 'utf8'));
  expect(report.findings.map(({ rule }) => rule)).toContain('C101');

  const second = await run('--baseline', out);
  expect(second.code).toBe(0);
  expect(second.printed).toContain('[in the baseline]');
}, 120_000);

it.each([
  ['serious', true],
  ['moderate', true],
  ['minor', false],
] as const)('passes a moderate finding by a baseline that has it as %s: %s', (severity, passes) => {
  const { findings } = againstBaseline(scanReport([reportFinding({ severity: 'moderate' })]), {
    findings: [reportFinding({ severity })],
  });
  expect(findings.map((finding) => !isFailing(finding, 'moderate'))).toEqual([passes]);
});

it('sends the report to the CMS, and writes it also where the CMS does not take it', async () => {
  vi.stubEnv('CONSENT_SCAN_TOKEN', 'secret');
  web.serve(SITE, { always: load('https://stats.example/s.js?stores=_ga') });
  const cms = await startCms(
    { status: 201, body: { id: 1, findings: { new: 1, known: 0, returned: 0, gone: 0 } } },
    { status: 403 },
  );
  const out = join(folder, 'sent.json');
  const sends = ['--out', out, '--send', cms.address, '--fail-on', 'never'];
  expect((await run(...sends)).code).toBe(0);
  const written: ScanReport = JSON.parse(await readFile(out, 'utf8'));
  expect(cms.received[0]?.authorization).toBe('Bearer secret');
  expect(reportSchema.parse(JSON.parse(cms.received[0]?.body ?? ''))).toEqual(written);

  await expect(run(...sends)).rejects.toThrow('the token may not send scans');
  expect(JSON.parse(await readFile(out, 'utf8')).id).not.toBe(written.id);
  cms.stop();
}, 120_000);

it('refuses to send without a token in the environment', async () => {
  vi.stubEnv('CONSENT_SCAN_TOKEN', '');
  await expect(run('--send', 'https://cms.example')).rejects.toThrow('as CONSENT_SCAN_TOKEN');
});

it('does not count a page that answers with an error as one that was seen', async () => {
  web.serve(SITE, {});
  const list = join(folder, 'pages.txt');
  await writeFile(list, `https://${SITE}/\nhttps://${SITE}/gone\n`);
  const { printed } = await run('--list', list, '--format', 'json', '--fail-on', 'never');
  const report: ScanReport = JSON.parse(printed);
  const first = report.visits.find(({ name }) => name === 'no-choice');
  expect(first).toMatchObject({ pages: [`https://${SITE}/`], complete: true });
  expect(first?.notes).toContain(`https://${SITE}/gone answers 404`);
}, 120_000);

it('says by its exit code when no visit could be made to its end', () => {
  const visit = { name: 'reject', model: 'opt-in' as const, pages: [], requests: 0, notes: [] };
  const of = (...complete: boolean[]) => ({
    findings: [],
    visits: complete.map((one) => ({ ...visit, complete: one })),
  });
  expect([exitCode(of(true, false), 'serious'), exitCode(of(false, false), 'serious')]).toEqual([0, 2]);
});

it('says nobody the name and the password by which it comes in', async () => {
  web.serve(SITE, { credentials: 'ada:s3cr%t', always: load('https://stats.example/s.js?stores=_ga') });
  const said = vi.spyOn(console, 'error').mockImplementation(() => {});
  const files = ['json', 'html', 'sarif', 'xml'].map((ending) => join(folder, `private.${ending}`));
  const address = `https://ada:s3cr%25t@${SITE}/`;
  const list = join(folder, 'private.txt');
  await writeFile(list, address);
  vi.stubEnv('CONSENT_SCAN_URL', address);
  const { code, printed } = await runAt(null, '--list', list, ...files.flatMap((file) => ['--out', file]));
  const report: ScanReport = JSON.parse(await readFile(files[0] ?? '', 'utf8'));
  expect([code, report.site, report.visits[0]?.pages]).toEqual([1, `https://${SITE}/`, [`https://${SITE}/`]]);
  const written = await Promise.all(files.map((file) => readFile(file, 'utf8')));
  for (const text of [printed, String(said.mock.calls), ...written]) expect(text).not.toMatch(/ada|s3cr/);
  said.mockRestore();
}, 120_000);

it('takes no page of another site for one of this', async () => {
  web.serve(SITE, { movedTo: 'https://login.example/' });
  web.serve('login.example', {});
  const { code, printed } = await run('--format', 'json', '--fail-on', 'never');
  const report: ScanReport = JSON.parse(printed);
  expect(code).toBe(2);
  expect(report.visits.map(({ pages, complete }) => ({ pages, complete }))).toEqual(
    report.visits.map(() => ({ pages: [], complete: false })),
  );
  expect(report.visits[0]?.notes).toContain(`https://${SITE}/ leads to another site, https://login.example/`);
}, 120_000);

it('proves nothing by visits that saw no page', async () => {
  web.serve(SITE, {});
  const list = join(folder, 'gone.txt');
  await writeFile(
    list,
    `https://${SITE}/gone
`,
  );
  const { code, printed } = await run('--list', list, '--format', 'json', '--fail-on', 'never');
  const report: ScanReport = JSON.parse(printed);
  expect([code, report.visits.some(({ complete }) => complete)]).toEqual([2, false]);
}, 120_000);

it('visits of a list what is of the site, says what is not, and refuses one of another site', async () => {
  web.serve(SITE, { movedTo: `https://www.${SITE}/` });
  web.serve(`www.${SITE}`, {});
  const list = join(folder, 'mixed.txt');
  await writeFile(list, `https://other.example/a\nhttps://${SITE}/privacy\n`);
  const { code, printed } = await run('--list', list, '--format', 'json', '--fail-on', 'never');
  const report: ScanReport = JSON.parse(printed);
  expect([code, report.visits[0]?.pages]).toEqual([0, [`https://www.${SITE}/privacy`]]);
  expect(report.notes).toContain(`not visited, as no pages of https://www.${SITE}: https://other.example/a`);
  await writeFile(list, 'https://other.example/a');
  await expect(run('--list', list)).rejects.toThrow(`the list names no page of https://${SITE}`);
}, 120_000);

it('follows a site to its name with www', async () => {
  web.serve(SITE, { movedTo: `https://www.${SITE}/` });
  web.serve(`www.${SITE}`, {});
  const { printed } = await run('--format', 'json', '--fail-on', 'never');
  const report: ScanReport = JSON.parse(printed);
  expect(report.site).toBe(`https://www.${SITE}/`);
  expect(new Set(report.visits.flatMap(({ pages }) => pages))).toEqual(new Set([`https://www.${SITE}/`]));
}, 120_000);

it.each([
  [['example.com'], '"example.com" is no address of a site'],
  [[], 'scan takes one address'],
  [['https://shop.example', '--pages', 'all'], '--pages is "all"; use one of auto, sitemap, crawl, one'],
  [['https://shop.example', '--max-pages', '0'], '--max-pages is "0"; use a whole number from 1 to 500'],
  [['https://shop.example', '--place', 'Bavaria'], '--place is "Bavaria"'],
  [['https://shop.example', '--host-map', 'shop'], '--host-map is "shop"'],
  [['https://shop.example', '--header', 'secret'], '--header is "secret"; write name:value'],
  [
    ['https://shop.example', '--format', 'pdf'],
    '--format is "pdf"; use one of terminal, json, html, sarif, junit',
  ],
  [
    ['https://shop.example', '--out', 'report.pdf'],
    '--out is "report.pdf"; let it end in .txt, .json, .html, .sarif, .xml',
  ],
  [['https://shop.example', '--format', 'json', '--out', 'a', '--out', 'b'], '--format is for one --out'],
  [['https://shop.example', '--fail-on', 'all'], '--fail-on is "all"'],
  [['https://shop.example', '--send', 'cms.example'], '--send is "cms.example"'],
  [['https://shop.example', '--send', 'https://cms.example', '--send-path', 'x'], '--send-path is "x"'],
  [['https://shop.example', '--declared', '/nowhere.json'], '--declared /nowhere.json'],
  [['https://shop.example', '--unknown'], '--unknown'],
])('refuses %j before it starts a browser', async (args, message) => {
  await expect(scan(args, () => {})).rejects.toThrow(message);
});

it('refuses a baseline that is no report, and a site that does not answer', async () => {
  const file = join(folder, 'other.json');
  await writeFile(file, '{"findings": 1}');
  await expect(run('--baseline', file)).rejects.toThrow('is no report of a scan');
  await expect(scan(['http://127.0.0.1:9/', '--browser', findChromium() ?? ''], () => {})).rejects.toThrow();
}, 60_000);
