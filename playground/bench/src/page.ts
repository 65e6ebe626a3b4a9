/**
 * What a consent manager does to a page: Chromium on a slow telephone, with each of them and without any. Two pages, each
 * of about 30 kB: a front page of many parts, and a long read, where what holds up one long layout shows.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import { type Browser, chromium } from 'playwright-core';
import { headlessOptions } from '../../run/chromium.ts';
import { type Visit, type Visited, visit } from './browser-visit.ts';
import { type Contender, serveCompressed, serveContenders } from './contenders.ts';
import { pastedTrackers, startCms } from './published.ts';
import { middle, type Row } from './report.ts';
import { buildSite, startSite } from './sites.ts';

/** Odd, for the median; one long task more or less must not decide it. */
const RUNS = 7;

/** The long read with the trackers in it. */
const TRACKED = 'tracked';

type Storage = Awaited<ReturnType<typeof visit>>['storage'];

/** A page as a kind of visitor meets it. */
interface Scenario {
  title: string;
  /** The page's name below the site's address. */
  page: string;
  /**
   * Has accepted before, and has nothing to see. By then ours loads trackers, of which the others have none: what these take is no part of
   * it, as in a page that they were pasted into.
   */
  returns?: boolean;
  /** What is told of it, with what we promise. */
  measures: Measure[];
}

interface Measure {
  key: keyof Visit;
  of: string;
  unit: 'ms' | '';
  /** Ours at most; null where it is the quickest of the others. */
  bound: number | null;
  /** What the page alone takes is no part of it. */
  added?: boolean;
}

const BLOCKING: Omit<Measure, 'bound'> = { key: 'blocking', of: 'blocking added', unit: 'ms', added: true };
const MAIN_THREAD: Omit<Measure, 'bound'> = {
  key: 'mainThread',
  of: 'main thread added',
  unit: 'ms',
  added: true,
};

const SCENARIOS: Scenario[] = [
  {
    title: 'first visit, front page',
    page: '',
    measures: [
      { key: 'banner', of: 'banner after first contentful paint', unit: 'ms', bound: 0 },
      { key: 'shift', of: 'layout shift', unit: '', bound: 0 },
      { ...BLOCKING, bound: 15 },
      { key: 'accept', of: 'accepting to next paint', unit: 'ms', bound: null },
    ],
  },
  {
    title: 'first visit, long read',
    page: 'article',
    measures: [
      { ...BLOCKING, bound: 15 },
      { ...MAIN_THREAD, bound: Number.POSITIVE_INFINITY },
      { key: 'accept', of: 'accepting to next paint', unit: 'ms', bound: null },
    ],
  },
  {
    title: 'returning visitor, long read',
    page: 'article',
    returns: true,
    measures: [
      { ...BLOCKING, bound: 5 },
      { ...MAIN_THREAD, bound: 60 },
    ],
  },
];

export async function pageBench(): Promise<Row[]> {
  const cms = await startCms();
  const builds = [await buildSite('consent', cms.url), await buildSite('plain')] as const;
  const [consent, plain] = await Promise.all([startSite(builds[0]), startSite(builds[1])]);
  const outDir = await mkdtemp(path.resolve(import.meta.dirname, '../.tmp/c15t-'));
  const textOf = async (page: string) => (await fetch(`${plain.url}/${page}`)).text();
  const article = await textOf('article');
  const pages = {
    '': await textOf(''),
    article,
    [TRACKED]: article.replace('</head>', () => `${pastedTrackers}</head>`),
  };
  const peers = await serveContenders(pages, outDir);
  const compressed = await serveCompressed(consent.url);
  // What windows take of two processors would be measured, too, and comes when it likes.
  const browser = await chromium.launch(headlessOptions());
  const ours: Contender = {
    name: 'permesso',
    url: compressed.url,
    banner: '[data-consent-banner]',
    accept: '[data-consent-banner] [value=accept-all]',
  };
  try {
    // The first visit of a browser pays for the browser's own start.
    await visit(browser, { url: peers.url });
    const contenders = [ours, ...peers.contenders];
    const rows: Row[] = [];
    for (const scenario of SCENARIOS) rows.push(...(await compare(browser, scenario, contenders, peers.url)));
    return rows;
  } finally {
    await browser.close();
    peers.stop();
    compressed.stop();
    await Promise.all([consent.stop(), plain.stop(), ...builds.map((build) => build.remove())]);
    await rm(outDir, { recursive: true, force: true });
    cms.stop();
  }
}

/** Visits a page in turns, with each contender and alone: a slow moment of the machine meets all. */
async function compare(
  browser: Browser,
  scenario: Scenario,
  contenders: readonly Contender[],
  alone: string,
): Promise<Row[]> {
  const visits: Visit[][] = contenders.map(() => []);
  const bare: Visit[] = [];
  const tracked: Visit[] = [];
  for (let run = 0; run < RUNS; run++) {
    bare.push((await visit(browser, { url: alone + scenario.page })).seen);
    if (scenario.returns) tracked.push((await visit(browser, { url: alone + TRACKED })).seen);
    for (const [at, { url, banner, accept }] of contenders.entries()) {
      const first: Visited = { url: url + scenario.page, asked: { banner, accept } };
      const storage = scenario.returns && (await decidedStorage(browser, first));
      const { seen } = await visit(browser, storage ? { url: first.url, storage } : first);
      visits[at]!.push(seen);
    }
  }
  return contenders.flatMap(({ name }, at) =>
    scenario.measures.map((measure) => {
      const found = visits.map((seen, which) =>
        measured(measure, seen, which === 0 && scenario.returns ? tracked : bare),
      );
      return row(`${scenario.title}: ${name}: ${measure.of}`, measure, at, found);
    }),
  );
}

/** What a visitor brings along who has accepted. */
async function decidedStorage(browser: Browser, first: Visited): Promise<Storage> {
  return (await visit(browser, first)).storage;
}

/** The median, as precise as it is shown: a shift is a fraction, and must not be rounded away. */
function measured({ key, unit, added }: Measure, visits: Visit[], bare: Visit[]): number {
  const value =
    middle(visits.map((visit) => visit[key])) - (added ? middle(bare.map((visit) => visit[key])) : 0);
  return Number(Math.max(0, value).toFixed(unit ? 0 : 3));
}

/** @param found of all contenders, ours first */
function row(name: string, { unit, bound }: Measure, at: number, found: number[]): Row {
  const [ours = Number.NaN, ...theirs] = found;
  const value = found[at]!;
  const limit = bound ?? Math.min(...theirs);
  return {
    name,
    measured: `${unit ? value : value.toFixed(3)} ${unit}`.trim(),
    // Of what is nothing in our case there is no multiple: it is counted as one.
    ratio: unit ? Math.max(value, 1) / Math.max(ours, 1) : 1,
    ...(at === 0 &&
      Number.isFinite(limit) && {
        bound: `<= ${limit} ${unit}${bound === null ? ', the quickest of the others' : ''}`.trim(),
        ok: ours <= limit,
      }),
  };
}
