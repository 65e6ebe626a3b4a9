import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ConsentTracker } from '../../src/contract/config.ts';
import { createTestConfig } from '../../src/contract/default-config.ts';
import type * as Gate from '../../src/page/gate.ts';
import { gateHtml } from '../../src/site/content/index.ts';
import { createSite } from '../../src/site/index.ts';
import type { Visit } from '../../src/site/visit.ts';
import { launch, noBrowser } from './site.ts';

declare const gate: typeof Gate;

const tracker = {
  id: 'film',
  name: 'Film',
  vendor: 'Film Limited',
  purpose: 'Shows films that are kept by others, and learns who watches them, from where and for how long.',
  categoryKey: 'marketing',
  kind: 'iframe' as const,
  hosts: ['film.example'],
} satisfies ConsentTracker;
const site = createSite({ files: '/f/', known: { '': createTestConfig({ trackers: [tracker] }) } });
const visit = site.visit(new Request('https://site.example/page')) as Visit;

const PICTURE = '<svg xmlns="http://www.w3.org/2000/svg" width="1600" height="900"></svg>';

/** What sites begin with: browsers have a border around frames. */
const RESETS = {
  nothing: '',
  borders: '* { margin: 0 } iframe { border: 0 }',
  boxes: '* { margin: 0; padding: 0; border: 0 solid; box-sizing: border-box }',
};

/** As sites size their embeds. */
const STYLES =
  '.wide { width: 100%; aspect-ratio: 16 / 9 } .fluid { width: 100%; height: auto } .button { width: 120px; height: 30px } .framed { display: block; border: 3px solid; padding: 5px }';

const SIZED = [
  '<iframe src="https://film.example/x"></iframe>',
  '<iframe src="https://film.example/x" width="280" height="158"></iframe>',
  '<iframe src="https://film.example/x" width="100%" height="400"></iframe>',
  '<iframe src="https://film.example/x" width="90"></iframe>',
  '<iframe src="https://film.example/x" style="width: 100%; aspect-ratio: 16 / 9"></iframe>',
  '<iframe src="https://film.example/x" width="560" height="315" class="wide"></iframe>',
  '<iframe src="https://film.example/x" class="wide"></iframe>',
  '<iframe src="https://film.example/x" style="width: 1px; min-width: 100%; height: 300px"></iframe>',
  '<iframe src="https://film.example/x" width="280" height="158" frameborder="0"></iframe>',
  '<iframe src="https://film.example/x" width="280" height="158" style="border: 4px solid; margin: 6px"></iframe>',
  '<iframe src="https://film.example/x" width="280" height="158" class="framed"></iframe>',
  '<div style="position: relative; padding-bottom: 56.25%"><iframe src="https://film.example/x" style="position: absolute; width: 100%; height: 100%"></iframe></div>',
  '<object data="https://film.example/x"></object>',
  '<embed src="https://film.example/x">',
  '<video src="https://film.example/x" width="640" height="360" class="fluid" controls></video>',
];

/** Too small for the words and both buttons. */
const SMALL = [
  '<iframe src="https://film.example/x" height="60"></iframe>',
  '<iframe src="https://film.example/x" width="90" height="20"></iframe>',
  '<iframe src="https://film.example/x" width="64" height="200"></iframe>',
  '<iframe src="https://film.example/x" width="280" height="28" class="framed"></iframe>',
  '<iframe src="https://film.example/x" class="button"></iframe>',
  '<audio src="https://film.example/x" controls></audio>',
];

/** Pictures of hosts that nobody declared, which have a size. */
const PICTURES = [
  '<img src="https://a.example/x" width="280" height="158" alt="A harbour">',
  '<img src="https://a.example/x" width="960" height="540" class="fluid" alt="A harbour">',
  '<img src="https://a.example/x" width="280" height="50" style="height: 70px" alt="">',
  '<picture><source srcset="https://a.example/y 2x"><img src="https://a.example/x" width="280" height="158" alt=""></picture>',
];

/** What loads and is not looked at. */
const UNSEEN = [
  '<iframe src="https://film.example/x" width="1" height="1"></iframe>',
  '<iframe src="https://film.example/x" width="0" height="0"></iframe>',
  '<iframe src="https://film.example/x" style="width: 0; height: 0; border: 0"></iframe>',
  '<iframe src="https://film.example/x" style="position:absolute;HEIGHT:1px;width:1px !important"></iframe>',
  '<iframe src="https://film.example/x" style="display: none"></iframe>',
  '<object data="https://film.example/x" style="height:0;width:0"></object>',
];

describe.skipIf(noBrowser)(`the room of a gate, in Chromium${noBrowser ? `: ${noBrowser}` : ''}`, () => {
  let browser: Browser;
  let page: Page;
  let opener: string;

  beforeAll(async () => {
    const { outputFiles } = await build({
      entryPoints: [fileURLToPath(new URL('../../src/page/gate.ts', import.meta.url))],
      bundle: true,
      format: 'iife',
      globalName: 'gate',
      write: false,
    });
    opener = outputFiles[0]!.text;
    browser = await launch();
    page = await browser.newPage();
    await page.route('**/*', (route) => route.fulfill({ body: '' }));
  });
  afterAll(() => browser?.close());

  const show = (html: string, reset = RESETS.borders) =>
    page.setContent(
      `<!doctype html><html data-consent><style>${reset}${STYLES}</style><script>${opener}</script><body>${html}`,
    );

  /** Width and height of what stands in the page, and where the page goes on below it. */
  const measured = (selector: string) =>
    page.locator(selector).evaluate((element) => {
      const { width, height } = element.getBoundingClientRect();
      return { width, height, end: document.documentElement.getBoundingClientRect().height };
    });

  const HELD = 'iframe, object, embed, video, audio, img';

  const openAll = () =>
    page.locator('[data-consent-gate]').evaluate((element) => void gate.openGate(element as HTMLElement));

  /** The buttons of a placeholder that are shown, each with whether all of it is in sight. */
  const buttons = () =>
    page.locator('[data-consent-part=placeholder]').evaluate((placeholder) => {
      const around = placeholder.getBoundingClientRect();
      const shown = [...placeholder.querySelectorAll('button')].filter((button) => button.checkVisibility());
      return shown.map((button) => {
        const { top, bottom, left, right } = button.getBoundingClientRect();
        const isWide = left >= around.left && right <= around.right;
        const name = button.dataset.consentAllow ?? button.dataset.consentPart;
        return [name, isWide && top >= around.top && bottom <= around.bottom];
      });
    });

  describe.each([320, 1024])('at %i px', (width) => {
    beforeAll(() => page.setViewportSize({ width, height: 800 }));

    describe.each(Object.entries(RESETS))('where a site resets %s', (_, reset) => {
      it.each([...SIZED, ...SMALL])('is that of what it holds: %s', async (html) => {
        await show(gateHtml(html, visit), reset);
        const before = await measured('[data-consent-part=placeholder]');
        await openAll();
        expect(before).toEqual(await measured(HELD));
      });
    });

    it.each(UNSEEN)('is no more than that of what nobody sees, and takes no focus: %s', async (html) => {
      await show(`<p>text</p>${html}`);
      const held = await measured(HELD);
      await show(gateHtml(`<p>text</p>${html}`, visit));
      expect(await measured(HELD)).toEqual(held);
      expect(await page.locator('button').count()).toBe(0);
    });

    it.each(PICTURES)('is that of a picture that nobody declared: %s', async (html) => {
      // What is shown is a picture, by which browsers size it.
      await page.route('https://a.example/*', (route) =>
        route.fulfill({ contentType: 'image/svg+xml', body: PICTURE }),
      );
      await show(gateHtml(html, visit));
      const before = await measured('[data-consent-part=placeholder]');
      expect(await buttons()).toHaveLength(1);
      await openAll();
      await page.waitForFunction(() => document.querySelector('img')?.complete);
      expect(before).toEqual(await measured(HELD));
    });

    it.each(SIZED)('shows both buttons without scrolling: %s', async (html) => {
      await show(gateHtml(html, visit));
      expect(await buttons()).toEqual([
        ['once', true],
        ['always', true],
      ]);
    });

    it.each(SMALL)('has one button in sight where it is too small for both: %s', async (html) => {
      await show(gateHtml(html, visit));
      expect(await buttons()).toEqual([['more', true]]);
      const name = 'Film: This content needs your consent: Marketing';
      expect(await page.getByRole('button', { name }).count()).toBe(1);
      // Without the script that shows the rest above the page, that stands here, to be scrolled.
      await page.evaluate(() => document.documentElement.removeAttribute('data-consent'));
      expect(await buttons()).toEqual([]);
      expect(await page.getByRole('link', { name: 'Film' }).isVisible()).toBe(true);
    });
  });
});
