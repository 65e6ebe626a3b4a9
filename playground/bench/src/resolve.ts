/**
 * What one request costs: a cookie header in, a consent state out.
 * The two peers read the same decision with the functions they offer for it; they only parse, while ours also
 * judges model, expiry, versions and Global Privacy Control.
 */
import {
  cookieFor,
  createTestConfig,
  encodeConsentCookie,
  getCookieValue,
  isGranted,
  resolveConsent,
} from '@permesso/consent-core';
import { getConsentFromStorage, saveConsentToStorage } from 'c15t';
import { Bench } from 'tinybench';
import cookieConsent from 'vanilla-cookieconsent';
import { median, type Row } from './report.ts';

/** The bound that resolving must keep, in microseconds. */
const BUDGET_MICROSECONDS = 10;

const OTHER_COOKIES = 'session=4f1c0a6be2d94c53; theme=dark; locale=de-DE; ab_bucket=17';

export async function resolveBench(): Promise<Row[]> {
  const config = createTestConfig({ jurisdiction: { country: 'DE', model: 'opt-in' } });
  const now = 1_790_000_000;
  const value = encodeConsentCookie(
    cookieFor({
      consentId: '5f0c8f3e-3b1c-4c1e-9f64-0a4b3b0b7a11',
      decisions: { functional: true, analytics: true, marketing: false },
      versions: config.versions,
      model: 'opt-in',
      source: 'preferences',
      decidedAt: now - 86_400,
    }),
  );
  const header = `${OTHER_COOKIES}; ${config.cookie.name}=${value}`;

  pretendBrowser();
  saveConsentToStorage({
    consents: {
      necessary: true,
      functionality: true,
      measurement: true,
      marketing: false,
      experience: false,
    },
    consentInfo: { time: now * 1000, subjectId: 'sub_1' },
  });
  browserCookie += `; cc_cookie=${encodeURIComponent(
    JSON.stringify({
      categories: ['necessary', 'functional', 'analytics'],
      revision: 0,
      data: null,
      consentTimestamp: new Date(now * 1000).toISOString(),
      consentId: '5f0c8f3e-3b1c-4c1e-9f64-0a4b3b0b7a11',
      services: {},
      languageCode: 'en',
    }),
  )}; ${OTHER_COOKIES}`;
  requireEqual('vanilla-cookieconsent', cookieConsent.getCookie()?.categories?.length, 3);
  requireEqual(
    'c15t',
    getConsentFromStorage<{ consents: { measurement: boolean } }>()?.consents?.measurement,
    true,
  );

  const bench = new Bench({ time: 1000, warmupTime: 300 });
  let granted = false;
  bench
    .add('permesso: resolveConsent and one isGranted', () => {
      const resolved = resolveConsent(getCookieValue(header, config.cookie.name), config, { now });
      granted = isGranted(resolved, config, 'analytics');
    })
    .add('vanilla-cookieconsent: getCookie', () => {
      cookieConsent.getCookie();
    })
    .add('c15t: getConsentFromStorage', () => {
      getConsentFromStorage();
    });
  await bench.run();
  requireEqual('permesso', granted, true);

  const micros = bench.tasks.map((task) => ({ name: task.name, value: median(task) * 1000 }));
  const ours = micros[0]!.value;
  return micros.map(({ name, value: time }, index) => ({
    name,
    measured: `${time.toFixed(2)} µs median`,
    ratio: time / ours,
    ...(index === 0 ? { bound: `<= ${BUDGET_MICROSECONDS} µs`, ok: time <= BUDGET_MICROSECONDS } : {}),
  }));
}

let browserCookie = '';

/** Just enough of a browser for the peers' cookie readers: they read `document.cookie` and `localStorage`. */
function pretendBrowser(): void {
  const entries = new Map<string, string>();
  const document = {
    get cookie(): string {
      return browserCookie;
    },
    set cookie(line: string) {
      const pair = line.split(';', 1)[0]!;
      browserCookie = browserCookie ? `${browserCookie}; ${pair}` : pair;
    },
  };
  const localStorage = {
    getItem: (key: string) => entries.get(key) ?? null,
    setItem: (key: string, text: string) => void entries.set(key, text),
    removeItem: (key: string) => void entries.delete(key),
  };
  const location = { hostname: 'localhost', protocol: 'http:', pathname: '/' };
  Object.assign(globalThis, { document, localStorage, location });
  Object.assign(globalThis, { window: globalThis });
}

function requireEqual(who: string, found: unknown, expected: unknown): void {
  if (found !== expected) {
    throw new Error(
      `${who} did not read the decision it was given: found ${String(found)}, expected ${String(expected)}`,
    );
  }
}
