import { describe, expect, inject, it } from 'vitest';
import { violations } from '../harness/axe.ts';
import { banner, button } from '../harness/banner.ts';
import { useVisitors } from '../harness/use-visitors.ts';

const { at } = inject('stack');
const visitor = useVisitors(() => at.site);

const LOOKS = [
  ['light, 1280 px', { dark: false, width: 1280 }],
  ['dark, 1280 px', { dark: true, width: 1280 }],
  ['light, 320 px', { dark: false, width: 320 }],
  ['dark, 320 px', { dark: true, width: 320 }],
] as const;

const TITLES = {
  en: {
    privacy: 'Privacy policy',
    cookies: 'Cookie policy',
    terms: 'Terms',
    subprocessors: 'Sub-processors',
    dpa: 'Data processing agreement',
  },
  de: {
    privacy: 'Datenschutzerklärung',
    cookies: 'Cookie-Richtlinie',
    terms: 'Nutzungsbedingungen',
    subprocessors: 'Unterauftragsverarbeiter',
    dpa: 'Auftragsverarbeitungsvertrag',
  },
};

const pathOf = (locale: string, slug: string) => `${locale === 'de' ? '/de' : ''}/legal/${slug}`;
const PAGES = Object.entries(TITLES).flatMap(([locale, titles]) =>
  Object.entries(titles).map(([slug, title]) => [pathOf(locale, slug), locale, title] as const),
);

describe('the legal pages of the site', () => {
  it.each(PAGES)(
    'H, L: %s is there, in its language, and begins with the advice to have it reviewed',
    async (path, locale, title) => {
      const html = await (await fetch(`${at.site}${path}`)).text();
      const article = /<article[\s\S]*<\/article>/.exec(html)?.[0] ?? '';
      expect(article).toContain(`lang="${locale}"`);
      expect(article).toContain(`<h1>${title}</h1>`);
      expect(article).toMatch(/<blockquote>\s*<p><strong>(?:Have this reviewed|Bitte prüfen lassen)\./);
      expect(article).toContain('Priel Wattfahrten GmbH');
      expect(article).not.toMatch(/\{\{|undefined/);
    },
  );

  it.each(['en', 'de'] as const)('are linked from banner and footer (%s)', async (locale) => {
    const { page, open } = await visitor({ country: 'DE' });
    await open(locale === 'de' ? '/de/' : '/');
    const linked = (selector: string) =>
      page.locator(`${selector} a`).evaluateAll((links) => links.map((link) => link.getAttribute('href')));
    expect(await linked('[data-consent-banner]')).toEqual(
      ['privacy', 'cookies'].map((slug) => pathOf(locale, slug)),
    );
    expect(await linked('.site-footer')).toEqual(
      expect.arrayContaining(
        ['privacy', 'cookies', 'terms', 'subprocessors'].map((slug) => pathOf(locale, slug)),
      ),
    );
  });

  it('of an unknown name are 404', async () => {
    const { page } = await visitor();
    const response = await page.goto('/legal/imprint');
    expect(response?.status()).toBe(404);
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('There is no such document');
  });
});

describe('the tables', () => {
  it('H3: name countries and dates as the readers of the page do', async () => {
    const { page, open } = await visitor();
    await open('/de/legal/privacy');
    const text = await page.getByRole('article').textContent();
    expect(text).toContain('Vereinigte Staaten');
    expect(text).toContain('Server für Website, Buchungen und deren Sicherungen');
    await open('/de/legal/subprocessors');
    expect(await page.getByRole('article').textContent()).toContain('12. Januar 2026');
    await open('/legal/subprocessors');
    expect(await page.getByRole('article').textContent()).toContain('January 12, 2026');
  });

  it('have a caption, and a scope at every header', async () => {
    const { page } = await visitor();
    for (const slug of ['privacy', 'cookies', 'subprocessors', 'dpa']) {
      await page.goto(`/legal/${slug}`);
      const tables = await page
        .locator('[data-consent-processors] table, [data-consent-cookie-table] table')
        .all();
      expect(tables.length).toBeGreaterThan(0);
      for (const table of tables) {
        expect(await table.locator('caption').textContent()).not.toBe('');
        expect(await table.locator('th:not([scope])').count()).toBe(0);
        expect(await table.locator('tbody tr').count()).toBe(
          await table.locator('tbody th[scope=row]').count(),
        );
      }
    }
  });

  it.each(LOOKS)('axe finds nothing on pages with tables (%s)', async (_, look) => {
    const { page, open } = await visitor(look);
    await open('/');
    await button(banner(page), 'reject-all').click();
    for (const path of ['/legal/privacy', '/de/legal/cookies']) {
      await open(path);
      expect(await violations(page)).toEqual([]);
    }
  });

  it('leave the page as wide as a phone, under a long title, and scroll by themselves, by keyboard too', async () => {
    const { page, open } = await visitor({ width: 320 });
    for (const path of [pathOf('de', 'subprocessors'), pathOf('de', 'dpa'), pathOf('en', 'dpa')]) {
      await open(path);
      expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(320);
    }
    // The edge of what goes on fades: minifiers may write what browsers do not take.
    const table = page.locator('[data-legal-table-container]').first();
    expect(await table.evaluate((element) => getComputedStyle(element).animationName)).toBe('consent-more');
    const region = page.locator('[data-consent-processors=annex]');
    expect(
      await page.getByRole('region', { name: (await region.locator('caption').textContent()) ?? '' }).count(),
    ).toBe(1);
    await region.focus();
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => region.evaluate((element) => element.scrollLeft)).toBeGreaterThan(0);
  });

  it('are printed whole, without the banner', async () => {
    const { page, open } = await visitor();
    await open('/legal/dpa');
    await page.emulateMedia({ media: 'print' });
    // A sheet of A4 with its margins, in CSS pixels.
    await page.setViewportSize({ width: 680, height: 960 });
    const cut = await page
      .locator('[data-legal-table-container]')
      .evaluateAll(
        (all) => all.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth + 1).length,
      );
    expect(cut).toBe(0);
    expect(await banner(page).isVisible()).toBe(false);
  });
});

describe('the sub-processor page', () => {
  it('has the list, the notice period, the address for objections, the change log and its feed', async () => {
    const { page, open } = await visitor();
    await open('/legal/subprocessors');
    const article = page.getByRole('article');
    expect(await article.textContent()).toMatch(/at least 30 days before[\s\S]*privacy@priel\.example/);
    expect(
      await article.locator('[data-consent-processors=subprocessors] tbody th').allTextContents(),
    ).toEqual(['Bottlepost', 'Deichhost', 'Squall Support']);
    expect(await article.locator('[data-consent-processors=changes] tbody tr').count()).toBe(3);
    const feed = page.locator('head link[rel=alternate][type="application/atom+xml"]');
    expect(await feed.getAttribute('href')).toBe('/legal/subprocessors.xml');
  });

  it.each([
    ['/legal/subprocessors.xml', 'Added: Squall Support'],
    ['/de/legal/subprocessors.xml', 'Hinzugefügt: Squall Support'],
  ])('%s is a feed of its changes', async (path, title) => {
    const response = await fetch(`${at.site}${path}`);
    expect(response.headers.get('content-type')).toBe('application/atom+xml; charset=utf-8');
    expect(await response.text()).toContain(`<title>${title}</title>`);
  });
});
