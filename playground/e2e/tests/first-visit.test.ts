import { beforeEach, describe, expect, inject, it } from 'vitest';
import { banner } from '../harness/banner.ts';
import { recordsOf } from '../harness/records.ts';
import { useVisitors } from '../harness/use-visitors.ts';
import { remoteVendors } from '../harness/vendors.ts';

const { at, database } = inject('stack');
const vendors = remoteVendors(at.vendors);
const visitor = useVisitors(() => at.site);

/** The page as `curl` gets it. */
const html = async (path: string, headers: Record<string, string> = {}): Promise<string> =>
  (await fetch(`${at.site}${path}`, { headers })).text();

const bannerTag = (page: string): string => /<[^>]*data-consent-banner[^>]*>/.exec(page)?.[0] ?? '';

const bannerHtml = (page: string): string =>
  /<section[^>]*data-consent-banner[\s\S]*?<\/section>/.exec(page)?.[0] ?? '';

/** The words of the banner, without its tags. */
const bannerText = (page: string): string => bannerHtml(page).replaceAll(/<[^>]+>/g, ' ');

beforeEach(() => vendors.reset());

describe('the HTML before any script', () => {
  it('C2, D1: has the opt-in banner for a visitor from Germany', async () => {
    const page = await html('/', { 'x-country': 'DE' });
    expect(bannerTag(page)).toContain('data-model="opt-in"');
    for (const action of ['accept-all', 'reject-all', 'customize']) {
      const buttons = bannerHtml(page).match(new RegExp(`<button[^>]*data-consent-action="${action}"`, 'g'));
      expect(buttons, action).toHaveLength(1);
    }
  });

  it('D1, D3: has the opt-in banner where the country is unknown', async () => {
    expect(bannerTag(await html('/'))).toContain('data-model="opt-in"');
  });

  it('D1: has the opt-out notice for a visitor from California', async () => {
    const page = await html('/', { 'x-country': 'US', 'x-vercel-ip-country-region': 'CA' });
    expect(bannerTag(page)).toContain('data-model="opt-out"');
  });

  it('C11: has the word that the opt-out signal is honoured, and no banner', async () => {
    const page = await html('/', { 'x-country': 'US', 'x-vercel-ip-country-region': 'CA', 'sec-gpc': '1' });
    expect(page).toMatch(/data-honored[^>]*>\s*Opt-out request honored/);
    expect(bannerTag(page)).toBe('');
  });

  it('E3: speaks the language of the page', async () => {
    expect(bannerText(await html('/', { 'x-country': 'DE' }))).toContain('Accept all');
    expect(bannerText(await html('/de/', { 'x-country': 'DE' }))).toContain('Alle akzeptieren');
  });

  it('says who asks, what for, how many others take part, and where consent is withdrawn', async () => {
    const text = bannerText(await html('/de/', { 'x-country': 'DE' })).replaceAll(/\s+/g, ' ');
    expect(text).toMatch(
      /Verantwortlich: Priel Wattfahrten GmbH .*Zwecke: Funktional, Statistik, Marketing .*Drittanbieter: \d .*Einwilligung widerrufen: Datenschutzeinstellungen/,
    );
  });

  it('I5: names no third party, not even for a preload or a DNS lookup', async () => {
    const page = await html('/embeds', { 'x-country': 'DE' });
    const live = page
      .replaceAll(/<template[\s\S]*?<\/template>/g, '')
      .replaceAll(/<script type="application\/json"[\s\S]*?<\/script>/g, '');
    expect(live).not.toContain(at.vendors);
  });
});

describe('before a choice', () => {
  it('C2, I5: nothing of a third party runs on any page, and no cookie is set', async () => {
    const { page, open, cookies } = await visitor({ country: 'DE' });
    for (const path of ['/', '/about', '/embeds']) {
      await open(path);
      await expect.poll(() => banner(page).isVisible(), { message: path }).toBe(true);
      expect(await vendors.hits(), path).toEqual({});
      expect(await cookies(), path).toEqual({});
    }
  });

  it('C2: runs what the law allows by default for an opt-out visitor, and shows the notice', async () => {
    const { page, open } = await visitor({ country: 'US', region: 'CA' });
    await open('/');
    expect(await banner(page).isVisible()).toBe(true);
    await expect.poll(vendors.hits).toMatchObject({ '/analytics.js': 1, '/marketing.js': 1 });
  });

  it('C11: takes Global Privacy Control as the opt-out, records it once, and says so', async () => {
    const { page, open, consent } = await visitor({ country: 'US', region: 'CA', gpc: true });
    await open('/');
    expect(await banner(page).isVisible()).toBe(false);
    expect(await page.locator('[data-consent-part="gpc"]').isVisible()).toBe(true);
    const hits = await vendors.hits();
    expect(hits).not.toHaveProperty('/analytics.js');
    expect(hits).not.toHaveProperty('/marketing.js');
    const cookie = await consent();
    expect(cookie).toMatchObject({ s: 'g', j: 'out', d: { analytics: 0, marketing: 0 } });
    await expect.poll(() => recordsOf(database, cookie?.id ?? '')).toHaveLength(1);
    await open('/');
    expect(await consent()).toEqual(cookie);
    expect(recordsOf(database, cookie?.id ?? '')).toMatchObject([
      { source: 'gpc', model: 'opt-out', gpc: true },
    ]);
  });
});
