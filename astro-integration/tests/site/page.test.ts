import { type ConsentTracker, decodeConsentCookie, encodeConsentCookie } from '@permesso/consent-core';
import type { Browser, BrowserContext, Page, Route } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { PagePayload } from '../../../core/src/contract/payload.ts';
import {
  atRest,
  consentCookie,
  consentModeCalls,
  isUnsent,
  launch,
  reloadPage,
  visitPage,
} from './browser.ts';
import { type FakeCms, serveCms } from './cms.ts';
import { type Build, buildSite, type Site, serveVendors, startSite, type Vendors } from './harness.ts';

// A browser on a busy machine.
vi.setConfig({ testTimeout: 30_000 });
const poll: typeof expect.poll = (check) => expect.poll(check, { timeout: 10_000 });

/** A tag as vendors write them: it speaks in `dataLayer` before anything of the vendor's is loaded. */
const TAG: ConsentTracker = {
  id: 'tag',
  name: 'Tag',
  categoryKey: 'analytics',
  kind: 'script',
  loader: {
    inline: '(window.dataLayer ??= []).push({ tag: true });',
    strategy: 'afterDecision',
    consentModeManaged: false,
  },
};

let vendors: Vendors;
let cms: FakeCms;
let build: Build;
let site: Site;
let browser: Browser;
let context: BrowserContext;
let page: Page;
let errors: string[];

beforeAll(async () => {
  vendors = await serveVendors();
  cms = await serveCms(vendors.url);
  build = await buildSite({ options: { cms: cms.url } });
  cms.config.trackers.push(TAG);
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
  for (const path of Object.keys(vendors.hits)) delete vendors.hits[path];
  cms.recordStatus = 201;
  cms.records.length = 0;
  errors = [];
  await visit();
});

afterEach(async () => {
  await context.close();
  expect(errors).toEqual([]);
});

/** A new visitor, from somewhere. */
async function visit(headers: Record<string, string> = { 'cf-ipcountry': 'DE' }): Promise<void> {
  await context?.close();
  context = await browser.newContext({ baseURL: site.url, extraHTTPHeaders: headers });
  page = await context.newPage();
  page.on('pageerror', (error) => errors.push(String(error)));
  // Marks are there once the browser has nothing left to do for the page.
  await context.route('**/favicon.ico', (route) => route.fulfill({ status: 204 }));
}

/**
 * The decisions that reached the CMS. A post whose page is left before its answer is made again by the next page, and
 * the CMS knows it (E4): so decisions count here, not posts.
 */
const decisionsSent = () => new Set(cms.records.map(({ submission }) => JSON.stringify(submission))).size;
const waiting = () => isUnsent(page);
/** The CMS has the one record, and the page knows: what it still kept would be sent again from the next page. */
const recorded = async () => {
  await poll(() => cms.records.length).toBe(1);
  await poll(waiting).toBe(false);
};
const go = (path: string) => visitPage(page, path);
const click = (selector: string) => page.click(selector);
const banner = () => page.locator('[data-consent-banner]');
const root = (name: string) => page.evaluate((key) => document.documentElement.dataset[key], name);
const gates = () =>
  page
    .locator('[data-consent-gate]')
    .evaluateAll((all) => all.map((gate) => (gate as HTMLElement).dataset.state));
const follow = async (text: string) => {
  await page.click(`nav >> text=${text}`);
  await page.waitForFunction((title) => document.querySelector('h1')?.textContent === title, text);
  await atRest(page);
};
/** What grants all is kept a frame after the click. */
const accept = async () => {
  await click('[data-consent-banner] [data-consent-action=accept-all]');
  await page.waitForFunction(() => document.cookie.includes('pl-consent='));
};
/** Does what leads to another page, and waits for that: what comes next would interrupt it, or be interrupted. */
const leaving = (act: () => Promise<void>) => Promise.all([page.waitForEvent('load'), act()]);
const clickReject = () => click('[data-consent-banner] [data-consent-action=reject-all]');
const reject = async () => {
  await clickReject();
  await page.waitForFunction(() => document.documentElement.dataset.consentUi === 'closed');
};

describe('a first visit', () => {
  it('I5: asks nobody and stores nothing before the choice', async () => {
    for (const path of ['/', '/gate', '/markup', '/prerendered']) await go(path);
    expect(vendors.hits).toEqual({});
    expect(await context.cookies()).toEqual([]);
    expect(await banner().isVisible()).toBe(true);
    expect(await root('consent')).toBe('undecided');
  });

  it('can be read in browsers that know neither light-dark() nor :has()', async () => {
    await context.route(/\/gate$|\.(js|css)$/, async (route) => {
      const answer = await route.fetch();
      const body = (await answer.text())
        .replaceAll('light-dark(', 'light-or-dark(')
        .replaceAll(':has(', ':got(');
      await route.fulfill({ response: answer, body });
    });
    await page.emulateMedia({ colorScheme: 'dark' });
    await go('/gate');
    expect(await banner().isVisible()).toBe(true);
    const look = (selector: string) =>
      page
        .locator(selector)
        .first()
        .evaluate((element) => {
          const { color, backgroundColor, borderStyle } = getComputedStyle(element);
          return { color, backgroundColor, borderStyle };
        });
    const surface = { color: 'rgb(26, 35, 48)', backgroundColor: 'rgb(255, 255, 255)' };
    const button = { color: 'rgb(255, 255, 255)', backgroundColor: 'rgb(29, 79, 95)', borderStyle: 'solid' };
    for (const place of ['[data-consent-banner]', '[data-consent-part=placeholder]']) {
      expect(await look(place)).toMatchObject(surface);
    }
    expect(await look('[data-consent-banner] [data-consent-action=reject-all]')).toEqual(button);
    expect(await look('[data-consent-banner] [data-consent-action=accept-all]')).toEqual(button);
    await click('[data-consent-banner] [data-consent-action=customize]');
    await page.waitForSelector('dialog[open]');
    expect(await look('dialog')).toMatchObject(surface);
    expect(await look('dialog [role=switch]')).toMatchObject({ borderStyle: 'solid' });
  });

  it('I5: asks nobody after a refusal, and keeps the consent cookie alone', async () => {
    await go('/');
    await reject();
    for (const path of ['/gate', '/markup', '/prerendered', '/']) await go(path);
    expect(vendors.hits).toEqual({});
    expect((await context.cookies()).map(({ name }) => name)).toEqual(['pl-consent']);
    expect(await consentCookie(context)).toMatchObject({
      d: { functional: 0, analytics: 0, marketing: 0 },
      s: 'b',
    });
    expect(await banner().count()).toBe(0);
  });

  it('loads each third party once after acceptance and tells Consent Mode once', async () => {
    await go('/');
    await accept();
    await poll(() => vendors.hits).toEqual({ '/stats.js': 1, '/ads.js': 1 });
    expect(await consentModeCalls(page)).toEqual([
      'default: security_storage',
      'update: ad_storage ad_user_data ad_personalization analytics_storage functionality_storage personalization_storage security_storage',
    ]);
    expect(await banner().isVisible()).toBe(false);
    await poll(() => cms.records.length).toBe(1);
    const cookie = await consentCookie(context);
    expect(cms.records[0]?.submission).toMatchObject({
      consentId: cookie?.id,
      decidedAt: cookie?.t,
      source: 'banner',
    });
  });

  it('C7: writes the decision once, whatever hears of it', async () => {
    await context.addInitScript(() => {
      const own = Object.getOwnPropertyDescriptor(Document.prototype, 'cookie')!;
      const written: string[] = [];
      Object.assign(window, { written });
      Object.defineProperty(Document.prototype, 'cookie', {
        ...own,
        set(text: string) {
          written.push(text.split('=')[0]!);
          own.set!.call(this, text);
        },
      });
    });
    const other = await context.newPage();
    await visitPage(other, '/gate');
    await go('/gate');
    await accept();
    await poll(() => other.locator('[data-consent-gate][data-state=open]').count()).toBe(2);
    await recorded();
    for (const [tab, times] of [
      [page, 1],
      [other, 0],
    ] as const) {
      const written = await tab.evaluate(() => (window as unknown as { written: string[] }).written);
      expect(written.filter((name) => name === 'pl-consent')).toHaveLength(times);
    }
  });

  it('closes its banner, records, and is remembered where lists have a toJSON of their own, as those of Prototype.js', async () => {
    await context.addInitScript(() => {
      Object.assign(Array.prototype, { toJSON: () => '[]' });
    });
    await go('/');
    await accept();
    expect(await banner().isVisible()).toBe(false);
    await recorded();
    await go('/');
    expect([await banner().count(), await root('consent')]).toEqual([0, 'decided']);
  });

  it('keeps a record that the page was left with', async () => {
    await go('/');
    await page.route('**/_consent/records', (route) => route.abort());
    await accept();
    await go('/gate');
    await page.unroute('**/_consent/records');
    await go('/');
    await poll(decisionsSent).toBe(1);
  });

  it('F4: keeps a decision while the CMS is away and sends it once later', async () => {
    cms.recordStatus = 0;
    await go('/');
    await accept();
    await page.waitForResponse((response) => response.status() === 503);
    cms.recordStatus = 201;
    await go('/');
    await poll(decisionsSent).toBe(1);
    await poll(waiting).toBe(false);
    const sent = cms.records.length;
    await go('/gate');
    expect(cms.records).toHaveLength(sent);
  });

  it('I6: saves what the switches of the preferences page say when Enter is pressed in one', async () => {
    await go('/');
    await reject();
    const response = await page.goto('/_consent/preferences');
    expect(response?.headers()['cache-control']).toBe('private, no-store');
    await page.focus('[data-consent-toggle=analytics]');
    await page.keyboard.press('Space');
    await leaving(() => page.keyboard.press('Enter'));
    await poll(async () => (await consentCookie(context))?.s).toBe('p');
    expect(await consentCookie(context)).toMatchObject({ d: { analytics: 1, marketing: 0 } });
  });

  it('I6: works as without JavaScript where its files are gone from the site', async () => {
    await context.route(/\/consent\.\w+\/(consent|preferences)\.js/, (route) =>
      route.fulfill({ status: 404 }),
    );
    await go('/');
    await click('[data-consent-banner] [data-consent-action=customize]');
    await page.waitForURL(/\/_consent\/preferences/);
    await go('/');
    await leaving(clickReject);
    expect(await consentCookie(context)).toMatchObject({ d: { analytics: 0, marketing: 0 } });
    expect(await root('consentUi')).toBe('closed');
    await poll(() => decisionsSent()).toBe(1);
    await click('[data-consent-manage]');
    await page.waitForURL(/\/_consent\/preferences/);
  });

  it('I6: works without JavaScript', async () => {
    await context.close();
    context = await browser.newContext({ baseURL: site.url, javaScriptEnabled: false });
    page = await context.newPage();
    await page.goto('/gate');
    expect(await banner().isVisible()).toBe(true);
    await clickReject();
    await page.waitForURL('**/gate');
    expect(await consentCookie(context)).toMatchObject({ d: { marketing: 0 }, s: 'b' });
    expect(await banner().count()).toBe(0);
    await click('[data-consent-manage]');
    await page.check('input[value=marketing]');
    await click('[data-consent-action=save]');
    await expect
      .poll(() => consentCookie(context))
      .toMatchObject({ d: { marketing: 1, analytics: 0 }, s: 'p' });
  });
});

describe.each<[string, (route: Route) => Promise<void>]>([
  ['nothing', (route) => route.abort()],
  ['an empty file', (route) => route.fulfill({ contentType: 'text/javascript', body: '' })],
])('a visitor whose blocker knows our files by their names and lets %s come', (_, block) => {
  beforeEach(() => context.route(/\/consent\.\w+\/(?!runtime)\w+\.js$/, block));

  it('I6: answers the banner and decides on the page of the preferences', async () => {
    await go('/gate');
    await leaving(clickReject);
    expect(await consentCookie(context)).toMatchObject({ s: 'b' });
    await click('[data-consent-manage]');
    await page.waitForURL('**/_consent/preferences*');
    await page.check('input[value=analytics]');
    await click('[data-consent-action=save]');
    await poll(async () => (await consentCookie(context))?.d).toMatchObject({ analytics: 1, marketing: 0 });
  });

  it('finds that page also where the first of them is there', async () => {
    await context.unrouteAll();
    await context.route(/\/consent\.\w+\/preferences\.js$/, block);
    await go('/gate');
    await click('[data-consent-banner] [data-consent-action=customize]');
    await page.waitForURL('**/_consent/preferences*');
    expect(await page.locator('[data-consent-toggle=analytics]').isChecked()).toBe(false);
  });
});

describe('a tag that pushes as soon as it loads', () => {
  /** Who spoke in `dataLayer`, in order. */
  const spoken = () =>
    page.evaluate(() =>
      (window as unknown as { dataLayer: ArrayLike<unknown>[] }).dataLayer
        .filter((call) => call[0] === 'consent' || 'tag' in call)
        .map((call) => ('tag' in call ? 'tag' : String(call[1]))),
    );

  it('finds the update of a decision made on its page before its own calls', async () => {
    await go('/');
    await accept();
    await poll(spoken).toEqual(['default', 'update', 'tag']);
    await reloadPage(page);
    expect(await spoken()).toEqual(['default', 'update', 'tag']);
  });

  it('finds it where the page learns who its visitor is after it was loaded', async () => {
    await visit({ 'cf-ipcountry': 'ZZ' });
    await go('/prerendered');
    await poll(spoken).toContain('tag');
    expect((await spoken()).slice(-2)).toEqual(['update', 'tag']);
  });
});

describe('a returning visitor', () => {
  it('sees no banner, loads everything once per page and sends nothing', async () => {
    await go('/');
    await accept();
    await recorded();
    const requests: string[] = [];
    page.on('request', (request) => requests.push(new URL(request.url()).pathname));
    await reloadPage(page);
    expect(await banner().count()).toBe(0);
    expect(vendors.hits).toEqual({ '/stats.js': 2, '/ads.js': 2 });
    // Neither what decides nor the banner: what loads the trackers, and which they are.
    expect(
      requests.filter((path) => /\/_?consent/.test(path)).map((path) => path.replace(/[\da-f]{8,}/, '')),
    ).toEqual(['/_astro/consent./runtime.js', '/_astro/consent./trackers.js', '/_consent/c..json']);
    expect(await consentModeCalls(page)).toEqual([
      expect.stringMatching(/^default: ad_storage/),
      expect.stringMatching(/^update: ad_storage/),
    ]);
    // The page's own first script counts what Consent Mode had been told before it.
    expect(await page.evaluate(() => (window as unknown as { seen: number }).seen)).toBe(3);
  });

  it('withdraws in the preferences: gates close, cookies go, and a reload is offered', async () => {
    await go('/gate');
    await accept();
    await poll(gates).toEqual(['open', 'open']);
    await poll(async () => (await context.cookies()).length).toBe(2);
    await click('[data-consent-manage]');
    await click('dialog [data-consent-action=withdraw]');
    await poll(gates).toEqual(['closed', 'closed']);
    expect(await page.locator('#inside').count()).toBe(0);
    expect(await page.locator('#blocked').isVisible()).toBe(true);
    await poll(async () => (await context.cookies()).map(({ name }) => name)).toEqual(['pl-consent']);
    await expect
      .poll(() => cms.records.at(-1)?.submission.replaces)
      .toBe(cms.records[0]?.submission.consentId);
  });

  it('I4: is followed in other tabs without reload', async () => {
    await go('/gate');
    const other = await context.newPage();
    await visitPage(other, '/gate');
    await other.click('[data-consent-banner] [data-consent-action=accept-all]');
    await poll(gates).toEqual(['open', 'open']);
    expect(await banner().isVisible()).toBe(false);
    await reloadPage(page);
    await other.click('[data-consent-manage]');
    await other.click('dialog [data-consent-action=reject-all]');
    await poll(gates).toEqual(['closed', 'closed']);
  });

  it('C3: holds on every page at once, and where the script of the store does not come', async () => {
    await go('/');
    await accept();
    await go('/gate');
    await poll(gates).toEqual(['open', 'open']);
    const other = await context.newPage();
    await visitPage(other, '/');
    await page.route(/\/consent\.js$/, (route) => route.abort());
    for (const path of Object.keys(vendors.hits)) delete vendors.hits[path];
    await other.click('[data-consent-manage]');
    await other.click('dialog [data-consent-action=reject-all]');
    await poll(gates).toEqual(['closed', 'closed']);
    await other.click('nav a[href="/gate"]');
    await poll(() => other.locator('h1').textContent()).toBe('gate');
    await atRest(other);
    expect(await other.locator('[data-consent-gate][data-state=open]').count()).toBe(0);
    expect(vendors.hits).toEqual({});
  });
});

describe('a gate', () => {
  it('keeps scripts, images and islands out, and opens in place', async () => {
    await go('/gate');
    expect(await gates()).toEqual(['closed', 'closed']);
    await accept();
    await poll(gates).toEqual(['open', 'open']);
    await expect
      .poll(() => vendors.hits)
      .toEqual({ '/stats.js': 1, '/ads.js': 1, '/embed.js': 1, '/pixel.gif': 1 });
    await poll(() => page.evaluate(() => (window as unknown as { gated: number }).gated)).toBe(1);
  });

  it('runs its scripts once per document, also when it opens again', async () => {
    await go('/gate');
    await accept();
    await poll(gates).toEqual(['open', 'open']);
    for (const action of ['reject-all', 'accept-all']) {
      await click('[data-consent-manage]');
      await click(`dialog [data-consent-action=${action}]`);
    }
    await poll(gates).toEqual(['open', 'open']);
    expect(vendors.hits['/embed.js']).toBe(1);
    expect(await page.evaluate(() => (window as unknown as { gated: number }).gated)).toBe(1);
  });

  it('allows its content once without a decision', async () => {
    await go('/gate');
    await click('[data-consent-allow=once]');
    await poll(gates).toEqual(['closed', 'open']);
    expect(await context.cookies()).toEqual([]);
    await go('/gate');
    expect(await gates()).toEqual(['closed', 'closed']);
  });

  it('allows its category for good', async () => {
    await go('/gate');
    await click('[data-consent-allow=always]');
    await poll(gates).toEqual(['closed', 'open']);
    expect(await consentCookie(context)).toMatchObject({ d: { analytics: 1, marketing: 0 } });
    await go('/gate');
    expect(await gates()).toEqual(['closed', 'open']);
  });

  it.each(['reject-all', 'save'])('I3: closes what was allowed once with a later %s', async (action) => {
    await go('/gate');
    await click('[data-consent-allow=once]');
    await poll(gates).toEqual(['closed', 'open']);
    await click('[data-consent-manage]');
    await click(`dialog [data-consent-action=${action}]`);
    await poll(gates).toEqual(['closed', 'closed']);
    expect(await page.locator('#analytics').count()).toBe(0);
  });

  it.each(['once', 'always'])('lets the focus go on in what was allowed %s', async (how) => {
    await go('/gate');
    await page.locator(`[data-consent-allow=${how}]`).press('Enter');
    await poll(gates).toEqual(['closed', 'open']);
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('analytics');
  });

  it('C5: allows its category for good without renewing others that had expired', async () => {
    await go('/gate');
    // Its answer sets the cookie once more.
    const recorded = page.waitForResponse((response) => response.url().endsWith('/records'));
    await accept();
    await recorded;
    const decided = (await context.cookies()).find(({ name }) => name === 'pl-consent')!;
    const cookie = decodeConsentCookie(decided.value)!;
    const value = encodeConsentCookie({ ...cookie, t: cookie.t - 400 * 86_400 });
    await context.addCookies([{ ...decided, value }]);
    await go('/gate');
    expect(await gates()).toEqual(['closed', 'closed']);
    await click('[data-consent-allow=always]');
    await poll(gates).toEqual(['closed', 'open']);
    expect(await consentCookie(context)).toMatchObject({ d: { analytics: 1, marketing: 0 } });
  });

  describe('that the server sent open', () => {
    beforeEach(async () => {
      await go('/gate');
      await accept();
      await recorded();
      await atRest(page);
      for (const path of Object.keys(vendors.hits)) delete vendors.hits[path];
    });

    it('L: contacts nobody where the cookie is newer than the page, and refuses', async () => {
      const kept = await (await context.request.get('/gate')).text();
      expect(kept).toContain('data-state="open"');
      await click('[data-consent-manage]');
      await click('dialog [data-consent-action=reject-all]');
      await poll(gates).toEqual(['closed', 'closed']);
      // As a service worker hands it out that keeps pages, or as it comes when it was under way.
      await page.route('**/gate', (route) => route.fulfill({ contentType: 'text/html', body: kept }));
      // What is asked for, for the browser may keep a page that came from no address from asking this machine.
      const asked: string[] = [];
      page.on('request', (request) => asked.push(request.url()));
      await go('/gate');
      expect(await gates()).toEqual(['closed', 'closed']);
      expect(await page.locator('#blocked').isVisible()).toBe(true);
      expect(asked.filter((url) => !url.startsWith(site.url))).toEqual([]);
    });

    it('is there with the first paint, runs its scripts once and in order, and nothing moves', async () => {
      await context.addInitScript(() => {
        const scope = Object.assign(window, { shifts: [] as number[] });
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries())
            scope.shifts.push((entry as unknown as { value: number }).value);
        }).observe({ type: 'layout-shift', buffered: true });
      });
      await go('/gate');
      expect(await gates()).toEqual(['open', 'open']);
      expect(vendors.hits).toEqual({ '/stats.js': 1, '/ads.js': 1, '/embed.js': 1, '/pixel.gif': 1 });
      const told = ['afterEmbed', 'gated', 'shifts'];
      const [afterEmbed, gated, shifts] = await page.evaluate(
        (names) => names.map((name) => (window as unknown as Record<string, unknown>)[name]),
        told,
      );
      expect([afterEmbed, gated, shifts]).toEqual([true, 1, []]);
    });

    it('I6: shows without JavaScript what the server knew to be granted, once', async () => {
      const storageState = await context.storageState();
      await context.close();
      context = await browser.newContext({ baseURL: site.url, javaScriptEnabled: false, storageState });
      page = await context.newPage();
      await go('/gate');
      expect(await page.locator('#inside').isVisible()).toBe(true);
      expect(await page.locator('#blocked').isVisible()).toBe(false);
      expect(vendors.hits['/pixel.gif']).toBe(1);
    });

    it('closes on revocation and opens again', async () => {
      await go('/gate');
      expect(await gates()).toEqual(['open', 'open']);
      for (const action of ['reject-all', 'accept-all']) {
        await click('[data-consent-manage]');
        await click(`dialog [data-consent-action=${action}]`);
        await poll(gates).toEqual(action === 'reject-all' ? ['closed', 'closed'] : ['open', 'open']);
      }
      expect(await page.locator('#inside').count()).toBe(1);
    });
  });
});

describe('declarative markup', () => {
  it('I2: runs and loads once granted', async () => {
    await go('/markup');
    expect(vendors.hits).toEqual({});
    await accept();
    await poll(() => vendors.hits).toMatchObject({ '/declared.js': 1, '/frame': 1 });
  });
});

describe('client-side navigation', () => {
  it('I4: keeps the banner once, runs nothing twice and follows the state', async () => {
    await go('/');
    await follow('gate');
    expect(await banner().count()).toBe(1);
    expect(await banner().isVisible()).toBe(true);
    await accept();
    await poll(gates).toEqual(['open', 'open']);
    await follow('prerendered');
    expect(await banner().isVisible()).toBe(false);
    await follow('home');
    await follow('gate');
    expect(await gates()).toEqual(['open', 'open']);
    expect(vendors.hits).toMatchObject({ '/stats.js': 1, '/ads.js': 1, '/embed.js': 1 });
    expect((await consentModeCalls(page)).filter((call) => call.startsWith('default'))).toHaveLength(1);
    expect(await root('consent')).toBe('decided');
  });

  it('L: keeps a dismissed banner away until the next page load', async () => {
    await go('/');
    await click('[data-consent-banner] [data-consent-action=close]');
    await follow('gate');
    expect(await banner().isVisible()).toBe(false);
    expect(await context.cookies()).toEqual([]);
    await go('/');
    expect(await banner().isVisible()).toBe(true);
  });
});

/** Changes what a page is told, as if it were made under another configuration. */
const told = (html: string, change: (payload: PagePayload) => void) =>
  html.replace(/(data-consent-config>)([^<]*)/, (_, before: string, text: string) => {
    const payload: PagePayload = JSON.parse(text);
    change(payload);
    return before + JSON.stringify(payload).replaceAll('<', '\\u003c');
  });
/** A configuration as it was published after the page. */
const publish = (payload: PagePayload) => {
  payload.config!.versions.policyVersion = 'ffffffff';
  payload.key = payload.key.replace(/[^|]+(\|[^|]*)$/, 'ffffffff$1');
};

describe('the next page of client-side navigation', () => {
  const cases: [string, string, (payload: PagePayload) => void][] = [
    [
      'after a tracker was changed',
      'DE',
      ({ config }) => {
        config!.versions.trackersVersion = 'ffffffff';
      },
    ],
    [
      'after consent was switched off',
      'DE',
      ({ config, head }) => {
        config!.enabled = false;
        head.model = null;
      },
    ],
    [
      'in another country',
      'US',
      ({ config, head }) => {
        config!.jurisdiction = { country: 'DE', model: 'opt-in' };
        head.model = 'opt-in';
      },
    ],
  ];

  it.each(cases)('L: runs nothing that is granted by the last one alone, %s', async (_, country, change) => {
    await visit({ 'cf-ipcountry': country });
    await go('/gate');
    if (country === 'DE') {
      await accept();
      await recorded();
    }
    await poll(gates).toEqual(['open', 'open']);
    await follow('home');
    await page.route('**/gate', async (route) => {
      const response = await route.fetch();
      const body = told(await response.text(), (payload) => {
        change(payload);
        publish(payload);
      });
      await route.fulfill({ response, body });
    });
    await page.evaluate(() => {
      const scope = Object.assign(window, { everOpen: 0 });
      new MutationObserver(() => {
        scope.everOpen += document.querySelectorAll('[data-consent-content]').length;
      }).observe(document, { childList: true, subtree: true });
    });
    await follow('gate');
    expect(await gates()).toEqual(['closed', 'closed']);
    expect(await page.evaluate(() => (window as unknown as { everOpen: number }).everOpen)).toBe(0);
  });
});

describe('a page that the browser prepares before it is shown', () => {
  const show = () =>
    page.evaluate(() => {
      Object.defineProperty(document, 'prerendering', { value: false });
      document.dispatchEvent(new Event('prerenderingchange'));
    });

  beforeEach(async () => {
    await go('/');
    await accept();
    await recorded();
    await poll(() => vendors.hits).toEqual({ '/stats.js': 1, '/ads.js': 1 });
    await context.addInitScript(() =>
      Object.defineProperty(document, 'prerendering', { value: true, configurable: true }),
    );
    for (const path of Object.keys(vendors.hits)) delete vendors.hits[path];
  });

  it.each(['/gate', '/markup', '/prerendered'])(
    'L: runs nothing optional before, all once after: %s',
    async (path) => {
      await go(path);
      expect(vendors.hits).toEqual({});
      expect(await consentModeCalls(page)).toEqual(['default: security_storage']);
      await show();
      const own = { '/gate': ['/embed.js', '/pixel.gif'], '/markup': ['/declared.js', '/frame'] }[path] ?? [];
      const all = ['/stats.js', '/ads.js', ...own];
      await poll(() => vendors.hits).toEqual(Object.fromEntries(all.map((name) => [name, 1])));
      expect((await consentModeCalls(page)).slice(1)).toEqual([expect.stringMatching(/^update: ad_storage/)]);
    },
  );

  it('L: asks the cookie anew when it is shown', async () => {
    await go('/gate');
    const [cookie] = (await context.cookies()).filter(({ name }) => name === 'pl-consent');
    const { d, ...rest } = decodeConsentCookie(cookie!.value)!;
    const refused = Object.fromEntries(Object.keys(d).map((key) => [key, 0 as const]));
    await context.addCookies([
      { ...cookie!, value: encodeConsentCookie({ ...rest, d: refused, t: rest.t + 1 }) },
    ]);
    await show();
    await poll(() => root('consentGranted')).toBe('necessary');
    await page.waitForLoadState('networkidle');
    expect([await gates(), vendors.hits]).toEqual([['closed', 'closed'], {}]);
  });
});

describe('a prerendered page of a visitor who granted', () => {
  let release: () => void;
  let present: (payload: PagePayload) => void;

  beforeEach(async () => {
    await go('/');
    await accept();
    await recorded();
    await poll(() => vendors.hits).toEqual({ '/stats.js': 1, '/ads.js': 1 });
    present = () => {};
    release = () => {};
  });

  /** Opens the page, whose question for its configuration is answered when `release` is called. */
  const open = async () => {
    const answered = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.unroute('**/_consent/config*');
    await page.route('**/_consent/config*', async (route) => {
      await answered;
      const response = await route.fetch();
      const payload: PagePayload = await response.json();
      present(payload);
      await route.fulfill({ response, json: payload });
    });
    for (const path of Object.keys(vendors.hits)) delete vendors.hits[path];
    const asked = page.waitForRequest('**/_consent/config*');
    await page.goto('/prerendered');
    await asked;
  };

  it('L: runs nothing of the build that the present configuration has not confirmed, on no view', async () => {
    present = (payload) => {
      publish(payload);
      const { content, config } = payload;
      config!.trackers = cms.config.trackers.filter(({ id }) => id === 'stats');
      delete payload.content;
      expect(content).toBeDefined();
    };
    await open();
    expect([await root('consentGranted'), vendors.hits]).toEqual(['necessary', {}]);
    expect(await consentModeCalls(page)).toEqual(['default: security_storage']);
    release();
    await poll(() => vendors.hits).toEqual({ '/stats.js': 1 });
    expect((await consentModeCalls(page)).at(-1)).toMatch(/^update: ad_storage/);
    await reloadPage(page);
    await poll(() => vendors.hits).toEqual({ '/stats.js': 2 });
  });

  it('neither waits nor asks once this tab was answered, until that is some minutes ago', async () => {
    await open();
    release();
    await poll(() => vendors.hits).toEqual({ '/stats.js': 1, '/ads.js': 1 });
    await page.waitForFunction(() => sessionStorage.length > 0);
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await reloadPage(page);
    await poll(() => vendors.hits).toEqual({ '/stats.js': 2, '/ads.js': 2 });
    expect(asked.filter((path) => /config|consent\.js/.test(path))).toEqual([]);
    await page.evaluate(() => {
      const { at, ...payload } = JSON.parse(sessionStorage.getItem('permesso:config')!);
      sessionStorage.setItem('permesso:config', JSON.stringify({ ...payload, at: at - 301_000 }));
    });
    await reloadPage(page);
    expect(asked.filter((path) => path.endsWith('/config'))).toHaveLength(1);
    await poll(() => vendors.hits).toEqual({ '/stats.js': 3, '/ads.js': 3 });
  });

  it('L: keeps what Global Privacy Control may forbid off until the law is known', async () => {
    await context.addInitScript(() =>
      Object.defineProperty(navigator, 'globalPrivacyControl', { value: true }),
    );
    await open();
    expect([await root('consentGranted'), vendors.hits]).toEqual(['necessary', {}]);
    release();
    // Under opt-in it changes nothing (J).
    await poll(() => vendors.hits).toEqual({ '/stats.js': 1, '/ads.js': 1 });
  });
});

describe('a prerendered page', () => {
  it('grants nothing and shows nothing before its configuration has arrived, then asks', async () => {
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/_consent/config*', async (route) => {
      await held;
      await route.continue();
    });
    await page.goto('/prerendered');
    expect(await banner().isVisible()).toBe(false);
    expect(await root('consentGranted')).toBe('necessary');
    release();
    await banner().waitFor({ state: 'visible' });
    await accept();
    await poll(() => vendors.hits).toEqual({ '/stats.js': 1, '/ads.js': 1 });
  });

  it('shows no banner to a visitor whose law asks for none', async () => {
    await visit({ 'cf-ipcountry': 'ZZ' });
    await go('/prerendered');
    await poll(() => vendors.hits).toEqual({ '/stats.js': 1, '/ads.js': 1 });
    expect(await banner().isVisible()).toBe(false);
  });

  it('C11: opts out whoever sends Global Privacy Control and keeps it from scripts', async () => {
    await visit({ 'cf-ipcountry': 'US', 'sec-gpc': '1' });
    await go('/prerendered');
    await poll(() => cms.records.length).toBe(1);
    expect(cms.records[0]?.submission).toMatchObject({ source: 'gpc', decisions: { marketing: false } });
    expect(await root('consentGranted')).toBe('necessary functional');
    expect(await root('consentGpc')).toBe('');
    // What the signal forbids stays off also when all is accepted.
    await click('[data-consent-manage]');
    await click('dialog [data-consent-action=accept-all]');
    await poll(async () => (await consentCookie(context))?.s).toBe('p');
    expect(await consentCookie(context)).toMatchObject({ d: { functional: 1, analytics: 0, marketing: 0 } });
    expect(vendors.hits).toEqual({});
  });

  it('C3: keeps a refusal', async () => {
    await go('/');
    await reject();
    await visitAgain({ 'cf-ipcountry': 'ZZ' });
    await go('/prerendered');
    expect(vendors.hits).toEqual({});
  });
});

/** The same visitor, somewhere else. */
async function visitAgain(headers: Record<string, string>): Promise<void> {
  const state = await context.storageState();
  await context.close();
  context = await browser.newContext({ baseURL: site.url, extraHTTPHeaders: headers, storageState: state });
  page = await context.newPage();
}

describe('the moment between an answer and the next paint', () => {
  /** Comes near the banner, as whoever is about to answer it. */
  const comeNear = async () => {
    const loaded = page.waitForResponse(/\/consent\.js$/);
    await page.hover('[data-consent-banner]');
    await loaded;
    await atRest(page);
  };

  /** Clicks and does something else at once, before the browser can paint. */
  const answerAnd = (action: string, then: string) =>
    page.evaluate(
      ([name, code]) => {
        document.querySelector<HTMLElement>(`[data-consent-banner] [data-consent-action=${name}]`)!.click();
        new Function(code!)();
      },
      [action, then],
    );

  /** The cookie of a refusal that is recorded; the page is that of a new visitor. */
  const refusedBefore = async () => {
    await go('/');
    await reject();
    await recorded();
    const refused = (await context.cookies()).find(({ name }) => name === 'pl-consent')!.value;
    await poll(() => decisionsSent()).toBe(1);
    await visit();
    await go('/');
    return refused;
  };

  it('F4: keeps and records an acceptance of somebody who leaves at once', async () => {
    await go('/');
    await comeNear();
    await answerAnd('accept-all', "location.href = '/gate'");
    await poll(() => gates()).toContain('open');
    expect(await consentCookie(context)).toMatchObject({ d: { analytics: 1, marketing: 1 } });
    await poll(() => decisionsSent()).toBe(1);
  });

  it('C3: overturns no refusal that another tab has kept meanwhile', async () => {
    const refused = await refusedBefore();
    await comeNear();
    await answerAnd('accept-all', `document.cookie = 'pl-consent=${refused}; path=/'`);
    await go('/gate');
    expect(await consentCookie(context)).toMatchObject({ d: { analytics: 0, marketing: 0 } });
    expect(vendors.hits).toEqual({});
    // Both were decisions, so both are recorded.
    await poll(() => decisionsSent()).toBe(2);
  });

  it('C3: brings no saved grant back over a refusal that came before the paint', async () => {
    const refused = await refusedBefore();
    await click('[data-consent-banner] [data-consent-action=customize]');
    await page.check('dialog [data-consent-toggle][value=analytics]');
    await page.evaluate((cookie) => {
      document.querySelector<HTMLElement>('dialog [data-consent-action=save]')!.click();
      // biome-ignore lint/suspicious/noDocumentCookie: as another tab has it.
      document.cookie = `pl-consent=${cookie}; path=/`;
    }, refused);
    await poll(() => decisionsSent()).toBe(2);
    await go('/gate');
    expect(await consentCookie(context)).toMatchObject({ d: { analytics: 0, marketing: 0 } });
    expect(vendors.hits).toEqual({});
  });

  it('C3: loses no refusal of somebody who leaves before what answers the click has come', async () => {
    await page.route(/\/consent\.js$/, () => {});
    await go('/');
    await answerAnd('reject-all', "location.href = '/gate'");
    await poll(() => consentCookie(context)).toMatchObject({ d: { analytics: 0, marketing: 0 }, s: 'b' });
    await poll(() => decisionsSent()).toBe(1);
  });

  it('C3: has a refusal in the cookie as soon as it is made', async () => {
    await go('/');
    await comeNear();
    const kept = await page.evaluate(() => {
      document.querySelector<HTMLElement>('[data-consent-banner] [data-consent-action=reject-all]')!.click();
      return document.cookie;
    });
    expect(kept).toContain('pl-consent=');
  });
});

describe('a CMS that is slow to answer', () => {
  let release = () => {};
  beforeEach(() => {
    cms.held = new Promise((resolve) => {
      release = () => {
        cms.held = null;
        resolve();
      };
    });
  });
  afterEach(() => release());

  const open = async (path: string, tab = page) => tab.goto(path, { waitUntil: 'load' });
  const refuse = async (tab = page) => {
    await tab.click('[data-consent-manage]');
    await tab.click('dialog [data-consent-action=reject-all]');
  };
  const decided = async () => (await consentCookie(context))?.d;
  const refused = { functional: 0, analytics: 0, marketing: 0 };
  /** What the CMS was told, in order; what was sent twice counts as it does there (E4). */
  const told = () => [...new Set(cms.records.map(({ submission }) => submission.decisions.marketing))];

  it('is asked nothing more where its answer came too late for the cookie: the site sets that by itself', async () => {
    release();
    await page.route('**/_consent/records', async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, headers: { ...response.headers(), 'consent-renew': '1' } });
    });
    const renewed = page.waitForResponse(/\/records\?renew/);
    await open('/');
    await accept();
    const answer = await renewed;
    expect([answer.status(), (await answer.allHeaders())['set-cookie']?.split('=')[0]]).toEqual([
      204,
      'pl-consent',
    ]);
    expect(cms.records).toHaveLength(1);
  });

  it('L: takes no refusal back with its late answer to a page that was left, nor in another tab', async () => {
    await open('/');
    await accept();
    await poll(told).toEqual([true]);
    // Its request outlives the page.
    await open('/gate');
    const other = await context.newPage();
    await open('/gate', other);
    await refuse(other);
    await poll(gates).toEqual(['closed', 'closed']);
    await Promise.all([page.close(), other.close()]);
    release();
    page = await context.newPage();
    await go('/gate');
    await poll(() => told().at(-1)).toBe(false);
    await poll(waiting).toBe(false);
    expect([await decided(), await gates()]).toEqual([refused, ['closed', 'closed']]);
  });

  it('L, I5: cannot have the next page load anything, though the late answer has set the cookie of the acceptance', async () => {
    await open('/');
    await accept();
    await poll(told).toEqual([true]);
    const accepted = (await context.cookies()).find(({ name }) => name === 'pl-consent')!;
    await refuse();
    await poll(() => page.evaluate(() => 'pl-consent:outbox-refusal' in localStorage)).toBe(true);
    await page.close();
    // As another process of the site would, which cannot know of the refusal.
    await context.addCookies([accepted]);
    for (const path of Object.keys(vendors.hits)) delete vendors.hits[path];
    page = await context.newPage();
    await open('/');
    await poll(decided).toEqual(refused);
    release();
    await poll(told).toEqual([true, false]);
    await poll(waiting).toBe(false);
    // Once more, when the refusal has been recorded and the page alone knows which was first.
    await context.addCookies([accepted]);
    await page.evaluate(() => new BroadcastChannel('pl-consent').postMessage(0));
    await poll(decided).toEqual(refused);
    expect(await root('consentGranted')).toBe('necessary');
    expect(vendors.hits).toEqual({});
    expect((await consentModeCalls(page)).every((call) => !call.includes('ad_storage'))).toBe(true);
  });
});

describe('an opt-out visitor', () => {
  it('C2: has what the law allows, and a notice', async () => {
    await visit({ 'cf-ipcountry': 'US' });
    await go('/');
    await poll(() => vendors.hits).toEqual({ '/stats.js': 1, '/ads.js': 1 });
    expect(await banner().getAttribute('data-model')).toBe('opt-out');
    expect(await context.cookies()).toHaveLength(1);
    expect((await context.cookies())[0]?.name).toBe('_st_id');
  });

  it('C3: has nothing in a frame that may read no cookie: a refusal may stand in it', async () => {
    await visit({ 'cf-ipcountry': 'US' });
    await page.setContent(`<iframe sandbox="allow-scripts" src="${site.url}/prerendered"></iframe>`);
    await atRest(page);
    const frame = page.frames()[1]!;
    expect(await consentModeCalls(frame)).toEqual(['default: security_storage', 'update: security_storage']);
    expect(vendors.hits).toEqual({});
    expect(await frame.locator('[data-consent-banner]').isVisible()).toBe(false);
  });

  it('C11: is opted out by Global Privacy Control, stored and recorded once', async () => {
    await visit({ 'cf-ipcountry': 'US', 'sec-gpc': '1' });
    await go('/');
    await recorded();
    expect(cms.records[0]?.submission).toMatchObject({
      source: 'gpc',
      decisions: { analytics: false, marketing: false },
    });
    await go('/gate');
    await atRest(page);
    expect(cms.records).toHaveLength(1);
    expect(vendors.hits).toEqual({});
    expect(await banner().isVisible()).toBe(false);
  });
});
