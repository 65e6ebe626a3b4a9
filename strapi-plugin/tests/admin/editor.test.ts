import type { ConsentConfig } from '@permesso/consent-core';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchChromium, signedIn } from './browser.ts';
import { type Cms, startCms } from './cms.ts';

const TRACKERS = '/admin/content-manager/collection-types/plugin::consent.tracker';
const LEGAL_PAGES = '/admin/content-manager/collection-types/plugin::consent.legal-page';

let cms: Cms;
let browser: Browser;
let page: Page;

beforeAll(async () => {
  [cms, browser] = await Promise.all([startCms(), launchChromium()]);
  page = await signedIn(browser, cms.origin);
});

afterAll(async () => {
  await browser?.close();
  await cms?.stop();
});

/** What the site is told that a tracker stores. */
async function publishedCookies(tracker: string) {
  const config = await cms.ask<ConsentConfig>('/api/consent/config?locale=en');
  return config.trackers.find(({ name }) => name === tracker)?.cookies;
}

describe('the cookie table of a tracker', () => {
  beforeAll(async () => {
    await page.goto(TRACKERS);
    await page.getByText('Lighthouse Analytics').first().click();
    await page.getByRole('button', { name: 'Add an entry' }).waitFor();
  });

  it('takes a new entry from the keyboard, and the config follows once it is saved', async () => {
    const before = (await publishedCookies('Lighthouse Analytics')) ?? [];
    await page.getByRole('button', { name: 'Add an entry' }).press('Enter');
    const added = page.getByRole('group', { name: `Entry ${before.length + 1}` });
    await added.getByText('Give the name, or a pattern with *.').waitFor();
    const name = added.getByRole('textbox', { name: 'Name' });
    await expect.poll(() => name.evaluate((input) => input === document.activeElement)).toBe(true);
    await page.keyboard.type('_lh_*');
    const entry = page.getByRole('group', { name: 'Entry _lh_*' });
    await entry.getByRole('textbox', { name: 'Duration' }).fill('1 day');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved document').first().waitFor();
    const stored = { name: '_lh_*', storage: 'cookie', durationText: '1 day' };
    expect(await publishedCookies('Lighthouse Analytics')).toEqual([...before, stored]);
  });

  it('moves and removes entries', async () => {
    await page.getByRole('button', { name: 'Move _lh_* up' }).click();
    const names = () =>
      page
        .getByRole('group')
        .getByRole('textbox', { name: 'Name' })
        .evaluateAll((inputs) => inputs.map((input) => (input as HTMLInputElement).value));
    expect((await names()).at(-2)).toBe('_lh_*');
    await page.getByRole('button', { name: 'Remove _lh_*' }).click();
    expect(await names()).not.toContain('_lh_*');
  });

  it('does not save a wildcard alone', async () => {
    await page.getByRole('textbox', { name: 'Name' }).last().fill('*');
    await page.getByText('A * alone would stand for everything.').waitFor();
    await page.getByRole('button', { name: 'Save' }).click();
    await page
      .getByText(/must not be a wildcard alone/)
      .first()
      .waitFor();
    expect(await publishedCookies('Lighthouse Analytics')).not.toContainEqual(
      expect.objectContaining({ name: '*' }),
    );
  });
});

describe('the editor of legal pages', () => {
  const text = () => page.getByRole('textbox', { name: /content/ });

  beforeAll(async () => {
    page.once('dialog', (dialog) => dialog.accept());
    await page.goto(`${LEGAL_PAGES}/create`);
    await page.getByRole('toolbar', { name: 'Formatting' }).waitFor();
  });

  it('H1: inserts shortcodes with their options, each in a paragraph of its own', async () => {
    await text().fill('Before');
    await page.getByRole('button', { name: 'Cookie table' }).click();
    await page.getByRole('menuitem', { name: 'By provider, without durations' }).click();
    await page.getByRole('button', { name: 'Processor table' }).click();
    await page.getByRole('menuitem', { name: 'Recipients' }).click();
    await page.getByRole('button', { name: 'Version line' }).click();
    const blocks = (await text().inputValue()).trim().split('\n\n');
    expect(blocks).toEqual([
      'Before',
      '{{cookie-table group=vendor duration=false}}',
      '{{processor-table:recipients}}',
      '{{policy-version}}',
    ]);
  });

  it('gives the keyboard back to the text after an insertion', async () => {
    await page.getByRole('button', { name: 'Cookie table' }).press('Enter');
    await page.getByRole('menuitem', { name: 'By category', exact: true }).press('Enter');
    await expect.poll(() => text().evaluate((area) => area === document.activeElement)).toBe(true);
  });

  it('H2: shows the page as the site renders it', async () => {
    await text().fill('## Cookies\n\n{{cookie-table}}\n\n<script>alert(1)</script>');
    await page.getByRole('button', { name: 'Preview' }).click();
    const preview = page.getByRole('region', { name: 'Preview' });
    await preview.getByRole('heading', { name: 'Cookies' }).waitFor();
    expect(await preview.getByRole('table', { name: 'Marketing' }).count()).toBe(1);
    expect(await preview.locator('script').count()).toBe(0);
    await page.getByRole('button', { name: 'Back to writing' }).click();
  });

  it('H1: warns of a shortcode that means nothing, and leads to its line', async () => {
    await text().fill('One\n\n{{cookie-tabel}}\n');
    await page.getByText('Unknown shortcode').waitFor();
    await page.getByRole('button', { name: 'Line 3' }).click();
    await expect
      .poll(() =>
        text().evaluate((area) => {
          const { value, selectionStart, selectionEnd } = area as HTMLTextAreaElement;
          return value.slice(selectionStart, selectionEnd);
        }),
      )
      .toBe('{{cookie-tabel}}');
  });
});
