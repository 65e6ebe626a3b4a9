import { readFile, rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Build, buildSite, type Site, startSite } from '../site/harness.ts';
import { type DocumentsCms, serveDocuments } from './documents-cms.ts';

const root = fileURLToPath(new URL('../fixtures/documents/', import.meta.url));

let cms: DocumentsCms;
let build: Build;
let site: Site;
/** What Astro keeps from one build to the next. */
let cacheDir: string;

const fixture = (astro: Record<string, unknown> = {}) => ({
  root,
  options: { cms: cms.url },
  astro,
  shared: false,
});
const file = (path: string) => readFile(`${build.dir}/client/${path}`, 'utf8');
const get = async (path: string) => {
  const response = await fetch(`${site.url}${path}`);
  return { status: response.status, headers: response.headers, text: await response.text() };
};

beforeAll(async () => {
  cms = await serveDocuments();
  cacheDir = `${root}node_modules/.cache-${process.pid}`;
  build = await buildSite(fixture({ cacheDir }));
  site = await startSite(build);
});
afterAll(async () => {
  await site?.stop();
  await build?.remove();
  await rm(cacheDir, { recursive: true, force: true });
  await cms?.stop();
});

describe('legalPagesLoader', () => {
  it("builds every published page in each of the site's languages, with its tables", async () => {
    const english = await file('en/legal/privacy/index.html');
    expect(english).toMatch(
      /<article data-consent-legal-page="privacy" lang="en" dir="ltr">\s*<h1>Privacy policy<\/h1>/,
    );
    expect(english).toContain('Alpine Hosting');
    expect(english).toContain('data-consent-policy-version="d0d0d0d0"');
    expect(await file('de/legal/privacy/index.html')).toContain('Datenschutzerklärung');
  });

  it('speaks the language of the page in its tables', async () => {
    const german = await file('de/legal/privacy/index.html');
    expect(german).toContain('Österreich');
    expect(german).toContain('1. Mai 2026');
  });

  it("has a page that is not translated in the CMS's own language, and says so", async () => {
    expect(await file('de/legal/terms/index.html')).toMatch(/data-consent-legal-page="terms" lang="en"/);
  });

  it('renders as Markdown entries do', async () => {
    const [, rendered] = (await file('en/legal/terms/index.html')).split('<aside>');
    expect(rendered).toContain('<p>Be kind.</p>');
  });

  it('keeps the pages of the last build while the CMS is away, and says so', async () => {
    cms.mood = 'speechless';
    const again = await buildSite(fixture({ cacheDir }));
    cms.mood = 'well';
    expect(again.log).toMatch(/legal pages could not be read[\s\S]*The 4 of the last build stay/);
    expect(await readFile(`${again.dir}/client/en/legal/terms/index.html`, 'utf8')).toContain('Be kind.');
    await again.remove();
  });

  it.each([
    ['away', /could not be reached/],
    ['broken', /sent something else than expected: pages\.0/],
  ] as const)('fails a first build, and says what to do, with a CMS that is %s', async (mood, reason) => {
    cms.mood = mood;
    const failed = await buildSite(fixture()).then(
      () => '',
      (error: Error) => error.message,
    );
    cms.mood = 'well';
    expect(failed).toMatch(reason);
    expect(failed).toContain(`Start the CMS (${cms.url}/api/consent) before the build`);
  });
});

describe('legalPagesLiveLoader', () => {
  it('has the page as the CMS has it now, by id and by language', async () => {
    const { status, text } = await get('/live/de/privacy');
    expect(status).toBe(200);
    expect(text).toMatch(/data-consent-legal-page="privacy" lang="de"/);
    expect((await get('/live/privacy')).text).toContain('Privacy policy');
  });

  it('lists every page of a language', async () => {
    expect(JSON.parse((await get('/live-list?locale=de')).text)).toEqual({
      tags: ['consent-legal', 'consent-legal-privacy', 'consent-legal-terms'],
      titles: ['de/privacy: Datenschutzerklärung', 'de/terms: Terms'],
    });
  });

  it('has none where the CMS has none', async () => {
    expect((await get('/live/de/imprint')).status).toBe(404);
  });
});

describe('local Markdown files', () => {
  it('H1, H2: have the same shortcodes and the same safety, from a collection and from an import', async () => {
    const [fromCollection = '', fromImport = ''] = (await file('notice/index.html')).split('<aside>');
    for (const html of [fromCollection, fromImport]) {
      expect(html).toContain('<h2 id="what-we-store">What we store</h2>');
      expect(html).toContain('data-consent-cookie-table="vendor"');
      expect(html).toContain('data-consent-policy-version=');
      expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
    }
  });
});

describe('subprocessorsFeedRoute', () => {
  it('is a file of a static build, at the address of the site', async () => {
    const feed = await file('feed.xml');
    expect(feed).toContain(
      '<link rel="self" type="application/atom+xml" href="https://priel.example/feed.xml"/>',
    );
    expect(feed).toContain('href="https://priel.example/en/legal/subprocessors"');
    expect(feed).toContain('<name>Priel</name>');
    expect(feed).toContain('<title>Added: Letter Co</title>');
  });

  it('answers as Atom, cached like the list it is made of', async () => {
    const { status, headers, text } = await get('/live-feed.xml');
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('application/atom+xml; charset=utf-8');
    expect(headers.get('cache-control')).toBe(
      'public, max-age=300, s-maxage=3600, stale-while-revalidate=86400',
    );
    expect(text).toContain('href="https://priel.example/live-feed.xml"');
    expect(text).toContain('href="https://priel.example/live-feed"');
  });

  it('E2: says so where the register is off', async () => {
    cms.mood = 'off';
    const fresh = await startSite(build);
    const { status } = await fetch(`${fresh.url}/live-feed.xml`);
    cms.mood = 'well';
    await fresh.stop();
    expect(status).toBe(404);
  });
});

describe('with the CMS away', () => {
  beforeAll(() => {
    cms.mood = 'away';
  });

  it('a live page that was there before is there still', async () => {
    expect((await get('/live/de/privacy')).text).toContain('Datenschutzerklärung');
  });

  it('one that never was is an error with its reason', async () => {
    const { status, text } = await get('/live/de/terms-of-sale');
    expect(status).toBe(503);
    expect(text).toContain('ConsentLegalPagesError: The legal pages could not be read');
  });

  it('E2: the feed says when to ask again', async () => {
    const fresh = await startSite(build);
    const { status, headers } = await fetch(`${fresh.url}/live-feed.xml`);
    await fresh.stop();
    expect([status, headers.get('retry-after')]).toEqual([503, '60']);
  });
});
