import { decodeConsentCookie, encodeConsentCookie, withServices } from '@permesso/consent-core';
import { beforeEach, describe, expect, it } from 'vitest';
import { atRest, consentCookie } from './browser.ts';
import { poll, prepareVisits } from './visits.ts';

const on = prepareVisits();
const { visit, forgetHits, go, click, recorded, gates, accept } = on;

describe('a gate', () => {
  it('keeps scripts, images and islands out, opens in place, and runs its scripts once per document', async () => {
    const gated = () => on.page.evaluate(() => (window as unknown as { gated: number }).gated);
    await go('/gate');
    expect(await gates()).toEqual(['closed', 'closed']);
    await accept();
    await poll(gates).toEqual(['open', 'open']);
    const hits = { '/stats.js': 1, '/ads.js': 1, '/embed.js': 1, '/pixel.gif': 1 };
    await poll(() => on.vendors.hits).toEqual(hits);
    await poll(gated).toBe(1);
    for (const action of ['reject-all', 'accept-all']) {
      await click('[data-consent-manage]');
      await click(`dialog [data-consent-action=${action}]`);
    }
    await poll(gates).toEqual(['open', 'open']);
    expect([on.vendors.hits['/embed.js'], await gated()]).toEqual([1, 1]);
  });

  const focused = () => on.page.evaluate(() => document.activeElement?.id);

  it('allows its content once without a decision, and lets the focus go on in it', async () => {
    await go('/gate');
    await on.page.press('[data-consent-allow=once]', 'Enter');
    await poll(gates).toEqual(['closed', 'open']);
    expect([await focused(), await on.context.cookies()]).toEqual(['analytics', []]);
    await go('/gate');
    expect(await gates()).toEqual(['closed', 'closed']);
  });

  it('allows its category for good, and lets the focus go on in it', async () => {
    await go('/gate');
    await on.page.press('[data-consent-allow=always]', 'Enter');
    await poll(gates).toEqual(['closed', 'open']);
    expect(await focused()).toBe('analytics');
    expect(await consentCookie(on.context)).toMatchObject({ d: { analytics: 1, marketing: 0 } });
    await go('/gate');
    expect(await gates()).toEqual(['closed', 'open']);
  });

  it('I3: closes what was allowed once with a later decision', async () => {
    await go('/gate');
    for (const action of ['reject-all', 'save']) {
      await click('[data-consent-allow=once]');
      await poll(gates).toEqual(['closed', 'open']);
      await click('[data-consent-manage]');
      await click(`dialog [data-consent-action=${action}]`);
      await poll(gates).toEqual(['closed', 'closed']);
      expect(await on.page.locator('#analytics').count(), action).toBe(0);
    }
  });

  it('C5: allows its category for good without renewing others that had expired', async () => {
    await go('/gate');
    // Its answer sets the cookie once more.
    const recorded = on.page.waitForResponse((response) => response.url().endsWith('/records'));
    await accept();
    await recorded;
    const decided = (await on.context.cookies()).find(({ name }) => name === 'pl-consent')!;
    const cookie = decodeConsentCookie(decided.value)!;
    const value = encodeConsentCookie({ ...cookie, t: cookie.t - 400 * 86_400 });
    await on.context.addCookies([{ ...decided, value }]);
    await go('/gate');
    expect(await gates()).toEqual(['closed', 'closed']);
    await click('[data-consent-allow=always]');
    await poll(gates).toEqual(['closed', 'open']);
    expect(await consentCookie(on.context)).toMatchObject({ d: { analytics: 1, marketing: 0 } });
  });

  describe('with the picture that the CMS has for its service', () => {
    const PICTURE =
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 9"><path fill="#0f0" d="M0 0h16v9H0z"/></svg>';

    beforeEach(() => {
      const player = {
        id: 'player',
        key: 'player',
        name: 'Player',
        categoryKey: 'functional',
        kind: 'iframe' as const,
        hosts: ['vendors.invalid/film'],
        poster: { url: '/uploads/film.svg', width: 16, height: 9 },
      };
      const published = { ...on.cms.config };
      Object.assign(on.cms.config, withServices({ ...published, trackers: [...published.trackers, player] }));
      return () => {
        delete on.cms.config.services;
        Object.assign(on.cms.config, published);
      };
    });

    it('I5: asks the CMS for it and nobody else before consent, and nothing moves as the gate opens', async () => {
      // Of a country of its own: what a site knows of one it keeps for a minute.
      await visit({ 'cf-ipcountry': 'FR' });
      const asked: string[] = [];
      on.page.on('request', (request) => asked.push(request.url()));
      const picture = `${on.cms.url}/uploads/film.svg`;
      await on.context.route(picture, (route) =>
        route.fulfill({ contentType: 'image/svg+xml', body: PICTURE }),
      );
      await go('/pictures');
      expect(asked.filter((url) => !url.startsWith(on.site.url))).toEqual([picture]);
      const placeholders = on.page.locator('[data-consent-part=placeholder]');
      const pictures = () =>
        placeholders.evaluateAll((all) => all.map((one) => getComputedStyle(one).backgroundImage));
      expect(await pictures()).toEqual([`url("${picture}")`, 'none', `url("${picture}")`]);
      const places = (selector: string) =>
        on.page
          .locator(selector)
          .evaluateAll((all) => all.map((one) => JSON.stringify(one.getBoundingClientRect())));
      const room = await places('[data-consent-part=placeholder], #after');
      await accept();
      await poll(gates).toEqual(['open', 'open', 'open']);
      const films = ['/film', '/film?2', '/map'];
      await poll(() => Object.keys(on.vendors.hits)).toEqual(expect.arrayContaining(films));
      expect(await places('iframe, #after')).toEqual(room);
    });
  });

  describe('that the server sent open', () => {
    beforeEach(async () => {
      await go('/gate');
      await accept();
      await recorded();
      await atRest(on.page);
      forgetHits();
    });

    it('L: contacts nobody where the cookie is newer than the page, and refuses', async () => {
      const kept = await (await on.context.request.get('/gate')).text();
      expect(kept).toContain('data-state="open"');
      await click('[data-consent-manage]');
      await click('dialog [data-consent-action=reject-all]');
      await poll(gates).toEqual(['closed', 'closed']);
      // As a service worker hands it out that keeps pages, or as it comes when it was under way.
      await on.page.route('**/gate', (route) => route.fulfill({ contentType: 'text/html', body: kept }));
      // What is asked for, for the browser may keep a page that came from no address from asking this machine.
      const asked: string[] = [];
      on.page.on('request', (request) => asked.push(request.url()));
      await go('/gate');
      expect(await gates()).toEqual(['closed', 'closed']);
      expect(await on.page.locator('#blocked').isVisible()).toBe(true);
      expect(asked.filter((url) => !url.startsWith(on.site.url))).toEqual([]);
    });

    it('is there with the first paint, runs its scripts once and in order, nothing moves, and it closes', async () => {
      await on.context.addInitScript(() => {
        const scope = Object.assign(window, { shifts: [] as number[] });
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries())
            scope.shifts.push((entry as unknown as { value: number }).value);
        }).observe({ type: 'layout-shift', buffered: true });
      });
      await go('/gate');
      expect(await gates()).toEqual(['open', 'open']);
      await expect
        .poll(() => on.vendors.hits)
        .toEqual({ '/stats.js': 1, '/ads.js': 1, '/embed.js': 1, '/pixel.gif': 1 });
      const told = ['afterEmbed', 'gated', 'shifts'];
      const [afterEmbed, gated, shifts] = await on.page.evaluate(
        (names) => names.map((name) => (window as unknown as Record<string, unknown>)[name]),
        told,
      );
      expect([afterEmbed, gated, shifts]).toEqual([true, 1, []]);
      for (const action of ['reject-all', 'accept-all']) {
        await click('[data-consent-manage]');
        await click(`dialog [data-consent-action=${action}]`);
        await poll(gates).toEqual(action === 'reject-all' ? ['closed', 'closed'] : ['open', 'open']);
      }
      expect(await on.page.locator('#inside').count()).toBe(1);
    });

    it('I6: shows without JavaScript what the server knew to be granted, once', async () => {
      const storageState = await on.context.storageState();
      await visit({}, { javaScriptEnabled: false, storageState });
      await go('/gate');
      expect(await on.page.locator('#inside').isVisible()).toBe(true);
      expect(await on.page.locator('#blocked').isVisible()).toBe(false);
      expect(on.vendors.hits['/pixel.gif']).toBe(1);
    });
  });
});

describe('2,000 gates of one page', () => {
  /** Opens and closes so many; how often the page asked for an element or changed one meanwhile. */
  async function workFor(gates: number): Promise<number> {
    await visit();
    await on.page.addInitScript(countWork);
    await go(`/many?gates=${gates}`);
    const states = (state: string) => on.page.locator(`[data-consent-gate][data-state=${state}]`).count();
    expect(await states('closed')).toBe(gates);
    await accept();
    await poll(() => states('open')).toBe(gates);
    expect(await on.page.locator('.opened').count()).toBe(gates);
    await on.page.press('[data-consent-manage]', 'Enter');
    await click('dialog [data-consent-action=reject-all]');
    await poll(() => states('closed')).toBe(gates);
    expect(await on.page.locator('.opened').count()).toBe(0);
    return on.page.evaluate(() => (window as unknown as { work: number }).work);
  }

  it('open and close with one choice, and twice as many are no more than twice the work', async () => {
    const half = await workFor(1000);
    const whole = await workFor(2000);
    expect(half).toBeGreaterThan(1000);
    expect(whole / half).toBeLessThan(2.1);
  }, 60_000);
});

/** Counts calls that look for elements, and what they found, and those that change the tree. */
function countWork() {
  const counter = Object.assign(window, { work: 0 });
  for (const { prototype } of [Document, Element, DocumentFragment]) {
    for (const name of [
      'querySelector',
      'querySelectorAll',
      'matches',
      'closest',
      'append',
      'after',
      'remove',
    ]) {
      const own = Object.getOwnPropertyDescriptor(prototype, name);
      if (!own) continue;
      Object.defineProperty(prototype, name, {
        ...own,
        value(this: Node, ...given: unknown[]) {
          const found = own.value.apply(this, given);
          counter.work += found instanceof NodeList ? 1 + found.length : 1;
          return found;
        },
      });
    }
  }
}
