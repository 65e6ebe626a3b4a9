import { beforeEach, describe, expect, inject, it } from 'vitest';
import { banner, button } from '../harness/banner.ts';
import { recordsOf } from '../harness/records.ts';
import { useVisitors } from '../harness/use-visitors.ts';
import { remoteVendors } from '../harness/vendors.ts';

const { at, database } = inject('stack');
const vendors = remoteVendors(at.vendors);
const visitor = useVisitors(() => at.site);

beforeEach(() => vendors.reset());

describe('without JavaScript', () => {
  it.each([
    ['accept-all', 1],
    ['reject-all', 0],
  ] as const)(
    'I6: %s is a form: it stores and records the decision and returns to the page',
    async (action, stored) => {
      const { page, open, consent, cookies } = await visitor({ country: 'DE', javaScript: false });
      await open('/embeds');
      // I5: before the choice.
      expect(await vendors.hits()).toEqual({});
      expect(await cookies()).toEqual({});
      await button(banner(page), action).click();
      await page.waitForURL('**/embeds');
      expect(await banner(page).isVisible()).toBe(false);
      const cookie = await consent();
      expect(cookie).toMatchObject({
        s: 'b',
        d: { functional: stored, analytics: stored, marketing: stored },
      });
      await expect
        .poll(() => recordsOf(database, cookie?.id ?? ''))
        .toMatchObject([{ source: 'banner', decidedAt: cookie?.t }]);
    },
  );

  it('I6: the preferences are a page, and saving them stores what was chosen', async () => {
    const { page, open, consent } = await visitor({ country: 'DE', javaScript: false });
    await open('/');
    await button(banner(page), 'customize').click();
    await page.waitForURL('**/_consent/preferences*');
    await page.locator('[data-consent-toggle="analytics"]').check();
    await page.locator('[data-consent-action="save"]').click();
    expect(await consent()).toMatchObject({ s: 'p', d: { functional: 0, analytics: 1, marketing: 0 } });
  });
});
