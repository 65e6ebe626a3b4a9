import { describe, expect, it } from 'vitest';
import { atRest, consentModeCalls, reloadPage, visitPage } from './browser.ts';
import { poll, prepareVisits } from './visits.ts';

const on = prepareVisits();
const { forgetHits, go, recorded, banner, gates, accept } = on;

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
});
