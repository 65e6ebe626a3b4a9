import type { ConsentConfig } from '@permesso/consent-core';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasFocus, openAdmin } from './browser.ts';
import type { Cms } from './cms.ts';

const TRACKERS = '/admin/content-manager/collection-types/plugin::consent.tracker';
const LEGAL_PAGES = '/admin/content-manager/collection-types/plugin::consent.legal-page';

let cms: Cms;
let browser: Browser;
let page: Page;

beforeAll(async () => {
  ({ cms, browser, page } = await openAdmin());
});

afterAll(() => browser?.close());

/** What the site is told that a tracker stores. */
async function publishedCookies(tracker: string) {
  const config = await cms.ask<ConsentConfig>('/api/consent/config?locale=en');
  return config.trackers.find(({ name }) => name === tracker)?.cookies;
}

const config = (): Promise<ConsentConfig> => cms.ask<ConsentConfig>('/api/consent/config?locale=en');

describe("an editor's day", () => {
  const panel = (name: string) => page.locator('aside, section').filter({ hasText: name }).last();

  it('adds a tracker from the catalogue, with its variable checked, and the site follows', async () => {
    const before = await config();
    await page.goto(TRACKERS);
    await page.getByRole('link', { name: 'Add from the catalogue' }).click();
    await page.getByRole('heading', { name: 'Tracker catalogue' }).waitFor();
    await page.getByRole('searchbox', { name: 'Search by name, vendor or cookie' }).fill('_ga_');
    await page.getByText('1 entry').waitFor();
    await page.getByRole('button', { name: 'Add Google Analytics' }).press('Enter');
    const dialog = page.getByRole('dialog');
    await dialog.getByText('_ga_*').waitFor();
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await dialog.getByText(/^Give a value/).waitFor();
    const measured = dialog.getByRole('textbox', { name: 'Measurement ID' });
    await expect.poll(() => hasFocus(measured)).toBe(true);
    await measured.fill('UA-1');
    await dialog.getByText('Write it like G-AB12CD34EF.').waitFor();
    expect((await config()).trackers).toHaveLength(before.trackers.length);
    await measured.fill('G-SITE12345');
    await measured.press('Enter');
    await page.waitForURL(/plugin::consent\.tracker\/\w+/);
    const after = await config();
    const added = after.trackers.find(({ name }) => name === 'Google Analytics');
    expect(added).toMatchObject({ categoryKey: 'analytics', loader: { consentModeManaged: false } });
    expect(added?.loader?.src).toContain('G-SITE12345');
    expect(after.versions.trackersVersion).not.toBe(before.versions.trackersVersion);
  });

  it('reads beside the form what the tracker will do, as the form stands', async () => {
    const effect = page.getByRole('region', { name: 'What this tracker will do' });
    await effect.getByText('A yes to “Analytics”. Under opt-out laws: no refusal of it.').waitFor();
    await effect.getByText('A yes to “Analytics” grants analytics_storage.').waitFor();
    await effect.getByText('_ga, _ga_*').waitFor();
    await effect.getByText('Nothing contradictory in it.').waitFor();
    await page
      .getByRole('textbox', { name: 'Address of the script or pixel' })
      .fill('http://tags.example/a.js');
    await effect.getByText(/browsers block it on an https site/).waitFor();
    await effect.getByText(/the script http:\/\/tags\.example\/a\.js/).waitFor();
  });

  it('G1: is told when saving a tracker will ask visitors again', async () => {
    const note = panel('Will visitors be asked again?');
    await note.getByText('Texts and cookies do not.', { exact: false }).waitFor();
    await page.getByRole('combobox', { name: 'Kind' }).click();
    await page.getByRole('option', { name: 'pixel' }).click();
    await note.getByText('Yes, everybody').waitFor();
  });

  it('G1: publishes a new cookie policy, told beforehand that visitors will be asked again', async () => {
    const before = await config();
    page.once('dialog', (dialog) => dialog.accept());
    await page.goto(LEGAL_PAGES);
    await page.getByText('Cookie policy').first().click();
    const note = panel('Will visitors be asked again?');
    await note.getByText('The effective date is the published one.', { exact: false }).waitFor();
    const text = page.getByRole('textbox', { name: 'Text' });
    await text.fill('## Cookies from spring on\n\n{{cookie-table}}\n\n{{policy-version}}\n');
    const date = page.getByRole('combobox', { name: 'Effective date' });
    await date.fill('04/01/2027');
    await date.press('Tab');
    await note.getByText('Yes, everybody').waitFor();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Saved document').first().waitFor();
    expect((await config()).versions).toEqual(before.versions);
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    await page.getByText('Published document').first().waitFor();
    const after = await config();
    expect(after.versions.documentsVersion).not.toBe(before.versions.documentsVersion);
    const served = await cms.ask<{ effectiveDate: string; content: { html?: string }[] }>(
      '/api/consent/legal/cookies?locale=en',
    );
    expect(served.effectiveDate).toBe('2027-04-01');
    expect(served.content[0]?.html).toContain('Cookies from spring on');
  });

  it('discards what was saved after that, and nothing of it comes back', async () => {
    const text = page.getByRole('textbox', { name: 'Text' });
    await text.fill('Never mind');
    const saved = page.waitForResponse((answer) => answer.request().method() === 'PUT');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    expect((await saved).status()).toBe(200);
    await page.getByRole('button', { name: 'More document actions' }).click();
    await page.getByRole('menuitem', { name: 'Discard changes' }).click();
    await page.getByRole('button', { name: 'Confirm' }).click();
    await page.getByText('Changes discarded').first().waitFor();
    await expect.poll(() => text.inputValue(), { timeout: 20_000 }).toContain('Cookies from spring on');
    expect(await page.getByRole('button', { name: 'Save', exact: true }).isDisabled()).toBe(true);
  });
});

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
    const up = page.getByRole('button', { name: 'Move _lh_* up' });
    await up.press('Enter');
    await expect.poll(() => hasFocus(up)).toBe(true);
    const names = () =>
      page
        .getByRole('group')
        .getByRole('textbox', { name: 'Name' })
        .evaluateAll((inputs) => inputs.map((input) => (input as HTMLInputElement).value));
    expect((await names()).at(-2)).toBe('_lh_*');
    await page.getByRole('button', { name: 'Remove _lh_*' }).press('Enter');
    expect(await names()).not.toContain('_lh_*');
    const next = page.getByRole('button', { name: /^Remove / }).last();
    await expect.poll(() => hasFocus(next)).toBe(true);
    await next.press('Enter');
    const add = page.getByRole('button', { name: 'Add an entry' });
    await expect.poll(() => hasFocus(add)).toBe(true);
  });

  const save = () => page.getByRole('button', { name: 'Save', exact: true });
  const lastName = () => page.getByRole('textbox', { name: 'Name' }).last();

  it('does not save a wildcard alone, and keeps it to be corrected', async () => {
    await lastName().fill('*');
    await page.getByText('A * alone would stand for everything.').waitFor();
    await save().click();
    await page
      .getByText(/must not be a wildcard alone/)
      .first()
      .waitFor();
    // Enabled is what is not saved.
    await expect.poll(() => save().isEnabled(), { timeout: 20_000 }).toBe(true);
    expect(await lastName().inputValue()).toBe('*');
    expect(await publishedCookies('Lighthouse Analytics')).not.toContainEqual(
      expect.objectContaining({ name: '*' }),
    );
  });

  it.each([500, 'no connection'] as const)('keeps what was typed when a save fails: %s', async (failure) => {
    const path = /\/content-manager\/collection-types\/plugin::consent\.tracker\/\w+/;
    const released = Promise.withResolvers<void>();
    let sent = false;
    await page.route(path, async (route) => {
      if (route.request().method() !== 'PUT') return route.fallback();
      sent = true;
      await released.promise;
      return failure === 500 ? route.fulfill({ status: 500, json: {} }) : route.abort();
    });
    await lastName().fill(`_kept_${failure}`);
    await save().click();
    await expect.poll(() => sent, { timeout: 20_000 }).toBe(true);
    const purpose = page.getByRole('textbox', { name: 'Purpose' });
    await purpose.fill(`Typed meanwhile: ${failure}`);
    released.resolve();
    await expect.poll(() => save().isEnabled(), { timeout: 20_000 }).toBe(true);
    expect(await lastName().inputValue()).toBe(`_kept_${failure}`);
    expect(await purpose.inputValue()).toBe(`Typed meanwhile: ${failure}`);
    await page.unroute(path);
    await save().click();
    const name = `_kept_${failure}`;
    await expect
      .poll(() => publishedCookies('Lighthouse Analytics'), { timeout: 20_000 })
      .toContainEqual(expect.objectContaining({ name }));
  });
});

describe('the editor of legal pages', () => {
  const text = () => page.getByRole('textbox', { name: 'Text' });

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

  it('can undo what the toolbar and its menus have put in', async () => {
    await text().fill('Before');
    await text().selectText();
    await page.getByRole('button', { name: 'Bold' }).click();
    await expect.poll(() => text().inputValue()).toBe('**Before**');
    await page.keyboard.press('ControlOrMeta+Z');
    await expect.poll(() => text().inputValue()).toBe('Before');
    await page.getByRole('button', { name: 'Processor table' }).press('Enter');
    await page.getByRole('menuitem', { name: 'Recipients' }).press('Enter');
    await expect.poll(() => text().inputValue()).toContain('{{processor-table:recipients}}');
    await expect.poll(() => hasFocus(text())).toBe(true);
    await page.keyboard.press('ControlOrMeta+Z');
    await expect.poll(() => text().inputValue()).toBe('Before');
  });

  it('H2: shows the page as the site renders it', async () => {
    await text().fill('## Cookies\n\n{{cookie-table}}\n\n<script>alert(1)</script>');
    await page.getByRole('button', { name: 'Preview' }).click();
    const frame = page.locator('iframe[title="Preview"]');
    expect(await frame.getAttribute('sandbox')).toBe('');
    const preview = frame.contentFrame();
    await preview.getByRole('heading', { name: 'Cookies' }).waitFor();
    expect(await preview.getByRole('table', { name: 'Marketing' }).count()).toBe(1);
    expect(await preview.locator('script').count()).toBe(0);
    await page.getByRole('button', { name: 'Back to writing' }).click();
  });

  it('warns of an image that another host would be asked for before any choice', async () => {
    await text().fill('![Map](https://maps.example/map.png)');
    await page.getByText('Image of another host').waitFor();
    await page.getByText(/is loaded from maps\.example before any choice/).waitFor();
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
