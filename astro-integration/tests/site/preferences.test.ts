import {
  type ConsentConfig,
  type ConsentGranularity,
  type ConsentTracker,
  withServices,
} from '@permesso/consent-core';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { atRest, consentCookie, consentModeCalls, isUnsent, launch, visitPage } from './browser.ts';
import { type FakeCms, serveCms } from './cms.ts';
import { type Build, buildSite, type Site, serveVendors, startSite, type Vendors } from './harness.ts';

const poll: typeof expect.poll = (check) => expect.poll(check, { timeout: 10_000 });

let vendors: Vendors;
let cms: FakeCms;
let build: Build;
let site: Site;
let browser: Browser;
let context: BrowserContext;
let page: Page;
/** Parts of the runtime and routes that were asked for. */
let asked: string[];

beforeAll(async () => {
  vendors = await serveVendors();
  cms = await serveCms(vendors.url);
  build = await buildSite({ options: { cms: cms.url } });
  site = await startSite(build);
  browser = await launch({ reusing: true });
}, 120_000);

afterAll(async () => {
  await browser?.close();
  await site?.stop();
  await cms?.stop();
  await vendors?.stop();
  await build?.remove();
});

beforeEach(async () => {
  await context?.close();
  cms.records.length = 0;
  context = await browser.newContext({ baseURL: site.url });
  page = await context.newPage();
  asked = [];
  page.on('request', (request) => {
    const name = /\/consent\.\w+\/(\w+)\.js$|(_consent\/\w+)/.exec(request.url());
    if (name) asked.push(name[1] ?? name[2]!);
  });
});

const go = (path: string) => visitPage(page, path);
const open = async () => {
  await page.click('[data-consent-manage]');
  await page.waitForSelector('dialog[open]');
};
const choose = (action: string) => page.click(`dialog [data-consent-action=${action}]`);
const toggle = (key: string) => page.click(`dialog [data-consent-toggle=${key}]`);
const isOn = (key: string) => page.isChecked(`dialog [data-consent-toggle=${key}]`);
const gates = () =>
  page
    .locator('[data-consent-gate]')
    .evaluateAll((all) => all.map((gate) => (gate as HTMLElement).dataset.state));
/** What another tab does when it has decided. */
const tellTab = () => page.evaluate(() => dispatchEvent(new Event('storage')));

describe('the preferences of a visitor who is asked', () => {
  it('ask for their parts and the texts once, and show what the configuration says', async () => {
    await go('/');
    await open();
    await atRest(page);
    expect(asked.sort()).toEqual(['_consent/c', 'consent', 'preferences']);
    expect(await page.textContent('dialog')).toContain('Stats Ltd');
    expect(await page.textContent('dialog')).toContain('13 months');
    expect(await context.cookies()).toEqual([]);
  });

  it('decide what the switches say: cookie, record, gates and Consent Mode follow', async () => {
    await go('/gate');
    await open();
    await toggle('analytics');
    await choose('save');
    expect(await page.isVisible('dialog')).toBe(false);
    await poll(gates).toEqual(['closed', 'open']);
    const cookie = await consentCookie(context);
    expect(cookie).toMatchObject({ d: { functional: 0, analytics: 1, marketing: 0 }, s: 'p' });
    await poll(() => cms.records.length).toBe(1);
    expect(cms.records[0]!.submission).toMatchObject({ consentId: cookie?.id, source: 'preferences' });
    expect((await consentModeCalls(page)).at(-1)).toMatch(/^update: analytics_storage/);
    await open();
    expect(await page.locator('dialog [data-consent-part=meta] code').textContent()).toBe(cookie?.id);
    expect([await isOn('analytics'), await isOn('marketing')]).toEqual([true, false]);
  });

  it('drop what was toggled when they are closed, and leave the banner due', async () => {
    await go('/gate');
    for (const leave of [() => page.keyboard.press('Escape'), () => choose('close')]) {
      await open();
      expect(await isOn('marketing')).toBe(false);
      await toggle('marketing');
      await leave();
      expect(await page.isVisible('dialog')).toBe(false);
    }
    expect(await page.isVisible('[data-consent-banner]')).toBe(true);
    expect(await gates()).toEqual(['closed', 'closed']);
    expect(await context.cookies()).toEqual([]);
  });

  it('keep what was toggled when another configuration arrives', async () => {
    await go('/');
    await page.click('[data-consent-banner] [data-consent-action=reject-all]');
    await poll(() => cms.records.length).toBe(1);
    let arrive = () => {};
    const toggled = new Promise<void>((resolve) => {
      arrive = resolve;
    });
    await page.route('**/_consent/config*', (route) => toggled.then(() => route.continue()));
    await page.goto('/prerendered');
    await open();
    await toggle('marketing');
    await poll(() => isOn('marketing')).toBe(true);
    arrive();
    await atRest(page);
    expect([await isOn('analytics'), await isOn('marketing')]).toEqual([false, true]);
    await choose('save');
    await poll(async () => (await consentCookie(context))?.d).toMatchObject({ analytics: 0, marketing: 1 });
  });

  it('C3: keep a refusal where an element of the page is named like the cookies', async () => {
    await context.setExtraHTTPHeaders({ 'cf-ipcountry': 'US' });
    await go('/gate');
    await page.click('[data-consent-banner] [data-consent-action=reject-all]');
    await poll(() => cms.records.length).toBe(1);
    await page.addInitScript(() => {
      addEventListener('DOMContentLoaded', () => {
        const form = Object.assign(document.createElement('form'), { name: 'cookie' });
        document.body.append(form);
      });
    });
    await go('/gate');
    expect(await page.evaluate(() => typeof document.cookie)).toBe('object');
    await open();
    await toggle('analytics');
    await choose('save');
    await poll(gates).toEqual(['closed', 'open']);
    expect(await consentCookie(context)).toMatchObject({ d: { analytics: 1, marketing: 0 }, j: 'out' });
    await tellTab();
    await atRest(page);
    expect(await gates()).toEqual(['closed', 'open']);
    // The router goes on as well.
    await page.click('nav a[href="/"]');
    await poll(() => page.url()).toBe(`${site.url}/`);
    expect(await page.evaluate(() => document.documentElement.dataset.consentGranted)).toBe(
      'necessary analytics',
    );
  });

  it('I4: follow a decision of another tab while they are open', async () => {
    const other = await context.newPage();
    await go('/gate');
    await visitPage(other, '/gate');
    await open();
    await toggle('marketing');
    await other.click('[data-consent-banner] [data-consent-action=reject-all]');
    await poll(() => isOn('marketing')).toBe(false);
    await choose('save');
    await poll(() => page.isVisible('dialog')).toBe(false);
    expect(await consentCookie(context)).toMatchObject({ d: { marketing: 0, analytics: 0 } });
  });

  it('decide for this page alone where the browser keeps no cookie, with what was toggled', async () => {
    await context.addInitScript(() => {
      Object.defineProperty(Document.prototype, 'cookie', { get: () => '', set() {} });
    });
    await go('/gate');
    await open();
    await toggle('analytics');
    await choose('save');
    await poll(gates).toEqual(['closed', 'open']);
    expect(await context.cookies()).toEqual([]);
  });
});

describe('the preferences of a visitor who has decided', () => {
  beforeEach(async () => {
    await go('/gate');
    await page.click('[data-consent-banner] [data-consent-action=accept-all]');
    await poll(() => cms.records.length).toBe(1);
    await poll(() => isUnsent(page)).toBe(false);
    await go('/gate');
    asked.length = 0;
  });

  it('ask for the texts and come in their own look', async () => {
    // A page on which nothing else has that look.
    await go('/');
    asked.length = 0;
    await open();
    await atRest(page);
    expect([...new Set(asked)].sort()).toEqual(['consent', 'preferences']);
    expect(await page.textContent('dialog')).toContain('Stats Ltd');
    expect(await isOn('analytics')).toBe(true);
    const surface = await page
      .locator('dialog')
      .evaluate((dialog) => getComputedStyle(dialog).getPropertyValue('--pc-surface'));
    expect(surface).not.toBe('');
  });

  it('C9, C12: withdraw: gates close, the record names the old consent, and a reload is offered', async () => {
    await poll(gates).toEqual(['open', 'open']);
    await open();
    await choose('withdraw');
    await poll(gates).toEqual(['closed', 'closed']);
    await page.waitForSelector('[data-consent-reload]');
    expect(await page.textContent('[data-consent-reload] p')).not.toBe('');
    await poll(() => cms.records.length).toBe(2);
    const [first, second] = cms.records.map(({ submission }) => submission);
    expect(second).toMatchObject({ source: 'withdraw', replaces: first?.consentId });
    expect((await consentModeCalls(page)).at(-1)).toBe('update: security_storage');
  });

  it('open with what is known where nobody answers: a grant can be withdrawn all the same', async () => {
    await page.route('**/_consent/config*', (route) => route.abort());
    await open();
    await choose('withdraw');
    await poll(gates).toEqual(['closed', 'closed']);
    expect(await consentCookie(context)).toMatchObject({ s: 'w', d: { analytics: 0, marketing: 0 } });
  });
});

describe('where visitors decide service by service', () => {
  const tracker = (key: string, categoryKey: string, more: Partial<ConsentTracker> = {}): ConsentTracker => ({
    id: `id-${key}`,
    key,
    name: `The ${key}`,
    categoryKey,
    kind: 'iframe',
    ...more,
  });
  const script = (key: string) =>
    tracker(key, 'analytics', {
      kind: 'script',
      cookies: [{ name: `_${key}`, storage: 'cookie' }],
      loader: { src: `${vendors.url}/${key}.js`, strategy: 'afterDecision', consentModeManaged: false },
    });
  let published: ConsentConfig;

  /** Each test is of another country: what a site knows of one it keeps for a minute. */
  const publish = async (country: string, granularity: ConsentGranularity) => {
    await context.setExtraHTTPHeaders({ 'x-country': country });
    const trackers = [
      tracker('player', 'functional'),
      tracker('map', 'functional'),
      script('counter'),
      script('heatmap'),
    ];
    Object.assign(cms.config, withServices({ ...published, granularity, trackers }));
  };
  beforeAll(() => {
    published = structuredClone(cms.config);
  });
  afterAll(() => {
    delete cms.config.granularity;
    delete cms.config.services;
    Object.assign(cms.config, published);
  });

  const stateOf = (key: string) =>
    page
      .locator(`dialog [data-consent-toggle=${key}]`)
      .evaluate((box: HTMLInputElement) => (box.indeterminate ? 'mixed' : box.checked));
  const switchOn = async (key: string) => {
    const details = page.locator('dialog details', { has: page.locator(`[data-consent-toggle=${key}]`) });
    if (!(await details.evaluate((element: HTMLDetailsElement) => element.open)))
      await details.locator('summary').click();
    await toggle(key);
  };
  const loaded = () =>
    page
      .locator('head [data-consent-tracker]')
      .evaluateAll((all) => all.map((one) => (one as HTMLElement).dataset.consentTracker));

  it('each has its switch, and the box of its category is the sum: by keyboard, in cookie, record, gates and trackers', async () => {
    await publish('FR', 'service');
    await go('/services');
    expect(await gates()).toEqual(['closed', 'closed', 'closed']);
    await open();
    expect(asked).toContain('services');
    expect([await stateOf('functional'), await stateOf('player')]).toEqual([false, false]);
    await switchOn('player');
    expect([await stateOf('functional'), await stateOf('player'), await stateOf('map')]).toEqual([
      'mixed',
      true,
      false,
    ]);
    const tree = await page.locator('dialog').ariaSnapshot();
    expect(tree).toContain('checkbox "Functional" [checked=mixed]');
    expect(tree).toContain('switch "The player" [checked]');
    // Pressed, what is mixed is on as a whole, and then off.
    await page.focus('dialog [data-consent-toggle=functional]');
    await page.keyboard.press('Space');
    expect([await stateOf('functional'), await stateOf('map')]).toEqual([true, true]);
    await page.focus('dialog [data-consent-toggle=map]');
    await page.keyboard.press('Space');
    await switchOn('counter');
    await choose('save');
    await poll(gates).toEqual(['open', 'closed', 'closed']);
    await poll(loaded).toEqual(['id-counter']);
    const cookie = await consentCookie(context);
    expect(cookie).toMatchObject({
      d: { functional: 0, analytics: 0, marketing: 0 },
      x: { player: 1, map: 0, counter: 1, heatmap: 0 },
    });
    await poll(() => cms.records.length).toBe(1);
    expect(cms.records[0]!.submission.services).toEqual({
      player: true,
      map: false,
      counter: true,
      heatmap: false,
    });
  });

  it('hold on the next page, where the store knows them, and are cleaned up one by one', async () => {
    await publish('FR', 'service');
    await go('/services');
    await open();
    await switchOn('counter');
    await switchOn('heatmap');
    await choose('save');
    await poll(loaded).toEqual(['id-counter', 'id-heatmap']);
    expect((await consentCookie(context))?.x).toBeUndefined();
    await page.evaluate(() => {
      // biome-ignore lint/suspicious/noDocumentCookie: what a tracker does
      for (const name of ['_counter', '_heatmap']) document.cookie = `${name}=1; path=/`;
    });
    await open();
    await switchOn('counter');
    await choose('save');
    const cookies = () => page.evaluate(() => document.cookie);
    await poll(cookies).not.toContain('_counter');
    expect(await cookies()).toContain('_heatmap');
    await go('/services');
    await poll(loaded).toEqual(['id-heatmap']);
    await open();
    expect(await stateOf('analytics')).toBe('mixed');
    await choose('reject-all');
    await poll(cookies).not.toContain('_heatmap');
  });

  it('a gate allows its service alone', async () => {
    await publish('FR', 'service');
    await go('/services');
    await page.click('[data-consent-banner] [data-consent-action=reject-all]');
    await page
      .locator('[data-consent-gate]', { hasText: 'The map' })
      .locator('[data-consent-allow=always]')
      .click();
    await poll(gates).toEqual(['closed', 'open', 'closed']);
    expect((await consentCookie(context))?.x).toEqual({ map: 1, player: 0 });
    await go('/services');
    await poll(gates).toEqual(['closed', 'open', 'closed']);
  });

  it('where they decide on categories a gate of a service allows its category, and refusals by name hold', async () => {
    await publish('FR', 'service');
    await go('/services');
    await page.click('[data-consent-banner] [data-consent-action=accept-all]');
    await poll(gates).toEqual(['open', 'open', 'open']);
    await open();
    await switchOn('map');
    await choose('save');
    await poll(gates).toEqual(['open', 'closed', 'closed']);
    await publish('IT', 'category');
    await go('/services');
    await poll(gates).toEqual(['closed', 'closed', 'closed']);
    await open();
    expect(await page.locator('dialog [name=service]').count()).toBe(0);
    await page.keyboard.press('Escape');
    await page.locator('[data-consent-gate] [data-consent-allow=always]').first().click();
    await poll(gates).toEqual(['open', 'open', 'open']);
  });

  it('on a page that was built before, too', async () => {
    await publish('FR', 'service');
    await page.goto('/prerendered');
    await atRest(page);
    await open();
    await switchOn('map');
    expect([await stateOf('functional'), await stateOf('player'), await stateOf('map')]).toEqual([
      'mixed',
      false,
      true,
    ]);
    await choose('save');
    await poll(async () => (await consentCookie(context))?.x).toEqual({ map: 1, player: 0 });
  });

  it('I6: without scripts each service is ticked on the page of the preferences', async () => {
    await publish('FR', 'service');
    await go('/');
    await page.goto('/_consent/preferences');
    expect(await page.locator('[value=functional]').count()).toBe(0);
    await page.check('[value=player]');
    await page.click('[data-consent-action=save]');
    await poll(() => consentCookie(context)).toMatchObject({
      d: { functional: 0 },
      x: { player: 1, map: 0 },
    });
  });
});
