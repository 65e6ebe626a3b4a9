import type { ConsentConfig } from '@permesso/consent-core';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { StatisticsValues } from '../../server/src/statistics/admin-controller.ts';
import type { Statistics } from '../../server/src/statistics/answers.ts';
import { connectChromium, hasFocus, signedIn } from './browser.ts';
import { type Cms, connectCms } from './cms.ts';

let cms: Cms;
let browser: Browser;
let page: Page;
/** Of what was shown. */
let policyVersion: string;

const today = new Date().toISOString().slice(0, 10);

/** What the page shows of one of the totals. */
const total = (name: string) =>
  page.getByRole('heading', { name, exact: true }).locator('xpath=following-sibling::p[1]');

beforeAll(async () => {
  [cms, browser] = await Promise.all([connectCms(), connectChromium()]);
  await cms.decide(3);
  const { versions, locale } = await cms.ask<{ versions: { policyVersion: string }; locale: string }>(
    '/api/consent/config',
  );
  policyVersion = versions.policyVersion;
  const sum = { policyVersion, locale, model: 'opt-in', n: 5000 };
  const batch = {
    id: crypto.randomUUID(),
    day: today,
    shown: [
      { ...sum, country: 'DE', device: 'phone' },
      { ...sum, country: 'FR', device: 'desktop' },
    ],
  };
  const { status } = await fetch(`${cms.origin}/api/consent/impressions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(batch),
  });
  expect(status).toBe(204);
  page = await signedIn(browser, cms.origin, await cms.addAdmin(['plugin::consent.statistics.read']));
});

afterAll(async () => {
  await browser?.close();
});

describe('somebody who may see the statistics alone', () => {
  it('finds them first, with how many were shown a banner, as curve and as table', async () => {
    await page.goto('/admin/plugins/consent');
    await page.waitForURL(/\/consent\/statistics$/);
    await page.getByRole('heading', { name: 'Statistics', level: 1 }).waitFor();
    const query = `from=${today}&to=${today}`;
    const { totals } = await cms.ask<Statistics>(`/consent/statistics?${query}`);
    await page.goto(`/admin/plugins/consent/statistics?${query}`);
    await expect
      .poll(() => total('First visits with a banner').textContent())
      .toBe(totals.shown.toLocaleString('en'));
    await page.getByRole('img', { name: 'Banner answered, over time' }).waitFor();
    const row = page.getByRole('region', { name: 'The figures as a table' }).locator('tbody tr').first();
    const cells = await row.locator('td').allTextContents();
    expect(cells.slice(1, 4)).toEqual(
      [totals.shown, totals.answered, totals.decisions].map((n) => n.toLocaleString('en')),
    );
  });

  it('narrows them, tells them apart and compares, by keyboard, and can share the address', async () => {
    await page.getByRole('combobox', { name: 'Device' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('option', { name: 'Phone' }).waitFor();
    await page.keyboard.type('Phone');
    await page.keyboard.press('Enter');
    await page.waitForURL(/device=phone/);
    const { totals } = await cms.ask<Statistics>(
      `/consent/statistics?from=${today}&to=${today}&device=phone`,
    );
    await expect
      .poll(() => total('First visits with a banner').textContent())
      .toBe(totals.shown.toLocaleString('en'));
    await page.goto(`${page.url()}&against=before&by=country`);
    await page.getByText(/^The dashed line is what it is compared with/).waitFor();
    const table = page.getByRole('region', { name: 'By what visitors differ in' }).last();
    await table.getByRole('rowheader', { name: 'Germany' }).waitFor();
    expect(await table.getByRole('rowheader', { name: 'France' }).count()).toBe(0);
    const scrolled = page.getByRole('region', { name: 'The figures as a table' });
    await scrolled.focus();
    expect(await hasFocus(scrolled)).toBe(true);
  });

  it('calls a release by its number in a time before it, and compares with the days on which it came out', async () => {
    const span = 'from=2001-01-01&to=2001-01-02';
    const { releases } = await cms.ask<StatisticsValues>(`/consent/statistics/values?${span}`);
    const { number } = releases.find((release) => release.policyVersion === policyVersion)!;
    await page.goto(`/admin/plugins/consent/statistics?${span}&against=release:${policyVersion}`);
    const against = page.getByRole('combobox', { name: 'Compare with' });
    await expect.poll(() => against.textContent()).toMatch(new RegExp(`^Release (\\S+, )*${number} \\(`));
    const { totals } = await cms.ask<Statistics>(
      `/consent/statistics?from=${today}&to=${today}&release=${policyVersion}`,
    );
    await page
      .getByText(`Compared: ${totals.shown.toLocaleString('en')}`, { exact: true })
      .first()
      .waitFor();
  });

  it('finds how a service was decided on by itself, by its name', async () => {
    const TRACKERS = '/content-manager/collection-types/plugin::consent.tracker';
    const { results } = await cms.ask<{ results: { documentId: string; name: string }[] }>(TRACKERS);
    const { documentId, name } = results[0]!;
    const service = 'decided-on-by-itself';
    await cms.ask(`${TRACKERS}/${documentId}`, { key: service }, 'PUT');
    const config = await cms.ask<ConsentConfig>('/api/consent/config');
    await cms.ask('/api/consent/records', {
      consentId: crypto.randomUUID(),
      decisions: Object.fromEntries(
        config.categories.filter(({ required }) => !required).map(({ key }) => [key, true]),
      ),
      services: { [service]: false },
      versions: config.versions,
      source: 'preferences',
      locale: config.locale,
      decidedAt: Math.floor(Date.now() / 1000),
    });
    await page.goto(`/admin/plugins/consent/statistics?from=${today}&to=${today}&figure=service:${service}`);
    await page.getByRole('img', { name: `${name}, decided on by itself: granted, over time` }).waitFor();
    const row = page.getByRole('region', { name: 'The figures as a table' }).locator('tbody tr').first();
    expect(await row.locator('td').first().textContent()).toBe('0%');
  });

  it('takes them along as CSV', async () => {
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export as CSV' }).click();
    expect((await download).suggestedFilename()).toBe(`consent-statistics-${today}-${today}.csv`);
  });
});
