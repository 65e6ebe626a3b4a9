import { afterAll, beforeAll, expect, it } from 'vitest';
import { DEFAULT_OPTIONS, visitsAtATime } from '../../scan/options';
import { scan } from '../../scan/scan';
import { browserFor } from './support/browsing';
import { payloadOf } from './support/declared';
import { load, pixel } from './support/pages';
import { startWeb, type TestWeb } from './support/server';

let web: TestWeb;
beforeAll(async () => {
  web = await startWeb();
});
afterAll(() => web?.stop());

it.each([
  [2, 16, 6],
  [1, 16, 3],
  [64, 64, 8],
  [8, 1, 3],
  [8, 0.2, 1],
])('makes on %i processors with %f GB free %i visits at a time', (processors, gigabytes, visits) => {
  expect(visitsAtATime(processors, gigabytes * 1e9)).toBe(visits);
});

/** Fifty before a release; each is loaded in every visit. */
const PAGES = process.env.CONSENT_FULL_LENGTH ? 50 : 12;

it(`sees every one of ${PAGES} pages in each of 8 visits`, async () => {
  const host = 'large.example';
  const others = Array.from({ length: PAGES - 1 }, (_, at) => `/page${at}`);
  web.serve(host, {
    payload: payloadOf(),
    pages: others,
    granted: {
      analytics: load('https://stats.example/s.js?stores=_st'),
      marketing: pixel('https://ads.example/pixel?cookie=uid'),
    },
  });
  const browser = await browserFor(web.hostMap);
  const report = await scan(
    browser,
    {
      ...DEFAULT_OPTIONS,
      url: `https://${host}/`,
      hostMap: web.hostMap,
      maxPages: 50,
      quiet: 100,
      stay: 0,
      visits: ['no-choice', 'reject', 'accept', 'category', 'withdraw', 'no-javascript'],
    },
    '0.0.0',
  );
  await browser.close();
  const all = ['/', ...others].map((path) => `https://${host}${path}`).sort();
  expect(report.visits.map(({ name }) => name)).toEqual([
    'no-choice',
    'reject',
    'accept',
    'category functional',
    'category analytics',
    'category marketing',
    'withdraw',
    'no-javascript',
  ]);
  for (const { name, pages, complete, notes } of report.visits) {
    expect(pages.toSorted(), name).toEqual(all);
    expect(complete, notes.join()).toBe(true);
  }
}, 900_000);
