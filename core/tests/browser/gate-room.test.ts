import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { stylesheetText } from '../../css-text-plugin.ts';
import type { ConsentTracker } from '../../src/contract/config.ts';
import { createTestConfig } from '../../src/contract/default-config.ts';
import { gateHtml } from '../../src/site/content/index.ts';
import { createSite } from '../../src/site/index.ts';
import type { Visit } from '../../src/site/visit.ts';
import { launch, noBrowser } from './site.ts';

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

/** As sites size their embeds; browsers' own border of frames is nobody's wish. */
const STYLES =
  '* { margin: 0 } iframe { border: 0 } .wide { width: 100%; aspect-ratio: 16 / 9 } .fluid { width: 100%; height: auto }';

const SIZED = [
  '<iframe src="https://film.example/x"></iframe>',
  '<iframe src="https://film.example/x" width="280" height="158"></iframe>',
  '<iframe src="https://film.example/x" width="100%" height="400"></iframe>',
  '<iframe src="https://film.example/x" width="90"></iframe>',
  '<iframe src="https://film.example/x" style="width: 100%; aspect-ratio: 16 / 9"></iframe>',
  '<iframe src="https://film.example/x" width="560" height="315" class="wide"></iframe>',
  '<iframe src="https://film.example/x" class="wide"></iframe>',
  '<iframe src="https://film.example/x" style="width: 1px; min-width: 100%; height: 300px"></iframe>',
  '<div style="position: relative; padding-bottom: 56.25%"><iframe src="https://film.example/x" style="position: absolute; width: 100%; height: 100%"></iframe></div>',
  '<object data="https://film.example/x"></object>',
  '<embed src="https://film.example/x">',
  '<video src="https://film.example/x" width="640" height="360" class="fluid" controls></video>',
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
  let gateStyle: string;

  beforeAll(async () => {
    gateStyle = await stylesheetText(new URL('../../src/ui/styles/gate.css', import.meta.url).pathname);
    browser = await launch();
    page = await browser.newPage();
    await page.route('**/*', (route) => route.fulfill({ body: '' }));
  });
  afterAll(() => browser?.close());

  const show = (html: string) =>
    page.setContent(`<!doctype html><html data-consent><style>${gateStyle}${STYLES}</style><body>${html}`);

  /** Width and height of what stands in the page, and where the page goes on below it. */
  const measured = (selector: string) =>
    page.locator(selector).evaluate((element) => {
      const { width, height } = element.getBoundingClientRect();
      return {
        width,
        height: Math.round(height),
        end: Math.round(document.body.getBoundingClientRect().height),
      };
    });

  describe.each([320, 1024])('at %i px', (width) => {
    beforeAll(() => page.setViewportSize({ width, height: 800 }));

    it.each(SIZED)('is that of what it holds: %s', async (html) => {
      await show(html);
      const held = await measured('iframe, object, embed, video');
      await show(gateHtml(html, visit));
      expect(await measured('[data-consent-part=placeholder]')).toEqual(held);
    });

    it.each(UNSEEN)('is no more than that of what nobody sees, and takes no focus: %s', async (html) => {
      await show(`<p>text</p>${html}`);
      const held = await measured('iframe, object, embed, video');
      await show(gateHtml(`<p>text</p>${html}`, visit));
      expect(await measured('iframe, object, embed, video')).toEqual(held);
      expect(await page.locator('button').count()).toBe(0);
    });

    it.each([
      ...SIZED,
      '<iframe src="https://film.example/x" height="60"></iframe>',
      '<audio src="https://film.example/x"></audio>',
    ])('shows both buttons without scrolling: %s', async (html) => {
      await show(gateHtml(html, visit));
      const seen = await page.locator('[data-consent-part=placeholder]').evaluate((placeholder) => {
        const around = placeholder.getBoundingClientRect();
        return Array.from(placeholder.querySelectorAll('button'), (button) => {
          const { top, bottom, left, right } = button.getBoundingClientRect();
          const isWide = left >= around.left && right <= around.right;
          return isWide && top >= around.top && bottom <= around.bottom;
        });
      });
      expect(seen).toEqual([true, true]);
    });
  });
});
