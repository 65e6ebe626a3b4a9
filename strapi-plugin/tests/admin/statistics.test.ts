import type { ConsentConfig } from '@permesso/consent-core';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { StatisticsValues } from '../../server/src/statistics/admin-controller.ts';
import type { Statistics } from '../../server/src/statistics/answers.ts';
import { reportFinding, scanReport } from '../support/scan-report.ts';
import { connectChromium, hasFocus, signedIn } from './browser.ts';
import { type Cms, connectCms } from './cms.ts';
import { request } from './requests.ts';

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

  it('sees what may have moved the curve as marks on it, each with a name and a way there by keyboard', async () => {
    await cms.ask('/consent/settings', { texts: { en: { bannerTitle: 'What moves a curve?' } } }, 'PUT');
    const { docs } = await cms.ask<{ docs: { number: number }[] }>('/consent/releases');
    const number = docs[0]!.number;
    await reportFindings(cms);
    await page.goto(`/admin/plugins/consent/statistics?from=${today}&to=${today}`);
    const chart = page.getByRole('img', { name: 'Banner answered, over time' });
    const place = (await chart.boundingBox())!;
    for (const kind of ['release', 'finding']) {
      const { x, y, width, height } = (await chart.locator(`line.${kind}`).last().boundingBox())!;
      // The one day that is shown has the whole width: its marks stand in the middle, from top to bottom.
      expect(Math.abs(x + width / 2 - (place.x + place.width / 2))).toBeLessThan(2);
      expect(Math.abs(y - place.y)).toBeLessThan(2);
      expect(Math.abs(y + height - (place.y + place.height))).toBeLessThan(2);
    }
    const links = page.getByRole('list', { name: 'What the marks stand for' }).getByRole('link');
    const names = await links.allTextContents();
    expect(names).toContainEqual(expect.stringMatching(new RegExp(`: release ${number}\\b`)));
    expect(names.at(-1)).toMatch(/: \d+ new findings? of the scanner$/);
    await page.getByRole('combobox', { name: 'Figure' }).focus();
    for (const [index, name] of names.entries()) {
      await page.keyboard.press('Tab');
      expect([name, await hasFocus(links.nth(index))]).toEqual([name, true]);
    }
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/consent\/scanner\?state=any$/);
  });

  it.each(['light', 'dark'] as const)(
    'can tell all strokes and texts of the curve from a %s page',
    async (colorScheme) => {
      await page.emulateMedia({ colorScheme });
      await page.goto(`/admin/plugins/consent/statistics?from=${today}&to=${today}&against=before`);
      const chart = page.getByRole('img', { name: 'Banner answered, over time' });
      await chart.locator('.finding').first().waitFor({ state: 'attached' });
      const { page: brightness, strokes, texts } = await contrastsIn(chart.locator('..'));
      expect(brightness < 0.1 ? 'dark' : 'light').toBe(colorScheme);
      expect(strokes.map(({ of }) => of)).toEqual(
        expect.arrayContaining(['line', 'points', 'compared', 'release', 'finding']),
      );
      expect(strokes.filter(({ ratio }) => ratio < 3)).toEqual([]);
      expect(texts.length).toBeGreaterThan(4);
      expect(texts.filter(({ ratio }) => ratio < 4.5)).toEqual([]);
      await page.emulateMedia({ colorScheme: null });
    },
  );

  it('takes them along as CSV', async () => {
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export as CSV' }).click();
    expect((await download).suggestedFilename()).toBe(`consent-statistics-${today}-${today}.csv`);
  });

  it('says which whole months it tells of, and sets them against those before, in the name of the CSV, too', async () => {
    const whole = { from: '2001-01-01', to: '2001-06-30' };
    await page.goto('/admin/plugins/consent/statistics?from=2001-01-20&to=2001-06-02&against=before');
    await page.getByText('By whole months, in UTC: Jan 2001 to Jun 2001.').waitFor();
    await page.getByText('The dashed line is what it is compared with: Jul 2000 to Dec 2000.').waitFor();
    for (const [button, name] of [
      ['Export as CSV', 'consent-statistics'],
      ['Export this table', 'consent-statistics-country'],
    ] as const) {
      const download = page.waitForEvent('download');
      await page.getByRole('button', { name: button }).click();
      expect((await download).suggestedFilename()).toBe(`${name}-${whole.from}-${whole.to}.csv`);
    }
  });
});

/** What a scan has found today. */
async function reportFindings({ origin, ask }: Cms): Promise<void> {
  const { data } = await ask<{ data: { accessKey: string } }>('/admin/api-tokens', {
    name: `Scans of ${crypto.randomUUID()}`,
    description: '',
    type: 'custom',
    lifespan: null,
    permissions: ['plugin::consent.scans.create'],
  });
  const subject = { kind: 'cookie', name: `moves_${crypto.randomUUID()}`, host: 'shop.example' } as const;
  const body = scanReport([reportFinding({ rule: 'C201', known: null, subject })], {});
  await request(`${origin}/api/consent/scans`, { token: data.accessKey, body });
}

interface Contrast {
  of: string;
  ratio: number;
}

/** Contrasts by WCAG of the strokes and texts in an element against what is behind them, as they are rendered; the grid is decoration. */
const contrastsIn = (part: Locator): Promise<{ page: number; strokes: Contrast[]; texts: Contrast[] }> =>
  part.evaluate((root) => {
    const channels = (color: string) => (color.match(/[\d.]+/g) ?? []).map(Number);
    const luminance = (color: string) => {
      const [red = 0, green = 0, blue = 0] = channels(color).map((channel) => {
        const share = channel / 255;
        return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    };
    const behind = (element: Element): string => {
      const { backgroundColor } = getComputedStyle(element);
      const isClear = channels(backgroundColor)[3] === 0;
      return isClear && element.parentElement ? behind(element.parentElement) : backgroundColor;
    };
    const contrast = (of: string, element: Element, color: string) => {
      const [darker = 0, lighter = 0] = [luminance(color), luminance(behind(element))].sort((a, b) => a - b);
      return { of, ratio: (lighter + 0.05) / (darker + 0.05) };
    };
    const all = [...root.querySelectorAll('*')];
    const strokes = all.filter((one) => one.matches('line:not(.grid), path'));
    const texts = all.filter((one) =>
      [...one.childNodes].some(
        ({ nodeType, textContent }) => nodeType === Node.TEXT_NODE && textContent?.trim(),
      ),
    );
    return {
      page: luminance(behind(root)),
      strokes: strokes.map((one) =>
        contrast(one.closest('[class]')?.getAttribute('class') ?? '', one, getComputedStyle(one).stroke),
      ),
      texts: texts
        .filter((one) => one.localName !== 'desc')
        .map((one) => contrast(one.textContent ?? '', one, getComputedStyle(one).color)),
    };
  });
