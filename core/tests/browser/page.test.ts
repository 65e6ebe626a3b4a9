import type { Browser, BrowserContext } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ConsentTracker, TrackerStorage } from '../../src/contract/config.ts';
import { createTestConfig } from '../../src/contract/default-config.ts';
import type * as Core from '../../src/index.ts';
import { cookieFor, encodeConsentCookie } from '../../src/rules/cookie.ts';
import { launch, launchWithPageCache, noBrowser, page, type Site, serve } from './site.ts';

declare const core: typeof Core;
declare global {
  var store: Core.ConsentStore;
  var heard: unknown[];
  var ran: unknown[];
}

const START = `
  window.ran = window.ran || [];
  window.heard = [];
  addEventListener('consentchange', (event) => heard.push(event.detail));
  window.store = core.createConsentStore({ config: core.createTestConfig() });`;

describe.skipIf(noBrowser)(
  `the page, in Chromium${noBrowser ? `: ${noBrowser}` : ''}`,
  { timeout: 20_000 },
  () => {
    let browser: Browser;
    let site: Site;
    let context: BrowserContext;
    beforeAll(async () => {
      [browser, site] = await Promise.all([launch(), serve()]);
    });
    afterAll(async () => {
      await browser?.close();
      await site?.close();
    });
    beforeEach(async () => {
      context = await browser.newContext();
      site.files.set('/', page(START));
      site.files.set('/other', page(START));
      site.hits.length = 0;
    });
    afterEach(() => context.close());

    const visit = async (path = '/') => {
      const tab = await context.newPage();
      await tab.goto(site.origin + path);
      return tab;
    };

    it('C7: a decision writes one cookie, readable on every path, lax, and a reload knows it', async () => {
      const tab = await visit('/other');
      expect(await context.cookies()).toEqual([]);
      await tab.evaluate(() => store.acceptAll());
      expect(await context.cookies()).toMatchObject([
        { name: 'pl-consent', path: '/', sameSite: 'Lax', httpOnly: false },
      ]);
      await tab.goto(site.origin);
      expect(await tab.evaluate(() => store.getState().status)).toBe('decided');
    });

    it('I4: other tabs follow a decision, and hear of it once', async () => {
      const [one, two] = [await visit(), await visit('/other')];
      await one.evaluate(() => store.acceptAll());
      await two.waitForFunction(() => store.has('analytics'));
      await two.evaluate(() => store.withdraw());
      await one.waitForFunction(() => !store.has('analytics'));
      expect(await two.evaluate(() => heard.length)).toBe(2);
      expect(await one.evaluate(() => store.getState())).toMatchObject({ source: 'withdraw', ui: 'closed' });
    });

    it('I4: other tabs follow also where the browser tells of no cookie', async () => {
      await context.addInitScript('delete window.cookieStore');
      const [one, two] = [await visit(), await visit()];
      await one.evaluate(() => store.acceptAll());
      await two.waitForFunction(() => store.has('analytics'));
      expect(await two.evaluate(() => ['cookieStore' in window, localStorage.length])).toEqual([false, 0]);
    });

    it('I4: other tabs follow also where no message reaches them, once the cookie has changed', async () => {
      await context.addInitScript(`
        Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('denied'); } });`);
      const [one, two] = [await visit(), await visit()];
      await one.evaluate(() => store.acceptAll());
      await two.waitForFunction(() => store.has('analytics'));
      await two.evaluate(() => store.withdraw());
      await one.waitForFunction(() => !store.has('analytics'));
      expect(await one.evaluate(() => heard.length)).toBe(2);
    });

    it('what another tab announces grants nothing: the cookie is the only truth', async () => {
      const tab = await visit();
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
      const tab = await visit();
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
      site.files.set(
        '/',
        page(`${START}
      addEventListener('pageshow', ({ persisted }) => {
        setTimeout(() => fetch('/seen?' + [persisted, store.getState().status, store.getState().ui]));
        if (!persisted) setTimeout(() => { location.href = '/other'; }, 50);
      });`),
      );
      site.files.set('/other', page(`${START} store.acceptAll(); setTimeout(() => history.back(), 50);`));
      const caching = await launchWithPageCache();
      await (await caching.newPage()).goto(site.origin);
      const seen = () => site.hits.map(({ url }) => url).filter((url) => url.includes('seen'));
      await expect.poll(seen).toEqual(['GET /seen?false,undecided,banner', 'GET /seen?true,decided,closed']);
      await caching.close();
    });

    it('of two cookies of the name the newer decision counts', async () => {
      const tab = await visit('/other');
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
      await context.addCookies([{ name: 'pl-consent', value, domain: 'localhost', path: '/other' }]);
      await tab.reload();
      expect(await tab.evaluate(() => [document.cookie.split(';').length, store.getState().source])).toEqual([
        2,
        'withdraw',
      ]);
    });

    it('L: works in an insecure context, without randomUUID', async () => {
      const tab = await context.newPage();
      await tab.goto(site.origin.replace('localhost', 'www.example.com'));
      await tab.evaluate(() => store.acceptAll());
      await tab.reload();
      expect(await tab.evaluate(() => [isSecureContext, store.has('analytics')])).toEqual([false, true]);
    });

    it('C11: Global Privacy Control is read from the browser and stored once, whatever number of tabs', async () => {
      await context.addInitScript(
        'Object.defineProperty(navigator, "globalPrivacyControl", { value: true })',
      );
      const config = JSON.stringify(createTestConfig({ jurisdiction: { country: 'US', model: 'opt-out' } }));
      site.files.set(
        '/',
        page(`window.heard = [];
        window.store = core.createConsentStore({ config: ${config}, record: ({ source }) => heard.push(source) });`),
      );
      const one = await visit();
      const two = await visit();
      await one.reload();
      expect(await two.evaluate(() => [store.getState().source, store.getState().ui, heard])).toEqual([
        'gpc',
        'closed',
        [],
      ]);
      expect(await one.evaluate(() => heard)).toEqual([]);
      expect(await context.cookies()).toHaveLength(1);
    });

    it('C11: a signal in a frame of the site holds for the page around it, at once', async () => {
      const config = JSON.stringify(createTestConfig({ jurisdiction: { country: 'US', model: 'opt-out' } }));
      const start = `window.store = core.createConsentStore({ config: ${config} });`;
      site.files.set('/', page(start));
      site.files.set(
        '/signalling',
        page(`Object.defineProperty(navigator, 'globalPrivacyControl', { value: true }); ${start}`),
      );
      const tab = await visit();
      const before = await tab.evaluate(() => ['globalPrivacyControl' in navigator, store.has('marketing')]);
      expect(before).toEqual([false, true]);
      await tab.evaluate(() => {
        document.body.append(Object.assign(document.createElement('iframe'), { src: '/signalling' }));
      });
      await tab.waitForFunction(() => !store.has('marketing'));
      expect(await tab.evaluate(() => store.getState().source)).toBe('gpc');
    });

    it('destroy leaves no listener: a destroyed store hears of no other tab', async () => {
      const [one, two] = [await visit(), await visit()];
      await two.evaluate(() => store.destroy());
      await one.evaluate(() => store.acceptAll());
      await two.waitForTimeout(150);
      expect(await two.evaluate(() => store.getState().status)).toBe('undecided');
    });

    describe('the loader', () => {
      const declared = (category: string, more: string, text = '') =>
        `<script type="text/plain" data-consent-category="${category}" ${more}>${text}</script>`;
      const LOAD = `${START} core.attachLoader(store, window.trackers || []);`;
      beforeEach(() => {
        for (const name of ['a', 'b', 'm']) site.files.set(`/${name}.js`, `ran.push('${name}')`);
        // The first answers last: order must not be left to the network.
        site.files.set('/a.js', (_, response) => {
          setTimeout(
            () => response.writeHead(200, { 'content-type': 'text/javascript' }).end("ran.push('a')"),
            150,
          );
        });
        site.files.set('/hang.js', () => {});
      });

      it('I5: nothing of an undecided category touches the network', async () => {
        const body =
          declared('analytics', 'src="/a.js"') +
          '<iframe data-consent-src="/frame" data-consent-category="marketing"></iframe>' +
          '<img alt="" data-consent-src="/pixel.gif" data-consent-category="analytics">';
        site.files.set(
          '/',
          page(
            `window.trackers = [{ id: 't', name: 't', categoryKey: 'analytics', kind: 'script', loader: { src: '/b.js', strategy: 'afterDecision', consentModeManaged: false } }];${LOAD}`,
            body,
          ),
        );
        const tab = await visit();
        await tab.waitForTimeout(200);
        expect(site.hits.map(({ url }) => url)).toEqual(['GET /', 'GET /core.js']);
        await tab.evaluate(() => store.acceptAll());
        await tab.waitForFunction(() => ran.includes('a') && ran.includes('b'));
        await tab.waitForLoadState('networkidle');
        expect(site.hits.map(({ url }) => url).sort()).toEqual([
          'GET /',
          'GET /a.js',
          'GET /b.js',
          'GET /core.js',
          'GET /frame',
          'GET /pixel.gif',
        ]);
      });

      it('I2: runs scripts in document order within a category; a hanging one holds up no other category', async () => {
        site.files.set(
          '/',
          page(
            LOAD,
            declared('functional', 'src="/hang.js"') +
              declared('functional', '', "ran.push('never')") +
              declared('analytics', 'src="/a.js"') +
              declared('analytics', '', "ran.push('after a')") +
              declared('analytics', 'src="/b.js"') +
              declared('marketing', 'src="/m.js"'),
          ),
        );
        const tab = await visit();
        await tab.evaluate(() => store.acceptAll());
        await tab.waitForFunction(() => ran.includes('b'));
        const order = await tab.evaluate(() => ran);
        expect(order.filter((name) => name !== 'm')).toEqual(['a', 'after a', 'b']);
        expect(order[0]).toBe('m');
      });

      it('I2: a script that cannot be loaded does not stop the next', async () => {
        site.files.set(
          '/',
          page(LOAD, declared('analytics', 'src="/missing.js"') + declared('analytics', '', 'ran.push(1)')),
        );
        const tab = await visit();
        await tab.evaluate(() => store.acceptAll());
        await tab.waitForFunction(() => ran.length === 1);
        expect(await tab.evaluate(() => ran)).toEqual([1]);
      });

      it('I2: runs markup that comes later, once, and modules as modules', async () => {
        site.files.set('/', page(LOAD));
        const tab = await visit();
        await tab.evaluate(() => store.acceptAll());
        for (let time = 0; time < 2; time++) {
          await tab.evaluate(
            (html) => {
              document.body.insertAdjacentHTML('beforeend', html);
            },
            `<div>${declared('analytics', 'data-type="module"', 'ran.push(import.meta.url && "module")')}${declared('analytics', 'src="/b.js"')}</div>`,
          );
          await tab.waitForFunction(() => ran.includes('b'));
        }
        await tab.waitForTimeout(100);
        expect((await tab.evaluate(() => ran)).sort()).toEqual(['b', 'module']);
      });

      it('runs under a Content-Security-Policy with a nonce and without unsafe-eval', async () => {
        const config = JSON.stringify({
          id: 't',
          name: 't',
          categoryKey: 'analytics',
          kind: 'script',
          loader: { inline: "ran.push('config')", strategy: 'afterDecision', consentModeManaged: false },
        });
        const html = `<!doctype html><head><script nonce="n1" src="/core.js"></script></head><body>${declared('analytics', 'nonce="n1"', "ran.push('own')")}${declared('analytics', '', "ran.push('given')")}<script nonce="n1">${START} core.attachLoader(store, [${config}], location.search ? { nonce: 'n1' } : {});</script>`;
        site.files.set('/', (_, response) => {
          response
            .writeHead(200, {
              'content-type': 'text/html',
              'content-security-policy': "script-src 'nonce-n1'",
            })
            .end(html);
        });
        const tab = await visit('/?nonce');
        await tab.evaluate(() => store.acceptAll());
        await tab.waitForFunction(() => ran.length === 3);
        expect(await tab.evaluate(() => ran)).toEqual(['config', 'own', 'given']);
        // Without one, a tracker carries the page's, and a script of the markup keeps its own.
        await tab.goto(site.origin);
        await tab.waitForFunction(() => ran.length === 2);
        expect(await tab.evaluate(() => ran)).toEqual(['config', 'own']);
      });

      it('I2: the page of a visitor who decided runs them from the start, wherever the loader stands', async () => {
        const tab = await visit();
        await tab.evaluate(() => store.acceptAll());
        site.files.set(
          '/other',
          `<!doctype html><head><script src="/core.js"></script><script>${LOAD}</script></head><body>${declared('analytics', '', 'ran.push(1)')}<p>more</p>`,
        );
        await tab.goto(`${site.origin}/other`);
        await tab.waitForFunction(() => ran.length > 0);
        expect(await tab.evaluate(() => ran)).toEqual([1]);
      });

      it('I2, L: frames load once granted, and on revocation leave no entry in the history', async () => {
        site.files.set('/frame', page('parent.ran.push("frame")'));
        site.files.set(
          '/',
          page(
            LOAD,
            '<iframe title="x" data-consent-src="/frame" data-consent-category="marketing"></iframe>',
          ),
        );
        const tab = await visit();
        await tab.evaluate(() => store.acceptAll());
        await tab.waitForFunction(() => ran.includes('frame'));
        const before = await tab.evaluate(() => history.length);
        await tab.evaluate(() => store.withdraw());
        expect(
          await tab.evaluate(() => [frames[0]?.document.body.childElementCount, history.length]),
        ).toEqual([0, before]);
        expect(await tab.evaluate(() => store.getState().needsReload)).toBe(false);
      });

      it('C12: needsReload turns true in the tab where the script ran, also for a decision of another tab', async () => {
        site.files.set('/', page(LOAD, declared('analytics', '', 'ran.push(1)')));
        const [one, two] = [await visit(), await visit('/other')];
        await one.evaluate(() => store.acceptAll());
        await one.waitForFunction(() => ran.length > 0);
        await two.waitForFunction(() => store.has('analytics'));
        await two.evaluate(() => store.withdraw());
        await one.waitForFunction(() => store.getState().needsReload);
        expect(await two.evaluate(() => store.getState().needsReload)).toBe(false);
        await one.reload();
        expect(await one.evaluate(() => [store.getState().needsReload, ran])).toEqual([false, []]);
      });
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
        site.files.set(
          '/shop/cart',
          page(`window.store = core.createConsentStore({ config: ${config} }); core.attachCleanup(store);`),
        );
        const tab = await context.newPage();
        await tab.goto(`${site.origin.replace('localhost', 'www.shop.example.com')}/shop/cart`);
        const set = (name: string, domain: string, path = '/') =>
          context.addCookies([{ name, value: '1', domain, path }]);
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
        const names = async () => (await context.cookies()).map(({ name }) => name).sort();
        await expect.poll(names).toEqual(['_g', 'pl-consent', 'shared']);
        expect(
          await tab.evaluate(() => [Object.keys(localStorage).sort(), Object.keys(sessionStorage)]),
        ).toEqual([['gaXid', 'pl-consent:outbox'], ['pl-consent:x']]);
        // What a script that runs on writes until the page is left goes with the page.
        await set('_ga', '.example.com');
        await tab.goto(site.origin);
        await expect.poll(names).toEqual(['_g', 'pl-consent', 'shared']);
      });
    });
  },
);
