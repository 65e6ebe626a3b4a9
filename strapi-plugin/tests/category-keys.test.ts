import { cookieFor, isGranted, resolveConsent } from '@permesso/consent-core';
import type { Core } from '@strapi/strapi';
import { expect, it, vi } from 'vitest';
import { CATEGORY_KEYS } from '../server/src/catalogue/tables';
import { getConfigService } from '../server/src/config/service';
import { UIDS } from '../server/src/uids';
import { type App, onEachDatabase, withSqlite } from './support/app';
import { addLocale, categoryId, edit } from './support/content';
import { keyRefusal } from './support/key-refusal';
import { postRecord, submissionTo } from './support/records';

const configOf = async ({ http }: App) => (await http.get('/api/consent/config')).body;

const addCategory = async (strapi: Core.Strapi, key: string, more: object = {}): Promise<string> => {
  const data = { key, label: key, required: false, respectGPC: false, defaultInOptOut: true, ...more };
  return (await strapi.documents(UIDS.category).create({ data })).documentId;
};

onEachDatabase('The key of a category', {}, (app) => {
  it('may change as long as no visitor was asked about it', async () => {
    const { strapi } = app();
    const early = await addCategory(strapi, 'early');
    await edit(strapi, UIDS.category, early, { key: 'later' });
    expect(await categoryId(strapi, 'later')).toBe(early);
  });

  it('C3: stays once it was served, and the answer says what to do', async () => {
    const { strapi } = app();
    await configOf(app());
    const analytics = await categoryId(strapi, 'analytics');
    expect(await keyRefusal(edit(strapi, UIDS.category, analytics, { key: 'measuring' }))).toBe(
      'Visitors who decided on this category hold that in their cookies under "analytics": under another key their refusals would ' +
        'be lost. Leave the key as "analytics" and change its label, which is what visitors read. What is another category is another entry.',
    );
    await edit(strapi, UIDS.category, analytics, { label: 'Measuring', key: 'analytics' });
    await addLocale(strapi, 'de');
    await edit(strapi, UIDS.category, analytics, { label: 'Messung' }, 'de');
    expect(await keyRefusal(edit(strapi, UIDS.category, analytics, { key: 'messung' }, 'de'))).toContain(
      'under "analytics"',
    );
  });

  it('C3: stays where an instance of an earlier version has served it, and the first request is a record', async () => {
    const { strapi } = app();
    const submission = await submissionTo(app());
    // What it served it has kept, and noted no keys of it.
    await strapi.db.connection(CATEGORY_KEYS).delete();
    getConfigService(strapi).forget();
    expect((await postRecord(app(), submission)).status).toBe(201);
    const analytics = await categoryId(strapi, 'analytics');
    expect(await keyRefusal(edit(strapi, UIDS.category, analytics, { key: 'measuring' }))).toContain(
      'under "analytics"',
    );
  });

  it('C3: where it was changed past the refusals, as a transfer does, the log says so', async () => {
    const { strapi } = app();
    const moved = await addCategory(strapi, 'moved');
    await configOf(app());
    const warn = vi.spyOn(strapi.log, 'warn');
    await strapi.db
      .query(UIDS.category)
      .updateMany({ where: { documentId: moved }, data: { key: 'elsewhere' } });
    // So that it is read anew.
    await addCategory(strapi, 'another');
    await configOf(app());
    expect(
      warn.mock.calls
        .flat()
        .map(String)
        .filter((line) => line.includes('"elsewhere"')),
    ).toEqual([
      expect.stringMatching(/^consent: the category "elsewhere" is served under a new key\. .*under "moved"/),
    ]);
    warn.mockRestore();
  });

  it('C3: so a refusal of what became exempt stays one', async () => {
    const { strapi } = app();
    const { versions } = await configOf(app());
    const cookie = cookieFor({
      consentId: '6f9619ff-8b86-4d01-b42d-00cf4fc964ff',
      decisions: { analytics: false },
      versions,
      model: 'opt-in',
      source: 'banner',
      decidedAt: Math.floor(Date.now() / 1000),
    });
    const analytics = await categoryId(strapi, 'analytics');
    await edit(strapi, UIDS.category, analytics, { purpose: 'statistics' });
    await keyRefusal(edit(strapi, UIDS.category, analytics, { key: 'statistics', purpose: 'statistics' }));
    const { body } = await app().http.get('/api/consent/config').set('cf-ipcountry', 'GB');
    const on = (kept: typeof cookie | null) => isGranted(resolveConsent(kept, body), body, 'analytics');
    expect([on(null), on(cookie)]).toEqual([true, false]);
  });

  it('may change where nothing is decided, and a deleted one may be used again', async () => {
    const { strapi } = app();
    const always = await addCategory(strapi, 'always', { required: true });
    const gone = await addCategory(strapi, 'gone');
    await configOf(app());
    await edit(strapi, UIDS.category, always, { key: 'ever' });
    await strapi.documents(UIDS.category).delete({ documentId: gone, locale: '*' });
    expect(await addCategory(strapi, 'gone')).not.toBe(gone);
  });
});

withSqlite('The key of a category that an earlier version has served', (start, kind) => {
  it('C3: stays from the start on, before anybody asks for anything', async () => {
    const database = await kind.create();
    const earlier = await start({ database });
    await addCategory(earlier.strapi, 'shown');
    await configOf(earlier);
    await earlier.strapi.db.connection(CATEGORY_KEYS).delete();
    const { strapi } = await start({ database });
    const shown = await categoryId(strapi, 'shown');
    expect(await keyRefusal(edit(strapi, UIDS.category, shown, { key: 'other' }))).toContain('under "shown"');
  });

  it('may change after a start where it was not served', async () => {
    const database = await kind.create();
    await addCategory((await start({ database })).strapi, 'early');
    const { strapi } = await start({ database });
    const early = await categoryId(strapi, 'early');
    await edit(strapi, UIDS.category, early, { key: 'later' });
    expect(await categoryId(strapi, 'later')).toBe(early);
  });
});
