import { cookieFor, decodeConsentCookie, encodeConsentCookie } from '@permesso/consent-core';
import { beforeEach, describe, expect, it } from 'vitest';
import type { PagePayload } from '../../../core/src/contract/payload.ts';
import { consentCookie, consentModeCalls, reloadPage } from './browser.ts';
import { publishedLater, withPayload } from './payloads.ts';
import { poll, prepareVisits } from './visits.ts';

const on = prepareVisits();
const { visit, forgetHits, go, click, recorded, banner, root, gates, accept, reject } = on;

describe('a page that the browser prepares before it is shown', () => {
  const show = () =>
    on.page.evaluate(() => {
      Object.defineProperty(document, 'prerendering', { value: false });
      document.dispatchEvent(new Event('prerenderingchange'));
    });

  beforeEach(async () => {
    await go('/');
    await accept();
    await recorded();
    await poll(() => on.vendors.hits).toEqual({ '/stats.js': 1, '/ads.js': 1 });
    await on.context.addInitScript(() =>
      Object.defineProperty(document, 'prerendering', { value: true, configurable: true }),
    );
    forgetHits();
  });

  it.each(['/gate', '/markup', '/prerendered'])(
    'L: runs nothing optional before, all once after: %s',
    async (path) => {
      await go(path);
      expect(on.vendors.hits).toEqual({});
      expect(await consentModeCalls(on.page)).toEqual(['default: security_storage']);
      await show();
      const own = { '/gate': ['/embed.js', '/pixel.gif'], '/markup': ['/declared.js', '/frame'] }[path] ?? [];
      const all = ['/stats.js', '/ads.js', ...own];
      await poll(() => on.vendors.hits).toEqual(Object.fromEntries(all.map((name) => [name, 1])));
      expect((await consentModeCalls(on.page)).slice(1)).toEqual([
        expect.stringMatching(/^update: ad_storage/),
      ]);
    },
  );

  it('L: asks the cookie anew when it is shown', async () => {
    await go('/gate');
    const [cookie] = (await on.context.cookies()).filter(({ name }) => name === 'pl-consent');
    const { d, ...rest } = decodeConsentCookie(cookie!.value)!;
    const refused = Object.fromEntries(Object.keys(d).map((key) => [key, 0 as const]));
    await on.context.addCookies([
      { ...cookie!, value: encodeConsentCookie({ ...rest, d: refused, t: rest.t + 1 }) },
    ]);
    await show();
    await poll(() => root('consentGranted')).toBe('necessary');
    await on.page.waitForLoadState('networkidle');
    expect([await gates(), on.vendors.hits]).toEqual([['closed', 'closed'], {}]);
  });
});

it('F4: a prerendered page keeps what is to be sent until it knows whether records are kept by now', async () => {
  on.cms.recordStatus = 503;
  await go('/');
  await reject();
  // Refused, before what comes next is not.
  await poll(on.decisionsSent).toBe(1);
  let release = () => {};
  const answered = new Promise<void>((resolve) => {
    release = resolve;
  });
  await on.page.route('**/_consent/config*', (route) => answered.then(() => route.continue()));
  await on.page.route('**/prerendered', async (route) => {
    const response = await route.fetch();
    const body = withPayload(await response.text(), ({ config }) => {
      config!.recording.enabled = false;
    });
    await route.fulfill({ response, body });
  });
  on.cms.recordStatus = 201;
  on.cms.forgetRecords();
  const asked = on.page.waitForRequest('**/_consent/config*');
  await on.page.goto('/prerendered');
  await asked;
  await on.page.waitForTimeout(500);
  expect(await on.waiting()).toBe(true);
  release();
  await poll(on.waiting).toBe(false);
});

describe('a prerendered page of a visitor who granted', () => {
  let release: () => void;
  let present: (payload: PagePayload) => void;

  beforeEach(async () => {
    await go('/');
    await accept();
    await recorded();
    await poll(() => on.vendors.hits).toEqual({ '/stats.js': 1, '/ads.js': 1 });
    present = () => {};
    release = () => {};
  });

  /** Opens the page, whose question for its configuration is answered when `release` is called. */
  const open = async () => {
    const answered = new Promise<void>((resolve) => {
      release = resolve;
    });
    await on.page.unroute('**/_consent/config*');
    await on.page.route('**/_consent/config*', async (route) => {
      await answered;
      const response = await route.fetch();
      const payload: PagePayload = await response.json();
      present(payload);
      await route.fulfill({ response, json: payload });
    });
    forgetHits();
    const asked = on.page.waitForRequest('**/_consent/config*');
    await on.page.goto('/prerendered');
    await asked;
  };

  /** Moves the moment at which this tab was answered. */
  const wasAnswered = async (later: number) => {
    await on.page.waitForFunction(() => sessionStorage.length > 0);
    await on.page.evaluate((milliseconds) => {
      const { at, ...payload } = JSON.parse(sessionStorage.getItem('permesso:config')!);
      sessionStorage.setItem('permesso:config', JSON.stringify({ ...payload, at: at + milliseconds }));
    }, later);
  };

  it('L: runs nothing of the build that the present configuration has not confirmed, on no view', async () => {
    present = (payload) => {
      publishedLater(payload);
      const { content, config } = payload;
      config!.trackers = on.cms.config.trackers.filter(({ id }) => id === 'stats');
      delete payload.content;
      expect(content).toBeDefined();
    };
    await open();
    expect([await root('consentGranted'), on.vendors.hits]).toEqual(['necessary', {}]);
    expect(await consentModeCalls(on.page)).toEqual(['default: security_storage']);
    release();
    await poll(() => on.vendors.hits).toEqual({ '/stats.js': 1 });
    expect((await consentModeCalls(on.page)).at(-1)).toMatch(/^update: ad_storage/);
    await reloadPage(on.page);
    await poll(() => on.vendors.hits).toEqual({ '/stats.js': 2 });
  });

  it('neither waits nor asks once this tab was answered, until that is some minutes ago', async () => {
    await open();
    release();
    await poll(() => on.vendors.hits).toEqual({ '/stats.js': 1, '/ads.js': 1 });
    await wasAnswered(0);
    const asked: string[] = [];
    on.page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await reloadPage(on.page);
    await poll(() => on.vendors.hits).toEqual({ '/stats.js': 2, '/ads.js': 2 });
    expect(asked.filter((path) => /config|consent\.js/.test(path))).toEqual([]);
    await wasAnswered(-301_000);
    await reloadPage(on.page);
    expect(asked.filter((path) => path.endsWith('/config'))).toHaveLength(1);
    await poll(() => on.vendors.hits).toEqual({ '/stats.js': 3, '/ads.js': 3 });
  });

  it.each([
    ['some minutes ago', -301_000],
    ['by a clock that was put back since', 3_600_000],
  ])('L: runs nothing by what this tab was answered %s until it is answered anew', async (_, later) => {
    await open();
    release();
    await poll(() => on.vendors.hits).toEqual({ '/stats.js': 1, '/ads.js': 1 });
    await wasAnswered(later);
    present = (payload) => {
      payload.config!.trackers = on.cms.config.trackers.filter(({ id }) => id === 'stats');
      delete payload.content;
    };
    await open();
    await on.page.waitForLoadState('load');
    expect([await root('consentGranted'), on.vendors.hits]).toEqual(['necessary', {}]);
    expect(await consentModeCalls(on.page)).toEqual(['default: security_storage']);
    expect(await banner().isVisible()).toBe(false);
    release();
    await poll(() => on.vendors.hits).toEqual({ '/stats.js': 1 });
    expect(await consentModeCalls(on.page)).toEqual([
      'default: security_storage',
      expect.stringMatching(/^update: ad_storage/),
    ]);
  });

  it('L: keeps what Global Privacy Control may forbid off until the law is known', async () => {
    await on.context.addInitScript(() =>
      Object.defineProperty(navigator, 'globalPrivacyControl', { value: true }),
    );
    await open();
    expect([await root('consentGranted'), on.vendors.hits]).toEqual(['necessary', {}]);
    release();
    // Under opt-in it changes nothing (J).
    await poll(() => on.vendors.hits).toEqual({ '/stats.js': 1, '/ads.js': 1 });
  });
});

describe('a prerendered page', () => {
  it('grants nothing and shows nothing before its configuration has arrived, then asks', async () => {
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await on.page.route('**/_consent/config*', async (route) => {
      await held;
      await route.continue();
    });
    await on.page.goto('/prerendered');
    expect(await banner().isVisible()).toBe(false);
    expect(await root('consentGranted')).toBe('necessary');
    release();
    await banner().waitFor({ state: 'visible' });
    await accept();
    await poll(() => on.vendors.hits).toEqual({ '/stats.js': 1, '/ads.js': 1 });
  });

  it('shows no banner to a visitor whose law asks for none', async () => {
    await visit({ 'cf-ipcountry': 'ZZ' });
    await go('/prerendered');
    await poll(() => on.vendors.hits).toEqual({ '/stats.js': 1, '/ads.js': 1 });
    expect(await banner().isVisible()).toBe(false);
  });

  it('takes back what Google is told of places as soon as it knows better', async () => {
    await go('/prerendered');
    await banner().waitFor({ state: 'visible' });
    const calls = await consentModeCalls(on.page);
    expect(calls.filter((call) => /^default: ad_storage/.test(call)).length).toBeGreaterThan(0);
    expect(calls.slice(-2)).toEqual(['default: security_storage', 'update: security_storage']);
    await accept();
    await poll(async () => (await consentModeCalls(on.page)).slice(calls.length)).toEqual([
      expect.stringMatching(/^update: ad_storage/),
    ]);
  });

  it('C3: tells Google of no place where somebody refused by a clock that ran ahead', async () => {
    await visit({ 'cf-ipcountry': 'US' });
    const refusal = cookieFor({
      consentId: '6f9619ff-8b86-4d01-b42d-00cf4fc964ff',
      decisions: { functional: false, analytics: false, marketing: false },
      versions: on.cms.config.versions,
      model: 'opt-out',
      source: 'banner',
      decidedAt: Math.floor(Date.now() / 1000) + 3600,
    });
    await on.context.addCookies([
      { name: 'pl-consent', value: encodeConsentCookie(refusal), url: on.site.url },
    ]);
    await go('/prerendered');
    await banner().waitFor({ state: 'visible' });
    expect(await consentModeCalls(on.page)).toEqual([
      'default: security_storage',
      'update: security_storage',
    ]);
    expect(on.vendors.hits).toEqual({});
  });

  it('C11: opts out whoever sends Global Privacy Control and keeps it from scripts', async () => {
    await visit({ 'cf-ipcountry': 'US', 'sec-gpc': '1' });
    await go('/prerendered');
    await poll(() => on.cms.records.length).toBe(1);
    expect(on.cms.records[0]?.submission).toMatchObject({ source: 'gpc', decisions: { marketing: false } });
    expect(await root('consentGranted')).toBe('necessary functional');
    expect(await root('consentGpc')).toBe('');
    // What the signal forbids stays off also when all is accepted.
    await click('[data-consent-manage]');
    await click('dialog [data-consent-action=accept-all]');
    await poll(async () => (await consentCookie(on.context))?.s).toBe('p');
    expect(await consentCookie(on.context)).toMatchObject({
      d: { functional: 1, analytics: 0, marketing: 0 },
    });
    expect(on.vendors.hits).toEqual({});
  });

  it('C3: keeps a refusal', async () => {
    await go('/');
    await reject();
    await visit({ 'cf-ipcountry': 'ZZ' }, { storageState: await on.context.storageState() });
    await go('/prerendered');
    expect(on.vendors.hits).toEqual({});
  });
});

it('gives the focus back to where the visitor was before the banner (WCAG 2.4.3)', async () => {
  await go('/prerendered');
  await poll(() => banner().isVisible()).toBe(true);
  await on.page.focus('[data-consent-manage]');
  await banner().locator('[value=reject-all]').focus();
  await on.page.keyboard.press('Enter');
  await poll(() => banner().isVisible()).toBe(false);
  expect(await on.page.evaluate(() => document.activeElement?.hasAttribute('data-consent-manage'))).toBe(
    true,
  );
});
