import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openAdmin, signedIn } from './browser.ts';
import type { Cms } from './cms.ts';

let cms: Cms;
let browser: Browser;
let page: Page;

beforeAll(async () => {
  ({ cms, browser, page } = await openAdmin());
});

afterAll(() => browser?.close());

it('offers roles to whoever makes roles, makes one by the keyboard, and goes on at those that are left', async () => {
  await page.goto('/admin/plugins/consent');
  const offers = page.getByRole('button', { name: /^Make the role / });
  await expect.poll(() => offers.count()).toBe(3);
  await page.getByRole('button', { name: 'Make the role Marketing' }).focus();
  await page.keyboard.press('Enter');
  await expect.poll(() => offers.count()).toBe(2);
  const focused = () => page.evaluate(() => document.activeElement?.tagName);
  await expect.poll(focused).toBe('UL');
  const { data } = await cms.ask<{ data: { code: string }[] }>('/admin/roles');
  expect(data.map(({ code }) => code)).toContain('consent-marketing');
});

it('offers them no more after "Not now", where the keyboard goes on with the page, but in the settings', async () => {
  await page.goto('/admin/plugins/consent');
  await page.getByRole('button', { name: 'Not now' }).press('Enter');
  const offers = page.getByRole('button', { name: /^Make the role / });
  await expect.poll(() => offers.count()).toBe(0);
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('MAIN');
  await page.goto('/admin/plugins/consent/settings/general');
  await expect.poll(() => offers.count()).toBe(2);
  expect(await page.getByRole('button', { name: 'Not now' }).count()).toBe(0);
});

it('offers nothing to somebody who may only look', async () => {
  const other = await signedIn(browser, cms.origin, await cms.addAdmin(['plugin::consent.overview.read']));
  await other.goto('/admin/plugins/consent');
  await other.getByRole('heading', { name: 'Overview', level: 1 }).waitFor();
  expect(await other.getByRole('button', { name: /^Make the role / }).count()).toBe(0);
});
