import { readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ConsentConfig } from '@permesso/consent-core';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LogView } from '../../server/src/evidence/sealing/admin-log-view.ts';
import type { SettingsView } from '../../server/src/settings/view.ts';
import { hasFocus, openAdmin, signedIn } from './browser.ts';
import type { Cms } from './cms.ts';
import { signIn } from './requests.ts';
import { openTab, SETTINGS } from './settings-tab.ts';

let cms: Cms;
let browser: Browser;
let page: Page;

beforeAll(async () => {
  ({ cms, browser, page } = await openAdmin());
});

afterAll(() => browser?.close());

const config = (locale = 'en', headers: Record<string, string> = {}): Promise<ConsentConfig> =>
  fetch(`${cms.origin}/api/consent/config?locale=${locale}`, { headers }).then((answer) => answer.json());

const open = (tab: string) => openTab(page, tab);

/** Chooses an option of one of Strapi's selects. */
async function choose(select: Locator, option: string | RegExp): Promise<void> {
  await select.click();
  await page.getByRole('option', { name: option }).click();
}

async function save(): Promise<void> {
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Saved. Visitors get it within about a minute').first().waitFor();
}

describe("the banner's texts", () => {
  const preview = () => page.frameLocator('iframe[title="Live preview"]');
  const title = () => page.getByRole('textbox', { name: 'Title' });

  it('K: shows in the live preview what is written, before it is saved, in every language', async () => {
    await page.getByRole('link', { name: 'Consent', exact: true }).click();
    await page.locator('a[href$="/plugins/consent/settings"]').click();
    await page.getByRole('tab', { name: 'Banner' }).click();
    await choose(page.getByRole('combobox', { name: 'Language of the texts' }), /\(de\)/);
    await title().fill('Ihre Wahl');
    await preview().locator('h2', { hasText: 'Ihre Wahl' }).waitFor();
    await choose(page.getByRole('combobox', { name: 'Model' }), 'Opt-out');
    await preview().locator('[data-consent-part="opt-out"]', { hasText: 'Optionale Cookies' }).waitFor();
    expect(await preview().locator('[data-consent-action="accept-all"]').isVisible()).toBe(false);
    expect(await preview().locator('[data-consent-action="reject-all"]').isVisible()).toBe(true);
  });

  it('G1: are what the site is told once they are saved, in their language alone', async () => {
    const english = (await config('en')).banner.title;
    await save();
    expect((await config('de')).banner.title).toBe('Ihre Wahl');
    expect((await config('en')).banner.title).toBe(english);
  });

  it('go back to the text of the default language', async () => {
    await page.getByRole('button', { name: /^Title: Back to/ }).click();
    expect(await title().inputValue()).toBe('');
    expect(await hasFocus(title())).toBe(true);
    await save();
    await page.getByRole('region', { name: 'Unsaved changes' }).waitFor({ state: 'hidden' });
    expect(await hasFocus(page.getByRole('tabpanel', { name: 'Banner' }))).toBe(true);
    expect((await config('de')).banner.title).toBe((await config('en')).banner.title);
  });
});

describe('a value that cannot be', () => {
  it('is named beside its field and keeps the page from being saved', async () => {
    await open('processors');
    const field = page.getByRole('textbox', { name: 'Address for objections' });
    await field.fill('nobody');
    await page.getByText('A whole e-mail address, like privacy@example.com.').waitFor();
    expect(await field.getAttribute('aria-invalid')).toBe('true');
    expect(await page.getByRole('button', { name: 'Save', exact: true }).isDisabled()).toBe(true);
    await field.fill('privacy@priel.example');
    await expect.poll(() => page.getByText('A whole e-mail address').count()).toBe(0);
  });

  it('asks before unsaved edits are lost, but not between the tabs', async () => {
    await page
      .getByRole('spinbutton', { name: 'Notice in days' })
      .or(page.getByLabel('Notice in days'))
      .first()
      .fill('45');
    await page.getByRole('tab', { name: 'General' }).click();
    await page.getByRole('region', { name: 'Unsaved changes' }).waitFor();
    const records = page.getByRole('link', { name: 'Records', exact: true });
    const question = page.getByRole('alertdialog', { name: 'Leave without saving?' });
    await records.press('Enter');
    await question.waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => hasFocus(records)).toBe(true);
    // Where nothing had the focus, the bar gets it.
    await records.evaluate((link) => {
      (document.activeElement as HTMLElement).blur();
      (link as HTMLElement).click();
    });
    await question.getByRole('button', { name: 'Stay here' }).click();
    await expect.poll(() => hasFocus(page.getByRole('region', { name: 'Unsaved changes' }))).toBe(true);
    await page.getByRole('tab', { name: 'Processors' }).click();
    expect(await page.getByLabel('Notice in days').first().inputValue()).toBe('45');
    await page.getByRole('button', { name: 'Discard' }).click();
    expect(await page.getByLabel('Notice in days').first().inputValue()).toBe('30');
    await page.getByRole('region', { name: 'Unsaved changes' }).waitFor({ state: 'hidden' });
  });
});

describe('the jurisdictions', () => {
  const answer = () => page.getByRole('region', { name: /Which model would a visitor/ });

  it('D1: say which model a visitor gets and which row decides', async () => {
    await open('jurisdictions');
    const country = answer().getByRole('textbox', { name: 'Country' });
    await country.fill('us');
    await answer().getByText('Opt-out: allowed until a no').waitFor();
    await answer()
      .getByText(/The row for United States \(US\) decides/)
      .waitFor();
    await country.fill('FR');
    await answer()
      .getByText(/France has no row of its own and belongs to the EEA/)
      .waitFor();
    await country.fill('');
    await answer()
      .getByText(/The country is unknown/)
      .waitFor();
  });

  it('D1: let a row of the editor win, in the check before it is saved and for visitors after', async () => {
    await page.getByRole('button', { name: 'Add a row' }).click();
    const row = page.getByRole('group', { name: 'Row 1' });
    await expect.poll(() => hasFocus(row.getByRole('textbox', { name: 'Region' }))).toBe(true);
    await row.getByText('A country like DE, a region like US-CA, or EEA.').waitFor();
    await row.getByRole('textbox', { name: 'Region' }).fill('us-ca');
    const own = page.getByRole('group', { name: 'Row US-CA' });
    await choose(own.getByRole('combobox', { name: 'Model' }), /^Notice/);
    await own.getByRole('textbox', { name: 'Law' }).fill('Advice of counsel');
    await answer().getByRole('textbox', { name: 'Country' }).fill('US');
    await answer().getByRole('textbox', { name: 'Region' }).fill('CA');
    await answer()
      .getByText(/\(US-CA\) decides: Advice of counsel/)
      .waitFor();
    await save();
    const headers = { 'x-vercel-ip-country': 'US', 'x-vercel-ip-country-region': 'CA' };
    expect((await config('en', headers)).jurisdiction.model).toBe('notice');
    await page.getByPlaceholder('Find a region').fill('US-CA');
    const line = page.getByRole('row', { name: /US-CA/ });
    expect(await line.getByText('Set here').count()).toBe(1);
    expect(await line.getByText('Decides').count()).toBe(1);
  });

  it('keep the focus where a row was removed', async () => {
    const add = page.getByRole('button', { name: 'Add a row' });
    await add.press('Enter');
    await page.getByRole('button', { name: 'Remove row US-CA' }).press('Enter');
    const left = page.getByRole('button', { name: 'Remove row 1' });
    await expect.poll(() => hasFocus(left)).toBe(true);
    await left.press('Enter');
    await expect.poll(() => hasFocus(add)).toBe(true);
    await page.getByRole('button', { name: 'Discard' }).click();
  });
});

describe('a save', () => {
  const bar = () => page.getByRole('region', { name: 'Unsaved changes' });
  const press = () => page.getByRole('button', { name: 'Save', exact: true }).press('Enter');
  const title = () => page.getByRole('textbox', { name: 'Title' });
  const stored = () => cms.ask<SettingsView>('/consent/settings');

  it('keeps what is typed while it is under way', async () => {
    await open('processors');
    const released = Promise.withResolvers<void>();
    let sent = false;
    await page.route('**/consent/settings', async (route) => {
      if (route.request().method() === 'PUT') {
        sent = true;
        await released.promise;
      }
      return route.fallback();
    });
    await page.getByLabel('Notice in days').first().fill('45');
    await press();
    await expect.poll(() => sent, { timeout: 20_000 }).toBe(true);
    const address = page.getByRole('textbox', { name: 'Address for objections' });
    await address.fill('later@priel.example');
    released.resolve();
    const discard = page.getByRole('button', { name: 'Discard' });
    await expect.poll(() => discard.isEnabled(), { timeout: 20_000 }).toBe(true);
    expect(await address.inputValue()).toBe('later@priel.example');
    expect((await stored()).shared).toMatchObject({ noticeDays: 45, noticeEmail: 'privacy@priel.example' });
    await page.unroute('**/consent/settings');
    await press();
    await bar().waitFor({ state: 'hidden' });
    expect((await stored()).shared).toMatchObject({ noticeDays: 45, noticeEmail: 'later@priel.example' });
  });

  it('tells of another editor who changed the same value, and replaces nothing unasked', async () => {
    await open('banner');
    await title().fill('Ours');
    const theirs = { shared: { noticeDays: 60 }, texts: { en: { bannerTitle: 'Theirs' } } };
    await cms.ask('/consent/settings', theirs, 'PUT');
    await press();
    await page
      .getByText(/^Somebody else has changed the same settings/)
      .first()
      .waitFor();
    expect((await config()).banner.title).toBe('Theirs');
    expect(await title().inputValue()).toBe('Ours');
    await press();
    await bar().waitFor({ state: 'hidden' });
    expect((await config()).banner.title).toBe('Ours');
    expect((await stored()).shared.noticeDays).toBe(60);
  });

  it('that fails loses neither the edits nor the focus', async () => {
    await page.route('**/consent/settings', (route) => route.abort());
    await title().fill('Not lost');
    await press();
    await expect.poll(() => hasFocus(bar()), { timeout: 20_000 }).toBe(true);
    expect(await title().inputValue()).toBe('Not lost');
    expect((await config()).banner.title).toBe('Ours');
    await page.unroute('**/consent/settings');
    await page.getByRole('button', { name: 'Discard' }).click();
  });

  it('names the tab and the language of what keeps it back', async () => {
    await choose(page.getByRole('combobox', { name: 'Language of the texts' }), /\(de\)/);
    await title().fill('x'.repeat(256));
    await page.getByRole('tab', { name: 'General' }).click();
    await bar().getByText('1 value has to be corrected: Banner (de)').waitFor();
    await page.getByRole('button', { name: 'Discard' }).click();
  });
});

describe('asking everyone again', () => {
  it('C5: says what it does, asks for a confirmation, and then changes the versions', async () => {
    await open('versions');
    const before = (await config()).versions;
    const ask = page.getByRole('button', { name: 'Ask everyone again' });
    await ask.click();
    const question = page.getByRole('alertdialog');
    await question.getByText(/Every visitor's decision becomes outdated/).waitFor();
    await question.getByRole('button', { name: 'Cancel' }).click();
    expect((await config()).versions).toEqual(before);
    await ask.click();
    await question.getByRole('textbox', { name: 'Reason' }).fill('A new partner');
    await question.getByRole('button', { name: 'Confirm' }).click();
    await page
      .getByText(/A new partner/)
      .first()
      .waitFor();
    const after = (await config()).versions;
    expect(after.trackersVersion).not.toBe(before.trackersVersion);
    expect(after.documentsVersion).not.toBe(before.documentsVersion);
  });
});

describe('export and import', () => {
  const file = join(tmpdir(), `consent-configuration-${process.pid}.json`);

  const pick = async (path: string) => {
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      page.getByRole('button', { name: 'Choose a file' }).click(),
    ]);
    await chooser.setFiles(path);
  };

  it('bring back what was exported, after a list of what would change', async () => {
    await open('general');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export' }).click(),
    ]);
    await download.saveAs(file);
    const exported = (await config()).banner.title;
    await cms.ask('/consent/settings', { texts: { en: { bannerTitle: 'Changed' } } }, 'PUT');
    expect((await config()).banner.title).toBe('Changed');
    await page.getByRole('button', { name: 'Import' }).click();
    await pick(file);
    const list = page.getByRole('region', { name: 'What would change' });
    await list.getByText('1 difference').waitFor();
    await page.getByRole('status').filter({ hasText: '1 difference' }).waitFor({ state: 'attached' });
    // On the pale background of a warning its own colour would have a contrast of 4.0 (WCAG 1.4.3).
    const badge = list.getByText('Changed', { exact: true }).first();
    expect(await badge.evaluate((text) => getComputedStyle(text).color)).toBe('rgb(50, 50, 77)');
    await list.getByText('Title (English)').waitFor();
    expect((await config()).banner.title).toBe('Changed');
    await page.getByRole('button', { name: 'Apply' }).click();
    await page.getByText('1 difference was applied.').waitFor();
    expect((await config()).banner.title).toBe(exported);
  });

  it('name the path of what is wrong in a file', async () => {
    const configuration = JSON.parse(await readFile(file, 'utf8'));
    configuration.categories[0].shared.key = 'Not a key';
    await writeFile(file, JSON.stringify(configuration));
    await page.getByRole('button', { name: 'Import' }).click();
    await pick(file);
    await page
      .getByRole('alert')
      .getByText(/^categories\.0\.shared\.key:/)
      .waitFor();
    expect(await page.getByRole('button', { name: 'Apply' }).isDisabled()).toBe(true);
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  });
});

describe('who may do what with the settings', () => {
  it('lets those look who may only read: every field is disabled, and nothing can be written', async () => {
    const account = await cms.addAdmin(['plugin::consent.settings.read']);
    const reader = await signedIn(browser, cms.origin, account);
    await reader.getByRole('link', { name: 'Consent', exact: true }).click();
    await reader.waitForURL(/\/plugins\/consent\/settings$/);
    await reader.getByRole('tab', { name: 'Banner' }).click();
    expect(await reader.getByRole('textbox', { name: 'Title' }).isDisabled()).toBe(true);
    expect(await reader.getByRole('button', { name: 'Import' }).count()).toBe(0);
    expect(await reader.getByRole('button', { name: /Back to|Reset/ }).count()).toBe(0);
    await reader.getByRole('tab', { name: 'Versions' }).click();
    await reader.getByText('In force now').first().waitFor();
    expect(await reader.getByRole('button', { name: 'Ask everyone again' }).count()).toBe(0);
    const headers = {
      authorization: `Bearer ${await signIn(cms.origin, account)}`,
      'content-type': 'application/json',
    };
    const change = { method: 'PUT', headers, body: '{}' };
    expect((await fetch(`${cms.origin}/consent/settings`, change)).status).toBe(403);
  });

  it('shows no entry to those who may not, and the routes refuse', async () => {
    const account = await cms.addAdmin(['plugin::consent.overview.read']);
    const other = await signedIn(browser, cms.origin, account);
    await other.goto('/admin/plugins/consent');
    await other.getByRole('heading', { name: 'Overview' }).waitFor();
    expect(await other.locator(`a[href$="/plugins/consent/settings"]`).count()).toBe(0);
    await other.goto(SETTINGS);
    await other.getByText(/don't have the permissions/i).waitFor();
    const headers = { authorization: `Bearer ${await signIn(cms.origin, account)}` };
    for (const path of ['settings', 'settings/versions', 'configuration']) {
      const { status } = await fetch(`${cms.origin}/consent/${path}`, { headers });
      expect([path, status]).toEqual([path, 403]);
    }
  });
});

describe('how long records are kept', () => {
  it('is told to who may set it before it is saved: what a lower number deletes, and who has to confirm it', async () => {
    const editor = await signedIn(
      browser,
      cms.origin,
      await cms.addAdmin(['plugin::consent.settings.read', 'plugin::consent.settings.update']),
    );
    for (const [who, said] of [
      [page, 'It holds seven days after it is saved'],
      [editor, 'Your role may not shorten the retention'],
    ] as const) {
      await openTab(who, 'general');
      await who.getByLabel('Retention in months').first().fill('12');
      await who.getByText('Kept for 12 months instead of 36, no record is deleted').waitFor();
      await who.getByText(said).waitFor();
      await who.getByLabel('Retention in months').first().fill('48');
      await who.getByText(said).waitFor({ state: 'hidden' });
      await who.getByRole('button', { name: 'Discard' }).click();
    }
  });
});

describe('the sealed log', () => {
  it('has its address, its key and how far it has come among the general settings', async () => {
    const { log } = await cms.ask<LogView>('/consent/log');
    await open('general');
    const section = page.getByRole('region', { name: 'Sealed log' });
    await section.getByText(log?.key ?? 'Nothing', { exact: true }).waitFor();
    await section.getByText(log ? `${log.origin} (open to everybody)` : 'Waiting').waitFor();
    await section.getByText('Entries in the last checkpoint').waitFor();
  });
});

describe('the pages on which the banner keeps quiet', () => {
  const pages = () => page.getByRole('textbox', { name: 'Pages without the banner' });

  it('are written one a line, and never the whole site', async () => {
    await open('banner');
    await pages().fill('/imprint/\n/*');
    await page.getByText('The whole site cannot be named.').waitFor();
    await pages().fill('/imprint/\n\n/legal/*');
    await save();
    expect((await config()).banner.quietPages).toEqual(['/imprint', '/legal/*']);
    expect(await pages().inputValue()).toBe('/imprint/\n\n/legal/*');
    await page.getByRole('button', { name: /^Pages without the banner:/ }).click();
    await save();
    expect((await config()).banner).not.toHaveProperty('quietPages');
  });
});

it("is reached from Strapi's settings, too", async () => {
  await page.goto('/admin/settings');
  await page.locator('a[href$="/settings/consent"]').click();
  await page.getByRole('tablist', { name: 'Settings' }).waitFor();
  expect(new URL(page.url()).pathname).toBe(SETTINGS);
});
