import { describe, expect, it } from 'vitest';
import type { PagePayload } from '../../../core/src/contract/payload.ts';
import { atRest, consentCookie, consentModeCalls, reloadPage, visitPage } from './browser.ts';
import { poll, prepareVisits } from './visits.ts';

const on = prepareVisits();
const { visit, forgetHits, go, recorded, banner, gates, accept, root } = on;

describe('a returning visitor', () => {
  it('sees no banner, loads everything once per page and sends nothing', async () => {
    await go('/');
    await accept();
    await recorded();
    const requests: string[] = [];
    on.page.on('request', (request) => requests.push(new URL(request.url()).pathname));
    await reloadPage(on.page);
    expect(await banner().count()).toBe(0);
    await expect.poll(() => on.vendors.hits).toEqual({ '/stats.js': 2, '/ads.js': 2 });
    // Neither what decides nor the banner: what loads the trackers, and which they are.
    expect(
      requests.filter((path) => /\/_?consent/.test(path)).map((path) => path.replace(/[\da-f]{8,}/, '')),
    ).toEqual(['/_astro/consent./trackers.js', '/_consent/c..json']);
    expect(await consentModeCalls(on.page)).toEqual([
      expect.stringMatching(/^default: ad_storage/),
      expect.stringMatching(/^update: ad_storage/),
    ]);
    // The page's own first script counts what Consent Mode had been told before it.
    expect(await on.page.evaluate(() => (window as unknown as { seen: number }).seen)).toBe(3);
  });

  it('C3: holds on every page at once, and where the script of the store does not come', async () => {
    await go('/');
    await accept();
    await go('/gate');
    await poll(gates).toEqual(['open', 'open']);
    const other = await on.context.newPage();
    await visitPage(other, '/');
    // What it loads by the grant that there is comes before what is counted.
    for (const page of [on.page, other]) await atRest(page);
    await on.page.route(/\/consent\.js$/, (route) => route.abort());
    forgetHits();
    await other.click('[data-consent-manage]');
    await other.click('dialog [data-consent-action=reject-all]');
    await poll(gates).toEqual(['closed', 'closed']);
    await other.click('nav a[href="/gate"]');
    await poll(() => other.locator('h1').textContent()).toBe('gate');
    await atRest(other);
    expect(await other.locator('[data-consent-gate][data-state=open]').count()).toBe(0);
    expect(on.vendors.hits).toEqual({});
  });

  describe('of a page whose configuration no instance of the site has any more', () => {
    /** Opens it; the present configuration differs from that of the visitor's decision as the test has it. */
    async function openOlder(present: (payload: PagePayload) => void): Promise<() => void> {
      await go('/');
      await accept();
      await recorded();
      await poll(() => on.vendors.hits).toEqual({ '/stats.js': 1, '/ads.js': 1 });
      let release = () => {};
      const held = new Promise<void>((resolve) => {
        release = resolve;
      });
      await on.page.route('**/_consent/config*', async (route) => {
        await held;
        const response = await route.fetch();
        const json: PagePayload = await response.json();
        present(json);
        await route.fulfill({ response, json });
      });
      await on.page.route(
        /\/c\.[\da-f]+\.json/,
        (route) =>
          route.continue({
            url: route
              .request()
              .url()
              .replace(/c\.[\da-f]+/, 'c.0123456789abcdef'),
          }),
        { times: 1 },
      );
      forgetHits();
      const asked = on.page.waitForRequest('**/_consent/config*');
      await on.page.goto('/');
      await asked;
      expect([await root('consent'), on.vendors.hits]).toEqual(['decided', {}]);
      return release;
    }

    it('runs no tracker of the one in its place before it was judged by that', async () => {
      const release = await openOlder(() => {});
      release();
      await poll(() => on.vendors.hits).toEqual({ '/stats.js': 1, '/ads.js': 1 });
    });

    it('C5: runs none, and asks, where the decision was about other trackers', async () => {
      const release = await openOlder(({ config }) => {
        config!.versions.trackersVersion = 'ffffffff';
      });
      release();
      await poll(() => root('consent')).toBe('stale');
      await poll(() => root('consentUi')).toBe('banner');
      await atRest(on.page);
      expect(on.vendors.hits).toEqual({});
    });
  });
});

describe('a signal of the browser', () => {
  /** A visitor from California whose browser says to scripts what the test has it say, and nothing in its requests. */
  const fromCalifornia = async () => {
    await visit({ 'cf-ipcountry': 'US', 'cf-region-code': 'CA' });
    await on.context.addInitScript(() => {
      const signal = () => document.cookie.includes('signal=on');
      Object.defineProperty(navigator, 'globalPrivacyControl', { get: signal });
    });
    await go('/');
  };
  const switchOn = () =>
    on.page.evaluate(() => {
      // biome-ignore lint/suspicious/noDocumentCookie: what the browser's settings would do.
      document.cookie = 'signal=on; path=/';
    });
  const granted = () => root('consentGranted');
  const records = () => on.cms.records.map(({ submission }) => submission);

  it('counts at once where it is switched on in mid-visit, before a choice', async () => {
    await fromCalifornia();
    await poll(() => on.vendors.hits).toEqual({ '/stats.js': 1, '/ads.js': 1 });
    await switchOn();
    await on.page.evaluate(() => dispatchEvent(new Event('focus')));
    await poll(granted).toBe('necessary functional');
    await poll(records).toMatchObject([{ source: 'gpc', decisions: { analytics: false, marketing: false } }]);
    expect(await consentCookie(on.context)).toMatchObject({ s: 'g' });
    expect(await on.page.evaluate(() => document.documentElement.matches('[data-consent-gpc]'))).toBe(true);
  });

  it('wins over what was granted, and over a request that does not say it', async () => {
    await fromCalifornia();
    await on.page.click('[data-consent-manage]');
    await on.page.click('dialog [data-consent-action=accept-all]');
    await recorded();
    expect(await granted()).toBe('necessary functional analytics marketing');
    await switchOn();
    await on.page.evaluate(() => dispatchEvent(new Event('focus')));
    await poll(granted).toBe('necessary functional');
    await reloadPage(on.page);
    expect(await granted()).toBe('necessary functional');
    // Switched off again the visitor's own choice is what counts: it was never taken back.
    await on.page.evaluate(() => {
      // biome-ignore lint/suspicious/noDocumentCookie: as above.
      document.cookie = 'signal=; max-age=0; path=/';
    });
    await on.page.evaluate(() => dispatchEvent(new Event('focus')));
    expect(await granted(), 'not on the page that has heard it').toBe('necessary functional');
  });

  it('of a frame of the site holds for the page around it', async () => {
    await fromCalifornia();
    await poll(() => on.vendors.hits).toEqual({ '/stats.js': 1, '/ads.js': 1 });
    await on.context.route('**/framed', async (route) => {
      const answer = await route.fetch({
        url: `${on.site.url}/`,
        headers: { ...route.request().headers(), 'sec-gpc': '1' },
      });
      await route.fulfill({ response: answer });
    });
    await on.page.evaluate(() => {
      const frame = document.createElement('iframe');
      frame.src = '/framed';
      document.body.append(frame);
    });
    await poll(granted).toBe('necessary functional');
    expect(await consentCookie(on.context)).toMatchObject({ s: 'g', d: { analytics: 0, marketing: 0 } });
  });
});
