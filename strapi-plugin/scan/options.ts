import { availableParallelism, freemem } from 'node:os';
import type { ResolveCname } from './observe/host-aliases';
import type { Place, VisitKind } from './observe/observations';
import type { Recipient } from './report/delivery';
import type { FailOn } from './report/failing';
import type { ReportFormat } from './report/formats';

/** Where banner and buttons are, where neither the product's hooks nor known rules find them. Each is a CSS selector. */
export interface BannerSelectors {
  banner?: string | undefined;
  /** What is clicked, in order: ` >> ` stands between two clicks. */
  accept?: string | undefined;
  refuse?: string | undefined;
  /** What opens the single choices, before anything was decided. */
  customize?: string | undefined;
  /** What opens the settings again. */
  manage?: string | undefined;
  /** What is clicked there to withdraw. */
  withdraw?: string | undefined;
}

export interface ScanOptions {
  /** Without user name and password: it is written wherever something is said of the site. */
  url: string;
  /** What opens the site, by HTTP's own authentication. */
  credentials?: { username: string; password: string } | null | undefined;
  /** Where further pages come from. `auto`: the sitemap, and where there is none what pages link to. */
  pages: 'auto' | 'sitemap' | 'crawl' | 'one';
  /** Addresses to visit, in place of those. */
  list: readonly string[];
  maxPages: number;
  /** Beside the visits from where the scanner runs. */
  places: readonly Place[];
  hostMap: readonly { host: string; address: string }[];
  cookies: readonly { name: string; value: string }[];
  headers: Readonly<Record<string, string>>;
  selectors: BannerSelectors;
  /** All where it is left out. */
  visits?: readonly VisitKind[] | undefined;
  /** A file that declares trackers, for sites of others. */
  declared?: unknown;
  /** The name of whoever is responsible, to be looked for in the banner. */
  controller?: string | undefined;
  browser?: string | undefined;
  /** Milliseconds for a page. */
  timeout: number;
  /** Milliseconds without traffic after which a page counts as loaded. */
  quiet: number;
  /** Milliseconds that a visit stays on its first page, for what waits until somebody has been there for a while. */
  stay: number;
  /** Visits at a time. */
  parallel: number;
  /** Looks up what hosts are other names of; the machine's DNS, where it is left out and no host is mapped. */
  resolveCname?: ResolveCname | undefined;
}

/** What a visit in a browser of its own may need, in bytes. */
const MEMORY_OF_VISIT = 300_000_000;

/**
 * How many visits are made at a time where nobody says it: a visit mostly waits for its page to come to rest, so that a processor
 * serves three.
 *
 * @param memory what is free, in bytes
 */
export const visitsAtATime = (processors: number, memory: number): number =>
  Math.max(1, Math.min(MOST_AT_A_TIME, 3 * processors, Math.floor(memory / MEMORY_OF_VISIT)));

export const MOST_AT_A_TIME = 8;

export const DEFAULT_OPTIONS: Omit<ScanOptions, 'url'> = {
  pages: 'auto',
  list: [],
  maxPages: 10,
  places: [],
  hostMap: [],
  cookies: [],
  headers: {},
  selectors: {},
  timeout: 20_000,
  quiet: 500,
  stay: 8_000,
  parallel: visitsAtATime(availableParallelism(), Math.min(freemem(), process.availableMemory())),
};

/** What a scan is run for by the program. */
export interface ReportOptions {
  /** What is printed. */
  format: ReportFormat;
  files: readonly { path: string; format: ReportFormat }[];
  /** An earlier report: what it has fails nothing. */
  baseline?: string | undefined;
  failOn: FailOn;
  /** Where the report is sent beside. */
  recipient: Recipient | null;
}
