import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { beforeEach, describe, expect, it } from 'vitest';
import type * as Core from '../../src/index.ts';
import { noBrowser, page } from './site.ts';
import { prepareStorePage, START } from './store-page.ts';

declare const core: typeof Core;

describe.skipIf(noBrowser)(
  `the loader, in Chromium${noBrowser ? `: ${noBrowser}` : ''}`,
  { timeout: 20_000 },
  () => {
    const on = prepareStorePage();
    const declared = (category: string, more: string, text = '') =>
      `<script type="text/plain" data-consent-category="${category}" ${more}>${text}</script>`;
    const LOAD = `${START} core.attachLoader(store, window.trackers || []);`;
    /** What opens the gates of a page. */
    const gateOpening = async () => {
      const { outputFiles } = await build({
        stdin: {
          contents: `
            import { GATE, openGate } from './src/page/gate.ts';
            for (const gate of document.querySelectorAll(GATE)) openGate(gate);`,
          resolveDir: fileURLToPath(new URL('../..', import.meta.url)),
        },
        bundle: true,
        write: false,
      });
      return outputFiles[0]!.text;
    };
    beforeEach(() => {
      for (const name of ['a', 'b', 'm']) on.site.files.set(`/${name}.js`, `ran.push('${name}')`);
      // The first answers last: order must not be left to the network.
      on.site.files.set('/a.js', (_, response) => {
        setTimeout(
          () => response.writeHead(200, { 'content-type': 'text/javascript' }).end("ran.push('a')"),
          150,
        );
      });
      on.site.files.set('/hang.js', () => {});
    });

    it('I2: waits for no script of earlier browsers, which this one leaves alone', async () => {
      const body =
        declared('analytics', 'nomodule src="/b.js"') + declared('analytics', '', "ran.push('next')");
      on.site.files.set('/', page(LOAD, body));
      const tab = await on.visit();
      await tab.evaluate(() => store.acceptAll());
      await expect.poll(() => tab.evaluate(() => ran)).toEqual(['next']);
      expect(on.site.hits.map(({ url }) => url)).not.toContain('GET /b.js');
      // Nor does a reload end it when all is refused (C12).
      expect(await tab.evaluate(() => [...core.ledger().keys()])).toEqual(["ran.push('next')"]);
    });

    it('I5: nothing of an undecided category touches the network', async () => {
      const body =
        declared('analytics', 'src="/a.js"') +
        '<iframe data-consent-src="/frame" data-consent-category="marketing"></iframe>' +
        '<img alt="" data-consent-src="/pixel.gif" data-consent-category="analytics">';
      on.site.files.set(
        '/',
        page(
          `window.trackers = [{ id: 't', name: 't', categoryKey: 'analytics', kind: 'script', loader: { src: '/b.js', strategy: 'afterDecision', consentModeManaged: false } }];${LOAD}`,
          body,
        ),
      );
      const tab = await on.visit();
      await tab.waitForTimeout(200);
      expect(on.site.hits.map(({ url }) => url)).toEqual(['GET /', 'GET /core.js']);
      await tab.evaluate(() => store.acceptAll());
      await tab.waitForFunction(() => ran.includes('a') && ran.includes('b'));
      await tab.waitForLoadState('networkidle');
      expect(on.site.hits.map(({ url }) => url).sort()).toEqual([
        'GET /',
        'GET /a.js',
        'GET /b.js',
        'GET /core.js',
        'GET /frame',
        'GET /pixel.gif',
      ]);
    });

    it('I2: runs scripts in document order within a category; a hanging one holds up no other category', async () => {
      on.site.files.set(
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
      const tab = await on.visit();
      await tab.evaluate(() => store.acceptAll());
      await tab.waitForFunction(() => ran.includes('b'));
      const order = await tab.evaluate(() => ran);
      expect(order.filter((name) => name !== 'm')).toEqual(['a', 'after a', 'b']);
      expect(order[0]).toBe('m');
    });

    it('I2: a script that cannot be loaded does not stop the next', async () => {
      on.site.files.set(
        '/',
        page(LOAD, declared('analytics', 'src="/missing.js"') + declared('analytics', '', 'ran.push(1)')),
      );
      const tab = await on.visit();
      await tab.evaluate(() => store.acceptAll());
      await tab.waitForFunction(() => ran.length === 1);
      expect(await tab.evaluate(() => ran)).toEqual([1]);
    });

    it('I2: leaves the page in place where what runs writes into it, and puts that before the script', async () => {
      const writes = (name: string) =>
        `document.open(); document.write("<p>", "${name}</p>"); document.writeln("<p>more</p>"); document.close();`;
      const gate = `<div data-consent-gate data-consent-category="marketing"><template><script>${writes('in a gate')}</script><b>end</b></template><p data-consent-blocked></p></div>`;
      on.site.files.set('/gate.js', await gateOpening());
      on.site.files.set(
        '/',
        page(
          `window.trackers = [{ id: 't', name: 't', categoryKey: 'analytics', kind: 'script', loader: { inline: '${writes('a tracker')}', strategy: 'afterDecision', consentModeManaged: false } }];${LOAD}`,
          `<main>${declared('analytics', 'id="declared"', writes('declared'))}</main>${gate}<script src="/gate.js"></script>`,
        ),
      );
      const tab = await on.visit();
      await tab.evaluate(() => store.acceptAll());
      const written = (place: string) => tab.locator(`${place} p`).allTextContents();
      await expect.poll(() => written('main')).toEqual(['declared', 'more']);
      expect(await written('head')).toEqual(['a tracker', 'more']);
      expect(await written('[data-consent-content]')).toEqual(['in a gate', 'more']);
      expect(
        await tab.locator('main p + #declared, head p + [data-consent-tracker], p + script + b').count(),
      ).toBe(3);
      expect(await tab.evaluate(() => document.write === Document.prototype.write)).toBe(true);
    });

    it('I2: runs markup that comes later, once, and modules as modules', async () => {
      on.site.files.set('/', page(LOAD));
      const tab = await on.visit();
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
      on.site.files.set('/', (_, response) => {
        response
          .writeHead(200, {
            'content-type': 'text/html',
            'content-security-policy': "script-src 'nonce-n1'",
          })
          .end(html);
      });
      const tab = await on.visit('/?nonce');
      await tab.evaluate(() => store.acceptAll());
      await tab.waitForFunction(() => ran.length === 3);
      expect(await tab.evaluate(() => ran)).toEqual(['config', 'own', 'given']);
      // Without one, a tracker carries the page's, and a script of the markup keeps its own.
      await tab.goto(on.site.origin);
      await tab.waitForFunction(() => ran.length === 2);
      expect(await tab.evaluate(() => ran)).toEqual(['config', 'own']);
    });

    it('I2: the page of a visitor who decided runs them from the start, wherever the loader stands', async () => {
      const tab = await on.visit();
      await tab.evaluate(() => store.acceptAll());
      on.site.files.set(
        '/other',
        `<!doctype html><head><script src="/core.js"></script><script>${LOAD}</script></head><body>${declared('analytics', '', 'ran.push(1)')}<p>more</p>`,
      );
      await tab.goto(`${on.site.origin}/other`);
      await tab.waitForFunction(() => ran.length > 0);
      expect(await tab.evaluate(() => ran)).toEqual([1]);
    });

    it('I2, L: frames load once granted, and on revocation leave no entry in the history', async () => {
      on.site.files.set('/frame', page('parent.ran.push("frame")'));
      on.site.files.set(
        '/',
        page(LOAD, '<iframe title="x" data-consent-src="/frame" data-consent-category="marketing"></iframe>'),
      );
      const tab = await on.visit();
      await tab.evaluate(() => store.acceptAll());
      await tab.waitForFunction(() => ran.includes('frame'));
      const before = await tab.evaluate(() => history.length);
      await tab.evaluate(() => store.withdraw());
      expect(await tab.evaluate(() => [frames[0]?.document.body.childElementCount, history.length])).toEqual([
        0,
        before,
      ]);
      expect(await tab.evaluate(() => store.getState().needsReload)).toBe(false);
    });

    it('C12: needsReload turns true in the tab where the script ran, also for a decision of another tab', async () => {
      on.site.files.set('/', page(LOAD, declared('analytics', '', 'ran.push(1)')));
      const [one, two] = [await on.visit(), await on.visit('/other')];
      await one.evaluate(() => store.acceptAll());
      await one.waitForFunction(() => ran.length > 0);
      await two.waitForFunction(() => store.has('analytics'));
      await two.evaluate(() => store.withdraw());
      await one.waitForFunction(() => store.getState().needsReload);
      expect(await two.evaluate(() => store.getState().needsReload)).toBe(false);
      await one.reload();
      expect(await one.evaluate(() => [store.getState().needsReload, ran])).toEqual([false, []]);
    });
  },
);
