import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { findChromium, findHeadlessChromium } from '../../../playground/run/chromium.ts';
import { scan } from '../../bin/scan';
import type { ScanReport } from '../../scan/report/schema';
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

/** Runs `consent scan` on the site; answers with its exit code and what it printed. */
async function run(...args: string[]): Promise<{ code: number; printed: string }> {
  const printed: string[] = [];
  const [{ host, address } = { host: '', address: '' }] = web.hostMap;
  const all = [
    `https://${SITE}/`,
    ...['--pages', 'one', '--host-map', `${host}=${address}`],
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
