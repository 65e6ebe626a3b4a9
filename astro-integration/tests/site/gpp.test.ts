import { GppModel } from '@iabgpp/cmpapi';
import { type ConsentConfig, cookieFor, encodeConsentCookie } from '@permesso/consent-core';
import { gppStubScript } from '@permesso/consent-core/site';
import type { Page } from 'playwright-core';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import type { PagePayload } from '../../../core/src/contract/payload.ts';
import { launch, visitPage } from './browser.ts';
import { serveCms } from './cms.ts';
import { buildSite, serveFolder, serveVendors } from './harness.ts';
import { withoutConfig, withPayload } from './payloads.ts';
import { answers, askUnknown, noteReported, reported } from './vendors-listening.ts';
import { poll, prepareVisits } from './visits.ts';

interface Ping {
  cmpStatus: string;
  signalStatus: string;
  gppString: string;
  applicableSections: number[];
  cmpId: number;
}

interface GppEvent {
  eventName: string;
  pingData: Ping;
}

type Gpp = (
  command: string,
  callback: (answer: unknown, success: boolean) => void,
  parameter?: unknown,
) => void;

const ask = (page: Page, command: string, parameter?: unknown) =>
  page.evaluate(
    ([name, value]) =>
      new Promise<unknown>((resolve) =>
        (window as unknown as { __gpp: Gpp }).__gpp(name as string, resolve, value),
      ),
    [command, parameter],
  );

const ping = (page: Page) => ask(page, 'ping') as Promise<Ping>;

const isReady = (page: Page) => poll(async () => (await ping(page)).signalStatus).toBe('ready');

/** What a vendor's own reader makes of the string. */
function decoded(gppString: string, section = 'usnat') {
  return new GppModel(gppString).getSection(section) as { SaleOptOut: number; Gpc?: boolean };
}

describe("IAB's Global Privacy Platform", () => {
  const on = prepareVisits({
    options: { gpp: { cmpId: 31 } },
    astro: { srcDir: './usual', security: { csp: true } },
  });

  it('tells vendors in the United States what a visitor has opted out of, and each change', async () => {
    await on.visit({ 'cf-ipcountry': 'US' });
    await on.page.addInitScript(() => {
      if (window !== top) return;
      const page = window as unknown as { __gpp: Gpp; heard: unknown[]; first: unknown };
      page.heard = [];
      document.addEventListener('DOMContentLoaded', () => {
        page.__gpp('ping', (answer) => {
          page.first = answer;
        });
        page.__gpp('addEventListener', (event) =>
          page.heard.push((event as { eventName: string }).eventName),
        );
      });
    });
    await visitPage(on.page, '/');
    await isReady(on.page);
    const first = await on.page.evaluate(() => (window as unknown as { first: Ping }).first);
    expect(first.cmpStatus, 'asked before the answers had loaded').toBe('stub');
    const before = await ping(on.page);
    expect(before).toMatchObject({ cmpStatus: 'loaded', cmpId: 31, applicableSections: [7] });
    expect(decoded(before.gppString)).toMatchObject({ SaleOptOut: 2, Gpc: false });
    await on.page.click('[data-consent-manage]');
    await on.page.click('dialog [data-consent-action=reject-all]');
    await poll(async () => decoded((await ping(on.page)).gppString).SaleOptOut).toBe(1);
    const heard = await on.page.evaluate(() => (window as unknown as { heard: string[] }).heard);
    expect(heard[0]).toBe('listenerRegistered');
    expect(heard.slice(-3)).toEqual(expect.arrayContaining(['signalStatus', 'sectionChange']));
  });

  it('tells vendors of an opt-out, also where the listener of one of them throws', async () => {
    await on.visit({ 'cf-ipcountry': 'US' });
    await noteReported(on.page);
    await on.page.addInitScript(() => {
      if (window !== top) return;
      const page = window as unknown as { __gpp: Gpp; heard: unknown[] };
      page.heard = [];
      document.addEventListener('DOMContentLoaded', () => {
        page.__gpp('addEventListener', () => {
          throw new Error('of a vendor');
        });
        page.__gpp('addEventListener', (event) => page.heard.push(event));
      });
    });
    await visitPage(on.page, '/');
    await isReady(on.page);
    await on.page.click('[data-consent-manage]');
    await on.page.click('dialog [data-consent-action=reject-all]');
    await poll(async () => decoded((await ping(on.page)).gppString).SaleOptOut).toBe(1);
    const last = await on.page.evaluate(() => (window as unknown as { heard: GppEvent[] }).heard.at(-1)!);
    expect(last).toMatchObject({ pingData: { signalStatus: 'ready' } });
    expect(decoded(last.pingData.gppString)).toMatchObject({ SaleOptOut: 1 });
    expect(await reported(on.page)).toContain('of a vendor');
  });

  describe('on a page that was made without a configuration', () => {
    let config: ConsentConfig;

    beforeEach(async () => {
      await on.visit({ 'cf-ipcountry': 'US' });
      config = on.cms.config;
      await on.page.route(`${on.site.url}/`, async (route) => {
        const response = await route.fetch();
        await route.fulfill({ response, body: withPayload(await response.text(), withoutConfig) });
      });
      await on.page.route('**/_consent/config*', async (route) => {
        const response = await route.fetch();
        const payload = (await response.json()) as PagePayload;
        payload.config!.cookie.name = payload.head.name = 'my-consent';
        await route.fulfill({ response, json: payload });
      });
    });

    /** The cookie of a decision on all that is optional, some seconds ago. */
    const cookieOf = (isGranted: boolean, ago: number) =>
      cookieFor({
        consentId: '6f9619ff-8b86-4011-b42d-00cf4fc964ff',
        decisions: { functional: isGranted, analytics: isGranted, marketing: isGranted },
        versions: config.versions,
        model: 'opt-out',
        source: 'banner',
        decidedAt: Math.floor(Date.now() / 1000) - ago,
      });
    const addCookie = (isGranted: boolean, ago: number) =>
      on.context.addCookies([
        { name: 'my-consent', value: encodeConsentCookie(cookieOf(isGranted, ago)), url: on.site.url },
      ]);
    /** Has the browser keep what an earlier page could not send. */
    const keepUnsent = async (name = 'my-consent') => {
      const { id: consentId, d, t: decidedAt } = cookieOf(false, 60);
      const decisions = Object.fromEntries(Object.entries(d).map(([key, bit]) => [key, bit === 1]));
      const submission = { consentId, decisions, versions: config.versions, source: 'banner', decidedAt };
      const kept = { at: Date.now(), submission };
      await on.page.addInitScript(
        ([prefix, refusal, record]) => {
          if (sessionStorage.getItem('isKept')) return;
          sessionStorage.setItem('isKept', 'yes');
          localStorage.setItem(`${prefix}-refusal`, refusal!);
          localStorage.setItem(`${prefix}:000000001:a`, record!);
        },
        [`${name}:outbox`, encodeConsentCookie(cookieOf(false, 60)), JSON.stringify(kept)],
      );
    };
    const unsent = () =>
      on.page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes(':outbox')));
    const saleOptOut = async () => decoded((await ping(on.page)).gppString).SaleOptOut;

    it('C3: holds what was refused, whatever the site calls its cookie', async () => {
      await addCookie(false, 60);
      await on.go('/');
      await isReady(on.page);
      expect([await saleOptOut(), await on.root('consent'), on.vendors.hits]).toEqual([1, 'decided', {}]);
    });

    it('C3: holds a refusal that an older cookie has replaced, and sends its record', async () => {
      await addCookie(true, 120);
      await keepUnsent();
      await on.go('/');
      await isReady(on.page);
      expect([await saleOptOut(), on.vendors.hits]).toEqual([1, {}]);
      await poll(() => on.cms.records.map(({ submission }) => submission.decisions.marketing)).toEqual([
        false,
      ]);
      await poll(unsent).toEqual([]);
    });

    it('F4: keeps what is to be sent while nobody answers', async () => {
      await keepUnsent('pl-consent');
      await on.page.route('**/_consent/config*', (route) => route.fulfill({ status: 503, json: {} }));
      await on.go('/');
      await on.page.waitForLoadState('networkidle');
      expect(await unsent()).toHaveLength(2);
      expect((await ping(on.page)).signalStatus).toBe('not ready');
    });
  });

  it('has its stub before any script of the page', async () => {
    const html = await (await fetch(`${on.site.url}/`, { headers: { 'cf-ipcountry': 'US' } })).text();
    const head = html.slice(html.indexOf('<head>'));
    expect(head.indexOf(gppStubScript)).toBeGreaterThan(0);
    expect(head.indexOf(gppStubScript)).toBeLessThan(head.indexOf('<meta charset'));
  });

  it('answers frames within the page', async () => {
    await on.visit({ 'cf-ipcountry': 'US' });
    await visitPage(on.page, '/');
    await isReady(on.page);
    await on.page.evaluate(() => {
      const frame = document.createElement('iframe');
      frame.name = 'asking';
      document.body.append(frame);
    });
    const answer = await on.page.frame('asking')?.evaluate(
      () =>
        new Promise((resolve) => {
          if (!('__gppLocator' in parent.frames)) throw new Error('no frame says where to ask');
          addEventListener('message', ({ data }) => resolve(JSON.parse(data)));
          parent.postMessage(JSON.stringify({ __gppCall: { command: 'ping', callId: 'a' } }), '*');
        }),
    );
    expect(answer).toMatchObject({ __gppReturn: { callId: 'a', returnValue: { cmpId: 31 } } });
  });

  it('goes on where a frame asks for what it does not have, or somebody listens without a callback', async () => {
    await on.visit({ 'cf-ipcountry': 'US' });
    let load = () => {};
    const isAsked = new Promise<void>((resolve) => {
      load = resolve;
    });
    await on.page.route('**/_astro/**', (route) => isAsked.then(() => route.continue()));
    await on.page.goto('/', { waitUntil: 'commit' });
    await on.page.waitForFunction(() => '__gpp' in window && document.body);
    await askUnknown(on.page, '__gpp');
    await on.page.evaluate(() =>
      (window as unknown as { __gpp(command: string): void }).__gpp('addEventListener'),
    );
    load();
    await isReady(on.page);
    expect(await answers(on.page)).toEqual([
      { __gppReturn: { callId: 'name', returnValue: null, success: false } },
    ]);
    await on.click('[data-consent-banner] [data-consent-action=reject-all]');
    await poll(async () => decoded((await ping(on.page)).gppString).SaleOptOut).toBe(1);
  });

  it('says that nothing of it applies where visitors are asked first', async () => {
    await on.visit();
    await visitPage(on.page, '/');
    await isReady(on.page);
    expect(await ping(on.page)).toMatchObject({ applicableSections: [-1] });
    expect(await ask(on.page, 'hasSection', 'usnat')).toBe(false);
  });
});

describe("IAB's Global Privacy Platform, state by state", () => {
  const on = prepareVisits({ options: { gpp: { cmpId: 31, mspa: 'opt-out', sections: 'state' } } });
  const californian = { 'cf-ipcountry': 'US', 'cf-region-code': 'CA' };
  const sections = async () => (await ping(on.page)).applicableSections;

  it.each([
    ['a page that is made for its visitor', '/'],
    ['a page that is the same for all', '/prerendered'],
  ])('tells by the section of the visitor’s state what was opted out of: %s', async (_, path) => {
    await on.visit(californian);
    await on.go(path);
    await isReady(on.page);
    expect(await sections()).toEqual([8]);
    const before = decoded((await ping(on.page)).gppString, 'usca');
    expect(before).toMatchObject({ SaleOptOut: 2, SharingOptOut: 2, MspaOptOutOptionMode: 1, Gpc: false });
    await on.click('[data-consent-banner] [data-consent-action=reject-all]');
    await poll(async () => decoded((await ping(on.page)).gppString, 'usca')).toMatchObject({
      SaleOptOut: 1,
      SharingOptOut: 1,
    });
    expect(await ask(on.page, 'hasSection', 'usnat')).toBe(false);
  });

  it.each([
    ['a newer section', { 'cf-ipcountry': 'US', 'x-vercel-ip-country-region': 'MD' }, 24],
    ['a state that has none: the national one', { 'cf-ipcountry': 'US', 'cf-region-code': 'OH' }, 7],
    ['a state that nobody knows: the national one', { 'cf-ipcountry': 'US' }, 7],
    ['a country that asks first', { 'cf-ipcountry': 'DE', 'cf-region-code': 'BY' }, -1],
  ])('%s', async (_, headers: Record<string, string>, id) => {
    await on.visit(headers);
    for (const path of ['/', '/prerendered']) {
      await on.go(path);
      await isReady(on.page);
      expect(await sections()).toEqual([id]);
    }
  });

  it('has frames find out where to ask before the page has been read, and after client-side navigation', async () => {
    await on.visit(californian);
    let load = () => {};
    const isAllowed = new Promise<void>((resolve) => {
      load = resolve;
    });
    await on.page.route('**/_astro/**', (route) => isAllowed.then(() => route.continue()));
    await on.page.goto('/', { waitUntil: 'commit' });
    await on.page.waitForFunction(() => document.body);
    const found = () => on.page.evaluate(() => '__gppLocator' in window.frames);
    expect(await found(), 'while modules of the page are loading').toBe(true);
    load();
    await isReady(on.page);
    await on.follow('gate');
    expect(await found()).toBe(true);
  });

  it('a page says the state to its visitor alone', async () => {
    const html = async (path: string, headers: Record<string, string>) => {
      const response = await fetch(`${on.site.url}${path}`, { headers });
      return [response.headers.get('cache-control'), (await response.text()).includes('"region":"')];
    };
    expect(await html('/', californian)).toEqual(['private', true]);
    expect(await html('/_consent/config', californian)).toEqual(['private, no-cache', true]);
    expect((await html('/prerendered', californian))[1]).toBe(false);
    expect((await html('/', { 'cf-ipcountry': 'DE', 'cf-region-code': 'BY' }))[1]).toBe(false);
  });
});

describe("IAB's Global Privacy Platform on pages of one consent model, state by state", () => {
  const on = prepareVisits({ options: { render: 'model', gpp: { cmpId: 31, sections: 'state' } } });

  it('has vendors wait until the visitor’s state is known, and then tells by its section alone', async () => {
    await on.visit({ 'cf-ipcountry': 'US', 'cf-region-code': 'CA', 'consent-model': 'opt-out' });
    let answer = () => {};
    const isAllowed = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await on.page.route('**/_consent/config*', (route) => isAllowed.then(() => route.continue()));
    await on.page.goto('/');
    await poll(async () => (await ping(on.page)).cmpStatus).toBe('loaded');
    expect((await ping(on.page)).signalStatus).toBe('not ready');
    answer();
    await isReady(on.page);
    const { applicableSections, gppString } = await ping(on.page);
    expect(applicableSections).toEqual([8]);
    expect([...new GppModel(gppString).getSectionIds()]).toEqual([8]);
    expect(decoded(gppString, 'usca')).toMatchObject({ SaleOptOut: 2 });
  });
});

describe("IAB's Global Privacy Platform on a static site, state by state", () => {
  const ends: (() => unknown)[] = [];
  afterAll(async () => {
    for (const end of ends.reverse()) await end();
  });

  it('learns the state from the CMS', async () => {
    const vendors = await serveVendors();
    const cms = await serveCms(vendors.url);
    const build = await buildSite({
      adapter: false,
      options: { cms: cms.url, gpp: { cmpId: 31, sections: 'state' } },
      astro: { output: 'static', srcDir: './static' },
    });
    const files = await serveFolder(build.dir);
    const browser = await launch({ reusing: true });
    const context = await browser.newContext({ baseURL: files.url });
    ends.push(
      vendors.stop,
      cms.stop,
      files.stop,
      () => browser.close(),
      () => context.close(),
    );
    // As what stands in front of the CMS says.
    const texan = { 'x-country': 'US', 'x-vercel-ip-country-region': 'TX' };
    await context.route('**/api/consent/config*', (route) =>
      route.continue({ headers: { ...route.request().headers(), ...texan } }),
    );
    const page = await context.newPage();
    await visitPage(page, '/');
    await isReady(page);
    const { applicableSections, gppString } = await ping(page);
    expect([applicableSections, decoded(gppString, 'ustx')]).toMatchObject([[16], { SaleOptOut: 2 }]);
  });
});

describe('A site that takes part in none of IAB’s frameworks', () => {
  const on = prepareVisits({ astro: { srcDir: './usual' } });

  it('carries nothing of them, in its pages and in what these load', async () => {
    await on.visit({ 'cf-ipcountry': 'US' });
    const bodies: Promise<[url: string, text: string]>[] = [];
    on.page.on('response', (response) => {
      const { pathname } = new URL(response.url());
      if (/\.m?js$|^\/$/.test(pathname)) {
        bodies.push(response.text().then((text): [string, string] => [pathname, text]));
      }
    });
    await visitPage(on.page, '/');
    await on.page.locator('[data-consent-action=customize]').first().click();
    await on.page.locator('[data-consent-preferences]').waitFor();
    const loaded = await Promise.all(bodies);
    expect(loaded.length).toBeGreaterThan(1);
    expect(loaded.filter(([, text]) => /__gpp|__tcfapi|@iab/.test(text)).map(([path]) => path)).toEqual([]);
    expect(await on.page.evaluate(() => ['__gpp' in window, '__tcfapi' in window])).toEqual([false, false]);
  });
});
