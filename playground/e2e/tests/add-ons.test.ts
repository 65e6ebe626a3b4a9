import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import {
  type Build,
  buildSite,
  type Site,
  startSite,
} from '../../../astro-integration/tests/site/harness.ts';
import { last, lastEvent, listen } from '../../../astro-integration/tests/site/vendors-listening.ts';
import { readByLibrary } from '../../../astro-integration/tests/tcf/library.ts';
import type { ConsentRecord } from '../../../strapi-plugin/server/src/evidence/record.ts';
import { request, signIn } from '../../../strapi-plugin/tests/admin/requests.ts';
import { DEMO_ADMIN } from '../../run/admin-account.ts';
import { type ListServer, serveVendorLists } from '../../vendors/src/vendor-list.ts';
import { banner, button, manageButton, preferences, toggle } from '../harness/banner.ts';
import { type Stack, startStack } from '../harness/stack.ts';
import { useVisitors } from '../harness/use-visitors.ts';
import type { Visitor } from '../harness/visitor.ts';

/** What the demo leaves off: a vendor list, accounts, and a site that asks for both. */
let lists: ListServer;
let stack: Stack;
let build: Build;
let site: Site;
const visitor = useVisitors(() => site.url);

beforeAll(async () => {
  lists = await serveVendorLists();
  stack = await startStack(inject('stack'), {
    VENDOR_LIST_URL: `${lists.origin}/v3/vendor-list.json`,
    CONSENT_ACCOUNTS: 'true',
  });
  const hasList = async () => (await fetch(`${stack.at.cms}/api/consent/tcf/vendor-list`)).ok;
  await vi.waitUntil(hasList, { timeout: 20_000, interval: 200 });
  build = await buildSite({
    options: {
      cms: stack.at.cms,
      accountCookie: 'session',
      tcf: { cmpId: 31, publisherCountryCode: 'DE', category: 'marketing', vendors: [1, 2, 3, 5] },
    },
    astro: { srcDir: './usual' },
    shared: false,
  });
  site = await startSite(build);
});
afterAll(async () => {
  await site?.stop();
  await build?.remove();
  await stack?.stop();
  await lists?.close();
});

/** The records of a visitor, newest first, as the admin has them. */
async function recordsOf({ consent }: Visitor): Promise<ConsentRecord[]> {
  const token = await adminToken();
  const { id = '' } = (await consent()) ?? {};
  const query = `${stack.at.cms}/consent/records?consentId=${id}`;
  return (await request<{ docs: ConsentRecord[] }>(query, { token })).docs;
}

let session: Promise<string> | undefined;
const adminToken = () => {
  session ??= signIn(stack.at.cms, DEMO_ADMIN);
  return session;
};

describe('a site that takes part in the Transparency and Consent Framework', () => {
  it('F2, F3: has the record say what vendors are told, and the admin show it', async () => {
    const person = await visitor({ country: 'DE' });
    const { page, open, context } = person;
    await listen(page);
    await open('/');
    await button(banner(page), 'customize').click();
    await preferences(page).locator('[data-consent-tcf]').click();
    const vendors = page.locator('dialog[data-consent-vendors]');
    for (const [part, id] of [
      ['purposes', 1],
      ['purposes', 3],
      ['interests', 7],
      ['vendors', 1],
    ] as const)
      await vendors.locator(`input[name=${part}][value="${id}"]`).click();
    await vendors.locator('button[value=save]').click();
    await lastEvent(page).toBe('useractioncomplete');
    await expect.poll(() => recordsOf(person)).toHaveLength(1);
    const [record] = await recordsOf(person);
    const { tcString } = await last(page);
    expect(record).toMatchObject({ decisions: { marketing: true, analytics: false }, tcString });
    expect(readByLibrary(record?.tcString ?? '')).toEqual({
      purposes: [1, 3],
      interests: [7],
      vendors: [1],
      disclosed: [1, 2, 3, 5],
    });
    const admin = await context.newPage();
    await admin.goto(`${stack.at.cms}/admin/auth/login`);
    await admin.fill('input[name=email]', DEMO_ADMIN.email);
    await admin.fill('input[name=password]', DEMO_ADMIN.password);
    await admin.click('button[type=submit]');
    await admin.waitForURL((url) => !url.pathname.includes('/auth/'));
    await admin.goto(`${stack.at.cms}/admin/plugins/consent/records/${record?.id}`);
    await admin.getByText('What advertising partners were told (TC string)').waitFor();
    await admin.getByText(tcString ?? '', { exact: true }).waitFor();
  });
});

describe('a signal that follows the account', () => {
  const CALIFORNIAN = { country: 'US', region: 'CA' };

  /** A new account of the website, and the token of a session. */
  async function register() {
    const name = `person-${crypto.randomUUID().slice(0, 8)}`;
    const { jwt, user } = await request<{ jwt: string; user: { documentId: string } }>(
      `${stack.at.cms}/api/auth/local/register`,
      { body: { username: name, email: `${name}@example.com`, password: 'Correct-horse-1' } },
    );
    return { token: jwt, documentId: user.documentId };
  }

  /** Somebody in California at a device of theirs, signed in or not. */
  async function atDevice(token: string | null, traits: { gpc?: boolean } = {}): Promise<Visitor> {
    const person = await visitor({ ...CALIFORNIAN, ...traits });
    if (token) await person.context.addCookies([{ name: 'session', value: token, url: site.url }]);
    await person.open('/');
    return person;
  }

  const granted = ({ page }: Visitor) =>
    page.evaluate(() => (document.documentElement.dataset.consentGranted ?? '').split(' '));

  it('C11: holds on a device that does not send it, is shown there, and is what the records say', async () => {
    const { token, documentId } = await register();
    const phone = await atDevice(token, { gpc: true });
    await expect.poll(() => recordsOf(phone)).toHaveLength(1);
    expect((await recordsOf(phone))[0]).toMatchObject({
      source: 'gpc',
      gpc: true,
      model: 'opt-out',
      region: 'US-CA',
      user: documentId,
      decisions: { analytics: false, marketing: false },
    });

    const laptop = await atDevice(token);
    const { page } = laptop;
    expect(await page.evaluate(() => 'globalPrivacyControl' in navigator)).toBe(false);
    expect(await granted(laptop)).toEqual(expect.not.arrayContaining(['analytics', 'marketing']));
    expect(await page.locator('html[data-consent-gpc]').count()).toBe(1);
    expect(await laptop.consent(), 'the signal of the account is no decision of this device').toBeNull();
    await manageButton(page).click();
    await preferences(page).waitFor({ state: 'visible' });
    for (const key of ['analytics', 'marketing']) expect(await toggle(page, key).isDisabled()).toBe(true);
    await button(preferences(page), 'accept-all').click();
    await preferences(page).waitFor({ state: 'hidden' });
    expect(await granted(laptop)).toEqual(['necessary', 'functional']);
    await expect.poll(() => recordsOf(laptop)).toHaveLength(1);
    expect((await recordsOf(laptop))[0]).toMatchObject({
      source: 'preferences',
      gpc: false,
      user: documentId,
      decisions: { functional: true, analytics: false, marketing: false },
    });
  });

  it('C11: holds for nobody else, signed in or not', async () => {
    const { token } = await register();
    for (const person of [await atDevice(token), await atDevice(null)]) {
      expect(await granted(person)).toContain('marketing');
      expect(await person.page.locator('html[data-consent-gpc]').count()).toBe(0);
    }
  });
});
