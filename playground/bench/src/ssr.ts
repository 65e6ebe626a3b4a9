/**
 * What the integration costs a page that is rendered for its visitor: beside the page alone, and beside the floor, which is
 * the same page with the very bytes that the integration writes as constant text, an empty middleware and empty components.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { cookieFor, encodeConsentCookie } from '@permesso/consent-core';
import type { Written } from '../site/floor/written.ts';
import { requestsAnswered } from './load.ts';
import { inPolish, published, startCms } from './published.ts';
import { middle, type Row } from './report.ts';
import { type BuiltSite, buildSite, type RunningSite, startSite } from './sites.ts';

/** What a page with the integration must keep of what its floor serves. */
const BOUND = 0.96;

/**
 * Short turns, and many: what else the machine does meets all alike. Each round has servers of its own, because one process
 * is up to a sixth faster than the next one of the same code.
 */
export const ROUNDS = 3;
export const TURNS = 6;
/**
 * Requests of a turn, and until what a server runs is compiled: by number, since a busy machine takes longer for each. The load is counted
 * by whole seconds, so a turn of fewer takes no less time.
 */
export const REQUESTS = 1500;
export const WARM_REQUESTS = 1500;

const CONTENDERS = ['plain', 'floor', 'consent'] as const;
type Contender = (typeof CONTENDERS)[number];

/** One kind of visit: its cookies, and the CMS that the integration asks. Every contender is asked for the same. */
interface Visit {
  name: string;
  cookie: string;
  cms: string;
}

/** Processor time of a request, in microseconds, by turn. */
type Costs = Record<Contender, number[]>;

export async function ssrBench(): Promise<Row[]> {
  const [english, polish] = [await startCms(), await startCms(inPolish)];
  const builds = {
    plain: await buildSite('plain'),
    floor: await buildSite('floor'),
    consent: await buildSite('consent', english.url),
  };
  const dir = await mkdtemp(path.resolve(import.meta.dirname, '../.tmp/written-'));
  const visits: Visit[] = [english, polish].flatMap(({ url: cms }, at) => [
    { name: `first visit, ${TEXTS[at]} texts`, cookie: 'theme=dark', cms },
    { name: `returning visitor, ${TEXTS[at]} texts`, cookie: `theme=dark; ${decision()}`, cms },
  ]);
  try {
    const rows: Row[] = [];
    for (const visit of visits) {
      const file = path.join(dir, 'written.json');
      await writeFile(file, JSON.stringify(await writtenFor(visit, builds.consent)));
      const costs: Costs = { plain: [], floor: [], consent: [] };
      for (let round = 0; round < ROUNDS; round++) await measureRound(visit, builds, file, costs);
      rows.push(...compared(visit.name, costs));
    }
    return rows;
  } finally {
    await Promise.all(Object.values(builds).map((build) => build.remove()));
    await rm(dir, { recursive: true, force: true });
    english.stop();
    polish.stop();
  }
}

const TEXTS = ['ASCII', 'non-ASCII'];

/** Starts all contenders, warms them up, and asks them in turns. */
async function measureRound(
  { cookie, cms }: Visit,
  builds: Record<Contender, BuiltSite>,
  writtenFile: string,
  costs: Costs,
): Promise<void> {
  const environment = { CONSENT_CMS_URL: cms, WRITTEN_BY_THE_INTEGRATION: writtenFile };
  const sites = await Promise.all(CONTENDERS.map((name) => startSite(builds[name], environment)));
  try {
    const [, floor, consent] = await Promise.all(sites.map(({ url }) => pageOf(url, cookie)));
    // Where pages share a style sheet, the bundler ends it by a line break.
    const [least, ours] = [floor, consent].map((page) => page!.replaceAll('\n', ''));
    if (least !== ours) throw new Error('The floor writes other bytes than the integration.');
    for (const site of sites) await costOf(site, cookie, WARM_REQUESTS);
    for (let turn = 0; turn < TURNS; turn++) {
      for (const [at, name] of CONTENDERS.entries()) {
        costs[name].push(await costOf(sites[at]!, cookie, REQUESTS));
      }
    }
  } finally {
    await Promise.all(sites.map((site) => site.stop()));
  }
}

/** What every browser says of itself. */
const BROWSER = { 'accept-encoding': 'gzip, deflate, br, zstd' };

/** How long a request keeps the server's processor busy, in microseconds. */
export async function costOf(site: RunningSite, cookie: string, amount: number): Promise<number> {
  const before = await site.processorTime();
  const asked = { url: site.url, headers: { cookie, ...BROWSER }, amount, connections: 8 };
  const answered = await requestsAnswered(asked, 200);
  return ((await site.processorTime()) - before) / answered;
}

export const pageOf = async (url: string, cookie: string): Promise<string> =>
  (await fetch(url, { headers: { cookie } })).text();

/** Cuts what the integration writes out of its page, between what stands in the page alone. */
async function writtenFor({ cookie, cms }: Visit, build: BuiltSite): Promise<Written> {
  const site = await startSite(build, { CONSENT_CMS_URL: cms });
  try {
    const page = await pageOf(site.url, cookie);
    const between = (start: string, end: string) => {
      const from = page.indexOf(start) + start.length;
      const to = page.indexOf(end, from);
      if (from < start.length || to < from) throw new Error(`The page has no ${start} before ${end}.`);
      return page.slice(from, to);
    };
    return {
      head: between('<head>', '<meta charset'),
      banner: between('<body>', '<header>'),
      manage: between('since 1893.</p>', '</footer>'),
      preferences: between('</footer>', '</body>'),
    };
  } finally {
    await site.stop();
  }
}

/** Compares neighbours: what a slow moment of the machine did to one it did to all. */
function compared(name: string, costs: Costs): Row[] {
  const speedOf = (contender: Contender, other: Contender) =>
    middle(costs[contender].map((cost, turn) => costs[other][turn]! / cost));
  const row = (contender: Contender, title: string, ratio: number): Row => ({
    name: `${name}: ${title}`,
    measured: `${Math.round(1e6 / middle(costs[contender]))} requests a processor second`,
    ratio,
  });
  const ratio = speedOf('consent', 'floor');
  return [
    {
      ...row('consent', 'with the integration, of the floor', ratio),
      bound: `>= ${BOUND} x the floor`,
      ok: ratio >= BOUND,
    },
    row('floor', 'the floor, of the page alone', speedOf('floor', 'plain')),
    row('plain', 'the page alone', 1),
  ];
}

/** The cookie of a visitor who has decided. */
export function decision(): string {
  const value = encodeConsentCookie(
    cookieFor({
      consentId: '5f0c8f3e-3b1c-4c1e-9f64-0a4b3b0b7a11',
      decisions: { functional: true, analytics: true, marketing: false },
      versions: published.versions,
      model: 'opt-in',
      source: 'banner',
      decidedAt: Math.floor(Date.now() / 1000) - 86_400,
    }),
  );
  return `${published.cookie.name}=${value}`;
}
