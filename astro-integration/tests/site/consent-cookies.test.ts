import { type ConsentConfig, cookieFor, encodeConsentCookie } from '@permesso/consent-core';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { consentCookie, launch, visitPage } from './browser.ts';
import { type FakeCms, serveCms } from './cms.ts';
import { buildSite, type Site, startDev, startSite } from './harness.ts';

const poll: typeof expect.poll = (check) => expect.poll(check, { timeout: 10_000 });

const options = { consentCookies: { page: true, necessary: ['session'] } };
/** Pages of which some set cookies. */
const astro = { srcDir: './usual' };

let cms: FakeCms;
let browser: Browser;
let site: Site;
let neutral: Site;

beforeAll(async () => {
  cms = await serveCms('http://vendors.invalid');
  const started = async (more: { render?: 'neutral' }) =>
    startSite(await buildSite({ options: { cms: cms.url, ...options, ...more }, astro }));
  site = await started({});
  neutral = await started({ render: 'neutral' });
  browser = await launch({ reusing: true });
}, 120_000);
afterAll(async () => {
  await browser?.close();
  await site?.stop();
  await neutral?.stop();
  await cms?.stop();
});
beforeEach(() => {
  const [stats, ...others] = cms.config.trackers;
  const entry = (storage: 'cookie' | 'localStorage' | 'sessionStorage') => ({ name: '_st_*', storage });
  const cookies = [entry('cookie'), entry('localStorage'), entry('sessionStorage')];
  cms.config.trackers = [{ ...stats!, cookies }, ...others];
});

const decided = (analytics: boolean, { versions }: ConsentConfig = cms.config) =>
  `pl-consent=${encodeConsentCookie(
    cookieFor({
      consentId: '6f9619ff-8b86-4d01-b42d-00cf4fc964ff',
      decisions: { functional: false, analytics, marketing: false },
      versions,
      model: 'opt-in',
      source: 'banner',
      decidedAt: Math.floor(Date.now() / 1000) - 60,
    }),
  )}`;

/** The names of the cookies that an answer sets, and what it says to caches. */
async function set(from: Site, path: string, headers: Record<string, string>) {
  const answer = await fetch(from.url + path, { headers });
  expect(answer.headers.get('cache-control')).toMatch(/\bprivate\b/);
  expect(answer.headers.get('vary')).toMatch(/\bcookie\b/i);
  return answer.headers
    .getSetCookie()
    .map((line) => line.split('=')[0])
    .sort();
}

describe.each([
  ['pages for their visitors', () => site],
  ['pages that all share', () => neutral],
])('a site of %s that lets no cookie be set without consent', (_, on) => {
  it('C2, C3: sets what trackers declare for who granted it, and nobody else', async () => {
    const german = { 'cf-ipcountry': 'DE' };
    const open = ['_st_header', '_st_old', '_st_page', 'theme'];
    const closed = ['_st_old', 'theme'];
    expect(await set(on(), '/cookies', german)).toEqual(closed);
    expect(await set(on(), '/cookies', { ...german, cookie: decided(false) })).toEqual(closed);
    expect(await set(on(), '/cookies', { ...german, cookie: decided(true) })).toEqual(open);
    // Where the law is opt-out, until it is refused.
    expect(await set(on(), '/cookies', { 'cf-ipcountry': 'US' })).toEqual(open);
    expect(await set(on(), '/cookies', { 'cf-ipcountry': 'US', 'sec-gpc': '1' })).toEqual(closed);
  });

  it('does so in the answers of endpoints, and keeps those from shared caches', async () => {
    expect(await set(on(), '/cookies.json', { cookie: decided(false) })).toEqual(['session']);
    expect(await set(on(), '/cookies.json', { cookie: decided(true) })).toEqual(['_st_service', 'session']);
  });

  it('still sets its own', async () => {
    const answer = await fetch(`${on().url}/_consent/decide`, {
      method: 'POST',
      headers: { origin: on().url },
      body: new URLSearchParams({ action: 'reject-all', return: '/' }),
      redirect: 'manual',
    });
    expect(answer.headers.getSetCookie()).toEqual([expect.stringMatching(/^pl-consent=/)]);
  });

  it('guards what scripts set, until it is granted and once it is revoked', async () => {
    const context = await browser.newContext({
      baseURL: on().url,
      extraHTTPHeaders: { 'cf-ipcountry': 'DE' },
    });
    const page = await context.newPage();
    const names = async () => (await context.cookies()).map(({ name }) => name).sort();
    const entries = () =>
      page.evaluate(() => [localStorage, sessionStorage].map((area) => Object.keys(area).sort()));
    await visitPage(page, '/cookies');
    await poll(() => page.evaluate(() => sessionStorage.getItem('own'))).toBe('1');
    expect(await names()).toEqual(['seen', 'stored', 'theme']);
    for (const area of await entries()) {
      expect(area).toContain('own');
      expect(area).not.toContain('_st_kept');
    }
    await visitPage(page, '/');
    await page.click('[data-consent-banner] [data-consent-action=accept-all]');
    await poll(() => consentCookie(context)).toMatchObject({ s: 'b' });
    await visitPage(page, '/cookies');
    await poll(names).toEqual(
      ['_st_header', '_st_page', '_st_script', '_st_store', 'pl-consent', 'seen', 'stored', 'theme'].sort(),
    );
    for (const area of await entries()) expect(area).toContain('_st_kept');
    await visitPage(page, '/');
    await page.click('[data-consent-manage]');
    await page.click('dialog [data-consent-action=withdraw]');
    await poll(names).toEqual(['pl-consent', 'seen', 'stored', 'theme']);
    await page.evaluate(() => {
      // biome-ignore lint/suspicious/noDocumentCookie: what a tracker does
      document.cookie = '_st_late=1; path=/';
      localStorage.setItem('_st_late', '1');
    });
    expect(await names()).not.toContain('_st_late');
    expect((await entries())[0]).not.toContain('_st_late');
    await context.close();
  });
});

describe('astro dev', () => {
  let dev: Site;
  beforeAll(async () => {
    dev = await startDev({ options: { cms: cms.url, ...options }, astro });
  }, 60_000);
  afterAll(() => dev?.stop());

  /** What the terminal says of cookies, a line each. */
  const said = () =>
    dev.warnings
      .join('')
      .split('\n')
      .filter((line) => line.includes('[consent] The cookie'));

  it('names each cookie that it does not set, once and no others, and says what to change', async () => {
    const [granted, refused] = [{ cookie: decided(true) }, { cookie: decided(false) }];
    for (const path of ['/cookies', '/cookies.json']) expect(await set(dev, path, granted)).not.toEqual([]);
    for (const path of ['/cookies', '/cookies']) {
      expect(await set(dev, path, refused)).toEqual(['_st_old', 'theme']);
    }
    expect(await set(dev, '/cookies.json', refused)).toEqual(['session']);
    // The last of them: what was said before it has come.
    await poll(() => said().at(-1)).toContain('"_st_service"');
    const names = said().map((line) => /The cookie "(.*?)" is not set/.exec(line)?.[1]);
    expect(names.sort()).toEqual(['_st_header', '_st_page', '_st_service']);
    for (const line of said()) {
      expect(line).toContain('this visitor has granted none of them');
      expect(line).toContain('Astro.locals.consent.has(category)');
      expect(line).toContain('consentCookies.necessary');
    }
  });
});
