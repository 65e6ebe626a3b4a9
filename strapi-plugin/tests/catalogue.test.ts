import type { Core } from '@strapi/strapi';
import { expect, it, vi } from 'vitest';
import { getCookieTableData } from '../server/src/catalogue/cookie-table';
import { pathOfNul } from '../server/src/catalogue/field-rules';
import { declareUniqueKey } from '../server/src/catalogue/unique-key';
import { UIDS } from '../server/src/uids';
import { signInAdmin } from './support/admin';
import { onEachDatabase, onSqlite } from './support/app';
import { addLegalPage, addLocale, addTracker, categoryId, edit, updateSettings } from './support/content';

interface Attribute {
  pluginOptions?: { i18n?: { localized?: boolean } };
}

/** What a refused write says, and at which field. */
async function refusal(write: Promise<unknown>): Promise<{ message: string; paths: string[] }> {
  const error = await write.then(
    () => null,
    (thrown: Error & { details?: { errors?: { path: string[] }[] } }) => thrown,
  );
  if (!error) throw new Error('the write was accepted');
  return { message: error.message, paths: (error.details?.errors ?? []).map(({ path }) => path.join('.')) };
}

const createCategory = (strapi: Core.Strapi, data: Record<string, unknown>) =>
  strapi.documents(UIDS.category).create({
    data: { label: 'Label', required: false, respectGPC: false, defaultInOptOut: true, ...data },
  });

onEachDatabase('Categories and trackers', {}, (app, onSqliteOnly) => {
  it('a category in use is not deleted, and the answer names its trackers', async () => {
    const { strapi } = app();
    await addTracker(strapi, { name: 'Lighthouse' });
    await addTracker(strapi, { name: 'Beacon', enabled: false });
    const documentId = await categoryId(strapi, 'analytics');
    const { message } = await refusal(strapi.documents(UIDS.category).delete({ documentId }));
    expect(message).toBe('This category is used by Beacon, Lighthouse. Move or delete these trackers first.');
    await refusal(strapi.documents(UIDS.category).delete({ documentId, locale: '*' }));
    expect(await categoryId(strapi, 'analytics')).toBe(documentId);
  });

  it('a translation of a category in use may go; the category stays', async () => {
    const { strapi } = app();
    await addLocale(strapi, 'de');
    const documentId = await categoryId(strapi, 'analytics');
    await edit(strapi, UIDS.category, documentId, { label: 'Statistik' }, 'de');
    await strapi.documents(UIDS.category).delete({ documentId, locale: 'de' });
    expect(await categoryId(strapi, 'analytics')).toBe(documentId);
  });

  it('a category in use that is written in one language only is no translation', async () => {
    const { strapi } = app();
    await addLocale(strapi, 'fr');
    const { documentId } = await strapi.documents(UIDS.category).create({
      locale: 'fr',
      data: { key: 'mesure', label: 'Mesure', required: false, respectGPC: false, defaultInOptOut: true },
    });
    const data: Record<string, unknown> = {
      name: 'Phare',
      kind: 'script',
      enabled: true,
      category: documentId,
    };
    await strapi.documents(UIDS.tracker).create({ locale: 'fr', data });
    const { message } = await refusal(strapi.documents(UIDS.category).delete({ documentId, locale: 'fr' }));
    expect(message).toContain('This category is used by Phare.');
  });

  it('a translation is not deleted where a tracker would be left with no category', async () => {
    const { strapi } = app();
    const documentId = await categoryId(strapi, 'marketing');
    await edit(strapi, UIDS.category, documentId, { label: 'Publicité' }, 'fr');
    const data: Record<string, unknown> = { name: 'Balise', kind: 'script', enabled: true };
    data.category = documentId;
    const tracker = await strapi.documents(UIDS.tracker).create({ locale: 'fr', data });
    await addTracker(strapi, { name: 'Ads', categoryKey: 'marketing' });
    const remove = () => strapi.documents(UIDS.category).delete({ documentId, locale: 'fr' });
    const { message } = await refusal(remove());
    expect(message).toBe('This category is used by Balise. Move or delete this tracker first.');
    const where = { documentId: tracker.documentId };
    const kept = await strapi.db.query(UIDS.tracker).findOne({ where, populate: ['category'] });
    expect(kept.category.key, 'rolled back').toBe('marketing');
    await strapi.documents(UIDS.tracker).delete({ ...where, locale: '*' });
    await remove();
  });

  it('a category is not deleted while a tracker enters it', async () => {
    const { strapi } = app();
    for (let i = 0; i < 5; i += 1) {
      const { documentId } = await createCategory(strapi, { key: `race-${i}` });
      const [added] = await Promise.allSettled([
        addTracker(strapi, { name: `Racer ${i}`, category: documentId }),
        strapi.documents(UIDS.category).delete({ documentId, locale: '*' }),
      ]);
      const racers = await strapi.db
        .query(UIDS.tracker)
        .findMany({ where: { name: `Racer ${i}` }, populate: ['category'] });
      expect(racers).toHaveLength(added.status === 'fulfilled' ? 1 : 0);
      expect(racers.every(({ category }) => category)).toBe(true);
    }
  });

  it('a category that no tracker uses may go', async () => {
    const { strapi } = app();
    const { documentId } = await createCategory(strapi, { key: 'comfort' });
    await strapi.documents(UIDS.category).delete({ documentId });
    await expect(categoryId(strapi, 'comfort')).rejects.toThrow();
  });

  onSqliteOnly(() => {
    it.each(['Marketing', 'mar keting', '-x', '', 'ä'])('a key is never "%s"', async (key) => {
      const { strapi } = app();
      await refusal(createCategory(strapi, { key }));
      await refusal(edit(strapi, UIDS.category, await categoryId(strapi, 'functional'), { key }));
      expect(await categoryId(strapi, 'functional')).toBeTruthy();
    });
  });

  it('a key names one category', async () => {
    const { message, paths } = await refusal(createCategory(app().strapi, { key: 'marketing' }));
    expect(message).toContain('"marketing" is taken');
    expect(paths).toEqual(['key']);
    const count = await app()
      .strapi.db.query(UIDS.category)
      .count({ where: { key: 'marketing' } });
    expect(count, 'the refused one was rolled back').toBe(1);
  });

  it.each([
    ['key', UIDS.category, (strapi: Core.Strapi) => createCategory(strapi, { key: 'twice' })],
    ['slug', UIDS.legalPage, (strapi: Core.Strapi) => addLegalPage(strapi, { slug: 'twice', kind: 'other' })],
  ] as const)('of several written at once with one %s, one stays', async (field, uid, create) => {
    const { strapi } = app();
    const written = await Promise.allSettled([1, 2, 3, 4].map(() => create(strapi)));
    expect(written.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await strapi.db.query(uid).count({ where: { [field]: 'twice' } })).toBe(1);
  });

  it('a key names one tracker, and no category has it', async () => {
    const { strapi } = app();
    const tracker = await addTracker(strapi, { name: 'A player', key: 'player' });
    expect(await refusal(addTracker(strapi, { name: 'Another', key: 'player' }))).toMatchObject({
      message: expect.stringContaining('"player" is taken'),
      paths: ['key'],
    });
    expect(await refusal(addTracker(strapi, { name: 'A third', key: 'marketing' }))).toMatchObject({
      message: expect.stringContaining('that of a category'),
      paths: ['key'],
    });
    expect(await refusal(createCategory(strapi, { key: 'player' }))).toMatchObject({
      message: expect.stringContaining('that of a tracker'),
      paths: ['key'],
    });
    // Any number have none.
    for (const name of ['One', 'Two']) await addTracker(strapi, { name });
    await strapi.documents(UIDS.tracker).delete({ documentId: tracker });
    await createCategory(strapi, { key: 'player' });
  });

  it('of several requests for one key at once one is answered 201, and each other one 400 at the field', async () => {
    const token = await signInAdmin(app());
    const data = {
      key: 'at-once',
      label: 'At once',
      required: false,
      respectGPC: true,
      defaultInOptOut: true,
    };
    const answers = await Promise.all(
      [1, 2, 3, 4].map(() =>
        app()
          .http.post(`/content-manager/collection-types/${UIDS.category}`)
          .set('Authorization', `Bearer ${token}`)
          .send(data),
      ),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 400, 400, 400]);
    for (const { status, body } of answers) {
      if (status === 400) expect(body.error.details.errors[0]).toMatchObject({ path: ['key'] });
    }
  });

  it('a category has any place that every database can hold, and none beyond', async () => {
    const { strapi } = app();
    const documentId = await categoryId(strapi, 'analytics');
    const order = async (place: number) => edit(strapi, UIDS.category, documentId, { order: place });
    for (const place of [2 ** 31, -(2 ** 31)]) expect((await refusal(order(place))).paths).toEqual(['order']);
    for (const place of [2 ** 31 - 1, 1 - 2 ** 31, 2]) {
      await order(place);
      expect(await strapi.documents(UIDS.category).findOne({ documentId })).toMatchObject({ order: place });
    }
  });

  it('the database keeps each key to one category, whatever writes it', async () => {
    const { strapi } = app();
    const rows = () => strapi.db.connection('consent_categories');
    const second = async () => rows().insert({ key: 'analytics', locale: 'en', document_id: 'second' });
    await expect(second()).rejects.toThrow(/unique|duplicate/i);

    // As an earlier version may have left it.
    const index = strapi.db.metadata.get(UIDS.category).indexes.findIndex(({ type }) => type === 'unique');
    const [unique] = strapi.db.metadata.get(UIDS.category).indexes.splice(index, 1);
    const [columns, name] = [[...(unique?.columns ?? [])], unique?.name];
    await strapi.db.connection.schema.alterTable('consent_categories', (table) =>
      table.dropUnique(columns, name),
    );
    await second();
    const warn = vi.spyOn(strapi.log, 'warn').mockImplementation(() => strapi.log);
    await declareUniqueKey(strapi);
    expect(warn.mock.calls).toEqual([
      [expect.stringContaining('several categories have the key "analytics"')],
    ]);
    warn.mockRestore();
    expect(strapi.db.metadata.get(UIDS.category).indexes).not.toContainEqual(unique);
    await rows().where('document_id', 'second').delete();
    await declareUniqueKey(strapi);
    expect(strapi.db.metadata.get(UIDS.category).indexes).toContainEqual(unique);
    await strapi.db.connection.schema.alterTable('consent_categories', (table) =>
      table.unique(columns, { indexName: name }),
    );
  });

  it('a key is looked for in what is committed, also by a transaction that began before', async () => {
    const { strapi } = app();
    // There nothing happens beside a transaction.
    if (strapi.db.dialect.client === 'sqlite') return;
    const begun = Promise.withResolvers<void>();
    const beside = begun.promise.then(() => createCategory(strapi, { key: 'beside' }));
    const later = strapi.db.transaction(async () => {
      await strapi.db.query(UIDS.category).count();
      begun.resolve();
      await beside;
      await createCategory(strapi, { key: 'beside' });
    });
    expect((await refusal(later)).message).toContain('"beside" is taken');
    expect(await strapi.db.query(UIDS.category).count({ where: { key: 'beside' } })).toBe(1);
  });

  it('writers wait for each other also after somebody has emptied the store', async () => {
    const { strapi } = app();
    await strapi.db.query('strapi::core-store').deleteMany({ where: { key: 'plugin_consent_lock' } });
    await createCategory(strapi, { key: 'again' });
    const written = await Promise.allSettled([1, 2].map(() => createCategory(strapi, { key: 'once' })));
    expect(written.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await strapi.db.query('strapi::core-store').count({ where: { key: 'plugin_consent_lock' } })).toBe(
      1,
    );
  });

  onSqliteOnly(() => {
    it('only Consent Mode signals are accepted', async () => {
      const { paths } = await refusal(
        createCategory(app().strapi, { key: 'x', consentModeSignals: ['ads'] }),
      );
      expect(paths).toEqual(['consentModeSignals.0']);
    });
  });

  it('a tracker needs a category, at first and later', async () => {
    const { strapi } = app();
    const trackers = strapi.documents(UIDS.tracker);
    const orphan: Record<string, unknown> = { name: 'Orphan', kind: 'script', enabled: true };
    const { message, paths } = await refusal(trackers.create({ data: orphan }));
    expect(message).toContain('The tracker "Orphan" needs a category');
    expect(paths).toEqual(['category']);
    expect(await trackers.findFirst({ filters: { name: 'Orphan' } })).toBeNull();
    const id = await addTracker(strapi, { name: 'Kept' });
    await refusal(edit(strapi, UIDS.tracker, id, { category: null }));
    await refusal(
      edit(strapi, UIDS.tracker, id, { category: { disconnect: [await categoryId(strapi, 'analytics')] } }),
    );
    const kept = await trackers.findOne({ documentId: id, populate: ['category'] });
    expect(kept?.category?.key).toBe('analytics');
  });

  onSqliteOnly(() => {
    it.each([{ set: [] }, { disconnect: ['x'] }, [], null])(
      'a category does not take its trackers along or leave them: %j',
      async (trackers) => {
        const { strapi } = app();
        const id = await addTracker(strapi, { name: 'Held' });
        const category = await categoryId(strapi, 'analytics');
        const { message, paths } = await refusal(edit(strapi, UIDS.category, category, { trackers }));
        expect(message).toContain('choose the category at each tracker');
        expect(paths).toEqual(['trackers']);
        await refusal(createCategory(strapi, { key: 'taker', trackers }));
        const held = await strapi.documents(UIDS.tracker).findOne({ documentId: id, populate: ['category'] });
        expect(held?.category?.key).toBe('analytics');
      },
    );
  });

  it('a tracker may change its category', async () => {
    const { strapi } = app();
    const id = await addTracker(strapi, { name: 'Moved' });
    await edit(strapi, UIDS.tracker, id, { category: await categoryId(strapi, 'marketing') });
    const { trackers } = await getCookieTableData(strapi);
    expect(trackers.find((one) => one.id === id)?.categoryKey).toBe('marketing');
  });

  it('a tracker has one category in all languages: the one chosen last, in whichever', async () => {
    const { strapi, http } = app();
    const [analytics, marketing] = [
      await categoryId(strapi, 'analytics'),
      await categoryId(strapi, 'marketing'),
    ];
    await edit(strapi, UIDS.category, marketing, { label: 'Reklame' }, 'de');
    const id = await addTracker(strapi, { name: 'Wanderer' });
    const all = async () => {
      const where = { documentId: id };
      const rows = await strapi.db.query(UIDS.tracker).findMany({ where, populate: ['category'] });
      const { trackers } = (await http.get('/api/consent/config')).body;
      const served = trackers.find((one: { id: string }) => one.id === id).categoryKey;
      return [...rows.map(({ locale, category }) => `${locale} ${category?.key}`).sort(), served];
    };
    await edit(strapi, UIDS.tracker, id, { purpose: 'Mesurer' }, 'fr');
    await edit(strapi, UIDS.tracker, id, { purpose: 'Messen' }, 'de');
    expect(await all(), 'translated').toEqual(['de analytics', 'en analytics', 'fr analytics', 'analytics']);
    await edit(strapi, UIDS.tracker, id, { category: marketing }, 'de');
    expect(await all(), 'in German').toEqual(['de marketing', 'en marketing', 'fr marketing', 'marketing']);
    await edit(strapi, UIDS.tracker, id, { category: analytics });
    expect(await all(), 'in English').toEqual(['de analytics', 'en analytics', 'fr analytics', 'analytics']);
    await edit(strapi, UIDS.tracker, id, { category: null }, 'fr');
    expect(await all(), 'emptied').toEqual(['de analytics', 'en analytics', 'fr analytics', 'analytics']);
    await refusal(edit(strapi, UIDS.tracker, id, { category: null }));
    expect(await all()).toEqual(['de analytics', 'en analytics', 'fr analytics', 'analytics']);
  });

  onSqliteOnly(() => {
    it('E4: visitors decide about fifty categories at most, and of too many each can still be edited', async () => {
      const { strapi } = app();
      const required = { required: true, respectGPC: false, defaultInOptOut: true };
      const optional = await strapi.db.query(UIDS.category).findMany({ where: { required: false } });
      const added: string[] = [];
      for (let i = new Set(optional.map(({ documentId }) => documentId)).size; i < 50; i += 1)
        added.push((await createCategory(strapi, { key: `of-50-${i}` })).documentId);
      const { message, paths } = await refusal(createCategory(strapi, { key: 'one-more' }));
      expect(message).toContain('50 categories at most');
      expect(paths).toEqual(['key']);
      const spare = await createCategory(strapi, { key: 'spare', ...required });
      await refusal(edit(strapi, UIDS.category, spare.documentId, { required: false }));
      await strapi.db
        .query(UIDS.category)
        .update({ where: { documentId: spare.documentId }, data: { required: false } });
      await edit(strapi, UIDS.category, spare.documentId, { label: 'Edited' });
      for (const documentId of [...added, spare.documentId])
        await strapi.documents(UIDS.category).delete({ documentId, locale: '*' });
    });

    it.each([
      ['name', { name: 'Nul\0' }],
      ['purpose', { name: 'Nul', purpose: '\0' }],
      [
        'cookies.1.description',
        { name: 'Nul', cookies: [{}, { name: '_a', storage: 'cookie', description: '\0' }] },
      ],
    ])('C1: no NUL character is published: %s', async (path, data) => {
      const { message, paths } = await refusal(addTracker(app().strapi, data));
      expect([message, paths]).toEqual([`${path}: must not hold a NUL character`, [path]]);
    });

    it('C1: a NUL character is found in what is nested without end, and in no other text', async () => {
      const { strapi } = app();
      const circle: Record<string, unknown> = { fine: 'text' };
      circle.self = circle;
      let deep: unknown = '\0';
      for (let i = 0; i < 50_000; i += 1) deep = [deep];
      expect(pathOfNul(circle)).toBeNull();
      expect(pathOfNul({ deep })).toHaveLength(50_001);
      await refusal(updateSettings(strapi, { bannerTitle: 'x\0' }));
      await refusal(addLegalPage(strapi, { slug: 'nul', kind: 'other', content: 'x\0' }));
    });

    it.each([
      [[{ name: '', storage: 'cookie' }], 'cookies.0.name'],
      [[{ name: '*', storage: 'cookie' }], 'cookies.0.name'],
      [[{ name: '_a', storage: 'disk' }], 'cookies.0.storage'],
      [[{ name: '_a' }], 'cookies.0.storage'],
      [[{ name: '_a', storage: 'cookie', value: '1' }], 'cookies.0'],
      [{ name: '_a' }, 'cookies'],
    ])('cookie rows are checked: %j', async (cookies, path) => {
      const { paths } = await refusal(addTracker(app().strapi, { name: 'Rows', cookies }));
      expect(paths).toEqual([path]);
    });

    it.each([
      ['vendorPrivacyUrl', 'javascript:alert(1)'],
      ['vendorPrivacyUrl', 'https:/typo.example/privacy'],
      ['loaderSrc', 'javascript:alert(1)'],
      ['loaderSrc', 'data:text/javascript,1'],
      ['loaderAttributes', { onload: 'x()' }],
      ['loaderAttributes', { 'data-id': 5 }],
      ['environments', 'production'],
      ['hosts', ['https://video.example']],
      ['hosts', ['*.Video.example']],
      ['hosts', ['video.example:8080']],
    ])('%s is never %j', async (field, value) => {
      const { paths } = await refusal(addTracker(app().strapi, { name: 'Unsafe', [field]: value }));
      expect(paths[0]).toMatch(new RegExp(`^${field}`));
    });

    it.each([
      ['linkPrivacy', 'javascript:alert(1)'],
      ['linkPrivacy', 'mailto:privacy@shop.example'],
      ['linkCookies', 'java\nscript:alert(1)'],
      ['subscribeUrl', 'data:text/html,x'],
      ['regions', [{ region: 'Germany', model: 'opt-in', law: '' }]],
      ['regions', [{ region: 'DE', model: 'ask', law: '' }]],
      ['expiresAfterMonths', 0],
    ])('the setting %s is never %j', async (field, value) => {
      const { paths } = await refusal(updateSettings(app().strapi, { [field]: value }));
      expect(paths[0]).toMatch(new RegExp(`^${field}`));
    });
  });

  it('a slug names one legal page', async () => {
    const { strapi } = app();
    await addLegalPage(strapi, { slug: 'privacy', kind: 'privacy' });
    const { message } = await refusal(addLegalPage(strapi, { slug: 'privacy', kind: 'cookies' }));
    expect(message).toContain('"privacy" is taken');
  });

  it.each(['nowhere', '%00'])('no processor is found as %s, whatever a database makes of it', async (id) => {
    const token = await signInAdmin(app());
    for (const method of ['get', 'post', 'delete'] as const) {
      const asked = app().http[method](`/consent/processors/${id}/verification`);
      expect((await asked.set('Authorization', `Bearer ${token}`)).status).toBe(404);
    }
  });

  it('getCookieTableData gives the categories and every enabled tracker, whatever its environment', async () => {
    const { strapi } = app();
    await addTracker(strapi, { name: 'Live only', environments: ['production'] });
    const { categories, trackers } = await getCookieTableData(strapi, { locale: 'en' });
    expect(categories.map(({ key }) => key)).toContain('analytics');
    const names = trackers.map(({ name }) => name);
    expect(names).toContain('Live only');
    expect(names, 'disabled').not.toContain('Beacon');
  });
});

onSqlite('Content types', {}, (app) => {
  it('are hidden from the Content-Type Builder', () => {
    const types = Object.values(app().strapi.contentTypes).filter(({ plugin }) => plugin === 'consent');
    expect(types.map(({ uid }) => uid)).toEqual(expect.arrayContaining(Object.values(UIDS)));
    for (const { uid, pluginOptions } of types) {
      expect(pluginOptions?.['content-type-builder'], uid).toEqual({ visible: false });
    }
  });

  it('visitor-facing texts are localized, identifiers are shared', () => {
    const localized = (uid: (typeof UIDS)[keyof typeof UIDS]) =>
      Object.entries(app().strapi.contentType(uid).attributes)
        .filter(([, attribute]) => (attribute as Attribute).pluginOptions?.i18n?.localized)
        .map(([name]) => name)
        .filter((name) => !['locale', 'localizations'].includes(name))
        .sort();
    expect(localized(UIDS.category)).toEqual(['description', 'label']);
    expect(localized(UIDS.tracker)).toEqual(['cookies', 'purpose']);
    expect(localized(UIDS.processor)).toEqual(['dataCategories', 'purpose', 'transferNotes']);
    expect(localized(UIDS.legalPage)).toEqual(['content', 'title']);
    expect(localized(UIDS.setting)).toEqual(
      expect.arrayContaining(['bannerTitle', 'bannerDescription', 'labelAcceptAll', 'linkPrivacy']),
    );
  });
});
