import type { ConsentAdapterName, ConsentTracker } from '@permesso/consent-core';
import { describe, expect, it } from 'vitest';
import type { PagePayload } from '../../../core/src/contract/payload.ts';
import { consentModeCalls } from './browser.ts';
import { publishedLater, withPayload } from './payloads.ts';
import { poll, prepareVisits } from './visits.ts';

const on = prepareVisits();
const { visit, go, click, recorded, banner, root, gates, follow, accept } = on;

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
    await expect.poll(() => on.vendors.hits).toMatchObject({ '/stats.js': 1, '/ads.js': 1, '/embed.js': 1 });
    expect((await consentModeCalls(on.page)).filter((call) => call.startsWith('default'))).toHaveLength(1);
    expect(await root('consent')).toBe('decided');
  });

  it('keeps as much room at the end of each page as its banner covers (WCAG 2.4.11)', async () => {
    await go('/');
    for (const page of ['gate', 'home']) {
      await follow(page);
      // Longer than a banner that has gone takes to give up its room.
      await on.page.waitForTimeout(200);
      const size = await on.page.evaluate(() =>
        document.documentElement.style.getPropertyValue('--pc-banner-size'),
      );
      const { height } = (await banner().boundingBox())!;
      expect(size).toBe(`${Math.round(height) + 1}px`);
    }
  });

  it('L: keeps a dismissed banner away until the next page load', async () => {
    await go('/');
    await click('[data-consent-banner] [data-consent-action=close]');
    await follow('gate');
    expect(await banner().isVisible()).toBe(false);
    expect(await on.context.cookies()).toEqual([]);
    await go('/');
    expect(await banner().isVisible()).toBe(true);
  });
});

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
    await on.page.route('**/gate', async (route) => {
      const response = await route.fetch();
      const body = withPayload(await response.text(), (payload) => {
        change(payload);
        publishedLater(payload);
      });
      await route.fulfill({ response, body });
    });
    await on.page.evaluate(() => {
      const scope = Object.assign(window, { everOpen: 0 });
      new MutationObserver(() => {
        scope.everOpen += document.querySelectorAll('[data-consent-content]').length;
      }).observe(document, { childList: true, subtree: true });
    });
    await follow('gate');
    expect(await gates()).toEqual(['closed', 'closed']);
    expect(await on.page.evaluate(() => (window as unknown as { everOpen: number }).everOpen)).toBe(0);
  });

  it('C3: tells a vendor that comes with its configuration what is granted, before its tag, and of a withdrawal', async () => {
    const trackerOf = (adapter: ConsentAdapterName): ConsentTracker => ({
      id: adapter,
      name: adapter,
      categoryKey: 'marketing',
      kind: 'script',
      loader: {
        // What it has been told by the time that it runs.
        inline: `window.ranAfter = [...(window.fbq?.queue ?? [])].map(([, word]) => word)`,
        strategy: 'afterDecision',
        consentModeManaged: false,
        adapter,
      },
    });
    const serveWith = (path: string, ...adapters: ConsentAdapterName[]) =>
      on.page.route(path, async (route) => {
        const response = await route.fetch();
        const body = withPayload(await response.text(), (payload) => {
          payload.config!.trackers = adapters.map(trackerOf);
          payload.head.loads = ['marketing'];
          delete payload.content;
          if (adapters.length > 1) publishedLater(payload);
        });
        await route.fulfill({ response, body });
      });
    await serveWith(`${on.site.url}/`, 'clarity');
    await serveWith('**/gate', 'clarity', 'meta');
    const told = () =>
      on.page.evaluate(() => {
        const { fbq } = window as unknown as { fbq?: { queue: [command: string, word: string][] } };
        return fbq?.queue.filter(([command]) => command === 'consent').map(([, word]) => word);
      });
    await go('/');
    await accept();
    await recorded();
    await on.page.waitForSelector('script[data-consent-tracker=clarity]', { state: 'attached' });
    expect(await told()).toBeUndefined();
    await follow('gate');
    await poll(told).toEqual(['grant']);
    expect(await on.page.evaluate(() => (window as unknown as { ranAfter: string[] }).ranAfter[0])).toBe(
      'grant',
    );
    await click('[data-consent-manage]');
    await click('dialog [data-consent-action=reject-all]');
    await poll(told).toEqual(['grant', 'revoke']);
  });
});
