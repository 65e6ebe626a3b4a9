import { randomUUID } from 'node:crypto';
import { createSite, type TcfAnswer } from '@permesso/consent-core/site';
import type { Core } from '@strapi/strapi';
import { afterAll, afterEach, beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import {
  createVendorList,
  type ListServer,
  serveVendorLists,
} from '../../playground/vendors/src/vendor-list.ts';
import { resolveOptions } from '../server/src/options';
import { getConsentOverview } from '../server/src/overview/overview';
import { followVendorLists, stopVendorLists, vendorListsAsked } from '../server/src/tcf/job';
import { refreshVendorLists } from '../server/src/tcf/refresh';
import { readProviders } from '../server/src/tcf/vendor-list';
import { listening, onSqlite, preparedDatabase, withEachDatabase, withSqlite } from './support/app';
import { addLocale } from './support/content';
import { recordsOf, submissionTo } from './support/records';

const LIST = '/api/consent/tcf/vendor-list';
const PROVIDERS = '/api/consent/tcf/providers';

let lists: ListServer;
beforeAll(async () => {
  lists = await serveVendorLists();
});
afterEach(() => publish());
afterAll(() => lists.close());

const options = () => ({
  tcf: {
    vendorListUrl: `${lists.origin}/v3/vendor-list.json`,
    additionalConsentUrl: `${lists.origin}/providers.csv`,
  },
});

const publish = (changes: Parameters<typeof createVendorList>[0] = {}) =>
  lists.files.set('/v3/vendor-list.json', JSON.stringify(createVendorList(changes)));

const warnings = (strapi: Core.Strapi) => vi.spyOn(strapi.log, 'warn').mockImplementation(() => strapi.log);

withEachDatabase('The vendor list', (start, kind) => {
  it('is fetched at the first start, kept in every version, and served whole or in part with an ETag', async () => {
    // Its tables are others than those of the copies that go round.
    const database = await preparedDatabase(kind, true);
    onTestFinished(() => database.drop());
    const { strapi, http } = await start({ options: options(), database });
    await vendorListsAsked(strapi);
    const whole = await http.get(LIST);
    expect(whole.status).toBe(200);
    expect(whole.body.language).toBe('en');
    expect(whole.body.list).toMatchObject({ vendorListVersion: 12, tcfPolicyVersion: 5 });
    expect(Object.keys(whole.body.list.vendors), 'without the one that has left').toEqual([
      '1',
      '2',
      '3',
      '5',
    ]);
    const some = await http.get(`${LIST}?vendors=1,5,8,99,x`);
    expect(Object.keys(some.body.list.vendors)).toEqual(['1', '5']);
    expect(some.headers.etag).not.toBe(whole.headers.etag);
    const again = await http.get(`${LIST}?vendors=1,5,8,99,x`).set('If-None-Match', some.headers.etag!);
    expect(again.status).toBe(304);
    expect((await http.get(`${PROVIDERS}?ids=43,7`)).body).toEqual({
      providers: [{ id: 43, name: 'Fern, Inc.', policyUrl: 'https://fern.example/privacy' }],
    });

    publish({ vendorListVersion: 13, purposes: {} });
    expect(await refreshVendorLists(strapi)).toBe(true);
    expect((await http.get(LIST)).body.list.vendorListVersion).toBe(13);
    const former = await http.get(`${LIST}/12`);
    expect(former.body.list).toMatchObject({ vendorListVersion: 12, purposes: { 1: { id: 1 } } });
    expect((await http.get(`${LIST}/14`)).status).toBe(404);

    lists.asked.length = 0;
    const second = await start({ options: options(), database });
    await vendorListsAsked(second.strapi);
    expect(lists.asked, 'what is fresh is not asked for again').toEqual([]);
    expect((await second.http.get(LIST)).body.list.vendorListVersion).toBe(13);
    // A list of which none has come is due, whatever the age of the other.
    await second.strapi.db.connection('consent_tcf_lists').where('kind', 'providers').delete();
    await second.stop();
    const third = await start({ options: options(), database });
    await vendorListsAsked(third.strapi);
    expect(lists.asked).toContain('/providers.csv');
    expect((await third.http.get(`${PROVIDERS}?ids=43`)).body.providers).toHaveLength(1);
    await third.stop();
  });
});

onSqlite('The vendor list', { options: { seed: false } }, (app) => {
  it('has no route and is not fetched while the option is left out', async () => {
    lists.asked.length = 0;
    expect((await app().http.get(LIST)).status).toBe(404);
    expect(await refreshVendorLists(app().strapi)).toBe(true);
    expect(lists.asked).toEqual([]);
    expect(await app().strapi.db.connection.schema.hasTable('consent_tcf_lists')).toBe(false);
  });
});

withSqlite('The vendor list', (start) => {
  it('has the texts of the language that is asked for, and English where there is no translation', async () => {
    const { strapi, http } = await start({ options: options() });
    for (const locale of ['de-AT', 'fr']) await addLocale(strapi, locale);
    await vendorListsAsked(strapi);
    await refreshVendorLists(strapi);
    const german = await http.get(`${LIST}?locale=de-CH`);
    expect(german.body.language).toBe('de');
    expect(german.body.list.purposes[7].name).toBe('Werbeleistung messen');
    expect(german.body.list.vendors[1].name).toBe('Alder Ads');
    const french = await http.get(`${LIST}?locale=fr`);
    expect(french.body.language).toBe('en');
    expect(french.body.list.purposes[7].name).toBe('Measure how advertising performs');
  });

  it('keeps the texts of a language where those of the next version did not come, but for another policy', async () => {
    const { strapi, http } = await start({ options: options() });
    await addLocale(strapi, 'de');
    await refreshVendorLists(strapi);
    const german = lists.files.get('/v3/purposes-de.json')!;
    onTestFinished(() => void lists.files.set('/v3/purposes-de.json', german));
    lists.files.set('/v3/purposes-de.json', '<!doctype html>');
    const warned = warnings(strapi);
    publish({ vendorListVersion: 13 });
    expect(await refreshVendorLists(strapi)).toBe(true);
    expect(warned).toHaveBeenCalledWith(expect.stringContaining('no new texts for "de"'));
    const kept = (await http.get(`${LIST}?locale=de`)).body;
    expect([kept.language, kept.list.vendorListVersion]).toEqual(['de', 13]);
    expect(kept.list.purposes[7].name).toBe('Werbeleistung messen');
    publish({ vendorListVersion: 14, tcfPolicyVersion: 6 });
    await refreshVendorLists(strapi);
    expect((await http.get(`${LIST}?locale=de`)).body.language).toBe('en');
  });

  it("leaves IAB's list for a day where Google's does not come", async () => {
    const providers = lists.files.get('/providers.csv')!;
    onTestFinished(() => void lists.files.set('/providers.csv', providers));
    lists.files.delete('/providers.csv');
    const { strapi } = await start({ options: options() });
    await vendorListsAsked(strapi);
    lists.asked.length = 0;
    warnings(strapi);
    await followVendorLists(strapi);
    await vendorListsAsked(strapi);
    expect(lists.asked).toEqual(['/providers.csv']);
  });

  it.each([
    ['is away', () => lists.files.delete('/v3/vendor-list.json'), 'answered 404'],
    ['is no JSON', () => lists.files.set('/v3/vendor-list.json', '<!doctype html>'), 'is no vendor list'],
    [
      'is of a specification to come',
      () =>
        lists.files.set(
          '/v3/vendor-list.json',
          JSON.stringify({ ...createVendorList(), gvlSpecificationVersion: 4 }),
        ),
      'specification 3: gvlSpecificationVersion',
    ],
    [
      'has a vendor that is none',
      () => publish({ vendorListVersion: 13, vendors: { 1: { id: 1, name: 'Alder' } as never } }),
      'vendors.1',
    ],
    ['is older than the last one', () => publish({ vendorListVersion: 11 }), 'version 11, older than 12'],
  ])('stays as it was where the next one %s, and the log says why', async (_, change, said) => {
    const { strapi, http } = await start({ options: options() });
    await vendorListsAsked(strapi);
    change();
    const warned = warnings(strapi);
    expect(await refreshVendorLists(strapi)).toBe(false);
    expect(warned).toHaveBeenCalledWith(expect.stringContaining(said));
    expect((await http.get(LIST)).body.list.vendorListVersion).toBe(12);
  });

  it('is not there before one was fetched, and nothing waits for it', async () => {
    lists.files.delete('/v3/vendor-list.json');
    const { strapi, http } = await start({ options: options() });
    await vendorListsAsked(strapi);
    expect((await http.get(LIST)).status).toBe(404);
    publish();
    await refreshVendorLists(strapi);
    expect((await http.get(LIST)).status).toBe(200);
  });

  it('is warned of in the overview where none came, or none was confirmed for longer than IAB leaves one as it is', async () => {
    lists.files.delete('/v3/vendor-list.json');
    const { strapi } = await start({ options: options() });
    await vendorListsAsked(strapi);
    const warned = async (now: Date) =>
      (await getConsentOverview(strapi, { now })).warnings.filter(({ code }) => code === 'vendor-list-stale');
    const address = `${lists.origin}/v3/vendor-list.json`;
    expect(await warned(new Date())).toMatchObject([
      { message: `No vendor list came from ${address}: no page gives a consent string.` },
    ]);
    publish();
    const confirmed = new Date('2026-11-26T12:00:00Z');
    await refreshVendorLists(strapi, confirmed);
    const after = (days: number) => warned(new Date(confirmed.getTime() + days * 86_400_000));
    expect(await after(8)).toEqual([]);
    expect(await after(8.1)).toMatchObject([
      {
        message: `The vendor list, version 12, was last confirmed by ${address} on 2026-11-26; IAB Europe changes it weekly.`,
      },
    ]);
  });

  it('reaches pages through their own site', async () => {
    const app = await start({ options: options() });
    await vendorListsAsked(app.strapi);
    const tcf = { vendors: [1, 8], providers: [89] };
    const site = createSite({ cms: await listening(app), files: '/page-files/', tcf });
    const answer = await site.handle(new Request('https://shop.example/_consent/tcf.json?locale=de'));
    expect(answer?.status).toBe(200);
    const { list, language, providers } = (await answer!.json()) as TcfAnswer;
    expect(Object.keys(list.vendors)).toEqual(['1']);
    expect(list.vendorListVersion).toBe(12);
    expect(language, 'the CMS has English alone').toBe('en');
    expect(providers.map(({ name }) => name)).toEqual(['Gorse GmbH']);
  });

  it('has a record keep the string that a page has made by it, as its decision was first sent', async () => {
    const app = await start({ options: options() });
    const site = createSite({ cms: await listening(app), files: '/page-files/', tcf: {} });
    const submission = await submissionTo(app);
    const send = async (tcString?: string) => {
      const answer = await site.handle(
        new Request('https://shop.example/_consent/records', {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
          body: JSON.stringify({ ...submission, tcString }),
        }),
      );
      return [answer?.status, await answer?.json()];
    };
    const [status, { id }] = await send('CQbGaMAQ.IFukA');
    expect(status).toBe(201);
    expect(await send('CQbGaMAQ.IFukB')).toEqual([201, { id }]);
    expect(await send()).toEqual([201, { id }]);
    const [refused] = await send('no string');
    expect(refused).toBe(400);
    const records = await recordsOf(app, submission.consentId);
    expect(records.map(({ tcString }) => tcString)).toEqual(['CQbGaMAQ.IFukA']);
    submission.consentId = randomUUID();
    await send();
    expect((await recordsOf(app, submission.consentId))[0]).not.toHaveProperty('tcString');
  });

  it('keeps no start that asks for it from stopping', async () => {
    const { strapi } = await start({
      // TEST-NET-1 (RFC 5737): nobody answers there.
      options: { tcf: { vendorListUrl: 'http://192.0.2.1/vendor-list.json' } },
    });
    await stopVendorLists(strapi);
    expect((await start({ options: options() })).strapi).toBeDefined();
  });
});

it('says what is wrong with the option', () => {
  expect(resolveOptions({}).tcf).toBeNull();
  expect(resolveOptions({ tcf: {} }).tcf).toEqual({
    vendorListUrl: 'https://vendor-list.consensu.org/v3/vendor-list.json',
    refreshHours: 24,
  });
  expect(() => resolveOptions({ tcf: { vendorListUrl: 'vendor-list.json' } })).toThrow(/tcf\.vendorListUrl/);
  expect(() => resolveOptions({ tcf: { refreshHours: 0 } })).toThrow(/tcf\.refreshHours/);
});

it('reads no list of providers from what is none', () => {
  expect(() => readProviders('<!doctype html>\n<p>not here</p>')).toThrow();
  expect(() => readProviders('Provider ID,Provider Name,Policy URL,Domains\n')).toThrow(
    'it names no provider',
  );
});
