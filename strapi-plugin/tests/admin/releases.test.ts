import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEMO_ADMIN } from '../../../playground/run/admin-account.ts';
import type { ReleaseList } from '../../server/src/releases/admin-controller.ts';
import { connectChromium, hasFocus, signedIn } from './browser.ts';
import { type Cms, connectCms } from './cms.ts';
import { request, signIn } from './requests.ts';
import { startCms } from './start-cms.ts';

const RELEASES = '/admin/plugins/consent/releases';

let browser: Browser;

beforeAll(async () => {
  browser = await connectChromium();
});

afterAll(async () => {
  await browser?.close();
});

const title = (origin: string): Promise<string> =>
  fetch(`${origin}/api/consent/config`)
    .then((answer) => answer.json())
    .then(({ banner }) => banner.title);

describe('releases of what is saved', () => {
  let cms: Cms;
  let page: Page;

  beforeAll(async () => {
    cms = await connectCms();
    page = await signedIn(browser, cms.origin, await cms.addSuperAdmin());
  });

  it('tell in words what changed, and are taken back to once it was seen what that does', async () => {
    const save = (bannerTitle: string) =>
      cms.ask('/consent/settings', { texts: { en: { bannerTitle } } }, 'PUT');
    await save('May we count visits?');
    const { docs } = await cms.ask<ReleaseList>('/consent/releases');
    const good = docs[0]?.number ?? 0;
    await save('May we count your visits?');
    await page.goto(RELEASES);
    await page.getByRole('link', { name: `Release ${good + 1}` }).click();
    const changes = page.getByRole('region', { name: 'What it changed' }).last();
    await changes.waitFor();
    expect(await changes.locator('dt').allTextContents()).toEqual(['Title (English)']);
    expect(await changes.locator('ins').allTextContents()).toEqual(['your ']);
    await page.goto(`${RELEASES}/${good}`);
    await page.getByRole('textbox', { name: 'Compared with release' }).fill(String(good + 1));
    await changes.locator('del').getByText('your').waitFor();
    const takeBack = page.getByRole('button', { name: 'Take back to this' });
    await takeBack.press('Enter');
    const dialog = page.getByRole('dialog', { name: `Take back to release ${good}` });
    await dialog.waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await expect.poll(() => hasFocus(takeBack)).toBe(true);
    await takeBack.press('Enter');
    await dialog.getByRole('textbox', { name: 'Note' }).fill('Legal asked for it');
    expect(await title(cms.origin)).toBe('May we count your visits?');
    await dialog.getByRole('button', { name: 'Take back' }).press('Enter');
    await page.getByText(`Takes back to release ${good} – Legal asked for it`).waitFor();
    expect(await title(cms.origin)).toBe('May we count visits?');
  });
});

describe('releases by hand', () => {
  let cms: { origin: string; stop(): Promise<void> };
  let page: Page;

  beforeAll(async () => {
    cms = await startCms({ CONSENT_PUBLISH: 'manual' });
    // What the app has written after the first start of the plugin waits, too.
    const token = await signIn(cms.origin, DEMO_ADMIN);
    const releases = `${cms.origin}/consent/releases`;
    const { basis } = await request<{ basis: string }>(`${releases}/waiting`, { token });
    await request(releases, { token, body: { basis, note: 'The demo' } });
    page = await signedIn(browser, cms.origin, DEMO_ADMIN);
  });

  afterAll(() => cms?.stop());

  it('wait in a bar, and are published with a note', async () => {
    const before = await title(cms.origin);
    await page.goto('/admin/plugins/consent/settings/banner');
    await page.getByRole('textbox', { name: 'Title' }).fill('Waits for its release');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('1 change waits to be published.').waitFor();
    expect(await title(cms.origin)).toBe(before);
    await page.getByRole('link', { name: 'Look at it' }).press('Enter');
    const note = page.getByRole('textbox', { name: 'Note' });
    await note.waitFor();
    // Texts that have nothing in common do not run into each other.
    expect(await page.getByRole('main').textContent()).toContain(`${before} → Waits for its release`);
    await note.fill('A calmer banner');
    await page.getByRole('button', { name: 'Publish now' }).press('Enter');
    await page.getByText('A calmer banner').waitFor();
    expect(await title(cms.origin)).toBe('Waits for its release');
  });

  it('wait also as another default language alone, and are published', async () => {
    const token = await signIn(cms.origin, DEMO_ADMIN);
    const url = `${cms.origin}/i18n/locales`;
    const locales = await request<{ id: number; code: string }[]>(url, { token });
    const makeDefault = (code: string) => {
      const id = locales.find((locale) => locale.code === code)?.id;
      return request(`${url}/${id}`, { token, body: { isDefault: true }, method: 'PUT' });
    };
    const served = () =>
      fetch(`${cms.origin}/api/consent/config`).then(async (answer) => (await answer.json()).locale);
    expect(await served()).toBe('en');
    for (const [code, change] of [
      ['de', 'Languages, the default one first: English and German became German and English.'],
      ['en', 'Languages, the default one first: German and English became English and German.'],
    ] as const) {
      await makeDefault(code);
      await page.goto(RELEASES);
      await page.getByText(change).waitFor();
      await page.getByRole('button', { name: 'Publish now' }).press('Enter');
      await page.getByText('Nothing waits').waitFor();
      expect(await served()).toBe(code);
    }
  });

  it('tell all that an added tracker says, its code too, to whoever opens it', async () => {
    const token = await signIn(cms.origin, DEMO_ADMIN);
    const loaderInline = "console.log('counted');";
    const types = `${cms.origin}/content-manager/collection-types/plugin::consent`;
    const { results } = await request<{ results: { documentId: string; key: string }[] }>(
      `${types}.category`,
      { token },
    );
    const { documentId } = results.find(({ key }) => key === 'analytics')!;
    const category = { connect: [{ documentId }] };
    const body = { name: 'Counter of ours', kind: 'script', enabled: true, loaderInline, category };
    await request(`${types}.tracker`, { token, body });
    await page.goto(RELEASES);
    const added = page.getByRole('listitem').filter({ hasText: 'Counter of ours' });
    const code = added.getByText(loaderInline);
    await added.waitFor();
    expect(await code.isVisible()).toBe(false);
    await added.locator('summary').press('Enter');
    await code.waitFor();
    expect(await added.locator('dt').allTextContents()).toContain('Inline JavaScript');
  });

  it('are looked at on the site before, by a link that is made for a place and ended again', async () => {
    const show = (link: string) =>
      fetch(`${cms.origin}/api/consent/preview/config`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ token: new URL(link).searchParams.get('consent-preview') }),
      });
    await page.goto(RELEASES);
    await page.getByRole('button', { name: 'Preview on the site' }).press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Preview on the site' });
    await dialog.getByRole('textbox', { name: 'Address of the page' }).fill('https://shop.example/start');
    await dialog.getByRole('textbox', { name: 'Country' }).fill('us');
    await dialog.getByRole('textbox', { name: 'Region' }).fill('us-ca');
    await dialog.getByRole('button', { name: 'Make a link' }).press('Enter');
    const link = await dialog.getByRole('textbox', { name: 'Link' }).inputValue();
    expect(link).toMatch(/^https:\/\/shop\.example\/start\?consent-preview=/);
    const shown = await (await show(link)).json();
    expect(shown).toMatchObject({ config: { jurisdiction: { country: 'US' } }, preview: { place: 'US-CA' } });
    await dialog.getByRole('button', { name: 'End all links' }).press('Enter');
    await page.getByText('No link that was made until now holds any more.').waitFor();
    expect((await show(link)).status).toBe(403);
  });

  it('have links that are told apart, read on by keyboard, and ended also while nobody can list them', async () => {
    const token = await signIn(cms.origin, DEMO_ADMIN);
    for (let n = 0; n < 26; n += 1) {
      const body = { url: 'https://shop.example/start', seconds: 3600 + 60 * n };
      await request(`${cms.origin}/consent/previews`, { token, body });
    }
    const open = async () => {
      await page.goto(RELEASES);
      await page.getByRole('button', { name: 'Preview on the site' }).press('Enter');
      return page.getByRole('dialog', { name: 'Preview on the site' });
    };
    const held = (await open()).getByRole('region', { name: '26 links hold' });
    await held.getByRole('button', { name: 'Show 1 more' }).press('Enter');
    await expect.poll(() => hasFocus(held.getByRole('listitem').nth(25))).toBe(true);
    const names = await held
      .getByRole('button', { name: /^End the link to/ })
      .evaluateAll((buttons) => buttons.map((button) => button.ariaLabel));
    expect(new Set(names).size).toBe(26);
    await held
      .getByRole('button', { name: /^End the link to/ })
      .nth(2)
      .press('Enter');
    const left = page.getByRole('region', { name: '25 links hold' });
    await expect.poll(() => hasFocus(left)).toBe(true);
    await page.route('**/consent/previews/links', (route) => route.abort());
    const dialog = await open();
    await dialog.getByText('This could not be loaded.').waitFor();
    await dialog.getByRole('button', { name: 'End all links' }).press('Enter');
    await page.getByText('No link that was made until now holds any more.').waitFor();
    await page.unroute('**/consent/previews/links');
    expect(await request(`${cms.origin}/consent/previews/links`, { token })).toEqual({ links: [] });
  });
});
