import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ScanReport } from '../../scan/report/schema.ts';
import { reportFinding, SITE, scanReport } from '../support/scan-report.ts';
import { connectChromium, signedIn } from './browser.ts';
import { type Cms, connectCms } from './cms.ts';
import { request } from './requests.ts';

/** A picture of one point. */
const POINT =
  '/9j/4AAQSkZJRgABAQEASABIAAD/2wBDAP//////////////////////////////////////////////////////////////////////////////////////2wBDAf//////////////////////////////////////////////////////////////////////////////////////wAARCAABAAEDASIAAhEBAxEB/8QAFAABAAAAAAAAAAAAAAAAAAAAA//EABQQAQAAAAAAAAAAAAAAAAAAAAD/xAAUAQEAAAAAAAAAAAAAAAAAAAAA/8QAFBEBAAAAAAAAAAAAAAAAAAAAAP/aAAwDAQACEQMRAD8AN//Z';

const KNOWN = reportFinding();
const UNKNOWN = reportFinding({
  rule: 'C201',
  severity: 'moderate',
  known: null,
  subject: { kind: 'cookie', name: '<img src=x onerror=alert(1)>', host: 'shop.example' },
  message: '<img src=x onerror=alert(1)> is stored for shop.example and not declared (cookie)',
  pages: [`${SITE}about`],
});
const LATE = reportFinding({
  rule: 'C302',
  severity: 'minor',
  known: null,
  subject: { kind: 'banner', name: 'delay', host: null },
  message: 'The banner comes late',
});
const FOUND_LATER = reportFinding({ host: 'www.odd.example' });

let cms: Cms;
let browser: Browser;
/** Hands the CMS a report as the program does. */
let send: (report: ScanReport) => Promise<unknown>;

beforeAll(async () => {
  [cms, browser] = await Promise.all([connectCms(), connectChromium()]);
  const { data } = await cms.ask<{ data: { accessKey: string } }>('/admin/api-tokens', {
    name: 'Scans of a test',
    description: '',
    type: 'custom',
    lifespan: null,
    permissions: ['plugin::consent.scans.create'],
  });
  send = (body) => request(`${cms.origin}/api/consent/scans`, { token: data.accessKey, body });
  await send(
    scanReport([KNOWN, UNKNOWN, LATE], {
      minutesAgo: 60,
      screenshots: [{ name: 'no-choice', mediaType: 'image/jpeg', data: POINT }],
    }),
  );
});

afterAll(async () => {
  await browser?.close();
});

describe('an editor with findings of a scan', () => {
  let page: Page;
  beforeAll(async () => {
    page = await signedIn(browser, cms.origin, await cms.addSuperAdmin());
    await page.goto('/admin/plugins/consent/scanner');
  });
  const rows = () => page.locator('table').first().locator('tbody tr');
  const choose = async (filter: string, option: string) => {
    await page.getByRole('combobox', { name: filter }).click();
    await page.getByRole('option', { name: option, exact: true }).click();
  };
  const dialog = () => page.getByRole('dialog');

  it('sees them, the gravest first, and what a site wrote as text alone', async () => {
    await expect.poll(() => rows().count()).toBe(3);
    expect(await rows().first().textContent()).toMatch(/serious[\s\S]*www\.google-analytics\.com[\s\S]*C101/);
    expect(await page.locator('img[src="x"]').count()).toBe(0);
    await page.getByText('<img src=x onerror=alert(1)> is stored').waitFor();
  });

  it('narrows them by severity and page', async () => {
    await choose('Severity', 'minor');
    await expect.poll(() => rows().count()).toBe(1);
    await page.getByText('The banner comes late').waitFor();
    await page.getByRole('button', { name: 'Clear' }).last().click();
    await expect.poll(() => rows().count()).toBe(3);
    await choose('Page', `${SITE}about`);
    await expect.poll(() => rows().count()).toBe(1);
    await page.goto('/admin/plugins/consent/scanner');
  });

  it('sees what a scan has found once it is over', async () => {
    const after = await signedIn(browser, cms.origin, await cms.addSuperAdmin());
    let isRunning = true;
    await after.route('**/consent/scans/runs', async (route) => {
      const answer = await route.fetch();
      await route.fulfill({ response: answer, json: { ...(await answer.json()), isRunning } });
    });
    await after.goto('/admin/plugins/consent/scanner');
    await after.getByText('The banner comes late').waitFor();
    await send(scanReport([KNOWN, UNKNOWN, LATE, FOUND_LATER], { minutesAgo: 30 }));
    isRunning = false;
    await after.getByText('www.odd.example is contacted before a choice').waitFor();
    await send(scanReport([KNOWN, UNKNOWN, LATE], { minutesAgo: 20 }));
    await after.context().close();
  });

  it('ignores one with a reason until a day', async () => {
    await page.getByRole('link', { name: 'The banner comes late' }).click();
    await page.getByRole('button', { name: 'Ignore' }).click();
    await dialog().getByRole('textbox', { name: 'Reason' }).fill('The next release mends it');
    const until = dialog().getByRole('combobox', { name: 'Until' });
    await until.fill(
      new Intl.DateTimeFormat('en-US', { dateStyle: 'short' }).format(new Date(Date.now() + 30 * 86_400_000)),
    );
    await until.press('Tab');
    await dialog().getByRole('button', { name: 'Ignore' }).click();
    await page.getByText(/^Ignored by Ada Admin on/).waitFor();
    await page.getByText('Reason: The next release mends it').waitFor();
    await page.getByRole('button', { name: 'Take it up again' }).click();
    await page.getByRole('button', { name: 'It is fixed' }).click();
    await page.getByText(/^Fixed, says Ada Admin on/).waitFor();
  });

  it('declares one as it was seen, and is led to the tracker, which is switched off', async () => {
    await page.goto('/admin/plugins/consent/scanner');
    await page.getByRole('link', { name: /is stored for shop\.example/ }).click();
    await page.getByRole('button', { name: 'Declare' }).click();
    await dialog().getByRole('textbox', { name: 'Name' }).fill('Basket of the shop');
    await dialog().getByRole('combobox', { name: 'Category' }).click();
    await page.getByRole('option').first().click();
    await dialog().getByRole('button', { name: 'Declare' }).click();
    await page.waitForURL(/content-manager\/collection-types\/plugin::consent\.tracker\//);
    await expect
      .poll(() => page.getByRole('textbox', { name: 'Name' }).first().inputValue())
      .toBe('Basket of the shop');
  });

  it('declares one by the catalogue, sees its evidence and its picture', async () => {
    await page.goto('/admin/plugins/consent/scanner');
    await page.getByRole('link', { name: /google-analytics\.com is contacted/ }).click();
    await page.getByText('As it should be: Nothing that needs consent is at work before a choice.').waitFor();
    await page.getByRole('img', { name: 'The page in the visit "Without a choice"' }).waitFor();
    await page.getByText('GET https://www.google-analytics.com/ (script)').waitFor();
    await page.getByRole('button', { name: 'Declare' }).click();
    await dialog().getByRole('button', { name: 'Add', exact: true }).click();
    await page.waitForURL(/content-manager\/collection-types\/plugin::consent\.tracker\//);
  });

  it('finds all of it in the audit trail, and nothing is open', async () => {
    await page.goto('/admin/plugins/consent/audit?uid=plugin::consent.scan-finding');
    const trail = page.locator('tbody');
    for (const action of ['Declared', 'Said to be fixed', 'Taken up again', 'Ignored']) {
      await trail.getByText(action, { exact: true }).first().waitFor();
    }
    await page.goto('/admin/plugins/consent/scanner');
    await page.getByText('No finding is open.').waitFor();
  });

  it.each([
    ['scanner/findings', 'Scanner'],
    ['catalogue', 'Tracker catalogue'],
  ])('who leaves out the end of %s is led to the page', async (half, heading) => {
    await page.goto(`/admin/plugins/consent/${half}`);
    await page.getByRole('heading', { name: heading, exact: true, level: 1 }).waitFor();
  });

  it('sees the scan, and who may only look settles nothing', async () => {
    const account = await cms.addAdmin(['plugin::consent.scans.read']);
    const reader = await signedIn(browser, cms.origin, account);
    await reader.goto('/admin/plugins/consent/scanner');
    await reader.locator('table').last().locator('tbody a').first().click();
    await reader.getByRole('heading', { name: 'Scan of https://shop.example' }).waitFor();
    await reader.getByText('Without a choice').first().waitFor();
    await reader.goto('/admin/plugins/consent/scanner?state=any');
    await reader.getByRole('link', { name: 'The banner comes late' }).click();
    await reader.getByText(/^Fixed, says/).waitFor();
    expect(await reader.getByRole('button', { name: 'Take it up again' }).count()).toBe(0);
  });
});
