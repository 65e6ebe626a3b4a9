import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import fc from 'fast-check';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ConsentTracker } from '../../src/contract/config.ts';
import { createTestConfig } from '../../src/contract/default-config.ts';
import { gateHtml, gatePage } from '../../src/site/content/index.ts';
import { createSite } from '../../src/site/index.ts';
import type { Visit } from '../../src/site/visit.ts';
import { attacks, documents, tokens } from '../html5lib.ts';
import {
  CODE_OF_LINKS,
  HARMLESS,
  HOSTILE,
  HOSTILE_TO_RUNTIME,
  HOSTILE_XHTML,
  SANITIZED,
} from './hostile-content.ts';
import { launch, noBrowser } from './site.ts';

const tracker = {
  id: 'film',
  name: 'Film',
  categoryKey: 'marketing',
  kind: 'iframe' as const,
  hosts: ['film.example'],
} satisfies ConsentTracker;
const config = createTestConfig({ trackers: [tracker] });
const site = createSite({ files: '/f/', known: { '': config } });
const visit = site.visit(new Request('https://site.example/page')) as Visit;
const gate = (html: string) => gateHtml(html, visit);

const inPage = (html: string, head = '') =>
  `<!doctype html><html><head><title>p</title>${head}</head><body><div>${html}</div></body></html>`;

/** What serves the page's markup, for a visitor who has decided on nothing. */
const RUNTIME = `
  import { attachDeclared } from './src/page/declared-markup.ts';
  import { attachHeld } from './src/page/held-attributes.ts';
  import { evaluateExpr } from './src/rules/expression.ts';
  const grants = {
    has: (expr) => evaluateExpr(expr, (key) => key === 'necessary'),
    subscribe(listener) { listener(); return () => {}; },
  };
  attachHeld(grants);
  attachDeclared(grants);`;

describe.skipIf(noBrowser)(
  `hostile content, in Chromium${noBrowser ? `: ${noBrowser}` : ''}`,
  { timeout: 60_000 },
  () => {
    let browser: Browser;
    const asked: string[] = [];
    const pages: Record<'on' | 'off', Page> = {} as never;

    beforeAll(async () => {
      const { outputFiles } = await build({
        stdin: { contents: RUNTIME, resolveDir: fileURLToPath(new URL('../..', import.meta.url)) },
        bundle: true,
        write: false,
      });
      const runtime = outputFiles[0]!.text;
      browser = await launch();
      for (const scripts of ['on', 'off'] as const) {
        const context = await browser.newContext({ javaScriptEnabled: scripts === 'on' });
        await context.route('**', (route) => {
          const { hostname, pathname } = new URL(route.request().url());
          if (hostname !== 'site.example') asked.push(route.request().url());
          if (pathname === '/runtime.js')
            return route.fulfill({ contentType: 'text/javascript', body: runtime });
          if (pathname !== '/page') return route.fulfill({ status: 404 });
          return route.fulfill(served);
        });
        pages[scripts] = await context.newPage();
        pages[scripts].on('dialog', (dialog) => {
          asked.push(dialog.type());
          void dialog.dismiss();
        });
      }
    });
    afterAll(() => browser?.close());

    let served: { headers: Record<string, string>; body: string };

    const serve = (body: string, headers: Record<string, string> = {}) => {
      served = { headers: { 'content-type': 'text/html; charset=utf-8', ...headers }, body };
    };

    /** Who is asked beside the site, and what speaks up, while a page with this content loads. */
    async function askedBy(html: string, scripts: 'on' | 'off'): Promise<string[]> {
      serve(inPage(html));
      return askedByAnswer(scripts);
    }

    async function askedByAnswer(scripts: 'on' | 'off'): Promise<string[]> {
      asked.length = 0;
      const page = pages[scripts];
      await page.goto('https://site.example/page', { waitUntil: 'load' }).catch(() => {});
      await page.waitForTimeout(30);
      return [...asked];
    }

    /** What a page becomes, without scripts to change it and without its gated nodes. */
    async function treeOf(html: string): Promise<string> {
      serve(inPage(html));
      await pages.off.goto('https://site.example/page', { waitUntil: 'load' });
      return pages.off.content();
    }

    it('is hostile: most of it would ask somebody', async () => {
      let asking = 0;
      for (const html of Object.values(HOSTILE)) {
        const all = [...(await askedBy(html, 'on')), ...(await askedBy(html, 'off'))];
        if (all.some((url) => url.includes('evil.example'))) asking += 1;
      }
      expect(asking / Object.keys(HOSTILE).length).toBeGreaterThan(0.6);
    }, 120_000);

    it.each(Object.entries(HOSTILE))('I5: asks nobody before a choice: %s', async (_, html) => {
      const gated = gate(html);
      expect([await askedBy(gated, 'on'), await askedBy(gated, 'off')]).toEqual([[], []]);
    });

    const WITH_RUNTIME = '<script src="/runtime.js"></script>';

    it.each(Object.entries({ ...HOSTILE, ...HOSTILE_TO_RUNTIME }))(
      'I5: asks nobody before a choice where the page has its runtime: %s',
      async (_, html) => {
        serve(inPage(gate(html), WITH_RUNTIME));
        expect(await askedByAnswer('on')).toEqual([]);
      },
    );

    it.each(Object.entries(HOSTILE_TO_RUNTIME))(
      'I5: asks nobody before a choice where it stands in a gated page: %s',
      async (_, html) => {
        serve(gateHtml(inPage(html, WITH_RUNTIME), visit, { page: true, ownCode: true }));
        expect(await askedByAnswer('on')).toEqual([]);
      },
    );

    it.each(Object.entries(CODE_OF_LINKS))(
      'I5: asks nobody where somebody presses it: %s',
      async (_, html) => {
        const press = () => pages.on.getByText('Press').click();
        await askedBy(html, 'on');
        await press();
        await expect.poll(() => [...asked]).toEqual(['https://film.example/1']);
        await askedBy(gate(html), 'on');
        await press();
        await pages.on.waitForTimeout(100);
        expect([...asked]).toEqual([]);
      },
    );

    it.each(Object.entries(SANITIZED))(
      'runs nothing of what visitors write where the page has its runtime: %s',
      async (_, html) => {
        serve(inPage('', WITH_RUNTIME));
        await askedByAnswer('on');
        await pages.on.locator('div').evaluate((place, written) => {
          place.innerHTML = written;
        }, html);
        await pages.on.getByText('Press').or(pages.on.getByAltText('Press')).first().click();
        await pages.on.waitForTimeout(100);
        expect([...asked]).toEqual([]);
      },
    );

    it('asks nobody, and runs nothing, of html5lib’s attacks on sanitizers', async () => {
      let succeeding = 0;
      for (const [name, html] of attacks) {
        if ((await askedBy(html, 'on')).length > 0) succeeding += 1;
        const gated = gate(html);
        expect([await askedBy(gated, 'on'), await askedBy(gated, 'off')], name).toEqual([[], []]);
      }
      // Most are of browsers that nobody has any more.
      expect(succeeding).toBeGreaterThan(10);
    }, 120_000);

    it.each(Object.entries(HOSTILE_XHTML))(
      'I5: asks nobody before a choice where it is a page of XHTML: %s',
      async (_, page) => {
        const headers = { 'content-type': 'application/xhtml+xml; charset=utf-8' };
        serve(page, headers);
        const hostile = [...(await askedByAnswer('on')), ...(await askedByAnswer('off'))];
        expect(hostile.some((url) => url.includes('evil.example'))).toBe(true);
        const gated = await gatePage(new Response(page, { headers }), visit, { warn() {} });
        expect(gated.headers.get('content-type')).toBe('text/html; charset=utf-8');
        const html = await gated.text();
        expect(html).toContain('<html');
        serve(html, Object.fromEntries(gated.headers));
        expect([await askedByAnswer('on'), await askedByAnswer('off')]).toEqual([[], []]);
      },
    );

    it.each([
      ['attachment', true],
      ['ATTACHMENT ; filename="a, b.html"', true],
      ["attachment; filename*=UTF-8''a.html", true],
      ['inline', false],
      ['inline; filename="a.html"', false],
      ['filename="attachment"', false],
      ['attachment filename=a.html', false],
    ])('leaves alone what is saved, and no page that is shown: %s', async (disposition, isSaved) => {
      const html = inPage('<img src="https://evil.example/1">');
      const headers = { 'content-type': 'text/html; charset=utf-8', 'content-disposition': disposition };
      const saves = () =>
        pages.on.goto('https://site.example/page').then(
          () => false,
          (error) => /download is starting|ERR_ABORTED/i.test(String(error)),
        );
      serve(html, headers);
      expect(await saves()).toBe(isSaved);
      const answer = await gatePage(new Response(html, { headers }), visit);
      const body = await answer.text();
      expect(body === html).toBe(isSaved);
      serve(body, Object.fromEntries(answer.headers));
      asked.length = 0;
      expect(await saves()).toBe(isSaved);
      await pages.on.waitForTimeout(30);
      expect(asked).toEqual([]);
    });

    it.each(Object.entries(HARMLESS))('stays as it is, byte for byte, where nothing loads: %s', (_, html) => {
      expect(gate(html)).toBe(html);
    });

    it('leaves the document around what it holds as it was', async () => {
      const around = (html: string) =>
        `<h2 class=a>One</h2><p>Two ${html} three<ul><li>a<li>b</ul><table><td>c</table><p>end`;
      const film = '<iframe src=https://film.example/1></iframe>';
      const without = (tree: string) =>
        tree.replace(/<(span data-consent-gate|iframe).*<\/(span|iframe)>(?= three)/s, '#');
      expect(without(await treeOf(around(gate(film))))).toBe(without(await treeOf(around(film))));
      expect(gate(around(film)).startsWith('<h2 class=a>One</h2><p>Two <span')).toBe(true);
    });

    it('asks nobody in broken documents of all kinds, with something that loads in their midst', async () => {
      const image = '<img src="https://evil.example/1">';
      const sample = [...documents, ...tokens].filter((_, index) => index % 150 === 0);
      let asking = 0;
      for (const html of sample.flatMap((one) => [one + image, one.replace('>', `>${image}`)])) {
        const gated = gate(html);
        if ((await askedBy(html, 'off')).some((url) => url.includes('evil.example'))) asking += 1;
        expect([await askedBy(gated, 'on'), await askedBy(gated, 'off')], html).toEqual([[], []]);
      }
      expect(asking).toBeGreaterThan(sample.length);
    }, 120_000);

    it('asks nobody, whatever is put together of such pieces', async () => {
      const piece = fc.constantFrom(
        ...Object.values(HOSTILE).filter((html) => html.length < 200),
        ...[
          '</select>',
          '</svg>',
          '</math>',
          '</style>',
          '</noscript>',
          '-->',
          ']]>',
          '"',
          "'",
          '>',
          '</title>',
          '<table>',
          '</table>',
        ],
        ...[
          '<svg>',
          '<math><mtext>',
          '<select>',
          '<noscript>',
          '<style>',
          '<title>',
          '<!--',
          '<template>',
          '</template>',
          '<p title="',
        ],
      );
      await fc.assert(
        fc.asyncProperty(fc.array(piece, { minLength: 2, maxLength: 7 }), async (pieces) => {
          const gated = gate(pieces.join(''));
          expect([await askedBy(gated, 'on'), await askedBy(gated, 'off')]).toEqual([[], []]);
        }),
        { numRuns: 60 },
      );
    }, 120_000);
  },
);
