import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectChromium, signedIn } from './browser.ts';
import { type Cms, connectCms } from './cms.ts';

let cms: Cms;
let browser: Browser;
let ids: string[];

beforeAll(async () => {
  [cms, browser] = await Promise.all([connectCms(), connectChromium()]);
  ids = await cms.decide(4);
});

afterAll(async () => {
  await browser?.close();
});

describe('an officer in a flood of forged records', () => {
  const DAY = 86_400_000;
  let page: Page;
  beforeAll(async () => {
    page = await signedIn(browser, cms.origin, await cms.addSuperAdmin());
    await page.goto('/admin/plugins/consent/records');
  });
  const dialog = () => page.getByRole('dialog');
  const listed = (quarantined = '') =>
    cms.ask<{ docs: { id: string }[] }>(`/consent/records?consentId=${ids[0]}${quarantined}`);

  /** As the date picker of an English admin takes it. */
  const typed = (date: Date) => new Intl.DateTimeFormat('en-US', { dateStyle: 'short' }).format(date);

  it('sets apart what one network sent within a span, and is told of how much', async () => {
    await page.getByRole('button', { name: 'Quarantine', exact: true }).click();
    await dialog().getByText('Nothing is set apart.').waitFor();
    for (const [name, ahead] of [
      ['Stored from', -1],
      ['Stored until before', 1],
    ] as const) {
      const date = dialog().getByRole('combobox', { name: `${name}: date` });
      await date.fill(typed(new Date(Date.now() + ahead * DAY)));
      await date.press('Tab');
      const time = dialog().getByRole('combobox', { name: `${name}: time` });
      await time.fill('00:07');
      await time.press('Tab');
    }
    await dialog().getByRole('combobox', { name: 'Network' }).click();
    const option = page.getByRole('option', { name: /^IPv4 [0-9a-f]{8}…: \d+ records$/ }).first();
    await option.click();
    await dialog().getByRole('textbox', { name: 'Reason' }).fill('Forged from one machine');
    await dialog().getByRole('button', { name: 'Set apart' }).click();
    await dialog()
      .getByText(/records are set apart\. Of one network \(IPv4\)\./)
      .waitFor();
    await dialog()
      .getByText(/by Ada Admin$/)
      .waitFor();
    expect((await listed()).docs).toEqual([]);
    await page.keyboard.press('Escape');
    await expect.poll(() => page.locator('tbody a').count()).toBe(0);
  });

  it('finds it by the filter, marked as what it is', async () => {
    await page.getByRole('combobox', { name: 'Quarantine' }).click();
    await page.getByRole('option', { name: 'Only these' }).click();
    await page.waitForURL(/quarantined=only/);
    const rows = page.locator('tbody tr').filter({ hasText: 'In quarantine' });
    await expect.poll(() => rows.count()).toBeGreaterThanOrEqual(4);
    const [record] = (await listed('&quarantined=only')).docs;
    await page.goto(`/admin/plugins/consent/records/${record?.id}`);
    const notice = page.getByRole('region', { name: 'In quarantine' });
    await notice.getByText('Forged from one machine').waitFor();
  });

  it('takes it back, and all is listed again', async () => {
    await page.goto('/admin/plugins/consent/records');
    await page.getByRole('button', { name: 'Quarantine', exact: true }).click();
    await dialog().getByRole('textbox', { name: 'Why they are taken back' }).fill('They were real');
    await dialog().getByRole('button', { name: 'Take back' }).click();
    await dialog().getByText('Nothing is set apart.').waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => page.locator('tbody a').count()).toBeGreaterThanOrEqual(4);
    expect((await listed()).docs).toHaveLength(1);
  });

  it('may look and no more without the permission', async () => {
    const account = await cms.addAdmin(['plugin::consent.records.read']);
    const reader = await signedIn(browser, cms.origin, account);
    await reader.goto('/admin/plugins/consent/records');
    await reader.getByRole('button', { name: 'Quarantine', exact: true }).click();
    await reader.getByRole('dialog').getByText('Nothing is set apart.').waitFor();
    expect(await reader.getByRole('dialog').getByRole('button', { name: 'Set apart' }).count()).toBe(0);
  });
});
