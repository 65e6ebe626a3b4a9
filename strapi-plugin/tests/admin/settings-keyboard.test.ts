import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasFocus, openAdmin } from './browser.ts';
import { openTab } from './settings-tab.ts';

let browser: Browser;
let page: Page;

beforeAll(async () => {
  ({ browser, page } = await openAdmin());
});

afterAll(() => browser?.close());

describe('the settings by keyboard', () => {
  it('walks through the tabs and sets a value back', async () => {
    await openTab(page, 'general');
    await page.getByRole('tab', { name: 'General' }).press('ArrowRight');
    await page.getByRole('tab', { name: 'Jurisdictions', selected: true }).waitFor();
    await page.keyboard.press('End');
    await page.getByRole('tab', { name: 'Versions', selected: true }).waitFor();
    const months = page.getByLabel('Validity in months').first();
    await months.focus();
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.type('13');
    await page.getByRole('region', { name: 'Unsaved changes' }).waitFor();
    await page.getByRole('button', { name: 'Validity in months: Back to: 6' }).press('Enter');
    await page.getByText('Built in').first().waitFor();
    expect(await hasFocus(months)).toBe(true);
    await page.getByRole('button', { name: 'Discard' }).press('Enter');
    await page.getByRole('region', { name: 'Unsaved changes' }).waitFor({ state: 'hidden' });
    expect(await hasFocus(page.getByRole('tabpanel', { name: 'Versions' }))).toBe(true);
  });

  it('has the bar in view on a phone, too', async () => {
    await openTab(page, 'general');
    await page.setViewportSize({ width: 400, height: 800 });
    const months = page.getByLabel('Retention in months').first();
    await months.fill('30');
    const bar = page.getByRole('region', { name: 'Unsaved changes' });
    await bar.waitFor();
    const bottom = () => bar.evaluate((box) => box.getBoundingClientRect().bottom);
    await expect.poll(bottom).toBeLessThan(800);
    await page.getByRole('tab', { name: 'General' }).focus();
    await months.focus();
    const [field, over] = [await months.boundingBox(), await bar.boundingBox()];
    expect(field!.y + field!.height).toBeLessThanOrEqual(over!.y);
    await page.getByRole('button', { name: 'Discard' }).click();
    await page.setViewportSize({ width: 1440, height: 1000 });
  });

  it('never reaches a control that the bar at the bottom covers', async () => {
    await openTab(page, 'general');
    await page.setViewportSize({ width: 1440, height: 500 });
    await page.getByLabel('Retention in months').first().fill('30');
    const bar = page.getByRole('region', { name: 'Unsaved changes' });
    await bar.waitFor();
    await page.getByRole('tab', { name: 'General' }).focus();
    const covered: string[] = [];
    for (
      let step = 0;
      step < 20 && !(await bar.evaluate((box) => box.contains(document.activeElement)));
      step++
    ) {
      await page.keyboard.press('Tab');
      const hidden = await bar.evaluate((box) => {
        const focused = document.activeElement;
        if (!focused || box.contains(focused) || focused.getAttribute('role') === 'tabpanel') return null;
        const covers = focused.getBoundingClientRect().bottom > box.getBoundingClientRect().top;
        return covers ? focused.outerHTML.slice(0, 120) : null;
      });
      if (hidden) covered.push(hidden);
    }
    expect(covered).toEqual([]);
    await page.setViewportSize({ width: 1440, height: 1000 });
    await page.getByRole('button', { name: 'Discard' }).click();
  });
});
