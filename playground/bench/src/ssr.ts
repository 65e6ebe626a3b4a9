/** Requests per second of a page with the integration beside the same page without it. */
import { cookieFor, encodeConsentCookie } from '@permesso/consent-core';
import { compared, type Rates, requestsPerSecond } from './load.ts';
import { published, startCms } from './published.ts';
import type { Row } from './report.ts';
import { buildSite, type RunningSite, startSite } from './sites.ts';

/** What a page with the integration must keep of the requests per second of the same page without it. */
const BOUND = 0.93;

/**
 * Short turns, and many: what else the machine does meets both alike. Each round has servers of its own, because one
 * process is up to a sixth faster than the next one of the same code.
 */
const SECONDS = 2;
const ROUNDS = 7;
/** A server is asked for so many seconds until what it runs is compiled. */
const WARM_SECONDS = 4;

export async function ssrBench(): Promise<Row[]> {
  const cms = await startCms();
  const builds = [await buildSite(cms.url), await buildSite()] as const;
  // Each asks both pages for the same, cookies included: a browser sends what it has.
  const visits = [
    { name: 'first visit, with the banner', cookie: 'theme=dark' },
    { name: 'returning visitor', cookie: `theme=dark; ${published.cookie.name}=${decision()}` },
  ].map((visit) => ({ ...visit, rates: { ours: [], theirs: [] } as Rates }));
  try {
    for (let round = 0; round < ROUNDS; round++) {
      const [ours, plain] = (await Promise.all(builds.map(startSite))) as [RunningSite, RunningSite];
      try {
        const rate = ({ url }: RunningSite, cookie: string, duration = SECONDS) =>
          requestsPerSecond({ url, headers: { cookie }, duration }, 200);
        for (const { cookie } of visits) {
          for (const site of [ours, plain]) await rate(site, cookie, WARM_SECONDS);
        }
        for (const { cookie, rates } of visits) {
          rates.ours.push(await rate(ours, cookie));
          rates.theirs.push(await rate(plain, cookie));
        }
      } finally {
        await Promise.all([ours.stop(), plain.stop()]);
      }
    }
  } finally {
    await Promise.all(builds.map((build) => build.remove()));
    cms.stop();
  }
  return visits.flatMap(({ name, rates }) => compared(name, 'the same page without', rates, BOUND));
}

/** The cookie of a visitor who has decided. */
function decision(): string {
  return encodeConsentCookie(
    cookieFor({
      consentId: '5f0c8f3e-3b1c-4c1e-9f64-0a4b3b0b7a11',
      decisions: { functional: true, analytics: true, marketing: false },
      versions: published.versions,
      model: 'opt-in',
      source: 'banner',
      decidedAt: Math.floor(Date.now() / 1000) - 86_400,
    }),
  );
}
