/** Requests per second of a page with the integration beside the same page without it. */
import { cookieFor, encodeConsentCookie } from '@permesso/consent-core';
import { compare, requestsPerSecond } from './load.ts';
import { published, startCms } from './published.ts';
import type { Row } from './report.ts';
import { buildSite, startSite } from './sites.ts';

/** What a page with the integration must keep of the requests per second of the same page without it. */
const BOUND = 0.93;

/** Short turns, and many: what else the machine does meets both alike. */
const SECONDS = 2;
const ROUNDS = 9;

export async function ssrBench(): Promise<Row[]> {
  const cms = await startCms();
  const builds = [await buildSite(cms.url), await buildSite()] as const;
  const [ours, plain] = await Promise.all(builds.map(startSite));
  try {
    const rate = (url: string, cookie = 'theme=dark') =>
      requestsPerSecond({ url, headers: { cookie }, duration: SECONDS }, 200);
    const without = () => rate(plain!.url);
    const decided = `theme=dark; ${published.cookie.name}=${decision()}`;
    return [
      ...(await compare(
        'first visit, with the banner',
        () => rate(ours!.url),
        'the same page without',
        without,
        BOUND,
        ROUNDS,
      )),
      ...(await compare(
        'returning visitor',
        () => rate(ours!.url, decided),
        'the same page without',
        without,
        BOUND,
        ROUNDS,
      )),
    ];
  } finally {
    await Promise.all([ours?.stop(), plain?.stop(), ...builds.map((build) => build.remove())]);
    cms.stop();
  }
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
