import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openAdmin } from './browser.ts';
import type { Cms } from './cms.ts';

let cms: Cms;
let browser: Browser;
let page: Page;

beforeAll(async () => {
  ({ cms, browser, page } = await openAdmin());
});

afterAll(() => browser?.close());

type Values = Record<string, unknown>;

const pathOf = (uid: string, id = '') => `/content-manager/collection-types/plugin::consent.${uid}/${id}`;

/** What somebody else does, whom the one at the page does not see. */
const addPage = async (slug: string): Promise<string> => {
  const body = { slug, kind: 'other', title: slug, content: 'Text' };
  return (await cms.ask<{ data: { documentId: string } }>(pathOf('legal-page'), body)).data.documentId;
};
const stored = async (id: string, uid = 'legal-page', locale = 'en'): Promise<Values> =>
  (await cms.ask<{ data: Values }>(`${pathOf(uid, id)}?locale=${locale}`)).data;
const saveUnseen = (id: string, body: Values, uid = 'legal-page', locale = 'en') =>
  cms.ask(`${pathOf(uid, id)}?locale=${locale}`, body, 'PUT');

/**
 * With its language in the address: without, the content manager reads the form twice, and the second time it may be what
 * somebody else has saved.
 */
const open = async (id: string, uid = 'legal-page', locale = 'en') => {
  await page.goto(`/admin${pathOf(uid, id)}?plugins[i18n][locale]=${locale}`);
  await page.getByRole('button', { name: 'Save', exact: true }).waitFor();
};
const title = () => page.getByRole('textbox', { name: 'Title', exact: true });
const content = () => page.getByRole('textbox', { name: 'Text', exact: true });
const yours = (field: string) => page.getByRole('textbox', { name: `Yours: ${field}` });
const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
const refused = () => page.getByText(/has changed this since you opened it/).first();

describe('a form that shows an older state', () => {
  it('is not saved before it shows what somebody else has saved, beside what was typed', async () => {
    const id = await addPage('older-saved');
    await open(id);
    await saveUnseen(id, { content: 'Of somebody else' });
    await title().fill('Of the one with the older form');
    await press('Save');
    await refused().waitFor();
    expect((await stored(id)).title).toBe('older-saved');
    await expect.poll(() => content().inputValue()).toBe('Of somebody else');
    await expect.poll(() => title().inputValue()).toBe('Of the one with the older form');
    expect(await yours('Title').count()).toBe(0);
    await press('Save');
    await page.getByText('Saved document').first().waitFor();
    expect(await stored(id)).toMatchObject({
      title: 'Of the one with the older form',
      content: 'Of somebody else',
    });
  });

  it.each(['Save', 'Publish'])(
    'shows what somebody else has saved of the same, and what was typed stays at hand: %s',
    async (act) => {
      const id = await addPage(`same-${act.toLowerCase()}`);
      await open(id);
      await saveUnseen(id, { title: 'Of somebody else', content: 'Theirs' });
      await title().fill('Typed');
      await content().fill('Typed, too');
      await press(act);
      await refused().waitFor();
      await expect.poll(() => title().inputValue()).toBe('Of somebody else');
      await expect.poll(() => content().inputValue()).toBe('Theirs');
      expect(await yours('Title').inputValue()).toBe('Typed');
      expect(await yours('Text').inputValue()).toBe('Typed, too');
      await press('Put yours into the form: Title');
      expect([await title().inputValue(), await yours('Title').count()]).toEqual(['Typed', 0]);
      await press(act);
      await page
        .getByText(act === 'Save' ? 'Saved document' : 'Published document')
        .first()
        .waitFor();
      expect(await stored(id)).toMatchObject({ title: 'Typed', content: 'Theirs' });
      // What was not put back is still there, also after another form was open.
      expect(await yours('Text').inputValue()).toBe('Typed, too');
      await page.getByRole('link', { name: 'Legal page', exact: true }).click();
      await page.getByRole('link', { name: 'Create new entry' }).first().waitFor();
      await page.goBack();
      await press('Dismiss yours: Text');
      expect(await yours('Text').count()).toBe(0);
    },
  );

  it('is not published, also where nothing was typed, until it shows what would be published', async () => {
    const id = await addPage('older-published');
    await open(id);
    await saveUnseen(id, { title: 'Of somebody else' });
    await press('Publish');
    await refused().waitFor();
    const served = () => cms.ask<Values>('/api/consent/legal/older-published');
    await expect(served()).rejects.toThrow('404');
    await expect.poll(() => title().inputValue()).toBe('Of somebody else');
    await press('Publish');
    await page.getByText('Published document').first().waitFor();
    expect((await served()).title).toBe('Of somebody else');
  });

  it('is not saved over a translation that somebody else has made meanwhile', async () => {
    const id = await addPage('translated');
    await open(id, 'legal-page', 'de');
    await saveUnseen(
      id,
      { slug: 'translated', kind: 'other', title: 'Fremd', content: 'Text' },
      'legal-page',
      'de',
    );
    await title().fill('Eigen');
    await content().fill('Text');
    await press('Save');
    await refused().waitFor();
    expect((await stored(id, 'legal-page', 'de')).title).toBe('Fremd');
    await expect.poll(() => title().inputValue()).toBe('Fremd');
    expect(await yours('Title').inputValue()).toBe('Eigen');
    await press('Put yours into the form: Title');
    await press('Save');
    await page.getByText('Saved document').first().waitFor();
    expect((await stored(id, 'legal-page', 'de')).title).toBe('Eigen');
  });

  it('shows the category that somebody else has chosen, and saves no other over it unseen', async () => {
    const chosen = async (tracker: string) =>
      (
        await cms.ask<{ results: Values[] }>(
          `/content-manager/relations/plugin::consent.tracker/${tracker}/category?locale=en`,
        )
      ).results[0]?.documentId;
    const { results: categories } = await cms.ask<{ results: Values[] }>(
      `${pathOf('category')}?pageSize=20&locale=en`,
    );
    const [first, theirs, own] = categories as [Values, Values, Values];
    const body = { key: null, name: 'Of two', kind: 'script', enabled: false };
    const connected = (to: Values) => ({
      connect: [{ id: to.id, documentId: to.documentId }],
      disconnect: [],
    });
    const { data } = await cms.ask<{ data: Values }>(`${pathOf('tracker')}?locale=en`, {
      ...body,
      category: connected(first),
    });
    const id = String(data.documentId);
    await open(id, 'tracker');
    await saveUnseen(id, { category: connected(theirs) }, 'tracker');
    expect(await chosen(id)).toBe(theirs.documentId);
    await page.getByRole('combobox', { name: 'Category' }).click();
    await page.getByRole('option', { name: new RegExp(`^${own.key}`, 'i') }).click();
    await press('Save');
    await refused().waitFor();
    await page.getByRole('button', { name: new RegExp(`^${theirs.key}$`, 'i') }).waitFor();
    expect((await yours('Category').inputValue()).toLowerCase()).toBe(own.key);
    expect(await chosen(id)).toBe(theirs.documentId);
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Of two, too');
    await press('Save');
    await page.getByText('Saved document').first().waitFor();
    expect(await stored(id, 'tracker')).toMatchObject({ name: 'Of two, too' });
    expect(await chosen(id)).toBe(theirs.documentId);
  });

  it('keeps a new translation that is refused for what it says', async () => {
    const id = await addPage('refused-translation');
    await open(id, 'legal-page', 'de');
    await title().fill('Eigen');
    await content().fill('Text');
    const path = `**${pathOf('legal-page', id)}?*`;
    await page.route(path, (route) =>
      route.request().method() === 'PUT'
        ? route.fulfill({
            status: 400,
            json: {
              data: null,
              error: { status: 400, name: 'ValidationError', message: 'Not so', details: {} },
            },
          })
        : route.fallback(),
    );
    await press('Save');
    await page.getByText('Not so').first().waitFor();
    // Strapi reads the translation, which is not there, and mounts the form anew.
    await page.waitForTimeout(2000);
    await expect.poll(() => title().inputValue()).toBe('Eigen');
    expect([await content().inputValue(), await yours('Title').count()]).toEqual(['Text', 0]);
    await page.unroute(path);
    await title().fill('Besser');
    await press('Save');
    await page.getByText('Saved document').first().waitFor();
    expect(await stored(id, 'legal-page', 'de')).toMatchObject({ title: 'Besser', content: 'Text' });
  });

  it('discards no draft that it does not show', async () => {
    const id = await addPage('discarded');
    await open(id);
    await press('Publish');
    await page.getByText('Published document').first().waitFor();
    await saveUnseen(id, { title: 'Seen' });
    await open(id);
    await saveUnseen(id, { title: 'Of somebody else' });
    const discard = async () => {
      await press('More document actions');
      await page.getByRole('menuitem', { name: 'Discard changes' }).click();
      await press('Confirm');
    };
    await discard();
    await refused().waitFor();
    await expect.poll(() => title().inputValue()).toBe('Of somebody else');
    await discard();
    await page.getByText('Changes discarded').first().waitFor();
    await expect.poll(() => title().inputValue()).toBe('discarded');
    expect((await stored(id)).title).toBe('discarded');
    // A draft that is discarded has the time again that it had before.
    for (const text of ['Again', 'And again']) {
      await title().fill(text);
      await press('Save');
      await expect.poll(async () => (await stored(id)).title).toBe(text);
      await discard();
      await expect.poll(() => title().inputValue()).toBe('discarded');
    }
  });

  it('discards a draft after a refusal, and what was typed in it stays at hand', async () => {
    const id = await addPage('refused-discarded');
    await open(id);
    await press('Publish');
    await page.getByText('Published document').first().waitFor();
    await saveUnseen(id, { title: 'Seen' });
    await open(id);
    await saveUnseen(id, { title: 'Of somebody else' });
    await title().fill('Typed');
    await content().fill('Typed, too');
    await press('Save');
    await refused().waitFor();
    await expect.poll(() => title().inputValue()).toBe('Of somebody else');
    await expect.poll(() => content().inputValue()).toBe('Typed, too');
    await press('More document actions');
    await page.getByRole('menuitem', { name: 'Discard changes' }).click();
    await press('Confirm');
    await page.getByText('Changes discarded').first().waitFor();
    await expect.poll(() => title().inputValue()).toBe('refused-discarded');
    await expect.poll(() => content().inputValue()).toBe('Text');
    expect(await yours('Title').inputValue()).toBe('Typed');
    expect(await yours('Text').inputValue()).toBe('Typed, too');
    expect(await stored(id)).toMatchObject({ title: 'refused-discarded', content: 'Text' });
    // It is no longer in the way of what comes.
    await press('Put yours into the form: Text');
    await press('Save');
    await page.getByText('Saved document').first().waitFor();
    expect(await stored(id)).toMatchObject({ title: 'refused-discarded', content: 'Typed, too' });
    expect(await yours('Title').inputValue()).toBe('Typed');
  });

  it('is not saved in the dialog of a relation either, and keeps what was typed', async () => {
    const { results } = await cms.ask<{ results: Values[] }>(`${pathOf('tracker')}?pageSize=1`);
    const tracker = String(results[0]?.documentId);
    const { results: categories } = await cms.ask<{ results: Values[] }>(
      `/content-manager/relations/plugin::consent.tracker/${tracker}/category?locale=en`,
    );
    const category = String(categories[0]?.documentId);
    const { label } = await stored(category, 'category');
    await open(tracker, 'tracker');
    await page.getByRole('button', { name: new RegExp(`^${label}$`, 'i') }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Name' }).waitFor();
    const field = (name: string) => dialog.getByRole('textbox', { name, exact: true });
    const save = () => dialog.getByRole('button', { name: 'Save', exact: true }).click();
    await saveUnseen(category, { description: 'Of somebody else' }, 'category');
    await field('Name').fill('Of the one with the older form');
    await field('Description').fill('Typed');
    await save();
    await refused().waitFor();
    expect((await stored(category, 'category')).label).toBe(label);
    await expect.poll(() => field('Description').inputValue()).toBe('Of somebody else');
    await expect.poll(() => field('Name').inputValue()).toBe('Of the one with the older form');
    await dialog.getByRole('button', { name: 'What you typed' }).click();
    const typed = page.getByRole('dialog', { name: 'What you typed' });
    expect(await typed.getByRole('textbox', { name: 'Yours: Description' }).inputValue()).toBe('Typed');
    await typed.getByRole('button', { name: 'Put yours into the form: Description' }).click();
    await expect.poll(() => field('Description').inputValue()).toBe('Typed');
    await save();
    await page.getByText('Saved document').first().waitFor();
    expect(await stored(category, 'category')).toMatchObject({
      label: 'Of the one with the older form',
      description: 'Typed',
    });
    await saveUnseen(category, { label }, 'category');
  });
});

it.each(['Save', 'Publish'])(
  '%s and a save after it are both taken, before the form is read again',
  async (act) => {
    const id = await addPage(`own-${act.toLowerCase()}`);
    await open(id);
    const read = Promise.withResolvers<void>();
    await page.route(`**${pathOf('legal-page', id)}?*`, async (route) => {
      if (route.request().method() === 'GET') await read.promise;
      await route.fallback();
    });
    const answered = () =>
      page.waitForResponse(
        (one) => ['PUT', 'POST'].includes(one.request().method()) && one.url().includes(id),
      );
    for (const [text, button] of [
      ['One', act],
      ['Two', 'Save'],
      ['Three', 'Save'],
    ] as const) {
      const answer = answered();
      await title().fill(text);
      await press(button);
      expect((await answer).status()).toBe(200);
      await expect
        .poll(() => page.getByRole('button', { name: 'Save', exact: true }).isDisabled())
        .toBe(true);
    }
    // Somebody else's save is no part of one's own.
    await saveUnseen(id, { content: 'Of somebody else' });
    const answer = answered();
    await title().fill('Four');
    await press('Save');
    expect((await answer).status()).toBe(400);
    read.resolve();
    await page.unroute(`**${pathOf('legal-page', id)}?*`);
    expect(await stored(id)).toMatchObject({ title: 'Three', content: 'Of somebody else' });
  },
);
