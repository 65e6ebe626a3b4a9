import type { ConsentConfig } from '@permesso/consent-core';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AssessmentView } from '../../server/src/assessments/admin-controller';
import { CRITERIA } from '../../server/src/assessments/criteria';
import { openAdmin } from './browser.ts';
import type { Cms } from './cms.ts';

const CATEGORIES = '/content-manager/collection-types/plugin::consent.category';
const KEY = 'counting';

let cms: Cms;
let browser: Browser;
let page: Page;
/** Of a category of its own: what others rest on is what other tests go by. */
let documentId: string;

beforeAll(async () => {
  ({ cms, browser, page } = await openAdmin());
  const { data } = await cms.ask<{ data: { documentId: string } }>(CATEGORIES, {
    key: KEY,
    label: 'Counting',
  });
  documentId = data.documentId;
});

afterAll(async () => {
  await browser?.close();
  if (documentId) await cms.ask(`${CATEGORIES}/actions/bulkDelete`, { documentIds: [documentId] });
});

const inHalfAYear = () => {
  const day = new Date();
  day.setUTCMonth(day.getUTCMonth() + 6, 15);
  return day.toISOString().slice(0, 10);
};

const openCategory = () => page.goto(`/admin${CATEGORIES}/${documentId}`);

/** What the overview warns of, once it has come. */
async function warnings() {
  await page.goto('/admin/plugins/consent');
  await page.getByRole('heading', { name: 'Overview' }).waitFor();
  const list = page.getByRole('region', { name: 'Worth a look' });
  await list.waitFor();
  return list;
}

async function basisIn(country: string): Promise<string | undefined> {
  const answer = await fetch(`${cms.origin}/api/consent/config?locale=en`, {
    headers: { 'x-country': country },
  });
  const { categories } = (await answer.json()) as ConsentConfig;
  return categories.find(({ key }) => key === KEY)?.basis;
}

describe('a category that measures the audience', () => {
  it('is warned of in the overview until somebody has assessed it, which leads to its form', async () => {
    await openCategory();
    await page.getByRole('combobox', { name: 'What it is for' }).click();
    await page.getByRole('option', { name: 'audience-measurement' }).click();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Saved document').first().waitFor();
    await page.getByText('Not assessed', { exact: true }).waitFor();
    expect(await basisIn('FR')).toBeUndefined();
    const list = await warnings();
    await list.getByRole('button', { name: 'Categories that are not assessed' }).click();
    await list.getByRole('link', { name: /Counting|counting/ }).click();
    await page.waitForURL((url) => url.pathname.endsWith(`plugin::consent.category/${documentId}`));
    await page.getByRole('button', { name: 'Assess this category' }).waitFor();
  });

  it('is assessed criterion by criterion, with a day of renewal, and names who did it and when', async () => {
    await page.getByRole('button', { name: 'Assess this category' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('This category has no trackers;', { exact: false }).waitFor();
    const keep = dialog.getByRole('button', { name: 'Keep the assessment' });
    const answer = (index: number, name: 'Met' | 'Not met') =>
      dialog.getByRole('radiogroup').nth(index).getByRole('radio', { name, exact: true }).click();
    await dialog.getByText(`${CRITERIA.length} criteria are still open`).waitFor();
    for (const index of CRITERIA.keys()) await answer(index, 'Met');
    await answer(3, 'Not met');
    await dialog.getByText('Not all criteria are met', { exact: false }).waitFor();
    await answer(3, 'Met');
    await dialog.getByText('All criteria are met', { exact: false }).waitFor();
    await dialog
      .getByRole('textbox', { name: 'How so? (optional)' })
      .nth(3)
      .fill('It runs on our own server.');
    const [year, month, day] = inHalfAYear().split('-');
    const renewal = dialog.getByRole('combobox', { name: 'To be renewed by' });
    await renewal.fill(`${month}/${day}/${year}`);
    await renewal.press('Tab');
    await keep.click();
    await dialog.waitFor({ state: 'hidden' });
    await page.getByText('Exempt where the law says so', { exact: true }).waitFor();
    const said = (date: Date) => date.toLocaleDateString('en', { dateStyle: 'medium', timeZone: 'UTC' });
    await page
      .getByText(
        `Assessed on ${said(new Date())} by Ada Admin; to be renewed by ${said(new Date(inHalfAYear()))}.`,
      )
      .waitFor();
    await page.getByRole('button', { name: 'Assess again' }).waitFor();
    const { assessments } = await cms.ask<AssessmentView>(`/consent/categories/${documentId}/assessments`);
    expect(assessments).toMatchObject([
      {
        renewBy: inHalfAYear(),
        assessedByName: 'Ada Admin',
        answers: {
          soleAudience: { met: true },
          notShared: { met: true, note: 'It runs on our own server.' },
        },
      },
    ]);
    expect([await basisIn('FR'), await basisIn('DE')]).toEqual(['exempt', undefined]);
  });

  it('is warned of no more', async () => {
    const list = await warnings();
    await list.getByRole('button').first().waitFor();
    expect(await list.getByRole('button', { name: 'Categories that are not assessed' }).count()).toBe(0);
  });
});
