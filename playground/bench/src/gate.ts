/**
 * What it costs a page without embeds that every page goes through the gate, beside the same page without; and how the time of much
 * content grows.
 */
import { createTestConfig } from '@permesso/consent-core';
import { gateHtml } from '@permesso/consent-core/content';
import { createSite, type Visit } from '@permesso/consent-core/site';
import { startCms } from './published.ts';
import { lowerQuartile, middle, type Row } from './report.ts';
import { type BuiltSite, buildSite, startSite } from './sites.ts';
import { costOf, decision, pageOf, REQUESTS, WARM_REQUESTS } from './ssr.ts';

/** What a page through the gate must keep of what the same page serves. */
const BOUND = 0.9;

/** Turns of the same code differ by more than the gate costs, and so do its servers: many have a turn. */
const ROUNDS = 6;
const TURNS = 8;

/** How much longer twice as much content may take, over twice as long. */
const GROWTH_BOUND = 1.3;

export const gateBench = async (): Promise<Row[]> => [...(await pageRows()), ...growthRows()];

async function pageRows(): Promise<Row[]> {
  const cms = await startCms();
  const builds = [await buildSite('gated', cms.url), await buildSite('consent', cms.url)] as const;
  try {
    const rows: Row[] = [];
    for (const [name, cookie] of [
      ['first visit', 'theme=dark'],
      ['returning visitor', `theme=dark; ${decision()}`],
    ] as const) {
      rows.push(...compared(name, await measured(builds, cookie, cms.url)));
    }
    return rows;
  } finally {
    await Promise.all(builds.map((build) => build.remove()));
    cms.stop();
  }
}

/** Processor time of a request, in microseconds, by turn: of the gated page, and of the other. */
type Costs = readonly [gated: number[], open: number[]];

async function measured(builds: readonly BuiltSite[], cookie: string, cms: string): Promise<Costs> {
  const costs: Costs = [[], []];
  for (let round = 0; round < ROUNDS; round++) {
    const sites = await Promise.all(builds.map((build) => startSite(build, { CONSENT_CMS_URL: cms })));
    try {
      const [gated, open] = await Promise.all(sites.map(({ url }) => pageOf(url, cookie)));
      if (gated !== open) throw new Error('The gate changes a page that loads nothing.');
      for (const site of sites) await costOf(site, cookie, WARM_REQUESTS);
      for (let turn = 0; turn < TURNS; turn++) {
        for (const [at, site] of sites.entries()) costs[at]!.push(await costOf(site, cookie, REQUESTS));
      }
    } finally {
      await Promise.all(sites.map((site) => site.stop()));
    }
  }
  return costs;
}

function compared(name: string, [gated, open]: Costs): Row[] {
  const ratio = lowerQuartile(open) / lowerQuartile(gated);
  const speed = (costs: number[]) => `${Math.round(1e6 / lowerQuartile(costs))} requests a processor second`;
  return [
    {
      name: `${name}: through the gate`,
      measured: speed(gated),
      ratio,
      bound: `>= ${BOUND} x without`,
      ok: ratio >= BOUND,
    },
    { name: `${name}: without`, measured: speed(open), ratio: 1 },
  ];
}

const PARAGRAPH = `<p>${'text and more '.repeat(140)}</p><iframe src="https://film.example/x"></iframe>`;

/** Content of 5 MB with thousands of embeds, and twice as much. */
function growthRows(): Row[] {
  const site = createSite({ files: '/f/', known: { '': createTestConfig() } });
  const visit = site.visit(new Request('https://site.example/')) as Visit;
  const [half, whole] = [2500, 5000].map((times) => PARAGRAPH.repeat(times)) as [string, string];
  const times = Array.from(
    { length: ROUNDS },
    () => [secondsOf(half, visit), secondsOf(whole, visit)] as const,
  );
  const ratio = middle(times.map(([one, two]) => two / one / 2));
  const seconds = middle(times.map(([, two]) => two));
  return [
    {
      name: `content of ${(whole.length / 1e6).toFixed(1)} MB with 5,000 embeds, over twice half of it`,
      measured: `${(whole.length / 1e6 / seconds).toFixed(1)} MB a processor second`,
      ratio,
      bound: `<= ${GROWTH_BOUND}`,
      ok: ratio <= GROWTH_BOUND,
    },
  ];
}

function secondsOf(html: string, visit: Visit): number {
  const before = process.cpuUsage();
  gateHtml(html, visit);
  return process.cpuUsage(before).user / 1e6;
}
