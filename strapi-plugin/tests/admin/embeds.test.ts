import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasFocus, openAdmin, signedIn } from './browser.ts';
import type { Cms } from './cms.ts';

const ARTICLES = '/content-manager/collection-types/api::article.article';

const frame = (address: string) => `<iframe src="https://${address}"></iframe>`;

let cms: Cms;
let browser: Browser;
let page: Page;

beforeAll(async () => {
  ({ cms, browser, page } = await openAdmin());
});

afterAll(() => browser?.close());

interface Article {
  data: { documentId: string };
}

describe('what an article embeds', () => {
  const panel = () => page.getByRole('region', { name: 'Third parties in this entry' });
  /** Into Strapi's editor for Markdown, which is a CodeMirror. */
  const write = async (text: string) => {
    await page.locator('.CodeMirror').first().click();
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.insertText(text);
  };
  let documentId: string;

  it('is told beside it, by the catalogue and with what can be done about it', async () => {
    const text = `${frame('player.vimeo.com/video/1')}\n\n![](https://pictures.example/x.png)`;
    const article = await cms.ask<Article>(`${ARTICLES}`, { title: 'Of embeds', body: text });
    documentId = article.data.documentId;
    await page.goto(`/admin${ARTICLES}/${documentId}`);
    await panel().getByText('pictures.example', { exact: true }).waitFor();
    await panel().getByText('Nobody has declared this host.', { exact: false }).waitFor();
    await panel().getByText('The catalogue knows it, usually as “Functional”', { exact: false }).waitFor();
    expect(await panel().getByRole('listitem').count()).toBe(2);
  });

  it('is added from the catalogue without leaving the entry', async () => {
    await panel().getByRole('button', { name: 'Add Vimeo' }).press('Enter');
    const dialog = page.getByRole('dialog');
    await dialog
      .getByText('player.vimeo.com', { exact: false })
      .or(dialog.getByText('vuid'))
      .first()
      .waitFor();
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await panel().getByText('Loads after a yes to “Functional”.').waitFor();
    expect(page.url()).toContain(documentId);
  });

  it('leads to where a picture is chosen that stands for it before consent', async () => {
    const link = panel().getByRole('link', {
      name: 'Choose the picture that stands for Vimeo before consent',
    });
    expect(await link.textContent()).toBe('Picture: choose');
    await link.click();
    await page.getByText('Picture before consent').first().waitFor();
    expect(page.url()).toContain('plugin::consent.tracker');
    await page.goBack();
    await panel().getByText('Loads after a yes to “Functional”.').waitFor();
  });

  it('is declared where nobody knows the host, and stays switched off', async () => {
    await panel().getByRole('button', { name: 'Declare pictures.example' }).click();
    const dialog = page.getByRole('dialog');
    const name = dialog.getByRole('textbox', { name: 'Name' });
    await expect.poll(() => name.inputValue()).toBe('pictures.example');
    await dialog.getByRole('combobox', { name: 'Category' }).click();
    await page.getByRole('option', { name: 'Functional' }).click();
    await dialog.getByRole('button', { name: 'Declare' }).click();
    await panel().getByText('Its tracker is not served', { exact: false }).waitFor();
    await panel().getByRole('link', { name: 'Open the tracker pictures.example' }).waitFor();
  });

  it('is looked at again when the entry is saved', async () => {
    await write(frame('later.example/x'));
    await panel().getByText('As it is saved', { exact: false }).waitFor();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await panel().getByText('later.example', { exact: true }).waitFor();
    expect(await panel().getByText('Vimeo').count()).toBe(0);
    await write('Nothing of anybody.');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect.poll(() => panel().count()).toBe(0);
  });

  it('is told to an editor without a permission of the plugin, who adds nothing', async () => {
    const text = ['player.vimeo.com/video/1', 'www.youtube.com/embed/1', 'unheard.example/x'].map(frame);
    const article = await cms.ask<Article>(`${ARTICLES}`, { title: 'Of an editor', body: text.join('\n\n') });
    const fields = ['title', 'body', 'blocks', 'sections'];
    const editor = await cms.addAdmin(
      ['read', 'update'].map((action) => ({
        action: `plugin::content-manager.explorer.${action}`,
        subject: 'api::article.article',
        fields,
        locales: null,
      })),
    );
    const own = page;
    page = await signedIn(browser, cms.origin, editor);
    await page.goto(`/admin${ARTICLES}/${article.data.documentId}`);
    const item = (name: string) =>
      panel()
        .getByRole('listitem')
        .filter({ has: page.getByText(name, { exact: true }) });
    await item('Vimeo').getByText('Loads after a yes to “Functional”.').waitFor();
    await item('YouTube').getByText('usually as “Marketing”', { exact: false }).waitFor();
    await item('unheard.example').getByText('Nobody has declared this host.', { exact: false }).waitFor();
    for (const name of ['YouTube', 'unheard.example'])
      await item(name).getByText('ask somebody who looks after the trackers', { exact: false }).waitFor();
    expect(await panel().getByRole('button').or(panel().getByRole('link')).count()).toBe(0);
    await page.context().close();
    page = own;
  });

  it('is listed in the overview once it is published, with the way to the entry', async () => {
    const text = frame('published.example/x');
    await cms.ask(`${ARTICLES}/${documentId}`, { title: 'Of embeds', body: text }, 'PUT');
    await cms.ask(`${ARTICLES}/${documentId}/actions/publish`, { title: 'Of embeds', body: text });
    const hosts = page.getByRole('region', { name: 'Third parties in published content' });
    await expect
      .poll(
        async () => {
          await page.goto('/admin/plugins/consent/overview');
          await hosts.getByText('rich text', { exact: false }).waitFor();
          await hosts.getByText('published.example').or(hosts.getByText('are declared.')).first().waitFor();
          return hosts.getByText('published.example').count();
        },
        { timeout: 30_000, interval: 500 },
      )
      .toBe(1);
    const host = hosts.getByRole('listitem').filter({ hasText: 'published.example' }).first();
    await host.getByText('1 entry', { exact: true }).click();
    await host.getByRole('link', { name: 'Of embeds' }).click();
    await panel().getByText('published.example', { exact: true }).waitFor();
    await panel().getByRole('button', { name: 'Declare published.example' }).focus();
    expect(await hasFocus(panel().getByRole('button'))).toBe(true);
  });
});
