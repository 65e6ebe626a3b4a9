import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { banner, decide } from '../harness/banner.ts';
import { type Editor, signIn } from '../harness/editor.ts';
import { type Stack, startStack } from '../harness/stack.ts';
import { useVisitors } from '../harness/use-visitors.ts';
import { remoteVendors } from '../harness/vendors.ts';

/** A stack of its own: what is edited here changes what every visitor sees. */
let stack: Stack;
const vendors = remoteVendors(inject('stack').at.vendors);
let editor: Editor;
const visitor = useVisitors(() => stack.at.site);

beforeAll(async () => {
  stack = await startStack(inject('stack'));
  editor = await signIn(stack.at.cms);
  await stack.startSite(inject('stack').dist);
});
afterAll(() => stack?.stop());

/** The site keeps a configuration for a minute; a new start asks the CMS at once. */
async function restartSite(): Promise<void> {
  await stack.stopSite();
  await stack.startSite(inject('stack').dist);
}

describe('an edit in the CMS', () => {
  it('G1: of a text is what the next visitor reads, and asks nobody again', async () => {
    const { page, open } = await visitor({ country: 'DE' });
    await open('/');
    await decide(page, 'accept-all');
    await editor.editSettings({ bannerTitle: 'Before you come aboard' });
    await restartSite();
    const html = await (await fetch(stack.at.site)).text();
    expect(/<section[^>]*data-consent-banner[\s\S]*?<\/section>/.exec(html)?.[0]).toContain(
      'Before you come aboard',
    );
    await open('/');
    expect(await banner(page).isVisible()).toBe(false);
  });

  it('C5, G1: of the trackers asks again, and until then nothing that was granted before runs', async () => {
    const { page, open, consent } = await visitor({ country: 'DE' });
    await open('/');
    await decide(page, 'accept-all');
    const before = await consent();
    await editor.editTracker('Quayside Chat', { enabled: false });
    await restartSite();
    await vendors.reset();
    await open('/');
    expect(await banner(page).isVisible()).toBe(true);
    expect(await consent()).toEqual(before);
    expect(await vendors.hits()).toEqual({});
    await decide(page, 'accept-all');
    await expect.poll(vendors.hits).toMatchObject({ '/analytics.js': 1, '/marketing.js': 1 });
    await page.waitForLoadState('networkidle');
    expect(await vendors.hits()).not.toHaveProperty('/chat.js');
    expect((await consent())?.tv).not.toBe(before?.tv);
  });
});
