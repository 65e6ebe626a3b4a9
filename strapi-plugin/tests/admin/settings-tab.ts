import type { Page } from 'playwright-core';

export const SETTINGS = '/admin/plugins/consent/settings';

export async function openTab(page: Page, tab: string): Promise<void> {
  await page.goto(`${SETTINGS}/${tab}`);
  await page.getByRole('tablist', { name: 'Settings' }).waitFor();
}
