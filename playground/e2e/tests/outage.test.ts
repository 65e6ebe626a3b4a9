import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { banner, decide } from '../harness/banner.ts';
import { recordsOf } from '../harness/records.ts';
import { type Stack, startStack } from '../harness/stack.ts';
import { useVisitors } from '../harness/use-visitors.ts';
import { remoteVendors } from '../harness/vendors.ts';
import type { Visitor } from '../harness/visitor.ts';

/** A stack of its own, whose CMS can be stopped without disturbing other tests. */
let stack: Stack;
const vendors = remoteVendors(inject('stack').at.vendors);
const visitor = useVisitors(() => stack.at.site);

beforeAll(async () => {
  stack = await startStack(inject('stack'));
  await stack.startSite(inject('stack').dist);
});
afterAll(() => stack?.stop());
beforeEach(() => vendors.reset());

describe('while the CMS is away', () => {
  let granted: Visitor;
  let refused: Visitor;

  it('C1, C3: pages render, nothing optional runs for a new visitor, and old choices hold', async () => {
    granted = await visitor({ country: 'DE' });
    await granted.open('/');
    await decide(granted.page, 'accept-all');
    refused = await visitor({ country: 'DE' });
    await refused.open('/');
    await decide(refused.page, 'reject-all');
    await stack.stopCms();

    await vendors.reset();
    const fresh = await visitor({ country: 'DE' });
    await fresh.open('/');
    expect(await fresh.page.locator('h1').textContent()).toContain('tide');
    expect(await fresh.cookies()).toEqual({});
    await refused.open('/');
    expect(await banner(refused.page).isVisible()).toBe(false);
    expect(await vendors.hits()).toEqual({});

    await granted.open('/');
    expect(await banner(granted.page).isVisible()).toBe(false);
    await expect.poll(vendors.hits).toMatchObject({ '/analytics.js': 1, '/marketing.js': 1 });
    await stack.startCms();
  });

  it('C1, C3: the same holds for a site that starts while the CMS is away', async () => {
    refused = await visitor({ country: 'DE' });
    await refused.open('/');
    await decide(refused.page, 'reject-all');
    await stack.stopCms();
    await stack.stopSite();
    await stack.startSite(inject('stack').dist);
    await vendors.reset();

    const fresh = await visitor({ country: 'DE' });
    for (const path of ['/', '/about', '/embeds']) {
      await fresh.open(path);
      expect(await fresh.page.locator('h1').isVisible()).toBe(true);
    }
    await refused.open('/');
    expect(await vendors.hits()).toEqual({});
    expect(await fresh.cookies()).toEqual({});
    await stack.startCms();
  });

  it('F4, L: a decision made meanwhile reaches the CMS once after it is back', async () => {
    const { page, open, consent } = await visitor({ country: 'DE' });
    await open('/');
    await stack.stopCms();
    await decide(page, 'reject-all');
    const cookie = await consent();
    expect(cookie).toMatchObject({ s: 'b', d: { analytics: 0 } });
    await stack.startCms();
    await open('/about');
    await expect
      .poll(() => recordsOf(stack.database, cookie?.id ?? ''), { timeout: 15_000 })
      .toMatchObject([{ source: 'banner', decidedAt: cookie?.t }]);
    await open('/');
    expect(recordsOf(stack.database, cookie?.id ?? '')).toHaveLength(1);
    expect(await consent()).toEqual(cookie);
  });
});
