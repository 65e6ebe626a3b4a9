import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, inject, it } from 'vitest';
import { atRest } from '../../../core/tests/adapter-contract/rest.ts';
import { banner, button, decide, manageButton, preferences, toggle } from '../harness/banner.ts';
import { consentCommands } from '../harness/consent-mode.ts';
import { recordsOf } from '../harness/records.ts';
import { useVisitors } from '../harness/use-visitors.ts';
import { remoteVendors } from '../harness/vendors.ts';
import { COOKIE } from '../harness/visitor.ts';

const { at, database } = inject('stack');
const vendors = remoteVendors(at.vendors);
const visitor = useVisitors(() => at.site);

/** What a page of the site asks for once everything is granted: each third party once. */
const EACH_ONCE = {
  '/analytics.js': 1,
  '/collect': 1,
  '/marketing.js': 1,
  '/pixel.gif': 1,
  '/tag.js': 1,
  '/tag-ping': 1,
  '/chat.js': 1,
};

const VENDOR_COOKIES = ['_va', '_va_session', '_vm_id', '_vt', '_vc_chat'];

/** Navigates by a link of the header, as ClientRouter does it. */
async function follow(page: Page, name: string): Promise<void> {
  await page.getByRole('navigation').getByRole('link', { name }).click();
  await page.getByRole('navigation').locator('[aria-current]', { hasText: name }).waitFor();
  await atRest(page);
}

beforeEach(() => vendors.reset());

describe('refusing', () => {
  it('I5: leaves the third parties without a hit and the page with the consent cookie alone', async () => {
    const { page, open, cookies, consent } = await visitor({ country: 'DE' });
    await open('/');
    await decide(page, 'reject-all');
    await open('/embeds');
    await follow(page, 'Tours');
    expect(await vendors.hits()).toEqual({});
    expect(Object.keys(await cookies())).toEqual([COOKIE]);
    expect(await consent()).toMatchObject({
      s: 'b',
      j: 'in',
      d: { functional: 0, analytics: 0, marketing: 0 },
    });
  });
});

describe('accepting', () => {
  it('C10, I5, J, F3, I4: hits each third party once, tells Consent Mode once, keeps one record, and asks no more', async () => {
    const { page, open, cookies, consent } = await visitor({ country: 'DE' });
    await open('/');
    expect(await consentCommands(page)).toMatchObject([
      ['consent', 'default', { ad_storage: 'denied', analytics_storage: 'denied' }],
    ]);
    const firstScript = await page.evaluate(() =>
      document.head.querySelector('script:not([type="application/json"])')?.hasAttribute('data-consent-mode'),
    );
    expect(firstScript).toBe(true);

    await decide(page, 'accept-all');
    await expect.poll(vendors.hits).toEqual(EACH_ONCE);
    expect(Object.keys(await cookies()).sort()).toEqual([COOKIE, ...VENDOR_COOKIES].sort());
    expect((await consentCommands(page)).slice(1)).toMatchObject([
      ['consent', 'update', { ad_storage: 'granted', analytics_storage: 'granted' }],
    ]);
    const cookie = (await consent())!;
    await expect.poll(() => recordsOf(database, cookie.id)).toHaveLength(1);
    expect(recordsOf(database, cookie.id)[0]).toMatchObject({
      decisions: Object.fromEntries(Object.entries(cookie.d).map(([key, granted]) => [key, granted === 1])),
      source: 'banner',
      model: 'opt-in',
      country: 'DE',
      gpc: false,
      visitorLocale: 'en',
      versions: {
        policyVersion: cookie.pv,
        categoriesVersion: cookie.cv,
        trackersVersion: cookie.tv,
        documentsVersion: cookie.dv,
      },
      decidedAt: cookie.t,
    });

    for (const name of ['About', 'Your consent', 'Tours']) {
      await follow(page, name);
      expect(await banner(page).isVisible()).toBe(false);
    }
    expect(await vendors.hits()).toEqual(EACH_ONCE);
    expect((await consentCommands(page)).filter(([, kind]) => kind === 'default')).toHaveLength(1);
    expect(await consent()).toEqual(cookie);

    await vendors.reset();
    await open('/');
    expect(await banner(page).isVisible()).toBe(false);
    await expect.poll(vendors.hits).toEqual(EACH_ONCE);
    expect((await consentCommands(page)).map(([, kind]) => kind)).toEqual(['default', 'update']);
    expect(recordsOf(database, cookie.id)).toHaveLength(1);
  });
});

describe('choosing', () => {
  it('C10: grants what was switched on and nothing else', async () => {
    const { page, open, consent } = await visitor({ country: 'DE' });
    await open('/');
    await button(banner(page), 'customize').click();
    await preferences(page).waitFor({ state: 'visible' });
    await toggle(page, 'analytics').check();
    await button(preferences(page), 'save').click();
    await preferences(page).waitFor({ state: 'hidden' });
    expect(await consent()).toMatchObject({ s: 'p', d: { functional: 0, analytics: 1, marketing: 0 } });
    await expect.poll(vendors.hits).toEqual({ '/analytics.js': 1, '/collect': 1 });
    expect(await banner(page).isVisible()).toBe(false);
  });

  it('C9, I3: withdrawing removes the cookies that the trackers declare, and starts a new consent', async () => {
    const { page, open, cookies, consent } = await visitor({ country: 'DE' });
    await open('/');
    await decide(page, 'accept-all');
    await expect
      .poll(async () => Object.keys(await cookies()))
      .toEqual(expect.arrayContaining(VENDOR_COOKIES));
    await page.evaluate(() => localStorage.setItem('own', 'kept'));
    const given = await consent();
    await manageButton(page).click();
    await preferences(page).waitFor({ state: 'visible' });
    await button(preferences(page), 'withdraw').click();
    await expect.poll(async () => Object.keys(await cookies())).toEqual([COOKIE]);
    expect(await page.evaluate(() => ({ ...localStorage }))).not.toHaveProperty('_vm_segments');
    expect(await page.evaluate(() => localStorage.getItem('own'))).toBe('kept');
    const withdrawn = await consent();
    expect(withdrawn).toMatchObject({ s: 'w', d: { functional: 0, analytics: 0, marketing: 0 } });
    expect(withdrawn?.id).not.toBe(given?.id);
    await expect
      .poll(() => recordsOf(database, withdrawn?.id ?? ''))
      .toMatchObject([{ source: 'withdraw', replaces: given?.id }]);
  });
});
