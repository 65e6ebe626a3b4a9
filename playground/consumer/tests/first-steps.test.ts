import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDemoAdmin, DEMO_ADMIN } from '../../run/admin-account.ts';
import { findChromium } from '../../run/chromium.ts';
import { ROOT } from '../../run/paths.ts';
import { freePort } from '../../run/ports.ts';
import { startService, stopServices } from '../../run/service.ts';
import { makeAstroApp, makeStrapiApp } from '../harness/apps.ts';
import { pnpm, registryAnswers } from '../harness/commands.ts';
import { type Registry, startRegistry } from '../harness/registry.ts';

const PACKAGES = ['core', 'strapi-plugin', 'astro-integration'];
const HOST = '127.0.0.1';
const TRACKER = 'https://www.googletagmanager.com/gtag/js';

// Without packages there is nothing to install; CI always has them, and says so when not.
const possible = !!process.env.CI || (await registryAnswers());

describe.skipIf(!possible)('whoever follows the READMEs, in apps outside this workspace', () => {
  let folder: string;
  let registry: Registry;
  let browser: Browser;
  let page: Page;
  let cms: string;
  let site: string;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'permesso-consumer-'));
    const packed = join(folder, 'packed');
    for (const name of PACKAGES) await pnpm(`pack --pack-destination ${packed}`, `${ROOT}/${name}`);
    registry = await startRegistry(packed);
    const app = await makeStrapiApp(folder, 'cms', registry.origin);
    cms = `http://${HOST}:${await freePort()}`;
    await startService({
      name: 'The new CMS',
      cwd: app,
      args: ['node_modules/@strapi/strapi/bin/strapi.js', 'start'],
      env: { NODE_ENV: 'production', HOST, PORT: new URL(cms).port },
      readyUrl: `${cms}/_health`,
    });
    await createDemoAdmin(cms);
    const made = await makeAstroApp(folder, 'site', registry.origin, cms);
    site = `http://${HOST}:${await freePort()}`;
    await startService({
      name: 'The new site',
      cwd: made,
      args: ['dist/server/entry.mjs'],
      env: { NODE_ENV: 'production', HOST, PORT: new URL(site).port, CONSENT_CMS_URL: cms },
      readyUrl: `${site}/`,
    });
    browser = await chromium.launch({
      executablePath: findChromium() ?? undefined,
      args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-sync'],
    });
    page = await browser.newPage({ locale: 'en-GB', viewport: { width: 1280, height: 900 } });
    // What the README's tracker would load comes from another machine.
    await page.route(
      (url) => url.hostname !== HOST,
      (route) => route.fulfill({ status: 200, contentType: 'text/javascript', body: '' }),
    );
  });

  afterAll(async () => {
    await browser?.close();
    await stopServices();
    await registry?.stop();
    if (folder) rmSync(folder, { recursive: true, force: true });
  });

  it('sees a banner before anything optional has run (C2, I5)', async () => {
    const foreign: string[] = [];
    page.on('request', (request) => {
      if (new URL(request.url()).hostname !== HOST) foreign.push(request.url());
    });
    await page.goto(`${site}/`, { waitUntil: 'networkidle' });
    await page.getByRole('button', { name: 'Accept all' }).waitFor();
    expect(await page.getByRole('button', { name: 'Reject all' }).count()).toBe(1);
    expect(foreign).toEqual([]);
  });

  it('accepts: the tracker and the gate of the README load, and the decision is kept (E4)', async () => {
    expect(await page.locator('iframe').count()).toBe(0);
    const loaded = page.waitForRequest((request) => request.url().startsWith(TRACKER));
    const recorded = page.waitForResponse((response) => response.url().endsWith('/_consent/records'));
    await page.getByRole('button', { name: 'Accept all' }).click();
    await page.locator('[data-consent-banner]').waitFor({ state: 'hidden' });
    await page.locator('iframe[title=Map]').waitFor();
    expect((await loaded).resourceType()).toBe('script');
    expect((await recorded).status()).toBe(201);
  });

  it('is not asked again, and can change the choice', async () => {
    await page.goto(`${site}/`, { waitUntil: 'networkidle' });
    expect(await page.locator('[data-consent-banner]').count()).toBe(0);
    await page.locator('[data-consent-manage]').click();
    expect(await page.locator('dialog [data-consent-toggle=analytics]').isChecked()).toBe(true);
  });

  it('reads the privacy policy as the CMS published it', async () => {
    await page.goto(`${site}/legal/privacy`, { waitUntil: 'networkidle' });
    const article = page.getByRole('article');
    await article.getByRole('heading', { level: 1 }).waitFor();
    expect(await article.textContent()).toContain('Shop GmbH');
    expect(await article.getByRole('table').count()).toBeGreaterThan(0);
  });

  it('has the same pages from both loaders, and a feed of the sub-processors', async () => {
    for (const path of ['/imprint/privacy', '/policies/privacy']) {
      const response = await fetch(`${site}${path}`);
      expect([path, response.status]).toEqual([path, 200]);
      expect(await response.text()).toContain('Shop GmbH');
    }
    expect((await fetch(`${site}/policies/nothing`)).status).toBe(404);
    const feed = await fetch(`${site}/legal/subprocessors.xml`);
    expect(feed.headers.get('content-type')).toMatch(/^application\/atom\+xml/);
  });

  it('finds the decision in the records of the admin', async () => {
    await page.goto(`${cms}/admin/auth/login`);
    await page.fill('input[name=email]', DEMO_ADMIN.email);
    await page.fill('input[name=password]', DEMO_ADMIN.password);
    await page.click('button[type=submit]');
    await page.waitForURL((url) => !url.pathname.includes('/auth/'));
    await page.getByRole('link', { name: 'Consent', exact: true }).click();
    await page.goto(`${cms}/admin/plugins/consent/records`);
    await page.locator('tbody a').first().waitFor();
    expect(await page.locator('tbody tr').count()).toBe(1);
    expect(await page.locator('tbody').textContent()).toMatch(/banner/i);
  });
});
