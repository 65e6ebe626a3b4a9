import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LIMITS } from '../../scan/limits';
import { DEFAULT_OPTIONS, type ScanOptions } from '../../scan/options';
import { formatReport } from '../../scan/report/formats';
import { reportSchema, type ScanReport } from '../../scan/report/schema';
import { scan } from '../../scan/scan';
import { browserFor } from './support/browsing';
import { BUSY_IN_THE_MIDDLE, HOSTILE_SITES, serveHosts } from './support/hostile-sites';

/** The limits in small, but for those that a site keeps on a busy machine if it keeps them at all. */
const SMALL = {
  requests: 200,
  words: 100,
  bytes: 3_000_000,
  fileLength: 300_000,
  frames: 5,
  windows: 5,
  look: 4_000,
  banner: 500,
  knownBanner: 4_000,
  settle: 500,
  firstLook: 12_000,
  besidePages: 30_000,
  close: 1_000,
};
const OWN = { ...LIMITS };
/** Milliseconds for a page: one that never ends to load is waited for as long as a busy machine takes to open it; the others end before. */
const TIMEOUT = { endless: 4_000, other: 20_000 };

let web: Awaited<ReturnType<typeof serveHosts>>;
let browser: Browser;
beforeAll(async () => {
  Object.assign(LIMITS, SMALL);
  const hosts = HOSTILE_SITES.map(({ answer }, at) => [`site${at}.example`, answer] as const);
  web = await serveHosts(new Map([...hosts, ['middle.example', BUSY_IN_THE_MIDDLE]]));
  browser = await browserFor(web.hostMap);
});
afterAll(async () => {
  await browser?.close();
  await web?.stop();
  Object.assign(LIMITS, OWN);
});

const optionsFor = (host: string, more: Partial<ScanOptions> = {}): ScanOptions => ({
  ...DEFAULT_OPTIONS,
  url: `http://${host}/`,
  hostMap: web.hostMap,
  maxPages: 2,
  visits: ['no-choice', 'reject'],
  timeout: TIMEOUT.other,
  quiet: 100,
  stay: 0,
  parallel: 2,
  ...more,
});

/** What no format of a report may carry. */
const CONTROLS = /[\p{Cf}\p{Cs}]|(?!\n)\p{Cc}/u;

async function expectHarmless(report: ScanReport): Promise<void> {
  reportSchema.parse(report);
  for (const format of ['terminal', 'json', 'html', 'sarif', 'junit'] as const)
    expect(formatReport(report, format, 'serious'), format).not.toMatch(CONTROLS);
  JSON.parse(formatReport(report, 'json', 'serious'));
  JSON.parse(formatReport(report, 'sarif', 'serious'));
  const page = await browser.newPage();
  await page.setContent(formatReport(report, 'html', 'serious'));
  expect(await page.locator('script, [onerror], b:not(.rule > b)').count()).toBe(0);
  expect(await page.title()).not.toBe('taken');
  const broken = await page.evaluate(
    (xml) => new DOMParser().parseFromString(xml, 'application/xml').querySelector('parsererror') !== null,
    formatReport(report, 'junit', 'serious'),
  );
  expect(broken).toBe(false);
  await page.close();
}

// Side by side: what they have in common is that one waits for them. One that does not end runs into the test's own limit.
describe.concurrent('within its bounds ends a site that', () => {
  it.each(HOSTILE_SITES.map((site, at) => [site.that, site, `site${at}.example`] as const))(
    '%s',
    async (_, { fails, finds, notes, crawled, endless }, host) => {
      const pages = crawled ? 'auto' : 'one';
      const timeout = TIMEOUT[endless ? 'endless' : 'other'];
      const scanned = scan(browser, optionsFor(host, { pages, timeout }), '0.0.0');
      if (fails) await expect(scanned).rejects.toThrow(fails);
      else await scanned.catch(() => {});
      if (fails) return;
      const report = await scanned;
      if (notes) expect(report.visits.flatMap((visit) => visit.notes).join('\n')).toMatch(notes);
      if (finds) expect(JSON.stringify(report.findings)).toMatch(finds);
      await expectHarmless(report);
    },
  );
});

it('goes on with the next page after one that is busy for ever', async () => {
  const list = ['http://middle.example/', 'http://middle.example/second', 'http://middle.example/third'];
  const report = await scan(
    browser,
    optionsFor('middle.example', { list, maxPages: 3, visits: ['no-choice'] }),
    '0.0.0',
  );
  expect(report.visits[0]?.pages).toEqual(list);
  expect(report.visits[0]?.notes).toEqual([
    'http://middle.example/second does not come to rest, so it was given up',
  ]);
  expect(report.inventory.map(({ name }) => name)).toContain('atthird');
});
