import { readFile, writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { version } from '../package.json';
import { LIMITS } from '../scan/limits';
import type { Place } from '../scan/observe/observations';
import { DEFAULT_OPTIONS, MOST_AT_A_TIME, type ReportOptions, type ScanOptions } from '../scan/options';
import { DEFAULT_SEND_PATH, deliveryText, type Recipient, sendReport } from '../scan/report/delivery';
import { isFailing } from '../scan/report/failing';
import {
  FORMAT_ENDINGS,
  formatOfFile,
  formatReport,
  REPORT_FORMATS,
  type ReportFormat,
} from '../scan/report/formats';
import { againstBaseline } from '../scan/report/make-report';
import { reportJsonSchema, reportSchema, type ScanReport } from '../scan/report/schema';
import { SEVERITIES } from '../scan/rules/rule';
import { scan as scanSite } from '../scan/scan';
import { startBrowser } from '../scan/visit/browser';
import { within } from '../scan/within';
import { withoutCredentials } from '../server/src/http/address-credentials';

const MANY = { type: 'string' as const, multiple: true as const, default: [] as string[] };

const OPTIONS = {
  pages: { type: 'string', default: 'auto' },
  'max-pages': { type: 'string', default: String(DEFAULT_OPTIONS.maxPages) },
  list: { type: 'string' },
  place: MANY,
  'host-map': MANY,
  cookie: MANY,
  header: MANY,
  'selector-banner': { type: 'string' },
  'selector-accept': { type: 'string' },
  'selector-refuse': { type: 'string' },
  'selector-customize': { type: 'string' },
  'selector-manage': { type: 'string' },
  'selector-withdraw': { type: 'string' },
  declared: { type: 'string' },
  controller: { type: 'string' },
  format: { type: 'string' },
  out: MANY,
  baseline: { type: 'string' },
  'fail-on': { type: 'string', default: 'serious' },
  send: { type: 'string' },
  'send-path': { type: 'string', default: DEFAULT_SEND_PATH },
  timeout: { type: 'string', default: String(DEFAULT_OPTIONS.timeout / 1000) },
  stay: { type: 'string', default: String(DEFAULT_OPTIONS.stay / 1000) },
  parallel: { type: 'string', default: String(DEFAULT_OPTIONS.parallel) },
  browser: { type: 'string' },
  schema: { type: 'boolean', default: false },
  /** Not for people: the CMS scans so. */
  attached: { type: 'boolean', default: false },
} as const;

const parsed = (args: string[]) => parseArgs({ args, allowPositionals: true, options: OPTIONS });
type Values = ReturnType<typeof parsed>['values'];

/**
 * `consent scan`: visits a site and judges what happens there.
 *
 * @returns 0 where nothing new is as severe as `--fail-on`, 1 where something is, 2 where no visit could be made.
 * @throws where an argument is wrong, the site cannot be visited, or the report, which has then been written, cannot be sent.
 */
export async function scan(args: string[], print: (line: string) => void): Promise<number> {
  const { values, positionals } = parsed(args);
  if (values.schema) {
    print(JSON.stringify(reportJsonSchema(), null, 2));
    return 0;
  }
  if (values.attached) endWithStarter();
  const report = reportOptions(values);
  const options = await scanOptions(positionals, values);
  const baseline = report.baseline ? await baselineIn(report.baseline) : { findings: [] };
  const browser = await startBrowser({ executable: values.browser, hostMap: options.hostMap });
  try {
    // Beside the report, so that it can be read by a program.
    const found = await scanSite(browser, options, version, (line) => console.error(line));
    const judged = againstBaseline(found, baseline);
    await hand(judged, report, print);
    if (report.recipient) console.error(deliveryText(await sendReport(judged, report.recipient)));
    return exitCode(judged, report.failOn);
  } finally {
    await within(LIMITS.close, browser.close(), undefined);
  }
}

/** Who has started it holds its standard input: when that closes, nobody waits for the report any more. */
function endWithStarter(): void {
  process.stdin.on('close', () => process.exit(2)).resume();
}

async function hand(
  report: ScanReport,
  { format, files, failOn }: ReportOptions,
  print: (line: string) => void,
): Promise<void> {
  print(formatReport(report, format, failOn));
  for (const file of files) {
    await writeFile(file.path, formatReport(report, file.format, failOn));
    print(`  written to ${file.path}`);
  }
}

/** 1 where a finding fails the scan, 2 where no visit could be made to its end: then finding nothing says nothing. */
export function exitCode(
  { findings, visits }: Pick<ScanReport, 'findings' | 'visits'>,
  failOn: ReportOptions['failOn'],
): 0 | 1 | 2 {
  if (findings.some((finding) => isFailing(finding, failOn))) return 1;
  return visits.some(({ complete }) => complete) ? 0 : 2;
}

async function scanOptions(positionals: string[], values: Values): Promise<ScanOptions> {
  // One with a password in it belongs into the environment: arguments are seen by everybody on a machine.
  const [address = process.env.CONSENT_SCAN_URL?.trim(), ...others] = positionals;
  if (!address || others.length > 0)
    throw new Error(
      'scan takes one address, such as https://www.example.com, here or in the environment as CONSENT_SCAN_URL',
    );
  if (!URL.canParse(address) || !/^https?:$/.test(new URL(address).protocol))
    throw new Error(`"${address}" is no address of a site; write it with https://`);
  const { address: url, credentials } = withoutCredentials(new URL(address).href);
  return {
    url,
    credentials,
    pages: oneOf('--pages', values.pages, ['auto', 'sitemap', 'crawl', 'one']),
    list: values.list ? await addressesIn(values.list) : [],
    maxPages: wholeNumber('--max-pages', values['max-pages'], 500),
    places: values.place.map(placeOf),
    hostMap: values['host-map'].map(hostMapping),
    cookies: values.cookie.map((text) => pairOf('--cookie', text, '=')),
    headers: Object.fromEntries(
      values.header
        .map((text) => pairOf('--header', text, ':'))
        .map(({ name, value }) => [name.toLowerCase(), value]),
    ),
    selectors: {
      banner: values['selector-banner'],
      accept: values['selector-accept'],
      refuse: values['selector-refuse'],
      customize: values['selector-customize'],
      manage: values['selector-manage'],
      withdraw: values['selector-withdraw'],
    },
    declared: values.declared ? await jsonIn('--declared', values.declared) : undefined,
    controller: values.controller,
    browser: values.browser,
    timeout: wholeNumber('--timeout', values.timeout, 600) * 1000,
    quiet: DEFAULT_OPTIONS.quiet,
    stay: wholeNumber('--stay', values.stay, 60) * 1000,
    parallel: wholeNumber('--parallel', values.parallel, MOST_AT_A_TIME),
  };
}

function reportOptions(values: Values): ReportOptions {
  const { format, out, baseline, 'fail-on': failOn } = values;
  const asked = format === undefined ? null : oneOf('--format', format, REPORT_FORMATS);
  if (asked && out.length > 1)
    throw new Error('--format is for one --out; of several, each is written as its ending says');
  return {
    // With a file, what is printed is for who waits.
    format: out.length > 0 ? 'terminal' : (asked ?? 'terminal'),
    files: out.map((path) => ({ path, format: asked ?? formatByEnding(path) })),
    baseline,
    failOn: oneOf('--fail-on', failOn, [...SEVERITIES, 'never'] as const),
    recipient: recipientOf(values),
  };
}

/** The token is taken from the environment alone, as the address may be. */
function recipientOf({ send, 'send-path': path }: Values): Recipient | null {
  if (send === undefined) return null;
  if (!URL.canParse(send) || !/^https?:$/.test(new URL(send).protocol))
    throw new Error(`--send is "${send}"; write the address of the CMS, such as https://cms.example.com`);
  if (!path.startsWith('/'))
    throw new Error(`--send-path is "${path}"; let it begin with /, such as ${DEFAULT_SEND_PATH}`);
  const token = process.env.CONSENT_SCAN_TOKEN?.trim();
  if (!token)
    throw new Error('--send needs an API token of the CMS in the environment, as CONSENT_SCAN_TOKEN');
  return { address: send, path, token };
}

function formatByEnding(path: string): ReportFormat {
  const format = formatOfFile(path);
  if (!format)
    throw new Error(`--out is "${path}"; let it end in ${FORMAT_ENDINGS.join(', ')}, or add --format`);
  return format;
}

function oneOf<const T extends string>(option: string, value: string, choices: readonly T[]): T {
  const chosen = choices.find((choice) => choice === value);
  if (chosen === undefined) throw new Error(`${option} is "${value}"; use one of ${choices.join(', ')}`);
  return chosen;
}

function wholeNumber(option: string, value: string, most: number): number {
  const number = Number(value);
  if (!Number.isInteger(number) || number < 1 || number > most)
    throw new Error(`${option} is "${value}"; use a whole number from 1 to ${most}`);
  return number;
}

function placeOf(text: string): Place {
  const [, country, region] = /^([A-Z]{2})(?:-([A-Z\d]{1,3}))?$/.exec(text.toUpperCase()) ?? [];
  if (!country) throw new Error(`--place is "${text}"; use a country such as DE, or a region such as US-CA`);
  return { country, region: region ?? null };
}

function hostMapping(text: string): { host: string; address: string } {
  const [, host, address] = /^([a-z\d.*-]+)=([a-z\d.-]+(?::\d+)?)$/i.exec(text) ?? [];
  if (!host || !address)
    throw new Error(`--host-map is "${text}"; write host=address, such as www.example.com=127.0.0.1:8080`);
  return { host, address };
}

function pairOf(option: string, text: string, between: string): { name: string; value: string } {
  const at = text.indexOf(between);
  if (at < 1) throw new Error(`${option} is "${text}"; write name${between}value`);
  return { name: text.slice(0, at).trim(), value: text.slice(at + 1).trim() };
}

const addressesIn = async (file: string): Promise<string[]> =>
  (await readFile(file, 'utf8'))
    .split(/\s+/)
    .filter(Boolean)
    .map((entry) => (URL.canParse(entry) ? withoutCredentials(entry).address : entry));

async function jsonIn(option: string, file: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(file, 'utf8'));
  } catch (error) {
    throw new Error(`${option} ${file}: ${(error as Error).message}`);
  }
}

async function baselineIn(file: string): Promise<Pick<ScanReport, 'findings'>> {
  const { data, error } = reportSchema
    .pick({ findings: true })
    .loose()
    .safeParse(await jsonIn('--baseline', file));
  if (!data) throw new Error(`--baseline ${file} is no report of a scan: ${error.issues[0]?.message}`);
  return data;
}
