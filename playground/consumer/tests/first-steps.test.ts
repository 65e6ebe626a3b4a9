import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, type RunnerTask } from 'vitest';
import { createDemoAdmin, DEMO_ADMIN } from '../../run/admin-account.ts';
import { headlessOptions } from '../../run/chromium.ts';
import { ROOT } from '../../run/paths.ts';
import { freePort } from '../../run/ports.ts';
import { type Service, startService, stopServices } from '../../run/service.ts';
import { addPlugin, makeAstroApp, makeFolder, makeStrapiApp } from '../harness/apps.ts';
import { outside, registryAnswers } from '../harness/commands.ts';
import { consumerIsProved, rememberProof } from '../harness/proved.ts';
import { Reader } from '../harness/reader.ts';
import { printedIn } from '../harness/readme.ts';
import { type Registry, startRegistry } from '../harness/registry.ts';
import { tarballs } from '../harness/tarballs.ts';

const CORE = 'core/README.md';
const PLUGIN = 'strapi-plugin/README.md';
const INTEGRATION = 'astro-integration/README.md';
const FIRST = ['Install', 'First result in five minutes'];
const HOST = '127.0.0.1';
const TRACKER = 'https://www.googletagmanager.com/gtag/js';
/** A first start compiles and fills a database, and the machine may have other work. */
const READY_WITHIN = 400_000;

// Minutes of work that nothing else needs: not again before something of it has changed, or everything is to be proved.
const due = !!process.env.CONSENT_PROVE_CONSUMER || !consumerIsProved();
// Without packages there is nothing to install; CI always has them, and fails when not.
const possible = !due || !!process.env.CI || (await registryAnswers());
const proved = due ? '' : ' (skipped: proved since manifests, READMEs and exports last changed)';
const because = possible ? proved : ' (skipped: no package registry answers on this machine)';

let folder: string;
let registry: Registry;

/** Whether nothing failed and nothing was left out. */
const isPassed = (task: RunnerTask): boolean =>
  task.type === 'suite' ? task.tasks.every(isPassed) : task.result?.state === 'pass';

beforeAll(async () => {
  if (!due) return;
  folder = mkdtempSync(join(tmpdir(), 'permesso-consumer-'));
  registry = await startRegistry(await tarballs(join(folder, 'packed')));
});

// biome-ignore lint/correctness/noEmptyPattern: Vitest takes no other first parameter.
afterAll(async ({}, file) => {
  await stopServices();
  await registry?.stop();
  if (folder) rmSync(folder, { recursive: true, force: true });
  if (file.tasks.every(isPassed)) rememberProof();
});

describe.skipIf(!due)(`whoever follows the core's README, in an empty folder${proved}`, () => {
  it('sees printed what it says', async () => {
    const reader = new Reader(CORE, makeFolder(folder, 'first', registry.origin), FIRST, { instead: {} });
    await reader.read('npm install');
    expect((await reader.read('node')).trim()).toBe(printedIn(CORE));
  });
});

describe.skipIf(!!because)(`whoever follows the READMEs, in apps outside this workspace${because}`, () => {
  let browser: Browser;
  let page: Page;
  let cms: string;
  let site: string;
  let ofCms: Reader;
  let ofSite: Reader;
  const running: { cms?: Service; site?: Service } = {};

  /** Addresses of the documents whose ports may be taken on this machine. */
  const instead = () => ({
    'http://127.0.0.1:1337': cms,
    'http://localhost:1337': cms,
    'http://localhost:4321': site,
  });

  /** An address that the README tells to open. */
  const told = (address: string): string => {
    expect(readFileSync(`${ROOT}/${INTEGRATION}`, 'utf8')).toContain(`<${address}>`);
    return address.replace('http://localhost:4321', site);
  };

  /** Starts what does not end by itself, on this machine alone and at a port that is free. */
  const serving =
    (which: 'cms' | 'site', cwd: string, address: string, ready: string) =>
    (command: string): Promise<void> | null => {
      if (!/^(?:npm run (?:develop|dev|start)|node )/.test(command)) return null;
      const { hostname, port } = new URL(address);
      // Astro's dev server takes both as arguments only; the others from the environment.
      const args = command === 'npm run dev' ? `${command} -- --host ${hostname} --port ${port}` : command;
      const env = outside({ HOST, PORT: port, ASTRO_DEV_BACKGROUND: '0' });
      const readyUrl = `${address}${ready}`;
      return startService({
        name: `The new ${which}`,
        cwd,
        args,
        env,
        readyUrl,
        readyWithin: READY_WITHIN,
      }).then((service) => {
        running[which] = service;
      });
    };

  beforeAll(async () => {
    cms = `http://${HOST}:${await freePort()}`;
    site = `http://${HOST}:${await freePort()}`;
    const strapi = await makeStrapiApp(folder, 'cms', registry.origin);
    const astro = makeAstroApp(folder, 'site', registry.origin);
    ofCms = new Reader(PLUGIN, strapi, FIRST, {
      instead: instead(),
      merge: addPlugin,
      service: serving('cms', strapi, cms, '/_health'),
    });
    ofSite = new Reader(INTEGRATION, astro, FIRST, {
      instead: instead(),
      service: serving('site', astro, site, '/'),
    });
    await Promise.all([ofCms.read('npm install'), ofSite.read('npm install')]);
    browser = await chromium.launch(headlessOptions());
    page = await visitor();
  });

  afterAll(() => browser?.close());

  /** Somebody who has never been here. */
  async function visitor(): Promise<Page> {
    const fresh = await browser.newPage({ locale: 'en-GB', viewport: { width: 1280, height: 900 } });
    fresh.setDefaultTimeout(120_000);
    // What the README's tracker would load comes from another machine.
    await fresh.route(
      (url) => url.hostname !== HOST,
      (route) => route.fulfill({ status: 200, contentType: 'text/javascript', body: '' }),
    );
    return fresh;
  }

  /** What the records of the admin list, for somebody who signs in. */
  async function records(officer: Page): Promise<string[]> {
    await officer.goto(`${cms}/admin/auth/login`);
    await officer.fill('input[name=email]', DEMO_ADMIN.email);
    await officer.fill('input[name=password]', DEMO_ADMIN.password);
    await officer.click('button[type=submit]');
    await officer.waitForURL((url) => !url.pathname.includes('/auth/'));
    await officer.getByRole('link', { name: 'Consent', exact: true }).click();
    await officer.goto(`${cms}/admin/plugins/consent/records`);
    await officer.locator('tbody a').first().waitFor();
    return officer.locator('tbody tr').allTextContents();
  }

  it('has a CMS that answers as its README says', async () => {
    await ofCms.read('npm run develop');
    await createDemoAdmin(cms);
    const printed = await ofCms.read('curl');
    const config = JSON.parse(printed.slice(printed.indexOf('{'), printed.lastIndexOf('}') + 1));
    expect(config.jurisdiction).toEqual({ country: 'DE', model: 'opt-in' });
    expect(config.trackers.map(({ key }: { key: string }) => key).toSorted()).toEqual(['consent', 'ga4']);
  });

  it('sees a banner before anything optional has run (C2, I5)', async () => {
    await ofSite.read('npm run dev');
    const foreign: string[] = [];
    page.on('request', (request) => {
      if (new URL(request.url()).hostname !== HOST) foreign.push(request.url());
    });
    await page.goto(told('http://localhost:4321'), { waitUntil: 'networkidle' });
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
    await page.goto(told('http://localhost:4321/legal/privacy'), { waitUntil: 'networkidle' });
    const article = page.getByRole('article');
    await article.getByRole('heading', { level: 1 }).waitFor();
    expect(await article.textContent()).toContain('Shop GmbH');
    expect(await article.textContent()).toContain('36 months');
    expect(await article.getByRole('table').count()).toBeGreaterThan(0);
  });

  it('finds the decision in the records of the admin', async () => {
    expect(await records(page)).toEqual([expect.stringMatching(/banner/i)]);
  });

  it('links the banner to the legal pages under Consent, Settings, Banner', async () => {
    await page.getByRole('link', { name: 'Consent', exact: true }).click();
    await page.locator('a[href$="/plugins/consent/settings"]').click();
    await page.getByRole('tab', { name: 'Banner' }).click();
    await page.getByRole('textbox', { name: 'Privacy policy' }).fill('/legal/privacy');
    await page.getByRole('textbox', { name: 'Cookie policy' }).fill('/legal/cookies');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Saved. Visitors get it within about a minute').first().waitFor();
  });

  it('goes to production with both, and with the legal pages in all the ways of the README', async () => {
    await Promise.all([running.cms?.stop(), running.site?.stop()]);
    await ofCms.read('npm run start');
    const legal = new Reader(INTEGRATION, join(folder, 'site'), ['Legal pages'], { instead: instead() });
    await legal.read();
    await ofSite.read('node dist/server/entry.mjs');
    for (const path of ['/legal/privacy', '/imprint/privacy', '/policies/privacy']) {
      const response = await fetch(`${site}${path}`);
      expect([path, response.status]).toEqual([path, 200]);
      expect(await response.text()).toContain('Shop GmbH');
    }
    expect((await fetch(`${site}/policies/nothing`)).status).toBe(404);
    const feed = await fetch(`${site}/legal/subprocessors.xml`);
    expect(feed.headers.get('content-type')).toMatch(/^application\/atom\+xml/);
  });

  it('there asks a new visitor in a banner that leads to the legal pages', async () => {
    const other = await visitor();
    await other.goto(`${site}/`, { waitUntil: 'networkidle' });
    const banner = other.locator('[data-consent-banner]');
    await banner.getByRole('button', { name: 'Reject all' }).waitFor();
    const links = await banner
      .getByRole('link')
      .evaluateAll((all) => all.map((link) => link.getAttribute('href')));
    expect(links).toEqual(['/legal/privacy', '/legal/cookies']);
    await banner.getByRole('link').first().click();
    await other.getByRole('article').getByRole('heading', { level: 1, name: 'Privacy policy' }).waitFor();
    await other.close();
  });

  it('has done all that the READMEs say, and the records are still there', async () => {
    expect([...ofCms.left, ...ofSite.left]).toEqual([]);
    expect(await records(await visitor())).toEqual([expect.stringMatching(/banner/i)]);
  });
});
