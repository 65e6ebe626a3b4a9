import { readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser, Download, Page, Route } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { verify } from '../../bin/verify';
import { readBundle } from '../../server/src/evidence/seal/bundle/reader';
import { connectChromium, hasFocus, signedIn } from './browser.ts';
import { type Cms, connectCms } from './cms.ts';
import { signIn } from './requests.ts';

let cms: Cms;
let browser: Browser;
let ids: string[];

beforeAll(async () => {
  [cms, browser] = await Promise.all([connectCms(), connectChromium()]);
  ids = await cms.decide(30);
});

afterAll(async () => {
  await browser?.close();
});

describe("a data protection officer's day", () => {
  let page: Page;
  beforeAll(async () => {
    page = await signedIn(browser, cms.origin, await cms.addSuperAdmin());
  });

  it('K, overview: shows what is published, what visitors decided, and where each warning is mended', async () => {
    await page.getByRole('link', { name: 'Consent', exact: true }).click();
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
    await page.getByRole('img', { name: 'Analytics: 100% granted in the last 30 days' }).waitFor();
    await page.getByRole('img', { name: 'Marketing: 0% granted in the last 30 days' }).waitFor();
    const warnings = page.getByRole('region', { name: 'Worth a look' });
    await warnings.getByRole('button').first().click();
    const place = await warnings.getByRole('link').first().getAttribute('href');
    expect(place).toMatch(/\/content-manager\/(?:collection|single)-types\/plugin::consent\.[a-z-]+/);
    const countries = page.getByRole('region', { name: 'Countries' });
    expect(await countries.getByRole('listitem').allTextContents()).toEqual(['Unknown30 (100%)']);
  });

  it('has one main landmark while a page is loading, and can try a page again that did not come', async () => {
    const arrived = Promise.withResolvers<void>();
    await page.route('**/consent/overview', (route) => arrived.promise.then(() => route.abort()));
    await page.goto('/admin/plugins/consent');
    await page.getByText('Loading …').waitFor();
    expect(await page.getByRole('main').count()).toBe(1);
    arrived.resolve();
    const again = page.getByRole('button', { name: 'Try again' });
    await again.waitFor();
    expect(await page.getByRole('main').count()).toBe(1);
    await page.unroute('**/consent/overview');
    await again.press('Enter');
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
  });

  it('shows the overview on the homepage, too', async () => {
    await page.goto('/admin/');
    await page.getByText(/things? to look at/).waitFor();
    const chart = page.getByRole('img', { name: /^Analytics: 100% granted/ });
    await expect.poll(() => chart.count(), { timeout: 20_000 }).toBe(1);
    const figure = (name: string) => page.getByText(name, { exact: true }).locator('..');
    expect(await figure('Asked under opt-in').textContent()).toContain('100%');
    expect(await figure('Country unknown').textContent()).toContain('100%');
  });

  it('keeps the focus on what turns and clears the list, and says what is listed', async () => {
    await page.goto('/admin/plugins/consent/records');
    const said = page.getByRole('status').filter({ hasText: /shown\.|No decision/ });
    await said.filter({ hasText: '25 records shown.' }).waitFor();
    const older = page.getByRole('button', { name: 'Older' });
    await older.press('Enter');
    await said.filter({ hasText: '5 records shown.' }).waitFor();
    expect(await older.getAttribute('aria-disabled')).toBe('true');
    expect(await hasFocus(older)).toBe(true);
    await older.press('Enter');
    expect(await page.locator('tbody tr').count()).toBe(5);
    const search = page.getByRole('textbox', { name: 'Consent ID' });
    await search.fill(crypto.randomUUID());
    await search.press('Enter');
    await said.filter({ hasText: 'No decision matches.' }).waitFor();
    const clear = page.getByRole('button', { name: 'Clear', exact: true }).last();
    await clear.press('Enter');
    await said.filter({ hasText: '25 records shown.' }).waitFor();
    expect(await hasFocus(clear)).toBe(true);
  });

  it('G2: finds a decision by its consent id and shows what the visitor saw', async () => {
    await page.goto('/admin/plugins/consent/records');
    await page.getByRole('button', { name: 'Older' }).click();
    await page.getByRole('button', { name: 'Newer' }).isEnabled();
    const search = page.getByRole('textbox', { name: 'Consent ID' });
    await search.fill(ids[3]!);
    await search.press('Enter');
    await page.waitForURL(/consentId=/);
    await expect.poll(() => page.locator('tbody tr').count(), { timeout: 20_000 }).toBe(1);
    await page.locator('tbody a').click();
    await page.getByText(ids[3]!).first().waitFor();
    const shown = page.getByRole('region', { name: 'What the visitor saw' });
    await shown.getByText('Unchanged since it was shown').waitFor();
    expect(await shown.getByText('Reject all').count()).toBe(1);
    const cookies = shown.frameLocator('iframe[title="The cookies as they were listed"]');
    expect(await cookies.getByRole('table').count()).toBeGreaterThan(1);
  });

  it('saves the evidence of a record as one file that stands alone and verifies', async () => {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Evidence bundle' }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/^consent-evidence-.*\.zip$/);
    const file = join(tmpdir(), `consent-bundle-${process.pid}.zip`);
    await download.saveAs(file);
    const { keys, about } = readBundle(await readFile(file));
    expect(about).toMatchObject({ subject: { record: expect.any(String) }, items: [expect.any(Number)] });
    expect(about.origin).toMatch(/\/api\/consent\/log$/);
    const key = /^(\S+\+[0-9a-f]{8}\+\S+) /m.exec(keys)?.[1] ?? '';
    const lines: string[] = [];
    const code = await verify([file, '--key', key, '--log', `${cms.origin}/api/consent/log`], (line) =>
      lines.push(line),
    );
    await rm(file);
    expect(code, lines.join('\n')).toBe(0);
  });

  it('verifies a processor against its contract, in her own name, and sees the list as it is public', async () => {
    const { documentId } = await cms.ask<{ documentId: string }>('/consent/catalogue/processors', {
      preset: 'vercel',
      subprocessor: true,
      showInPrivacyPolicy: true,
      addedAt: '2026-02-01',
    });
    const opened = page.url();
    await page.goto(`/admin/content-manager/collection-types/plugin::consent.processor/${documentId}`);
    await page.getByText('Not verified').waitFor();
    await page.getByRole('button', { name: 'Verify against the contract' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Confirm' }).click();
    await page.getByText(/^On .+, by .+\.$/).waitFor();
    const verification = `/consent/processors/${documentId}/verification`;
    expect(await cms.ask(verification)).toMatchObject({ verified: true, changedSince: false });
    await page.goto('/admin/plugins/consent/public-list');
    const list = page.frameLocator('iframe[title="Sub-processors"]').getByRole('table');
    await list.getByRole('link', { name: 'Vercel' }).waitFor();
    await page.getByRole('tab', { name: 'Changes' }).click();
    const changes = page.frameLocator('iframe[title="Changes"]');
    await changes.getByRole('row', { name: /Vercel/ }).waitFor();
    await page.goto(opened);
  });

  it('exports the records of one consent id', async () => {
    await page.getByRole('button', { name: 'Export' }).click();
    const dialog = page.getByRole('dialog');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      dialog.getByRole('button', { name: 'Export' }).click(),
    ]);
    const lines = (await textOf(download)).trim().split('\n');
    expect(download.suggestedFilename()).toMatch(/^consent-records-.*\.csv$/);
    expect(lines).toHaveLength(2);
    expect(lines[1]).toContain(ids[3]);
    await dialog.waitFor({ state: 'hidden' });
  });

  it('exports them as JSON, too, in the terms of ISO/IEC TS 27560', async () => {
    await page.getByRole('button', { name: 'Export' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('radio', { name: /^JSON/ }).click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      dialog.getByRole('button', { name: 'Export' }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/^consent-records-.*\.json$/);
    const exported = JSON.parse(await textOf(download));
    expect(exported).toMatchObject({
      schema_version: 'ISO/IEC TS 27560:2023',
      consent_records: [{ record_header: { pii_principal_id: ids[3] }, pii_processing: { language: 'en' } }],
    });
    expect(exported.consent_records).toHaveLength(1);
    const states = exported.consent_records[0].consent_events.map(
      ({ purpose, event_state }: Record<string, string>) => [purpose, event_state],
    );
    expect(states).toContainEqual(['analytics', 'given']);
    expect(states).toContainEqual(['marketing', 'refused']);
    await dialog.waitFor({ state: 'hidden' });
  });

  it('saves nothing of an export that is cancelled, and can export again', async () => {
    const downloads: string[] = [];
    page.on('download', (download) => downloads.push(download.suggestedFilename()));
    const removed: string[] = [];
    // A server that is still writing until the test has cancelled it.
    const slow = (route: Route) => {
      if (route.request().method() === 'DELETE') removed.push(route.request().url());
      if (route.request().method() !== 'GET') return route.continue();
      return route.fulfill({
        json: { id: 'x', state: 'running', fileName: 'x', written: 1200, link: null },
      });
    };
    await page.route('**/consent/records/exports/*', slow);
    await page.getByRole('button', { name: 'Export' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Export' }).click();
    await dialog.getByText('The server has written 1,200 records').waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await page.getByText('The export was cancelled. No file was saved.').waitFor();
    await expect.poll(() => removed).toHaveLength(1);
    await page.unroute('**/consent/records/exports/*', slow);
    expect(downloads).toEqual([]);
    const [again] = await Promise.all([
      page.waitForEvent('download'),
      dialog.getByRole('button', { name: 'Export' }).click(),
    ]);
    await dialog.waitFor({ state: 'hidden' });
    expect(downloads).toEqual([again.suggestedFilename()]);
  });

  it('exports the audit trail by a link, too, which the server has written before', async () => {
    const trail = await page.context().newPage();
    await trail.goto('/admin/plugins/consent/audit?action=export');
    await trail.getByRole('button', { name: 'Export as CSV' }).click();
    const dialog = trail.getByRole('dialog');
    await dialog.getByText('Exports the entries that match the filter.').waitFor();
    const [download] = await Promise.all([
      trail.waitForEvent('download'),
      dialog.getByRole('button', { name: 'Export', exact: true }).click(),
    ]);
    expect(download.url()).toMatch(/\/consent\/audit\/exports\/[\w-]+\/file\?token=/);
    expect(download.suggestedFilename()).toMatch(/^consent-audit-trail-.*\.csv$/);
    expect(await textOf(download)).toContain(',export,admin,');
    await dialog.waitFor({ state: 'hidden' });
    await trail.close();
  });

  it('F2: erases the records of a consent id only once that is confirmed', async () => {
    const left = () => cms.ask<{ docs: unknown[] }>(`/consent/records?consentId=${ids[3]}`);
    await page.getByRole('button', { name: 'Erase' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click();
    expect((await left()).docs).toHaveLength(1);
    await page.getByRole('button', { name: 'Erase' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Confirm' }).click();
    await page.getByText('1 record was erased.').waitFor();
    expect((await left()).docs).toHaveLength(0);
  });
});

describe('a page that could not be loaded', () => {
  let page: Page;
  beforeAll(async () => {
    page = await signedIn(browser, cms.origin, await cms.addSuperAdmin());
  });

  it.each([
    ['overview', 'overview', 'Worth a look'],
    ['records', 'records?*', 'Older'],
    ['catalogue/trackers', 'catalogue/trackers?*', 'Add Google Analytics'],
    ['settings', 'settings', 'Banner'],
  ])('is one page, %s, and can be tried again', async (path, asked, shown) => {
    await page.route(`**/consent/${asked}`, (route) =>
      route.request().resourceType() === 'document'
        ? route.fallback()
        : route.fulfill({ status: 500, json: {} }),
    );
    await page.goto(`/admin/plugins/consent/${path}`);
    const again = page.getByRole('button', { name: 'Try again' });
    await again.waitFor();
    expect(await page.getByRole('main').count()).toBe(1);
    await page.unroute(`**/consent/${asked}`);
    await again.click();
    await page.locator(`[aria-label="${shown}"], :text-is("${shown}")`).first().waitFor();
    expect(await again.count()).toBe(0);
  });
});

describe('who may do what', () => {
  it('shows neither menu nor data to those without a permission, and the routes refuse', async () => {
    const account = await cms.addAdmin([]);
    const page = await signedIn(browser, cms.origin, account);
    await page.getByRole('link', { name: 'Home' }).first().waitFor();
    expect(await page.getByRole('link', { name: 'Consent', exact: true }).count()).toBe(0);
    await page.goto('/admin/plugins/consent/records');
    await page.getByText(/don't have the permissions/i).waitFor();
    expect(await page.locator('tbody').count()).toBe(0);
    const headers = { authorization: `Bearer ${await signIn(cms.origin, account)}` };
    const data = [
      ...[
        'overview',
        'records',
        'records/export',
        'audit/exports/x',
        'records/x',
        'legal-preview',
        'published-state',
      ],
      ...[
        'catalogue/trackers',
        'catalogue/processors',
        'processors/public-list',
        'processors/x/verification',
      ],
    ];
    for (const path of data) {
      const { status } = await fetch(`${cms.origin}/consent/${path}`, { headers });
      expect([path, status]).toEqual([path, 403]);
    }
  });

  it('begins with the catalogue for those who may only add trackers, and shows them nothing else', async () => {
    const fields = [
      'name',
      'enabled',
      'category',
      'kind',
      'vendor',
      'vendorPrivacyUrl',
      'purpose',
      'cookies',
    ];
    const subject = 'plugin::consent.tracker';
    const account = await cms.addAdmin([
      { action: 'plugin::content-manager.explorer.create', subject, fields },
    ]);
    const page = await signedIn(browser, cms.origin, account);
    await page.getByRole('link', { name: 'Consent', exact: true }).click();
    await page.waitForURL(/\/plugins\/consent\/catalogue\/trackers$/);
    await page.getByRole('button', { name: 'Add Google Analytics' }).waitFor();
    expect(await page.getByRole('link', { name: 'Records' }).count()).toBe(0);
    expect(await page.getByRole('link', { name: 'Processor catalogue' }).count()).toBe(0);
  });

  it('begins with the records, without export or erasure, for those who may only read them', async () => {
    const account = await cms.addAdmin(['plugin::consent.records.read']);
    const page = await signedIn(browser, cms.origin, account);
    await page.getByRole('link', { name: 'Consent', exact: true }).click();
    await page.waitForURL(/\/plugins\/consent\/records$/);
    await page.locator('tbody a').first().click();
    await page.getByRole('region', { name: 'What the visitor saw' }).waitFor();
    expect(await page.getByRole('button', { name: 'Export' }).count()).toBe(0);
    expect(await page.getByRole('button', { name: 'Erase' }).count()).toBe(0);
  });
});

describe('the translations', () => {
  const texts = async (locale: string): Promise<Record<string, string>> =>
    JSON.parse(
      await readFile(new URL(`../../admin/src/translations/${locale}.json`, import.meta.url), 'utf8'),
    );
  const variables = (text = '') => [...text.matchAll(/\{(\w+)[,}]/g)].map(([, name]) => name).sort();

  it.each([
    ['text', ''],
    ['name of a field', 'fields.'],
    ['effect of a tracker', 'effect.'],
  ])('have every %s in German, with the same variables', async (_what, file) => {
    const [english, german] = await Promise.all([texts(`${file}en`), texts(`${file}de`)]);
    expect(Object.keys(german).sort()).toEqual(Object.keys(english).sort());
    for (const [key, text] of Object.entries(english)) {
      expect([key, variables(german[key])]).toEqual([key, variables(text)]);
    }
  });

  it('have what the server says where it refuses something under the sentence that it says', async () => {
    const server = fileURLToPath(new URL('../../server/src/', import.meta.url));
    const files = (await readdir(server, { recursive: true })).filter((name) => name.endsWith('.ts'));
    const sources = (await Promise.all(files.map((name) => readFile(join(server, name), 'utf8')))).join('');
    const said = Object.keys(await texts('refusals.de'));
    expect(said.length).toBeGreaterThan(20);
    expect(said.filter((sentence) => !sources.includes(`'${sentence}'`))).toEqual([]);
  });
});

/** What was downloaded. */
async function textOf(download: Download): Promise<string> {
  const file = join(tmpdir(), `consent-download-${process.pid}`);
  await download.saveAs(file);
  const text = await readFile(file, 'utf8');
  await rm(file);
  return text;
}
