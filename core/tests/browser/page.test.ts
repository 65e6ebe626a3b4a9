import { describe, expect, it } from 'vitest';
import type { ConsentTracker, TrackerStorage } from '../../src/contract/config.ts';
import { createTestConfig } from '../../src/contract/default-config.ts';
import type * as Core from '../../src/index.ts';
import { cookieFor, encodeConsentCookie } from '../../src/rules/cookie.ts';
import { launchWithPageCache, noBrowser, page } from './site.ts';
import { prepareStorePage, START } from './store-page.ts';

declare const core: typeof Core;

describe.skipIf(noBrowser)(
  `the page, in Chromium${noBrowser ? `: ${noBrowser}` : ''}`,
  { timeout: 20_000 },
  () => {
    const on = prepareStorePage();

    it('C7: a decision writes one cookie, readable on every path, lax, and a reload knows it', async () => {
      const tab = await on.visit('/other');
      expect(await on.context.cookies()).toEqual([]);
      await tab.evaluate(() => store.acceptAll());
      expect(await on.context.cookies()).toMatchObject([
        { name: 'pl-consent', path: '/', sameSite: 'Lax', httpOnly: false },
      ]);
      await tab.goto(on.site.origin);
      expect(await tab.evaluate(() => store.getState().status)).toBe('decided');
    });

    it('I4: other tabs follow a decision, and hear of it once', async () => {
      const [one, two] = [await on.visit(), await on.visit('/other')];
      await one.evaluate(() => store.acceptAll());
      await two.waitForFunction(() => store.has('analytics'));
      await two.evaluate(() => store.withdraw());
      await one.waitForFunction(() => !store.has('analytics'));
      expect(await two.evaluate(() => heard.length)).toBe(2);
      expect(await one.evaluate(() => store.getState())).toMatchObject({ source: 'withdraw', ui: 'closed' });
    });

    it('I4: other tabs follow also where the browser tells of no cookie', async () => {
      await on.context.addInitScript('delete window.cookieStore');
      const [one, two] = [await on.visit(), await on.visit()];
      await one.evaluate(() => store.acceptAll());
      await two.waitForFunction(() => store.has('analytics'));
      expect(await two.evaluate(() => ['cookieStore' in window, localStorage.length])).toEqual([false, 0]);
    });

    it('I4: other tabs follow also where no message reaches them, once the cookie has changed', async () => {
      await on.context.addInitScript(`
        Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('denied'); } });`);
      const [one, two] = [await on.visit(), await on.visit()];
      await one.evaluate(() => store.acceptAll());
      await two.waitForFunction(() => store.has('analytics'));
      await two.evaluate(() => store.withdraw());
      await one.waitForFunction(() => !store.has('analytics'));
      expect(await one.evaluate(() => heard.length)).toBe(2);
    });

    it('what another tab announces grants nothing: the cookie is the only truth', async () => {
      const tab = await on.visit();
      await tab.evaluate(async () => {
        dispatchEvent(new StorageEvent('storage', { newValue: '{"decisions":{"analytics":true}}' }));
        await new Promise((resolve) => setTimeout(resolve, 100));
      });
      expect(await tab.evaluate(() => [store.getState().status, store.has('analytics')])).toEqual([
        'undecided',
        false,
      ]);
    });

    it('several stores of a page follow each other, and the window hears of a decision once', async () => {
      const tab = await on.visit();
      await tab.evaluate(async () => {
        const second = core.createConsentStore({ config: core.createTestConfig() });
        store.acceptAll();
        await new Promise<void>((resolve) =>
          second.subscribe((state) => state.status === 'decided' && resolve()),
        );
        second.destroy();
      });
      expect(await tab.evaluate(() => heard)).toMatchObject([
        { source: 'banner', decisions: { analytics: true } },
      ]);
    });

    it('I4: a page from the back/forward cache follows what was decided meanwhile', async () => {
      // Playwright loses sight of a page that comes back from that cache, so the pages report themselves.
      on.site.files.set(
        '/',
        page(`${START}
      addEventListener('pageshow', ({ persisted }) => {
        setTimeout(() => fetch('/seen?' + [persisted, store.getState().status, store.getState().ui]));
        if (!persisted) setTimeout(() => { location.href = '/other'; }, 50);
      });`),
      );
      on.site.files.set('/other', page(`${START} store.acceptAll(); setTimeout(() => history.back(), 50);`));
      const caching = await launchWithPageCache();
      await (await caching.newPage()).goto(on.site.origin);
      const seen = () => on.site.hits.map(({ url }) => url).filter((url) => url.includes('seen'));
      await expect.poll(seen).toEqual(['GET /seen?false,undecided,banner', 'GET /seen?true,decided,closed']);
      await caching.close();
    });

    it('of two cookies of the name the newer decision counts', async () => {
      const tab = await on.visit('/other');
      await tab.evaluate(() => store.withdraw());
      const old = cookieFor({
        consentId: '11111111-1111-4111-8111-111111111111',
        decisions: { functional: true, analytics: true, marketing: true },
        versions: createTestConfig().versions,
        model: 'opt-in',
        source: 'banner',
        decidedAt: Math.floor(Date.now() / 1000) - 500,
      });
      // Browsers send the one with the longer path first.
      const value = encodeConsentCookie(old);
      await on.context.addCookies([{ name: 'pl-consent', value, domain: 'localhost', path: '/other' }]);
      await tab.reload();
      expect(await tab.evaluate(() => [document.cookie.split(';').length, store.getState().source])).toEqual([
        2,
        'withdraw',
      ]);
    });

    it('L: works in an insecure context, without randomUUID', async () => {
      const tab = await on.context.newPage();
      await tab.goto(on.site.origin.replace('localhost', 'www.example.com'));
      await tab.evaluate(() => store.acceptAll());
      await tab.reload();
      expect(await tab.evaluate(() => [isSecureContext, store.has('analytics')])).toEqual([false, true]);
    });

    it('C11: Global Privacy Control is read from the browser and stored once, whatever number of tabs', async () => {
      await on.context.addInitScript(
        'Object.defineProperty(navigator, "globalPrivacyControl", { value: true })',
      );
      const config = JSON.stringify(createTestConfig({ jurisdiction: { country: 'US', model: 'opt-out' } }));
      on.site.files.set(
        '/',
        page(`window.heard = [];
        window.store = core.createConsentStore({ config: ${config}, record: ({ source }) => heard.push(source) });`),
      );
      const one = await on.visit();
      const two = await on.visit();
      await one.reload();
      expect(await two.evaluate(() => [store.getState().source, store.getState().ui, heard])).toEqual([
        'gpc',
        'closed',
        [],
      ]);
      expect(await one.evaluate(() => heard)).toEqual([]);
      expect(await on.context.cookies()).toHaveLength(1);
    });

    it('C11: a signal in a frame of the site holds for the page around it, at once', async () => {
      const config = JSON.stringify(createTestConfig({ jurisdiction: { country: 'US', model: 'opt-out' } }));
      const start = `window.store = core.createConsentStore({ config: ${config} });`;
      on.site.files.set('/', page(start));
      on.site.files.set(
        '/signalling',
        page(`Object.defineProperty(navigator, 'globalPrivacyControl', { value: true }); ${start}`),
      );
      const tab = await on.visit();
      const before = await tab.evaluate(() => ['globalPrivacyControl' in navigator, store.has('marketing')]);
      expect(before).toEqual([false, true]);
      await tab.evaluate(() => {
        document.body.append(Object.assign(document.createElement('iframe'), { src: '/signalling' }));
      });
      await tab.waitForFunction(() => !store.has('marketing'));
      expect(await tab.evaluate(() => store.getState().source)).toBe('gpc');
    });

    it('destroy leaves no listener: a destroyed store hears of no other tab', async () => {
      const [one, two] = [await on.visit(), await on.visit()];
      await two.evaluate(() => store.destroy());
      await one.evaluate(() => store.acceptAll());
      await two.waitForTimeout(150);
      expect(await two.evaluate(() => store.getState().status)).toBe('undecided');
    });

    describe('cleanup', () => {
      const entries = (storage: TrackerStorage, ...names: string[]) =>
        names.map((name) => ({ name, storage }));
      const trackers: ConsentTracker[] = [
        {
          id: 'ga',
          name: 'ga',
          categoryKey: 'analytics',
          kind: 'cookie-only',
          cookies: [
            ...entries('cookie', '_ga*', 'shared', '*consent*'),
            ...entries('localStorage', 'ga.*'),
            ...entries('sessionStorage', '*'),
          ],
        },
        {
          id: 'f',
          name: 'f',
          categoryKey: 'functional',
          kind: 'cookie-only',
          cookies: entries('cookie', 'shared'),
        },
      ];

      it('I3: removes what revoked trackers declare, on every domain and path, and nothing else', async () => {
        const config = JSON.stringify(createTestConfig({ trackers }));
        on.site.files.set(
          '/shop/cart',
          page(`window.store = core.createConsentStore({ config: ${config} }); core.attachCleanup(store);`),
        );
        const tab = await on.context.newPage();
        await tab.goto(`${on.site.origin.replace('localhost', 'www.shop.example.com')}/shop/cart`);
        const set = (name: string, domain: string, path = '/') =>
          on.context.addCookies([{ name, value: '1', domain, path }]);
        await set('_ga', '.example.com');
        await set('_ga_X1', '.shop.example.com', '/shop');
        await set('_gat', 'www.shop.example.com', '/shop/cart');
        await set('_ga2', 'www.shop.example.com', '/shop/');
        await set('_g', '.example.com');
        await set('shared', '.example.com');
        await tab.evaluate(() => {
          store.acceptAll();
          for (const name of ['ga.id', 'gaXid', 'pl-consent:outbox']) localStorage.setItem(name, '[]');
          for (const name of ['s1', 'pl-consent:x']) sessionStorage.setItem(name, '1');
          store.open();
          store.toggle('analytics', false);
          store.save();
        });
        const names = async () => (await on.context.cookies()).map(({ name }) => name).sort();
        await expect.poll(names).toEqual(['_g', 'pl-consent', 'shared']);
        expect(
          await tab.evaluate(() => [Object.keys(localStorage).sort(), Object.keys(sessionStorage)]),
        ).toEqual([['gaXid', 'pl-consent:granted', 'pl-consent:outbox'], ['pl-consent:x']]);
        // What a script that runs on writes until the page is left goes with the page.
        await set('_ga', '.example.com');
        await tab.goto(on.site.origin);
        await expect.poll(names).toEqual(['_g', 'pl-consent', 'shared']);
      });

      it('I3: removes what is kept for this site alone, as frames and tags of others may ask (Partitioned)', async () => {
        const config = JSON.stringify(createTestConfig({ trackers }));
        const html = page(
          `window.store = core.createConsentStore({ config: ${config} }); core.attachCleanup(store);`,
        );
        await on.context.route('https://www.shop.example.com/**', (route) =>
          route.request().url().endsWith('/core.js')
            ? route.fulfill({ contentType: 'text/javascript', body: String(on.site.files.get('/core.js')) })
            : route.fulfill({ contentType: 'text/html', body: html }),
        );
        const tab = await on.context.newPage();
        await tab.goto('https://www.shop.example.com/shop');
        const names = () => tab.evaluate(() => document.cookie.match(/[^ ;]+(?==)/g));
        await tab.evaluate(() => {
          store.acceptAll();
          const partitioned = 'Path=/; Secure; SameSite=None; Partitioned';
          const lines = [
            `_ga=1; ${partitioned}`,
            `_ga2=1; ${partitioned}; Domain=example.com`,
            '_ga3=1; Path=/',
          ];
          // biome-ignore lint/suspicious/noDocumentCookie: what a tracker does
          for (const line of lines) document.cookie = line;
        });
        expect(await names()).toEqual(['pl-consent', '_ga', '_ga2', '_ga3']);
        await tab.evaluate(() => store.rejectAll());
        await expect.poll(names).toEqual(['pl-consent']);
      });

      it('I3, C3: reads and removes cookies also where an element named "cookie" stands in their place', async () => {
        const config = JSON.stringify(createTestConfig({ trackers }));
        const start = `window.store = core.createConsentStore({ config: ${config} }); core.attachCleanup(store);`;
        on.site.files.set('/', page(`document.body.innerHTML = '<img name="cookie">'; ${start}`));
        const tab = await on.visit();
        expect(await tab.evaluate(() => typeof document.cookie)).toBe('object');
        await on.context.addCookies([{ name: '_ga', value: '1', url: on.site.origin }]);
        await tab.evaluate(() => {
          store.acceptAll();
          store.rejectAll();
        });
        const names = async () => (await on.context.cookies()).map(({ name }) => name);
        await expect.poll(names).toEqual(['pl-consent']);
        await tab.reload();
        expect(await tab.evaluate(() => [store.getState().status, store.has('analytics')])).toEqual([
          'decided',
          false,
        ]);
      });
    });
  },
);
