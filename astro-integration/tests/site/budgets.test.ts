import { gzipSync } from 'node:zlib';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { atRest, isUnsent, launch, visitPage } from './browser.ts';
import { type FakeCms, serveCms } from './cms.ts';
import {
  type Build,
  buildSite,
  type Served,
  type Site,
  serveRewritten,
  startPlain,
  startSite,
} from './harness.ts';
import { usualConfig } from './usual-config.ts';

const kB = 1000;
const gzip = (text: string) => gzipSync(text, { level: 9 }).length;

/** The same page without the integration. */
const bare =
  '<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>usual</title></head><body><p>Text</p></body></html>';

let build: Build;
let site: Site;
let browser: Browser;

beforeAll(async () => {
  [build, browser] = await Promise.all([
    buildSite({ options: { config: usualConfig }, astro: { srcDir: './usual' } }),
    launch(),
  ]);
  site = await startSite(build);
}, 120_000);
afterAll(async () => {
  await Promise.all([browser?.close(), site?.stop()]);
  await build?.remove();
});

/** What one page load asked for, in bytes after gzip. */
interface Load {
  /** Inline script counted. */
  script: number;
  styles: number;
  /** How much more than the bare page, with all that it asked for. */
  growth: number;
  urls: string[];
  /** What each file weighs, for people. */
  figures: string;
}

const inKB = (bytes: number) => `${(bytes / kB).toFixed(1).padStart(5)} kB`;

/** Opens the page, waits until it is at rest, and does something on it. */
async function load(context: BrowserContext, then = async (_: Page) => {}, url = site.url) {
  const page = await context.newPage();
  const files: Promise<{ url: string; type: string; size: number }>[] = [];
  page.on('response', (response) => {
    const [url, type] = [response.url(), response.request().resourceType()];
    files.push(response.text().then((text) => ({ url, type, size: gzip(text) })));
  });
  const html = await (await visitPage(page, url))!.text();
  await then(page);
  await atRest(page);
  const asked = (await Promise.all(files)).slice(1);
  await page.close();
  const of = (type: string) =>
    asked.filter((file) => file.type === type).reduce((sum, { size }) => sum + size, 0);
  const inline = [...html.matchAll(/<style[^>]*>([^<]*)<\/style>/g)].map(([, css]) => css).join('');
  const inlineScripts = [...html.matchAll(/<script(?! type="application\/json")[^>]*>(.*?)<\/script>/gs)];
  const script = gzip(inlineScripts.map(([, code]) => code).join('\n')) + of('script');
  return {
    script,
    styles: gzip(inline) + of('stylesheet'),
    growth: gzip(html) - gzip(bare) + asked.reduce((sum, { size }) => sum + size, 0),
    urls: asked.map((file) => file.url),
    figures: [
      `${inKB(script)} of script, inline script counted`,
      ...asked.map((file) => `${inKB(file.size)}  ${new URL(file.url).pathname}`),
    ].join('\n'),
  } satisfies Load;
}

/** Answers the banner, and waits for the record: what waits in storage would be sent from the next page. */
async function decide(page: Page, button = '[value=reject-all]'): Promise<void> {
  const answered = page.waitForResponse(/\/records/);
  await page.click(`[data-consent-banner] ${button}`);
  await answered;
  await expect.poll(() => isUnsent(page)).toBe(false);
}

describe('the weight of a page of a site that has gates too (gzip)', () => {
  it('is before a decision at most 3.78 kB of script, 1.8 kB of styles, and 6.74 kB in all, without a request', async () => {
    const context = await browser.newContext();
    const first = await load(context);
    expect(first.script).toBeLessThanOrEqual(3.78 * kB);
    expect(first.styles).toBeLessThanOrEqual(1.8 * kB);
    expect(first.growth).toBeLessThanOrEqual(6.74 * kB);
    expect(first.urls).toEqual([]);
    await context.close();
  });

  it.each([
    ['refuses', '[value=reject-all]', 11.02, 1],
    ['accepts', '[value=accept-all]', 12.85, 2],
  ])('is on a first visit of somebody who %s at most %s kB of script', async (_, button, bound, files) => {
    const context = await browser.newContext();
    const visit = await load(context, (page) => decide(page, button));
    expect(visit.script).toBeLessThanOrEqual(bound * kB);
    expect(visit.urls.filter((url) => url.endsWith('.js'))).toHaveLength(files);
    await context.close();
  });

  it('is for a returning visitor at most 4.47 kB in all, without a request beside the page', async () => {
    const context = await browser.newContext();
    await load(context, decide);
    const back = await load(context);
    expect(back.growth).toBeLessThanOrEqual(4.47 * kB);
    // Neither a script, nor a configuration, nor a third party.
    expect(back.urls).toEqual([]);
    await context.close();
  });

  it('carries the hint that has what decides compiled before it is needed', async () => {
    const context = await browser.newContext();
    const { urls } = await load(context, decide);
    const consent = urls.find((url) => url.endsWith('/consent.js'));
    const built = await (await fetch(consent!)).text();
    // Browsers read it in the first line alone, and the rest must be there too.
    expect(built.split('\n')[0]).toBe('//# allFunctionsCalledOnLoad');
    expect(built).toContain('accept-all');
    await context.close();
  });

  it('has nothing of a placeholder where no gate is, and its look where one is closed', async () => {
    const placeholder = /data-consent-blocked\]\s*>/;
    const [plain, gated] = await Promise.all(
      ['/', '/gate'].map(async (path) => (await fetch(site.url + path)).text()),
    );
    expect(plain).not.toMatch(placeholder);
    expect(gated).toMatch(placeholder);
  });

  it('has nothing of the look of legal tables and gates but where some stand', async () => {
    const [plain, table] = await Promise.all(
      ['/', '/table'].map(async (path) => (await fetch(site.url + path)).text()),
    );
    expect(table).toMatch(
      /<style>\[data-legal-table-container\][^<]+<\/style><div data-consent-cookie-table/,
    );
    expect(plain).not.toContain('[data-legal-table]');
    for (const html of [plain, table]) expect(html).not.toMatch(/\[data-consent-content\]\s*\{/);
  });

  it('grows when the preferences open by what decides, by themselves and by the texts, each once', async () => {
    const contexts = [await browser.newContext(), await browser.newContext()] as const;
    const first = await load(contexts[0]);
    const opened = await load(contexts[1], async (page) => {
      await page.click('[data-consent-action=customize]');
      await page.waitForSelector('dialog[data-consent-preferences][open]');
      expect(await page.textContent('dialog')).toContain(
        'Shows where visitors click and how far they scroll.',
      );
      await page.click('dialog [data-consent-toggle=marketing]');
    });
    expect(opened.growth - first.growth).toBeLessThanOrEqual(15.67 * kB);
    expect(opened.urls.filter((url) => !first.urls.includes(url)).sort()).toEqual([
      expect.stringMatching(/\/consent\.js$/),
      expect.stringMatching(/\/preferences\.js$/),
      expect.stringMatching(/\/_consent\/c\.[\da-f]{16}\.json/),
    ]);
    await Promise.all(contexts.map((context) => context.close()));
  });
});

describe('the weight of a page with a script tag alone (gzip)', () => {
  let cms: FakeCms;
  let plain: Site;
  let tagged: Served;

  beforeAll(async () => {
    cms = await serveCms('http://vendors.invalid');
    Object.assign(cms.config, usualConfig);
    plain = await startPlain(cms.url);
    // As above, a page where nothing waits for consent.
    tagged = await serveRewritten(plain.url, '/tag.html', (html) =>
      html.replace(/<main>[\s\S]*<\/main>/, '<main>Text</main>'),
    );
  });
  afterAll(async () => {
    await tagged?.stop();
    await plain?.stop();
    await cms?.stop();
  });

  it('is on a first visit, a refusal included, at most 18.34 kB of script in 3 files', async () => {
    const context = await browser.newContext();
    const visit = await load(context, (page) => decide(page), `${tagged.url}/tag.html`);
    console.info(`A first visit by a script tag, to the refusal:\n${visit.figures}`);
    expect(visit.script, visit.figures).toBeLessThanOrEqual(18.34 * kB);
    expect(visit.urls.filter((url) => url.endsWith('.js')).length, visit.figures).toBeLessThanOrEqual(3);
    await context.close();
  });
});
