import { readFile } from 'node:fs/promises';
import { cookieFor, encodeConsentCookie } from '@permesso/consent-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cacheInFront, noNginx } from './nginx.ts';
import { poll, prepareVisits, type Visits } from './visits.ts';

const tracker = (id: string, categoryKey: string, hosts: string[]) => ({
  id,
  name: id,
  categoryKey,
  kind: 'iframe' as const,
  hosts,
});

const TRACKERS = [
  tracker('films', 'marketing', ['vendors.invalid/film']),
  tracker('counts', 'analytics', ['vendors.invalid']),
  { ...tracker('Pay', 'necessary', ['vendors.invalid/pay']), key: 'pay' },
];

/** What the pages asked their third parties for; the trackers of the configuration are others. */
const askedOf = (on: Visits) => () =>
  Object.keys(on.vendors.hits)
    .filter((path) => !/stats|ads/.test(path))
    .sort();

const ALL = [
  ...['/film/content', '/film/island', '/film/island-content', '/film/page', '/font.css', '/held.gif'],
  ...['/island-held.gif', '/pixel.gif', '/widget.js'],
];

const all = (state: string) => Array(6).fill(state);

/** What a visitor sees of a page whose gates follow what they decide. */
function followsDecisions(on: Visits, path: string): void {
  const { go, click, accept, gates } = on;
  const asked = askedOf(on);

  it('I5: asks nobody before a choice, and leaves the site’s own alone', async () => {
    const outside: string[] = [];
    on.page.on('request', (request) => {
      if (!request.url().startsWith(on.site.url)) outside.push(request.url());
    });
    await go(path);
    await poll(gates).toEqual(all('closed'));
    expect([on.vendors.hits, outside]).toEqual([{}, []]);
    expect(await on.page.evaluate(() => (window as { own?: string }).own)).toBe('svg');
    expect(await on.page.locator('svg > title').textContent()).toBe('icon');
    const room = await on.page.locator('#film [data-consent-part=placeholder]').boundingBox();
    expect([room?.width, room?.height]).toEqual([320, 180]);
  });

  it('opens without reload as categories are granted, and closes as they are revoked', async () => {
    await go(path);
    await poll(gates).toEqual(all('closed'));
    await accept();
    await poll(gates).toEqual(all('open'));
    await poll(asked).toEqual(ALL);
    // By the keyboard: right after it has scrolled, the browser may hand a click to the frame that was there before.
    await on.page.press('[data-consent-manage]', 'Enter');
    await click('dialog [data-consent-action=reject-all]');
    await poll(gates).toEqual(all('closed'));
    expect(await on.page.locator('iframe').count()).toBe(0);
    expect(await on.page.locator('#count').getAttribute('src')).toBeNull();
  });

  it('leaves it to a gate of the page what its content waits for', async () => {
    await go(path);
    await on.page.locator('[data-consent-gate]:has(template) [data-consent-allow=once]').first().click();
    await poll(asked).toEqual(['/held.gif']);
    expect(await on.page.content()).not.toMatch(/data-consent-text="[^"]/);
  });
}

describe('a site whose pages go through the gate', () => {
  const on = prepareVisits({ options: { gate: 'page' }, astro: { srcDir: './gated' } }, TRACKERS);
  const { go, click, gates } = on;
  const asked = askedOf(on);

  describe.each([
    ['a page for its visitor', '/'],
    ['a page that everybody shares', '/shared'],
  ])('the gate around %s', (_, path) => followsDecisions(on, path));

  describe('a service of a required category, in a page that everybody shares', () => {
    it('C3: waits in what is served, and opens by itself, without a choice, once it is known who sees it', async () => {
      const served = await (await fetch(`${on.site.url}/required`)).text();
      expect(served.match(/data-consent-category="pay" data-state="closed"/g)).toHaveLength(2);
      await go('/required');
      await poll(gates).toEqual(['open', 'open']);
      await poll(asked).toEqual(['/pay/content', '/pay/page']);
      expect(await on.context.cookies(on.site.url)).toEqual([]);
    });

    it('C3: stays closed for a visitor who refused it by name, before its category was required', async () => {
      const { versions, cookie } = on.cms.config;
      const kept = cookieFor({
        consentId: '6f9619ff-8b86-4d01-b42d-00cf4fc964ff',
        decisions: { functional: true, analytics: true, marketing: true },
        versions,
        model: 'opt-in',
        source: 'preferences',
        decidedAt: Math.floor(Date.now() / 1000) - 60,
      });
      const value = encodeConsentCookie({ ...kept, x: { pay: 0 } });
      await on.context.addCookies([{ name: cookie.name, value, url: on.site.url }]);
      await go('/required');
      // What they granted runs: by then it is known who they are.
      await poll(() => on.vendors.hits).toEqual({ '/stats.js': 1, '/ads.js': 1 });
      expect(await gates()).toEqual(['closed', 'closed']);
      await click('[data-consent-allow=once]');
      await poll(asked).toEqual(['/pay/content']);
      expect(await gates()).toEqual(['open', 'closed']);
    });
  });

  describe('an answer that is no page', () => {
    const get = async (path: string) =>
      fetch(`${on.site.url}${path}`, { headers: { 'accept-encoding': 'identity' } });

    it('stays as it is where it is of another type', async () => {
      expect(await (await get('/json')).json()).toEqual({
        html: expect.stringContaining('<img src="http://vendors'),
      });
    });

    it('is a page where it says no type, and browsers would guess that it is one', async () => {
      const answer = await get('/unsaid');
      expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
      const html = await answer.text();
      expect(html).toContain('<img data-consent-src="http://vendors.invalid/raw.gif"');
      expect(html).toMatch(/<head><script type="application\/json" data-consent-config/);
      await go('/unsaid');
      expect(on.vendors.hits).toEqual({});
      expect(await on.page.textContent('p')).toBe('text');
      // What they would not guess to be one stays as it is.
      const data = await get('/data');
      expect([data.headers.get('content-type'), await data.json()]).toEqual([
        null,
        { html: expect.stringContaining("<img src='http://vendors") },
      ]);
    });

    it('is a page where it is XHTML, which is sent as HTML', async () => {
      const answer = await get('/xhtml');
      expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect(await answer.text()).toContain('<img data-consent-src="http://vendors.invalid/raw.gif"');
    });

    it('is made of no file that is served as XHTML', async () => {
      expect((await go('/old.xhtml'))?.status()).toBe(404);
      expect(on.vendors.hits).toEqual({});
    });

    it('is gated all the same where it is a piece of one', async () => {
      const answer = await get('/piece');
      expect(await answer.text()).toBe(
        '<p>text</p><img data-consent-src="http://vendors.invalid/raw.gif" data-consent-category="analytics">',
      );
      expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
    });

    it('keeps the nonces of a policy', async () => {
      const answer = await get('/policy');
      expect(answer.headers.get('content-security-policy')).toBe("script-src 'nonce-abc'");
      const html = await answer.text();
      expect(html).toContain('<script nonce="abc">window.own = 1</script>');
      expect(html).toContain('<script nonce="abc" data-consent-src="http://vendors.invalid/a.js"');
    });
  });

  describe('a page that the site itself compresses', () => {
    const get = (path: string) => fetch(on.site.url + path, { headers: { 'accept-encoding': 'gzip, br' } });

    it.each(['/gzip', '/br', '/asked'])('is gated as any other, and has its head: %s', async (path) => {
      const answer = await get(path);
      expect([answer.status, answer.headers.get('content-encoding')]).toEqual([200, null]);
      const html = await answer.text();
      expect(html).toContain('<img data-consent-src="http://vendors.invalid/raw.gif"');
      expect(html).toMatch(/<head><script type="application\/json" data-consent-config/);
    });

    it('is an error where nobody can read it', async () => {
      const answer = await get('/unreadable');
      expect([answer.status, answer.headers.get('content-encoding')]).toEqual([500, null]);
      expect(await answer.text()).not.toContain('vendors.invalid');
    });
  });

  describe('an answer to save', () => {
    it('is saved as the site made it, also where a router follows the link, and asks nobody', async () => {
      await go('/routed');
      const [download] = await Promise.all([on.page.waitForEvent('download'), click('text=Save')]);
      expect(download.suggestedFilename()).toBe('page.html');
      // What is saved may hold a visitor's banner.
      expect((await fetch(`${on.site.url}/save`)).headers.get('cache-control')).toBe('private');
      expect(await readFile(await download.path(), 'utf8')).toBe(
        '<!doctype html><html><head><title>p</title></head><body><p>text</p><img src="http://vendors.invalid/raw.gif"></body></html>',
      );
      expect(await on.page.textContent('h1')).toBe('routed');
      expect(on.vendors.hits).toEqual({});
    });

    it('is gated as any page where it is shown', async () => {
      await go('/routed');
      await click('text=Show');
      await on.page.waitForSelector('p');
      expect(await on.page.locator('img').getAttribute('data-consent-src')).toBe(
        'http://vendors.invalid/raw.gif',
      );
      expect(on.vendors.hits).toEqual({});
    });
  });
});

describe.skipIf(noNginx)(`the gate around a page from a cache${noNginx ? `: ${noNginx}` : ''}`, () => {
  const on = prepareVisits(
    { options: { gate: 'page', render: 'neutral' }, astro: { srcDir: './gated' } },
    TRACKERS,
  );
  let stop: () => Promise<void>;
  beforeAll(async () => {
    const origin = on.site;
    const cache = await cacheInFront(origin.url, 'shared');
    on.site = { ...origin, url: cache.url };
    stop = async () => {
      on.site = origin;
      await cache.stop();
    };
  });
  afterAll(() => stop?.());

  describe.each([
    ['that is made for all', '/'],
    ['that was made at build', '/shared'],
  ])('%s', (_, path) => {
    it('is one for everybody', async () => {
      const get = async () => {
        const answer = await fetch(on.site.url + path);
        return [answer.headers.get('x-cache'), await answer.text()];
      };
      const [, first] = await get();
      expect(await get()).toEqual(['HIT', first]);
    });
    followsDecisions(on, path);
  });
});
