import { beforeEach, describe, expect, inject, it } from 'vitest';
import { visitPage } from '../../../core/tests/adapter-contract/rest.ts';
import { banner, decide, manageButton } from '../harness/banner.ts';
import { useVisitors } from '../harness/use-visitors.ts';
import { remoteVendors } from '../harness/vendors.ts';

const { at } = inject('stack');
const vendors = remoteVendors(at.vendors);
const visitor = useVisitors(() => at.site);

beforeEach(() => vendors.reset());

describe('a gate', () => {
  it('I1, I5, C3: keeps embed and island out of the page until its category is granted, and after a refusal', async () => {
    const { page, open } = await visitor({ country: 'DE' });
    await open('/embeds');
    const isClosed = async () => {
      expect(await page.locator('[data-consent-gate]').getAttribute('data-state')).toBe('closed');
      expect(await page.locator('iframe.map, [data-tide-table]').count()).toBe(0);
      expect(await vendors.hits()).toEqual({});
    };
    await isClosed();
    await decide(page, 'reject-all');
    await open('/embeds');
    await isClosed();
  });

  it('I4: opens without a reload, and the island inside comes alive', async () => {
    const { page, open } = await visitor({ country: 'DE' });
    await open('/embeds');
    await page.evaluate(() => Object.assign(window, { sameDocument: true }));
    await decide(page, 'accept-all');
    await page.frameLocator('iframe.map').getByText('Harbour map').waitFor();
    expect(await vendors.hits()).toMatchObject({ '/embed': 1 });
    await page.locator('[data-tide-table] button').click();
    await expect.poll(() => page.locator('[data-tide-table] tr').count()).toBe(4);
    expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true);
  });

  it('I4: opens on a page that is reached by client-side navigation', async () => {
    const { page, open } = await visitor({ country: 'DE' });
    await open('/');
    await decide(page, 'accept-all');
    await page.getByRole('navigation').getByRole('link', { name: 'Find us' }).click();
    await page.frameLocator('iframe.map').getByText('Harbour map').waitFor();
    expect(await vendors.hits()).toMatchObject({ '/embed': 1 });
  });
});

describe('another tab', () => {
  it('I4: follows a decision without a reload', async () => {
    const { page, context, open } = await visitor({ country: 'DE' });
    await open('/');
    const other = await context.newPage();
    await visitPage(other, '/embeds');
    expect(await banner(other).isVisible()).toBe(true);
    await decide(page, 'accept-all');
    await banner(other).waitFor({ state: 'hidden' });
    await other.frameLocator('iframe.map').getByText('Harbour map').waitFor();
    expect(await manageButton(other).isVisible()).toBe(true);
    expect(await other.locator('[data-consent-gate]').getAttribute('data-state')).toBe('open');
  });
});

describe('the server', () => {
  it('C1, C10: knows the choice before it renders', async () => {
    const { page, open } = await visitor({ country: 'DE' });
    await open('/status');
    expect(await page.locator('[data-consent-status]').textContent()).toMatch(/"status": "undecided"/);
    await decide(page, 'accept-all');
    await open('/status');
    const told = JSON.parse((await page.locator('[data-consent-status]').textContent()) ?? '');
    expect(told).toMatchObject({ status: 'decided', model: 'opt-in', source: 'banner' });
    expect(told.decisions).toEqual({ functional: true, analytics: true, marketing: true });
  });
});
