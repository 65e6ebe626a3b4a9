import { DatabaseSync } from 'node:sqlite';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEMO_ADMIN } from '../../../playground/run/admin-account.ts';
import { openAdmin, signedIn } from './browser.ts';
import type { Cms } from './cms.ts';
import { startCms } from './start-cms.ts';

const PAGES = '/admin/plugins/consent';
const PHONE = { width: 320, height: 568 };

let cms: Cms;
let browser: Browser;
let page: Page;

beforeAll(async () => {
  ({ cms, browser, page } = await openAdmin());
  await page.setViewportSize(PHONE);
});

afterAll(async () => {
  await browser?.close();
});

/** Whether all of it is on the screen. */
const isInView = (element: Locator): Promise<boolean> =>
  element.evaluate((one) => {
    const { left, top, right, bottom } = one.getBoundingClientRect();
    return left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight;
  });

describe('the admin on a small phone', () => {
  it('has the buttons of a long question on the screen', async () => {
    await page.goto(`${PAGES}/settings/versions`);
    await page.getByRole('button', { name: 'Ask everyone again' }).click();
    const question = page.getByRole('alertdialog');
    await question.waitFor();
    for (const name of ['Cancel', 'Confirm']) {
      expect(await isInView(question.getByRole('button', { name }))).toBe(true);
    }
    await question.getByRole('button', { name: 'Cancel' }).click();
  });

  it.each([
    ['records?country=AQ', 'No decision matches.'],
    ['audit?subject=nothing', 'No entry matches.'],
    ['scanner?severity=minor&page=none', 'Nothing that matches was found.'],
  ])('says in view that %s lists nothing', async (path, said) => {
    await page.goto(`${PAGES}/${path}`);
    const none = page.getByRole('main').getByText(said, { exact: true }).last();
    await none.scrollIntoViewIfNeeded();
    expect(await isInView(none)).toBe(true);
  });

  it('opens what stands at the end of a list at its top', async () => {
    await page.goto(`${PAGES}/audit`);
    await page.locator('tbody a').last().click();
    await page.waitForURL(/\/audit\/./);
    const title = page.getByRole('heading', { level: 1, name: /: / });
    await title.waitFor();
    await expect.poll(() => isInView(title)).toBe(true);
  });

  it('has both days of a hold within its dialog', async () => {
    await page.goto(`${PAGES}/records`);
    await page.getByRole('button', { name: 'Holds' }).click();
    const dialog = page.getByRole('dialog', { name: 'Holds' });
    for (const name of ['Stored from (UTC)', 'Stored until (UTC)']) {
      const day = dialog.getByRole('combobox', { name });
      await day.scrollIntoViewIfNeeded();
      expect(await isInView(day)).toBe(true);
    }
  });
});

describe('the audit trail', () => {
  it('says what will stand in it while it is empty, and not that a filter leaves nothing', async () => {
    const fresh = await startCms();
    try {
      const database = new DatabaseSync(fresh.evidence);
      database.exec('pragma busy_timeout = 5000; delete from consent_evidence_audit');
      database.close();
      const first = await signedIn(browser, fresh.origin, DEMO_ADMIN);
      await first.goto(`${PAGES}/audit`);
      const main = first.getByRole('main');
      await main
        .getByText(/^Nothing has been changed yet\..*with who did it and when\.$/)
        .last()
        .waitFor();
      expect(await main.textContent()).not.toContain('matches');
      await first.goto(`${PAGES}/audit?subject=nothing`);
      await main.getByText('No entry matches.').last().waitFor();
    } finally {
      await fresh.stop();
    }
  });

  it('is opened from its list by keyboard', async () => {
    await page.setViewportSize({ width: 1440, height: 1000 });
    await page.goto(`${PAGES}/audit`);
    await page.locator('tbody a').first().waitFor();
    await page.getByRole('button', { name: 'Clear', exact: true }).last().focus();
    for (const key of ['Tab', 'ArrowDown', 'Enter']) await page.keyboard.press(key);
    await page.waitForURL(/\/audit\/./);
  });

  it('calls fields as their forms do', async () => {
    const { results } = await cms.ask<{ results: { documentId: string }[] }>(
      '/content-manager/collection-types/plugin::consent.tracker?pageSize=1',
    );
    const [tracker] = results;
    await cms.ask(
      `/content-manager/collection-types/plugin::consent.tracker/${tracker?.documentId}`,
      { hosts: ['fields.example'] },
      'PUT',
    );
    await cms.ask('/consent/previews', { url: 'http://127.0.0.1:9/fields' });
    await page.goto(`${PAGES}/audit?subject=${tracker?.documentId}`);
    await page.locator('tbody').getByText('Hosts that it loads from', { exact: true }).first().waitFor();
    await page.goto(`${PAGES}/audit?uid=plugin::consent.preview`);
    await page.locator('tbody tr').filter({ hasText: '/fields' }).getByRole('link').first().click();
    const fields = page.locator('tbody td:first-child');
    await expect
      .poll(() => fields.allTextContents(), { timeout: 20_000 })
      .toEqual(['Until', 'Place', 'Language', 'Global Privacy Control']);
  });
});
