import { createSite, type Site, type Visit } from '@permesso/consent-core/site';
import { beforeAll, expect, it, vi } from 'vitest';
import { getEvidenceStore } from '../server/src/evidence';
import { type Person, signIn } from './support/accounts';
import { type App, listening, onEachDatabase, withSqlite } from './support/app';
import { insertRecords } from './support/old-records';
import { RECORDS, recordsOf, submissionTo, UNLIMITED } from './support/records';

const LINKED = { ...UNLIMITED.recording, mode: 'linked' as const };
const PAGE = 'https://shop.example/';

/** A site in front of this CMS as a server starts it, with nothing remembered. */
const siteOf = async (app: App) =>
  createSite({ cms: await listening(app), files: '/page-files/', accountCookie: 'session', warn: () => {} });

interface Device {
  token?: string;
  gpc?: boolean;
}

/** Of a visitor in California. */
const headersOf = ({ token, gpc }: Device) => ({
  'cf-ipcountry': 'US',
  'cf-region-code': 'CA',
  ...(token && { cookie: `session=${token}` }),
  ...(gpc && { 'sec-gpc': '1' }),
});

const visitBy = async (site: Site, device: Device): Promise<Visit> =>
  site.visit(new Request(PAGE, { headers: headersOf(device) }));

/** What a page sends when its browser's signal is the decision. */
const sendSignal = (app: App, site: Site, device: Device) => submit(app, site, device, 'gpc');

/** Sends a refusal of everything through the site. */
async function submit(app: App, site: Site, device: Device, source: 'gpc' | 'preferences'): Promise<string> {
  const { decisions, ...submission } = await submissionTo(app, { source });
  const refused = Object.fromEntries(Object.keys(decisions).map((key) => [key, false]));
  const answer = await site.handle(
    new Request(`${PAGE}_consent/records`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin', ...headersOf(device) },
      body: JSON.stringify({ ...submission, decisions: refused }),
    }),
  );
  expect(answer?.status).toBe(201);
  return submission.consentId;
}

onEachDatabase(
  'The signal of an account',
  { options: { recording: { ...LINKED, accountSignal: true } } },
  (app) => {
    let site: Site;
    let person: Person;
    beforeAll(async () => {
      [site, person] = await Promise.all([siteOf(app()), signIn(app())]);
    });

    it('C11: sent by one device holds on the others of whoever is signed in, and on nobody else’s', async () => {
      const { token, documentId } = person;
      const before = await visitBy(site, { token });
      expect([before.gpc, before.has('marketing'), before.resolved.status]).toEqual([
        false,
        true,
        'undecided',
      ]);
      const consentId = await sendSignal(app(), site, { token, gpc: true });
      const [record] = await recordsOf(app(), consentId);
      expect([record?.user, record?.gpc, record?.model]).toEqual([documentId, true, 'opt-out']);
      const elsewhere = await siteOf(app());
      const phone = await visitBy(elsewhere, { token });
      expect([phone.gpc, phone.has('marketing'), phone.payload.gpc]).toEqual([true, false, 'account']);
      const other = await signIn(app());
      for (const device of [{}, { token: other.token }, { token: 'nonsense' }]) {
        const { gpc } = await visitBy(elsewhere, device);
        expect(gpc).toBe(false);
      }
    });

    it('C11: wins over what another device has granted, on pages, for pages that are the same for all, and in forms', async () => {
      const { token } = person;
      const elsewhere = await siteOf(app());
      const asked = await elsewhere.handle(
        new Request(`${PAGE}_consent/config`, { headers: headersOf({ token }) }),
      );
      expect((await asked!.json()).gpc).toBe('account');
      const form = new URLSearchParams({ action: 'accept-all', return: '/' });
      const answer = await elsewhere.handle(
        new Request(`${PAGE}_consent/decide`, {
          method: 'POST',
          headers: { ...headersOf({ token }), 'sec-fetch-site': 'same-origin' },
          body: form,
        }),
      );
      const [cookie] = answer!.headers.getSetCookie();
      const headers = headersOf({ token });
      const page = await elsewhere.visit(
        new Request(PAGE, { headers: { ...headers, cookie: `${headers.cookie}; ${cookie!.split(';')[0]}` } }),
      );
      expect([page.has('marketing'), page.has('functional')]).toEqual([false, true]);
    });

    it('C11: is not sent anew by a device that is judged by it, and is by one that says it to scripts alone', async () => {
      const [own, other] = [await signIn(app()), await signIn(app())];
      await insertRecords(app(), 1, { user: own.documentId, gpc: true });
      const elsewhere = await siteOf(app());
      const phone = await visitBy(elsewhere, { token: own.token });
      expect([phone.resolved.source, phone.payload.gpc]).toEqual(['gpc', 'account']);
      const refused = await submit(app(), elsewhere, { token: own.token }, 'preferences');
      expect((await recordsOf(app(), refused))[0]).toMatchObject({ user: own.documentId, gpc: false });
      const sent = await submit(app(), elsewhere, { token: other.token }, 'gpc');
      expect((await recordsOf(app(), sent))[0]).toMatchObject({ user: other.documentId, gpc: true });
      expect((await visitBy(elsewhere, { token: other.token })).gpc).toBe(true);
    });

    it('holds as long as a decision that it came with, and is gone with the records of the account', async () => {
      const { token, documentId } = await signIn(app());
      const signal = async () =>
        (await app().http.get(`${RECORDS}/signal`).set('Authorization', `Bearer ${token}`)).body;
      const DAY = 86_400_000;
      const expiresAt = new Date(Date.now() - DAY);
      await insertRecords(app(), 1, { user: documentId, gpc: true, expiresAt });
      expect(await signal()).toEqual({ gpc: false });
      await insertRecords(app(), 1, { user: documentId, gpc: true, expiresAt: new Date(Date.now() + DAY) });
      await insertRecords(app(), 60, { user: documentId, gpc: false });
      expect(await signal()).toEqual({ gpc: true });
      await getEvidenceStore(app().strapi).erase({ account: documentId, actor: 'system', at: new Date() });
      expect(await signal()).toEqual({ gpc: false });
      expect((await app().http.get(`${RECORDS}/signal`)).status).toBe(401);
    });

    it('C1: while it is not known nothing is granted', async () => {
      const { token } = await signIn(app());
      const elsewhere = await siteOf(app());
      // The configuration is at hand before the CMS stops to answer for accounts.
      await visitBy(elsewhere, {});
      const user = app().strapi.plugin('users-permissions').service('user');
      const lookUp = vi.spyOn(user, 'fetchAuthenticatedUser').mockRejectedValue(new Error('gone'));
      const log = vi.spyOn(app().strapi.log, 'error').mockImplementation(() => app().strapi.log);
      try {
        const page = await visitBy(elsewhere, { token });
        expect([page.visitor, page.config, page.has('marketing')]).toEqual([true, null, false]);
        expect(page.headers).toEqual({ 'cache-control': 'private', vary: 'Cookie' });
        const headers = headersOf({ token });
        const asked = await elsewhere.handle(new Request(`${PAGE}_consent/config`, { headers }));
        expect(asked?.status).toBe(503);
        expect((await visitBy(elsewhere, {})).has('marketing'), 'who is not signed in').toBe(true);
      } finally {
        for (const spy of [lookUp, log]) spy.mockRestore();
      }
      expect((await visitBy(await siteOf(app()), { token })).has('marketing')).toBe(true);
    });
  },
);

withSqlite('An account whose signal is not to follow it', (start) => {
  it('is linked, and has none on other devices; nor is a token read that no option names', async () => {
    const app = await start({ options: { recording: LINKED } });
    const { token, documentId } = await signIn(app);
    const site = await siteOf(app);
    const consentId = await sendSignal(app, site, { token, gpc: true });
    expect((await recordsOf(app, consentId))[0]?.user).toBe(documentId);
    expect((await visitBy(await siteOf(app), { token })).gpc).toBe(false);
    const unaware = createSite({ cms: await listening(app), files: '/page-files/' });
    const unnamed = await sendSignal(app, unaware, { token, gpc: true });
    expect((await recordsOf(app, unnamed))[0]?.user).toBeNull();
  });
});
