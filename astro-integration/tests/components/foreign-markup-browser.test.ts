import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { launch, openPage } from '../page/browser.ts';
import { banner, config, dialog, granted } from '../page/visitor.ts';

/** What a visitor may write in a comment, as sanitizers leave it that keep `data-*`. */
const comment = `<div id="comment">
  <a href="#" data-consent-action="accept-all">Accept</a>
  <span data-consent-action="save">Save</span>
  <label><input type="checkbox" data-consent-toggle="marketing">Win</label>
  <div data-consent-gate="1" data-consent-category="marketing"><button data-consent-allow="always">Allow</button></div>
  <dialog data-consent-preferences data-texts='{"rejectAll":"Accept all"}'></dialog>
  <a href="#" data-consent-action="reject-all">Reject</a>
</div>`;
const own = `<p id="own" consent-own><button data-consent-action="accept-all">Accept</button></p>`;

let browser: Browser;
let page: Page;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());
afterEach(() => page.context().close());

const open = async () => {
  page = await openPage(browser, {
    config,
    main: comment + own,
    css: `${banner} { position: static !important }`,
  });
};

it.each(['text=Accept', 'text=Save', 'text=Win', 'text=Allow'])(
  'I1: what visitors write grants nothing, it opens the preferences: %s',
  async (control) => {
    await open();
    await page.click(`#comment >> ${control}`);
    await page.waitForSelector(`${dialog}[consent-own][open]`);
    expect(await page.$eval('#comment dialog', (theirs) => theirs.hasAttribute('open'))).toBe(false);
    expect(await granted(page)).toBe(false);
  },
);

it('I1: a refusal counts wherever it stands, and a grant of markup that the site has marked', async () => {
  await open();
  await page.click('#own button');
  expect(await granted(page)).toBe(true);
  await page.click('#comment >> text=Reject');
  expect(await granted(page)).toBe(false);
});
