import { DatabaseSync } from 'node:sqlite';
import type { ConsentConfig } from '@permesso/consent-core';
import { createSite } from '@permesso/consent-core/site';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { DEMO_ADMIN } from '../../../playground/run/admin-account.ts';
import { openAdmin, signedIn } from './browser.ts';
import type { Cms } from './cms.ts';
import { startCms } from './start-cms.ts';

let cms: Cms;
let browser: Browser;
let page: Page;

beforeAll(async () => {
  ({ cms, browser, page } = await openAdmin());
});

afterAll(() => browser?.close());

const RECORDS = '/admin/plugins/consent/records';

describe('a record of a visitor who refused a service by name', () => {
  const CONFIG = '/api/consent/config';
  const TRACKERS = '/content-manager/collection-types/plugin::consent.tracker';
  const service = 'refused-in-a-record';
  const consentId = crypto.randomUUID();
  let name: string;

  beforeAll(async () => {
    // One that visitors are shown: others are switched off.
    const tracker = (await cms.ask<ConsentConfig>(CONFIG)).trackers.at(-1)!;
    name = tracker.name;
    await cms.ask(`${TRACKERS}/${tracker.id}`, { key: service }, 'PUT');
    const config = await cms.ask<ConsentConfig>(CONFIG);
    await cms.ask('/api/consent/records', {
      consentId,
      decisions: { analytics: true },
      services: { [service]: false },
      versions: config.versions,
      source: 'preferences',
      locale: config.locale,
      decidedAt: Math.floor(Date.now() / 1000),
    });
  });

  it('tells it apart from the categories in the list, in the decision and in the timeline', async () => {
    await page.goto(`${RECORDS}?consentId=${consentId}`);
    const services = page.getByText('Single services');
    await services.waitFor();
    await page.locator('tbody a').click();
    await expect.poll(() => services.count()).toBe(2);
    const listed = page
      .getByRole('region', { name: 'The decision' })
      .getByRole('listitem')
      .filter({ hasText: name });
    expect(await listed.getAttribute('title')).toBe('Refused');
  });

  it('says so among what the visitor saw, below the category that the service was in', async () => {
    const saw = page.getByRole('figure').getByRole('listitem').filter({ hasText: name }).last();
    await saw.waitFor();
    expect(await saw.textContent()).toBe(`${name} – Refused`);
  });
});

describe('a record of a visitor who left on what was on by default', () => {
  it('says of each such category that it was left as it was, and what that rests on', async () => {
    const consentId = crypto.randomUUID();
    const answer = await fetch(`${cms.origin}/api/consent/config`, { headers: { 'cf-ipcountry': 'JP' } });
    const { versions, jurisdiction } = (await answer.json()) as ConsentConfig;
    expect(jurisdiction.model).toBe('notice');
    await fetch(`${cms.origin}/api/consent/records`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'cf-ipcountry': 'JP' },
      body: JSON.stringify({
        ...{ consentId, decisions: {}, versions, source: 'preferences', locale: 'en' },
        decidedAt: Math.floor(Date.now() / 1000),
      }),
    });
    await page.goto(`${RECORDS}?consentId=${consentId}`);
    await page.locator('tbody').getByText('Left as it was').waitFor();
    await page.locator('tbody a').click();
    const saw = page.getByRole('figure').getByRole('listitem').filter({ hasText: 'Analytics' }).first();
    await saw.waitFor();
    expect(await saw.textContent()).toMatch(/Left as it was · Basis: neither consent nor an objection/);
  });
});

describe('a record against the sealed log', () => {
  const consentId = crypto.randomUUID();
  const seal = () =>
    page.getByRole('region', { name: 'The decision' }).locator('dl > div', { hasText: 'Sealed log' });
  const change = (language: string) => {
    const database = new DatabaseSync(inject('cms').evidence);
    database.exec('pragma busy_timeout = 5000');
    database
      .prepare('update consent_evidence_records set locale = ? where consent_id = ?')
      .run(language, consentId);
    database.close();
  };

  it('says that it is unchanged since it was sealed, and as which entry', async () => {
    const { versions } = await cms.ask<ConsentConfig>('/api/consent/config');
    await cms.ask('/api/consent/records', {
      consentId,
      decisions: { analytics: true },
      versions,
      source: 'banner',
      locale: 'en',
      decidedAt: Math.floor(Date.now() / 1000),
    });
    const open = async () => {
      await page.goto(`${RECORDS}?consentId=${consentId}`);
      await page.locator('tbody a').click();
      await seal().waitFor();
      return seal().textContent();
    };
    await expect.poll(open, { timeout: 60_000 }).toMatch(/Unchanged since it was sealed as entry \d+$/);
  });

  it('says so where somebody has changed it in the database', async () => {
    change('fr');
    await page.reload();
    await page
      .getByRole('region', { name: 'Sealed log' })
      .getByText('Somebody has changed this record')
      .waitFor();
    expect(await seal().textContent()).toMatch(/Not what was sealed as entry \d+$/);
    change('en');
    await page.reload();
    await seal().getByText('Unchanged since').waitFor();
  });
});

describe('a record whose site says how it presents choices', () => {
  const secret = 'a-secret-that-this-site-and-its-cms-share';
  const consentId = crypto.randomUUID();
  let own: Awaited<ReturnType<typeof startCms>>;

  beforeAll(async () => {
    own = await startCms({ CONSENT_SITE_SECRET: secret });
    const theme = { '--consent-accent': 'rgb(122, 46, 93)', '--consent-radius': '0' };
    const site = createSite({ cms: own.origin, files: '/page-files/', secret, theme });
    const config: ConsentConfig = await (await fetch(`${own.origin}/api/consent/config`)).json();
    const body = {
      ...{ consentId, decisions: { analytics: true }, versions: config.versions, source: 'banner' },
      ...{ locale: config.locale, decidedAt: Math.floor(Date.now() / 1000) },
    };
    const headers = { 'content-type': 'application/json', origin: 'https://shop.example' };
    const request = { method: 'POST', headers, body: JSON.stringify(body) };
    const answer = await site.handle(new Request('https://shop.example/_consent/records', request));
    expect(answer?.status).toBe(201);
  });
  afterAll(() => own?.stop());

  it('shows that in the colours of the site, and says which are not in it', async () => {
    const officer = await signedIn(browser, own.origin, DEMO_ADMIN);
    await officer.goto(`${RECORDS}?consentId=${consentId}`);
    await officer.locator('tbody a').click();
    await officer.getByText('set in style sheets of the site’s own are not in it').waitFor();
    const banner = officer.getByTitle('The banner, asked for the first time').contentFrame();
    const look = await banner
      .locator('.consent-accept-all')
      .evaluate((button) => [
        getComputedStyle(button).backgroundColor,
        getComputedStyle(button).borderRadius,
      ]);
    expect(look).toEqual(['rgb(122, 46, 93)', '0px']);
    await officer.context().close();
  });
});

describe('legal holds', () => {
  const dialog = () => page.getByRole('dialog');

  it('say what they keep, also where they have no end', async () => {
    await cms.ask('/consent/records/holds', { from: '2026-09-01T00:00:00.000Z', reason: 'A claim' });
    await cms.ask('/consent/records/holds', { to: '2020-01-01T00:00:00.000Z', reason: 'An old claim' });
    await page.goto(RECORDS);
    await page.getByRole('button', { name: 'Legal holds' }).press('Enter');
    await dialog().getByText('Stored since Sep 1, 2026 (UTC)', { exact: true }).waitFor();
    await dialog().getByText('Stored before Jan 1, 2020 (UTC)', { exact: true }).waitFor();
  });

  it('are placed for one visitor, whatever days were chosen before', async () => {
    const [id] = await cms.decide(1);
    const from = dialog().getByRole('combobox', { name: 'Stored from (UTC)' });
    await from.fill('9/1/2026');
    await from.press('Tab');
    await dialog()
      .getByRole('textbox', { name: 'Consent ID' })
      .fill(id ?? '');
    await dialog()
      .getByRole('textbox', { name: /^Reason/ })
      .fill('One visitor');
    await dialog().getByRole('button', { name: 'Place a hold' }).click();
    const hold = dialog().getByRole('listitem').filter({ hasText: 'One visitor' });
    await hold.getByText(`Consent ID: ${id}`).waitFor();
    await hold.getByRole('textbox', { name: 'Why it is lifted' }).fill('Settled');
    await hold.getByRole('button').click();
    await expect.poll(() => hold.count()).toBe(0);
  });

  it('are lifted by keyboard, with a reason, and the focus stays in the dialog', async () => {
    const hold = dialog().getByRole('listitem').filter({ hasText: 'A claim' });
    for (const left of [1, 0]) {
      const one = dialog().getByRole('listitem').first();
      await one.getByRole('textbox', { name: 'Why it is lifted' }).fill('Settled');
      await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
      await expect.poll(() => dialog().getByRole('listitem').count()).toBe(left);
      expect(await dialog().evaluate((box) => box.contains(document.activeElement))).toBe(true);
    }
    expect(await hold.count()).toBe(0);
    await dialog().getByText('Nothing is held.').waitFor();
  });
});
