import {
  type ConsentConfig,
  decodeConsentCookie,
  encodeConsentCookie,
  isGranted,
  resolveConsent,
  withServices,
} from '@permesso/consent-core';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fixtureConfig } from '../fixtures/site/consent.mjs';
import { consentCookie, launch, visitPage } from './browser.ts';
import { type FakeCms, serveCms } from './cms.ts';
import {
  type Build,
  buildSite,
  type Fixture,
  type Served,
  type Site,
  serveVendors,
  startSite,
  type Vendors,
} from './harness.ts';
import { cacheInFront, noNginx } from './nginx.ts';
import { ALL, headersOf, PAGES, PLACES, VISITORS, type Visitor } from './visitors.ts';
import { poll } from './visits.ts';

/** Numbers below 1 that are the same in every run (mulberry32). */
function randomBy(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

let vendors: Vendors;
let cms: FakeCms;
let browser: Browser;
const ends: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  vendors = await serveVendors();
  cms = await serveCms(vendors.url);
  browser = await launch({ reusing: true });
});
afterAll(async () => {
  await browser?.close();
  for (const end of ends.reverse()) await end();
  await cms?.stop();
  await vendors?.stop();
});

/** A site with a cache in front of it. */
const behindCache = async (fixture: Fixture, byModel = false): Promise<Served> =>
  startBehindCache(await buildSite(fixture), byModel);

async function startBehindCache(build: Build, byModel = false): Promise<Served> {
  const site: Site = await startSite(build);
  ends.push(site.stop);
  const cache = await cacheInFront(site.url, 'prerendered', byModel);
  ends.push(cache.stop);
  return cache;
}

async function openAs(visitor: Visitor, at: string): Promise<{ context: BrowserContext; page: Page }> {
  const { cookie, ...headers } = headersOf(visitor);
  const context = await browser.newContext({ baseURL: at, extraHTTPHeaders: headers });
  if (cookie) await context.addCookies([{ name: 'pl-consent', value: visitor.cookie!, url: at }]);
  const page = await context.newPage();
  await page.addInitScript(() => {
    const shifts: number[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        shifts.push((entry as PerformanceEntry & { value: number }).value);
    }).observe({ type: 'layout-shift', buffered: true });
    // The browser tells when it painted elements with this attribute, which they have as soon as they are read.
    new MutationObserver((_, observer) => {
      const words = document.querySelector('[data-consent-banner] p');
      words?.setAttribute('elementtiming', 'banner');
      if (words) observer.disconnect();
    }).observe(document, { childList: true, subtree: true });
  });
  return { context, page };
}

/** When the browser painted something for the first time, and when the words of the banner. */
const paints = (page: Page) =>
  page.evaluate(async () => {
    const paintOf = (type: string, name: string, time: 'startTime' | 'renderTime') =>
      new Promise<number>((resolve) => {
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries() as (PerformanceEntry & {
            renderTime: number;
            identifier?: string;
          })[])
            if ((entry.identifier ?? entry.name) === name) resolve(entry[time]);
        }).observe({ type, buffered: true });
      });
    return {
      first: await paintOf('paint', 'first-contentful-paint', 'startTime'),
      banner: await paintOf('element', 'banner', 'renderTime'),
    };
  });

/** Holds back the answer to a page's question for its visitor, and notes what the page asks for. */
async function holdAnswer(page: Page) {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/_consent/config*', async (route) => {
    await released;
    await route.continue();
  });
  return { asked, release };
}

const banner = (page: Page) => page.locator('[data-consent-banner]');
const gates = (page: Page) =>
  page
    .locator('[data-consent-gate]')
    .evaluateAll((all) => all.map((gate) => (gate as HTMLElement).dataset.state));
const granted = (page: Page) => page.evaluate(() => document.documentElement.dataset.consentGranted);
const shifts = (page: Page) => page.evaluate(() => (window as unknown as { shifts: number[] }).shifts);

describe.skipIf(noNginx)(
  `pages that ten visitors from five places share${noNginx ? `: ${noNginx}` : ''}`,
  () => {
    let cache: Served;

    beforeAll(async () => {
      cache = await behindCache({ options: { cms: cms.url, render: 'neutral' } });
    }, 120_000);

    const get = (visitor: Visitor, path: string) => fetch(cache.url + path, { headers: headersOf(visitor) });

    it('C1: show nobody what is another’s in 1,000 requests, and come from the cache', async () => {
      const random = randomBy(23);
      const pick = <Value>(values: readonly Value[]) => values[Math.floor(random() * values.length)]!;
      const texts = new Map<string, string>();
      const ids = VISITORS.flatMap(({ id }) => id ?? []);
      let [pages, hits] = [0, 0];

      const page = async (visitor: Visitor) => {
        const path = pick(PAGES);
        const answer = await get(visitor, path);
        const text = await answer.text();
        pages += 1;
        if (answer.headers.get('x-cache') === 'HIT') hits += 1;
        expect([answer.status, answer.headers.get('set-cookie')]).toEqual([200, null]);
        expect(text).toBe(texts.get(path) ?? text);
        texts.set(path, text);
      };
      const config = async (visitor: Visitor) => {
        const answer = await get(visitor, '/_consent/config');
        const payload = await answer.json();
        expect(answer.headers.get('x-cache')).toBe('MISS');
        expect([payload.config.jurisdiction.model, payload.gpc]).toEqual([
          PLACES[visitor.country],
          visitor.gpc,
        ]);
        const content = await get(visitor, payload.content);
        expect(content.headers.get('set-cookie')).toBeNull();
        expect((await content.json()).trackers).toHaveLength(2);
      };
      const preferences = async (visitor: Visitor) => {
        const answer = await get(visitor, '/_consent/preferences');
        expect(answer.headers.get('x-cache')).toBe('MISS');
        const checked = [...(await answer.text()).matchAll(/<input[^>]*value="(\w+)"[^>]*\schecked/g)].map(
          ([, key]) => key,
        );
        const { resolved, config } = judged(visitor);
        const has = (key: string) => isGranted(resolved, config, key);
        expect(ALL.filter((key) => checked.includes(key))).toEqual(ALL.filter(has));
      };
      const post = (visitor: Visitor, path: string, type: string, body: BodyInit) =>
        fetch(cache.url + path, {
          method: 'POST',
          redirect: 'manual',
          headers: { ...headersOf(visitor), origin: cache.url, 'content-type': type },
          body,
        });
      const record = async (visitor: Visitor) => {
        if (!visitor.cookie) return page(visitor);
        const { resolved, config } = judged(visitor);
        const answer = await post(
          visitor,
          '/_consent/records',
          'application/json',
          JSON.stringify({
            consentId: visitor.id,
            decisions: visitor.decisions,
            versions: config.versions,
            source: 'banner',
            decidedAt: resolved.cookie!.t,
          }),
        );
        expect(answer.status).toBe(201);
        // Who has decided anew meanwhile, elsewhere, is asked to come once more (L).
        if (answer.headers.get('consent-renew')) expect(answer.headers.get('set-cookie')).toBeNull();
        else expect(answer.headers.get('set-cookie')).toContain(`pl-consent=${visitor.cookie};`);
      };
      const decide = async (visitor: Visitor) => {
        const form = new URLSearchParams({ action: 'reject-all', return: '/gate' });
        const answer = await post(
          visitor,
          '/_consent/decide',
          'application/x-www-form-urlencoded',
          form.toString(),
        );
        expect([answer.status, answer.headers.getSetCookie().length]).toEqual([303, 1]);
      };

      const somebody = () => {
        const act = random() < 0.9 ? page : pick([config, preferences, record, decide]);
        return act(pick(VISITORS));
      };
      // Twenty at the same time: what one of them is about must not reach another.
      for (let batch = 0; batch < 50; batch += 1) {
        await Promise.all(Array.from({ length: 20 }, somebody));
      }
      expect(pages).toBeGreaterThan(850);
      expect(hits / pages).toBeGreaterThanOrEqual(0.99);
      expect([...texts.keys()].sort()).toEqual([...PAGES].sort());
      for (const text of texts.values()) {
        expect(text).toContain('"jurisdiction":{"country":null,"model":"opt-in"}');
        expect(text).toContain('"visitor":false');
        expect(ids.filter((id) => text.includes(id))).toEqual([]);
      }
    });

    /** What the law and the choices of a visitor make, by the core itself. */
    function judged({ country, cookie, gpc }: Visitor) {
      const config: ConsentConfig = {
        ...fixtureConfig(),
        jurisdiction: { country, model: PLACES[country]! },
      };
      return { config, resolved: resolveConsent(cookie, config, { gpc }) };
    }

    it.each(VISITORS.map((visitor, number) => [number, visitor] as const))(
      'C1, C3: are in the browser those of visitor %i alone, and move nothing',
      async (_, visitor) => {
        const { context, page } = await openAs(visitor, cache.url);
        const { config, resolved } = judged(visitor);
        const keys = config.categories.map(({ key }) => key);
        const expected = keys.filter((key) => isGranted(resolved, config, key)).join(' ');
        const stateOf = (key: string) => (isGranted(resolved, config, key) ? 'open' : 'closed');
        const isAsked = resolved.status === 'undecided' && visitor.country !== 'ZZ';
        for (const path of ['/gate', '/prerendered', '/']) {
          await visitPage(page, path);
          await poll(() => granted(page)).toBe(expected);
          await poll(() => banner(page).isVisible()).toBe(isAsked);
          if (isAsked) expect(await banner(page).getAttribute('data-model')).toBe(PLACES[visitor.country]);
          // What a gate holds takes its room when it opens.
          if (path !== '/gate') expect(await shifts(page)).toEqual([]);
          else await poll(() => gates(page)).toEqual(['marketing', 'analytics'].map(stateOf));
          expect((await consentCookie(context))?.id).toBe(visitor.id ?? undefined);
        }
        await context.close();
      },
    );

    it('ask while they are read, and show the banner with the answer: one round trip, and nothing after it', async () => {
      const { context, page } = await openAs(VISITORS[4]!, cache.url);
      const { asked, release } = await holdAnswer(page);
      // Its parts come only once it has asked.
      await page.route('**/services.js', async (route) => {
        await poll(() => asked.filter((path) => path.endsWith('/config')).length).toBe(1);
        await route.continue();
      });
      await page.goto('/prerendered');
      await poll(() => asked.map((path) => path.split('/').at(-1))).toEqual(
        expect.arrayContaining(['config', 'services.js', 'visitor.js']),
      );
      await page.waitForFunction(() =>
        performance.getEntriesByType('resource').some(({ name }) => name.endsWith('/visitor.js')),
      );
      expect(await banner(page).isVisible()).toBe(false);
      asked.length = 0;
      release();
      await banner(page).waitFor({ state: 'visible' });
      expect(await banner(page).getAttribute('data-model')).toBe('opt-out');
      expect(asked.filter((path) => !/stats|ads|embed|pixel|trackers|\/c\./.test(path))).toEqual([]);
      expect(await shifts(page)).toEqual([]);
      await context.close();
    });
  },
);

describe.skipIf(noNginx)('a shared page whose model is known beforehand', () => {
  it('shows the banner with the first paint where one law holds for all', async () => {
    const cache = await behindCache({
      options: { config: fixtureConfig(), render: 'neutral' },
      astro: { srcDir: './usual' },
    });
    const { context, page } = await openAs(VISITORS[0]!, cache.url);
    const { release } = await holdAnswer(page);
    await page.goto('/');
    expect(await banner(page).isVisible()).toBe(true);
    expect(await granted(page)).toBe('necessary');
    const { first, banner: painted } = await paints(page);
    expect(painted).toBe(first);
    expect(await shifts(page)).toEqual([]);
    release();
    await context.close();
  });

  it('shows the banner of its law where the cache keeps a page for each, and grants nothing before the answer', async () => {
    const cache = await behindCache(
      { options: { cms: cms.url, render: 'model' }, astro: { srcDir: './usual' } },
      true,
    );
    for (const number of [4, 7, 0, 1]) {
      const visitor = VISITORS[number]!;
      const model = PLACES[visitor.country]!;
      const { context, page } = await openAs(visitor, cache.url);
      const { release } = await holdAnswer(page);
      const answer = await page.goto('/gate');
      expect(answer!.headers().vary).toBe('consent-model');
      expect([await banner(page).isVisible(), await granted(page)]).toEqual([number !== 1, 'necessary']);
      expect(await banner(page).getAttribute('data-model')).toBe(model);
      if (number !== 1) {
        const { first, banner: painted } = await paints(page);
        expect(painted).toBe(first);
        expect(await shifts(page)).toEqual([]);
      }
      release();
      await poll(() => granted(page)).toBe(
        number === 0 ? 'necessary' : 'necessary functional analytics marketing',
      );
      expect(await banner(page).isVisible()).toBe(number !== 1);
      await context.close();
    }
    const statuses = [];
    for (const visitor of [VISITORS[2]!, VISITORS[9]!, VISITORS[5]!]) {
      const kept = await fetch(`${cache.url}/gate`, { headers: headersOf(visitor) });
      statuses.push([kept.headers.get('x-cache'), /data-model="([a-z-]+)"/.exec(await kept.text())![1]]);
    }
    expect(statuses).toEqual([
      ['HIT', 'opt-in'],
      ['MISS', 'none'],
      ['HIT', 'opt-out'],
    ]);
    const inPreview = await fetch(`${cache.url}/gate`, {
      headers: { ...headersOf(VISITORS[2]!), cookie: 'a=b; consent-preview=x' },
    });
    expect(inPreview.headers.get('x-cache')).toBe('BYPASS');
  });
});

describe.skipIf(noNginx)('a service of a required category, in a page that visitors share', () => {
  let cache: Served;
  let published: ConsentConfig;

  beforeAll(async () => {
    const build = await buildSite({ options: { cms: cms.url, render: 'neutral' } });
    published = { ...cms.config };
    const film = {
      id: 'film',
      key: 'film',
      name: 'Film',
      categoryKey: 'necessary',
      kind: 'iframe' as const,
      hosts: ['vendors.invalid/film'],
    };
    Object.assign(cms.config, withServices({ ...published, trackers: [...published.trackers, film] }));
    cache = await startBehindCache(build);
  }, 120_000);
  afterAll(() => {
    delete cms.config.services;
    Object.assign(cms.config, published);
  });

  const refusing = (visitor: Visitor): Visitor => ({
    ...visitor,
    cookie: encodeConsentCookie({ ...decodeConsentCookie(visitor.cookie)!, x: { film: 0 } }),
  });

  it.each([
    ['opens by itself for who has decided nothing', VISITORS[0]!, 'open'],
    ['opens by itself for who has refused all that is optional', VISITORS[2]!, 'open'],
    ['stays closed for who has refused it by name', refusing(VISITORS[2]!), 'closed'],
    ['stays closed for who has granted all else', refusing(VISITORS[1]!), 'closed'],
  ] as const)('C3: %s', async (_, visitor, state) => {
    const { context, page } = await openAs(visitor, cache.url);
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    const sent = await fetch(`${cache.url}/content`, { headers: headersOf(visitor) });
    expect(await sent.text()).toContain('data-consent-category="film" data-state="closed"');
    await visitPage(page, '/content');
    // The other frame is of nobody.
    await poll(() => gates(page)).toEqual([state, 'closed']);
    expect(asked.includes('/film')).toBe(state === 'open');
    expect(await shifts(page)).toEqual([]);
    await context.close();
  });
});
