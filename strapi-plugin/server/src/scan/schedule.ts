import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Core } from '@strapi/strapi';
import { MOST_AT_A_TIME } from '../../../scan/options';
import { reportSchema, type ScanReport } from '../../../scan/report/schema';
import { withoutCredentials } from '../http/address-credentials';
import { getPluginOptions, type ResolvedConsentPluginOptions } from '../options';
import { SCAN_TASK_UID } from '../uids';
import { type Ended, runBounded } from './bounded-process';
import { takeReport } from './reports';
import { type EndTurn, type TurnOptions, takeTurn } from './scan-turns';

type ScanPlan = ResolvedConsentPluginOptions['scan'];

const MINUTE = 60_000;
const MIB = 1024 * 1024;

/** The scan that runs in this process, and how to end it. */
const running = new WeakMap<Core.Strapi, { done: Promise<void>; end(): void }>();

/** Plans the nightly scan where `scan.url` names the site. Every instance does, and one of them scans. */
export function planScans(strapi: Core.Strapi): void {
  const { url, schedule } = getPluginOptions(strapi).scan;
  if (!url || !schedule) return;
  const { cron: rule, tz } = schedule;
  strapi.cron.add({
    [SCAN_TASK_UID]: {
      async task() {
        await beginScan(strapi, { isPlanned: true });
        await running.get(strapi)?.done;
      },
      options: { rule, ...(tz ? { tz } : {}) },
    },
  });
}

/** Ends a scan that is under way. In destroy(). */
export async function stopScan(strapi: Core.Strapi): Promise<void> {
  const scan = running.get(strapi);
  scan?.end();
  await scan?.done;
}

/**
 * Begins a scan of the site, in a process of its own and within the bounds of the options.
 *
 * @returns false where there is no site to scan, or some instance is scanning.
 */
export async function beginScan(
  strapi: Core.Strapi,
  { isPlanned }: Pick<TurnOptions, 'isPlanned'>,
): Promise<boolean> {
  const plan = getPluginOptions(strapi).scan;
  if (!plan.url || running.has(strapi)) return false;
  // A minute more, for what comes behind the scan.
  const endTurn = await takeTurn(strapi, { patience: (plan.minutes + 1) * MINUTE, isPlanned });
  if (!endTurn) return false;
  const stop = new AbortController();
  const scan = scanSite(strapi, { ...plan, url: plan.url }, stop.signal);
  running.set(strapi, { done: untilOver(strapi, scan, endTurn), end: () => stop.abort() });
  return true;
}

/** Nobody waits for it, so what comes of it is said where it is looked for: in the log, and on the page. */
async function untilOver(strapi: Core.Strapi, scan: Promise<void>, endTurn: EndTurn): Promise<void> {
  try {
    const failure = await scan.then(
      () => null,
      (error: Error) => error.message,
    );
    if (failure) strapi.log.error(`consent: the site was not scanned: ${failure}`);
    await endTurn(failure);
  } catch (error) {
    strapi.log.warn(`consent: the next scan may have to wait: ${String(error)}`);
  } finally {
    running.delete(strapi);
  }
}

async function scanSite(
  strapi: Core.Strapi,
  plan: ScanPlan & { url: string },
  signal: AbortSignal,
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'consent-scan-'));
  try {
    const file = join(folder, 'report.json');
    const ended = await runBounded({
      arguments: [scannerProgram(), ...scanArguments(plan, file)],
      env: { ...scannerEnvironment(), CONSENT_SCAN_URL: plan.url },
      bounds: { time: plan.minutes * MINUTE, memory: plan.memoryMb * MIB },
      signal,
    });
    if (ended.reason === 'stopped') return;
    const report = await writtenReport(file, ended, plan);
    const { changes } = await takeReport(strapi, report, 'own');
    strapi.log.info(
      `consent: scanned ${withoutCredentials(plan.url).address}: ${report.findings.length} findings, ${changes?.new ?? 0} of them new`,
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const scanArguments = ({ maxPages, browser, memoryMb }: ScanPlan, file: string): string[] => [
  ...['scan', '--attached', '--out', file, '--max-pages', String(maxPages), '--fail-on', 'never'],
  ...['--parallel', String(visitsWithin(memoryMb))],
  ...(browser ? ['--browser', browser] : []),
];

/** What browser and program need by themselves, and what each visit adds, in MiB: as measured on pages with 50 requests. */
const MEMORY_OF_BROWSER = 512;
const MEMORY_OF_VISIT = 512;

const visitsWithin = (memoryMb: number): number =>
  Math.max(1, Math.min(MOST_AT_A_TIME, Math.floor((memoryMb - MEMORY_OF_BROWSER) / MEMORY_OF_VISIT)));

/** The program of this very package. */
const scannerProgram = (): string =>
  join(
    dirname(createRequire(__filename).resolve('@permesso/plugin-consent/package.json')),
    'bin',
    'consent.cjs',
  );

/** What a program needs to find its browser, and nothing of the secrets that a CMS has in its environment. */
const NEEDED = [
  ...['PATH', 'HOME', 'USER', 'LANG', 'TZ', 'TMPDIR', 'TEMP', 'TMP', 'CHROMIUM', 'NODE_EXTRA_CA_CERTS'],
  ...['SYSTEMROOT', 'USERPROFILE', 'LOCALAPPDATA', 'PROGRAMFILES'],
];

const scannerEnvironment = (): NodeJS.ProcessEnv =>
  Object.fromEntries(
    NEEDED.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])),
  );

const ENDED_BY: Record<Ended['reason'], (plan: ScanPlan) => string> = {
  itself: () => 'it gave no report',
  time: ({ minutes }) => `it took more than ${minutes} minutes (scan.minutes)`,
  memory: ({ memoryMb }) => `it used more than ${memoryMb} MiB (scan.memoryMb)`,
  stopped: () => 'it was stopped',
};

/** @throws with why there is none. */
async function writtenReport(file: string, ended: Ended, plan: ScanPlan): Promise<ScanReport> {
  const text = ended.reason === 'itself' ? await readFile(file, 'utf8').catch(() => null) : null;
  if (text !== null) return reportSchema.parse(JSON.parse(text));
  const [lastWords = ''] = ended.said.split('\n').slice(-1);
  throw new Error(
    [ENDED_BY[ended.reason](plan), lastWords.replace(/^consent: /, '')].filter(Boolean).join(': '),
  );
}
