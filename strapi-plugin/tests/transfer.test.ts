import { setTimeout as pause } from 'node:timers/promises';
import type { Core } from '@strapi/strapi';
import { beforeAll, describe, expect, it } from 'vitest';
import { alone } from '../server/src/database/lock';
import type { Difference } from '../server/src/transfer/differences';
import type { Configuration } from '../server/src/transfer/format';
import { UIDS } from '../server/src/uids';
import { fieldsOfType, signInAdmin } from './support/admin';
import { type App, onEachDatabase, withEachDatabase } from './support/app';
import { addLegalPage, addLocale, addTracker, categoryId, edit, removeAll } from './support/content';

/** An environment with something of everything, in two languages. */
async function fill(strapi: Core.Strapi): Promise<void> {
  await addLocale(strapi, 'de');
  await edit(strapi, UIDS.category, await categoryId(strapi, 'analytics'), { label: 'Statistik' }, 'de');
  const cookies = [{ name: '_x', storage: 'cookie' }];
  const tracker = await addTracker(strapi, { name: 'Counter', purpose: 'Counting', cookies });
  await edit(strapi, UIDS.tracker, tracker, { name: 'Counter', purpose: 'Zählen', cookies }, 'de');
  await strapi.documents(UIDS.processor).create({
    data: {
      name: 'Hoster',
      role: 'processor',
      country: 'DE',
      dataCategories: ['IP address'],
      purpose: 'Hosting',
    },
  });
  const page = await addLegalPage(strapi, { slug: 'privacy', kind: 'privacy', effectiveDate: '2026-01-01' });
  await strapi.documents(UIDS.legalPage).publish({ documentId: page });
  await edit(strapi, UIDS.legalPage, page, { content: '# Draft of the next one' });
  await edit(strapi, UIDS.legalPage, page, { title: 'Datenschutz', content: '# Entwurf' }, 'de');
}

onEachDatabase('the configuration as a file', {}, (app, onSqliteOnly) => {
  let token: string;
  let full: Configuration;
  const ask = (method: 'get' | 'post', path: string, body?: object, by = token) => {
    const request = app().http[method](`/consent/configuration${path}`).set('Authorization', `Bearer ${by}`);
    return body ? request.send(body) : request;
  };
  const exported = async (): Promise<Configuration> => (await ask('get', '')).body;
  const preview = async (file: unknown): Promise<{ basis: string; differences: Difference[] }> => {
    const { status, body } = await ask('post', '/preview', { file });
    expect([status, body.error]).toEqual([200, undefined]);
    return body;
  };
  const apply = async (file: unknown) => {
    const { basis } = await preview(file);
    return ask('post', '', { file, basis });
  };
  const versions = async () => (await app().http.get('/api/consent/config')).body.versions;

  beforeAll(async () => {
    token = await signInAdmin(app());
    await fill(app().strapi);
    full = await exported();
  });

  it('holds settings, categories, trackers, processors and legal pages, and no records', async () => {
    expect(Object.keys(full)).toEqual([
      'format',
      'version',
      'settings',
      'categories',
      'trackers',
      'processors',
      'legalPages',
    ]);
    expect(full.trackers[0]).toMatchObject({
      shared: { name: 'Counter', category: 'analytics' },
      locales: { en: { purpose: 'Counting' }, de: { purpose: 'Zählen' } },
    });
    expect(full.legalPages[0]).toMatchObject({
      locales: { en: { content: '# Draft of the next one' }, de: { title: 'Datenschutz' } },
      published: { shared: { effectiveDate: '2026-01-01' }, locales: { en: { content: '# Text' } } },
    });
    expect(await exported()).toEqual(full);
  });

  it('finds no difference between itself and its file', async () => {
    expect((await preview(full)).differences).toEqual([]);
  });

  onSqliteOnly(() => {
    it('lists what is added, changed and removed, by item and field, and writes nothing', async () => {
      const file = structuredClone(full);
      file.settings!.shared.noticeDays = 14;
      file.trackers[0]!.locales.de!.purpose = 'Messen';
      file.processors = [];
      file.categories.push({
        shared: { ...file.categories[0]!.shared, key: 'maps', required: false },
        locales: { en: { label: 'Maps', description: null } },
      });
      const { differences } = await preview(file);
      expect(differences).toEqual([
        {
          kind: 'settings',
          name: '',
          change: 'changed',
          fields: [{ path: 'shared.noticeDays', before: 30, after: 14 }],
        },
        {
          kind: 'categories',
          name: 'maps',
          change: 'added',
          fields: expect.arrayContaining([
            { path: 'shared.key', before: null, after: 'maps' },
            { path: 'locales.en.label', before: null, after: 'Maps' },
          ]),
        },
        {
          kind: 'trackers',
          name: 'Counter',
          change: 'changed',
          fields: [{ path: 'locales.de.purpose', before: 'Zählen', after: 'Messen' }],
        },
        {
          kind: 'processors',
          name: 'Hoster',
          change: 'removed',
          fields: expect.arrayContaining([{ path: 'locales.en.purpose', before: 'Hosting', after: null }]),
        },
      ]);
      expect(await exported()).toEqual(full);
    });
  });

  it('makes everything as the file says, whatever is there, and keeps the versions', async () => {
    const before = await versions();
    const { strapi } = app();
    await removeAll(strapi, UIDS.tracker);
    for (const uid of [UIDS.category, UIDS.processor, UIDS.legalPage]) await removeAll(strapi, uid);
    await strapi.documents(UIDS.category).create({
      data: { key: 'other', label: 'Other', required: false, respectGPC: false, defaultInOptOut: true },
    });
    await addTracker(strapi, { name: 'Stray', categoryKey: 'other' });
    expect((await versions()).trackersVersion).not.toBe(before.trackersVersion);
    expect((await apply(full)).status).toBe(200);
    expect(await exported()).toEqual(full);
    expect(await versions()).toEqual(before);
  });

  it('takes a language from a category together with the tracker that has no other', async () => {
    const { strapi } = app();
    const data: Record<string, unknown> = { name: 'Zähler', kind: 'script', enabled: true };
    data.category = await categoryId(strapi, 'analytics');
    await strapi.documents(UIDS.tracker).create({ locale: 'de', data });
    const file = structuredClone(full);
    delete file.categories.find(({ shared }) => shared.key === 'analytics')!.locales.de;
    expect((await apply(file)).status).toBe(200);
    expect((await preview(file)).differences).toEqual([]);
    expect((await apply(full)).status).toBe(200);
    expect(await exported()).toEqual(full);
  });

  it('publishes, takes back and removes translations of legal pages', async () => {
    const file = structuredClone(full);
    const [page] = file.legalPages;
    page!.published!.locales.de = { title: 'Datenschutz', content: '# Jetzt öffentlich' };
    expect((await apply(file)).status).toBe(200);
    expect((await preview(file)).differences).toEqual([]);
    expect((await app().http.get('/api/consent/legal/privacy?locale=de')).body.title).toBe('Datenschutz');
    page!.published = null;
    delete page!.locales.de;
    expect((await apply(file)).status).toBe(200);
    expect((await preview(file)).differences).toEqual([]);
    expect((await app().http.get('/api/consent/legal/privacy')).status).toBe(404);
    expect((await apply(full)).status).toBe(200);
    expect(await exported()).toEqual(full);
  });

  onSqliteOnly(() => {
    it('shows a legal page as modified only in the languages whose draft is another one than the published', async () => {
      const file = structuredClone(full);
      const [page] = file.legalPages;
      const english = page!.published!.locales.en!;
      const statuses = async () => {
        const path = `/content-manager/collection-types/${UIDS.legalPage}`;
        const answers = ['en', 'de'].map(async (locale) => {
          const by = { Authorization: `Bearer ${token}` };
          const { body } = await app().http.get(`${path}?locale=${locale}`).set(by);
          return body.results.map(({ status }: { status: string }) => status);
        });
        return (await Promise.all(answers)).flat();
      };
      const title = 'Datenschutz';
      page!.locales = { en: english, de: { title, content: '# Noch nicht öffentlich' } };
      page!.published!.locales = { en: english };
      expect((await apply(file)).status).toBe(200);
      expect(await statuses()).toEqual(['published', 'draft']);
      page!.locales.de = { title, content: '# Jetzt öffentlich' };
      page!.published!.locales = page!.locales;
      expect((await apply(file)).status).toBe(200);
      expect(await statuses()).toEqual(['published', 'published']);
      page!.locales = { en: english, de: { title, content: '# Entwurf' } };
      expect((await apply(file)).status).toBe(200);
      expect((await statuses())[1]).toBe('modified');
      expect((await preview(file)).differences).toEqual([]);
      expect((await apply(full)).status).toBe(200);
      expect(await exported()).toEqual(full);
    });

    it.each([
      ['another format', (file: Configuration) => Object.assign(file, { format: 'x' }), 'format'],
      ['a newer version', (file: Configuration) => Object.assign(file, { version: 2 }), 'version'],
      [
        'a wrong value',
        (file: Configuration) => Object.assign(file.trackers[0]!.shared, { kind: 'magic' }),
        'trackers.0.shared.kind',
      ],
      [
        'a script as a link',
        (file: Configuration) => Object.assign(file.settings!.locales.en!, { linkPrivacy: 'javascript:x' }),
        'settings.locales.en.linkPrivacy',
      ],
      [
        'a category that is missing',
        (file: Configuration) => Object.assign(file.trackers[0]!.shared, { category: 'gone' }),
        'trackers.0.shared.category',
      ],
      [
        'a key twice',
        (file: Configuration) => file.categories.push(structuredClone(file.categories[0]!)),
        'categories.4.shared.key',
      ],
      [
        'a NUL character',
        (file: Configuration) => Object.assign(file.trackers[0]!.locales.de!, { purpose: '\0' }),
        'trackers.0.locales.de.purpose',
      ],
      [
        'more categories than a record can name',
        (file: Configuration) => {
          const one = file.categories.find(({ shared }) => !shared.required)!;
          for (let i = 0; i < 50; i += 1)
            file.categories.push({ ...one, id: undefined, shared: { ...one.shared, key: `more-${i}` } });
        },
        'categories',
      ],
      [
        'a locale that is not here',
        (file: Configuration) => Object.assign(file.categories[0]!.locales, { fr: { label: 'X' } }),
        'categories.0.locales.fr',
      ],
    ])('refuses %s and names its path', async (_, spoil, path) => {
      const file = structuredClone(full);
      spoil(file);
      const { status, body } = await ask('post', '/preview', { file });
      expect(status).toBe(400);
      expect(body.error.details.errors.map((one: { path: string[] }) => one.path.join('.'))).toContain(path);
    });
  });

  it('leaves nothing half done where a write is refused', async () => {
    const file = structuredClone(full);
    file.settings!.shared.noticeDays = 7;
    file.categories[1]!.locales.en!.label = 'Changed';
    const refuse = app().strapi.db.lifecycles.subscribe({
      models: [UIDS.legalPage],
      beforeCreate: () => {
        throw new Error('refused');
      },
    });
    file.legalPages.push({ ...structuredClone(full.legalPages[0]!), id: undefined, published: null });
    file.legalPages[1]!.shared.slug = 'another';
    const { status } = await apply(file);
    refuse();
    expect(status).toBe(500);
    expect(await exported()).toEqual(full);
  });

  it('is not applied over what an editor saves at the same time', async () => {
    const { strapi } = app();
    const file = structuredClone(full);
    file.settings!.shared.noticeDays = 9;
    const { basis } = await preview(file);
    const category = await categoryId(strapi, 'analytics');
    const written = Promise.withResolvers<void>();
    const imported = Promise.withResolvers<void>();
    const save = alone(strapi, async () => {
      await edit(strapi, UIDS.category, category, { label: 'Saved meanwhile' });
      written.resolve();
      await imported.promise;
    });
    await written.promise;
    const applied = ask('post', '', { file, basis }).then(({ status, body }) => [
      status,
      body.error?.message,
    ]);
    await pause(500);
    imported.resolve();
    await save;
    expect(await applied).toEqual([400, expect.stringMatching(/edited meanwhile/)]);
    const saved = (await exported()).categories.find(({ shared }) => shared.key === 'analytics');
    expect(saved?.locales.en?.label).toBe('Saved meanwhile');
    expect((await apply(full)).status).toBe(200);
  });

  onSqliteOnly(() => {
    it('is not applied where something was edited since the preview', async () => {
      const file = structuredClone(full);
      file.settings!.shared.noticeDays = 9;
      const { basis } = await preview(file);
      await edit(app().strapi, UIDS.category, await categoryId(app().strapi, 'analytics'), { order: 9 });
      const { status, body } = await ask('post', '', { file, basis });
      expect([status, body.error.message]).toEqual([400, expect.stringMatching(/edited meanwhile/)]);
      expect((await apply(full)).status).toBe(200);
    });

    it('never says in the name of somebody that a processor was compared with its contract', async () => {
      const { strapi } = app();
      const hoster = await strapi.documents(UIDS.processor).findFirst({ filters: { name: 'Hoster' } });
      const path = `/consent/processors/${hoster?.documentId}/verification`;
      const by = { Authorization: `Bearer ${token}` };
      const { body: act } = await app().http.post(path).set(by);
      expect(await exported(), 'the file does not hold it').toEqual(full);
      const file = structuredClone(full);
      const claim = { verified: true, verifiedAt: '2026-01-01T00:00:00.000Z', verifiedBy: 'Somebody' };
      Object.assign(file.processors[0]!.shared, { ...claim, verified: false });
      expect((await preview(file)).differences).toEqual([]);
      file.processors[0]!.shared.dpaUrl = 'https://hoster.example/dpa';
      file.processors.push(structuredClone({ ...file.processors[0]!, id: undefined }));
      Object.assign(file.processors[1]!.shared, { ...claim, name: 'Other' });
      expect((await apply(file)).status).toBe(200);
      const { body: kept } = await app().http.get(path).set(by);
      expect(kept).toMatchObject({ verified: true, at: act.at, by: 'Ada Admin' });
      const other = await strapi.documents(UIDS.processor).findFirst({ filters: { name: 'Other' } });
      expect(other).toMatchObject({ verified: false, verifiedAt: null, verifiedBy: null });
      expect((await apply(full)).status).toBe(200);
    });

    describe('is for those who may', () => {
      const SETTINGS = ['plugin::consent.settings.read', 'plugin::consent.settings.update'];
      const TYPES = [UIDS.category, UIDS.tracker, UIDS.processor, UIDS.legalPage];
      interface Permission {
        action: string;
        subject: string | null;
        properties: { fields?: string[]; locales?: string[] | null };
        conditions: string[];
      }
      const on = (name: string, uid: (typeof TYPES)[number], left?: string): Permission => {
        const fields = fieldsOfType(app(), uid).filter((field) => field !== left);
        const whole = name === 'delete' || name === 'publish';
        return {
          action: `plugin::content-manager.explorer.${name}`,
          subject: uid,
          properties: { locales: null, ...(whole ? {} : { fields }) },
          conditions: [],
        };
      };
      /** A new role that may do this, in every language unless it is said otherwise. */
      const roleOf = async (...permissions: (string | Permission)[]): Promise<string> => {
        const signedIn = await signInAdmin(app(), []);
        const me = await app().http.get('/admin/users/me').set('Authorization', `Bearer ${signedIn}`);
        const given = permissions.map((one) =>
          typeof one === 'string' ? { action: one, subject: null, properties: {}, conditions: [] } : one,
        );
        await app().strapi.service('admin::role').assignPermissions(me.body.data.roles[0].id, given);
        return signedIn;
      };
      const reading = () => TYPES.map((uid) => on('read', uid));
      const writing = (left?: string) => [
        ...['create', 'update', 'delete'].flatMap((name) => TYPES.map((uid) => on(name, uid, left))),
        on('publish', UIDS.legalPage),
      ];
      const refusal = async (answer: ReturnType<typeof ask>) => {
        const { status, body } = await answer;
        return [status, body.error?.message];
      };
      const lacking = (...named: string[]) => [403, expect.stringMatching(new RegExp(named.join('.*')))];

      it('read and write all of it by hand too', async () => {
        const reader = await roleOf('plugin::consent.settings.read', ...reading());
        expect((await ask('get', '', undefined, reader)).status).toBe(200);
        expect((await ask('post', '/preview', { file: full }, reader)).status).toBe(403);
        expect((await ask('post', '', { file: full, basis: '' }, reader)).status).toBe(403);
        const owner = await roleOf(...SETTINGS, ...writing());
        const { status, body } = await ask('post', '/preview', { file: full }, owner);
        expect(status).toBe(200);
        expect((await ask('post', '', { file: full, basis: body.basis }, owner)).status).toBe(200);
        const nobody = await roleOf(...reading(), ...writing());
        expect((await ask('get', '', undefined, nobody)).status).toBe(403);
        expect((await ask('post', '/preview', { file: full }, nobody)).status).toBe(403);
      });

      it('not for those who may change the settings alone, and says what they lack', async () => {
        const editor = await roleOf(...SETTINGS);
        const written = lacking('Consent category: create', 'Tracker: delete', 'Legal page: publish');
        const basis = '0'.repeat(64);
        expect(await refusal(ask('get', '', undefined, editor))).toEqual(lacking('Tracker: read'));
        expect(await refusal(ask('post', '/preview', { file: full }, editor))).toEqual(written);
        expect(await refusal(ask('post', '', { file: full, basis }, editor))).toEqual(written);
      });

      it('not for those who may not fill in every field of a type', async () => {
        const partly = await roleOf(...SETTINGS, ...writing('loaderInline'));
        const named = lacking('conditions: Tracker: create, Tracker: update$');
        expect(await refusal(ask('post', '/preview', { file: full }, partly))).toEqual(named);
      });

      it.each([
        ['in one language', { locales: ['de'] }, [], ' \\(en\\)'],
        ['to what they created', {}, ['admin::is-creator'], ''],
      ])('not for those who may only do it %s', async (_, limits, conditions, where) => {
        const limited = [...reading(), ...writing()].map((one) => ({
          ...one,
          properties: { ...one.properties, ...limits },
          conditions,
        }));
        const some = await roleOf(...SETTINGS, ...limited);
        const file = { ...full, trackers: [] };
        const written = lacking(
          ...['Consent category: create', 'Tracker: update', 'Tracker: delete', 'Legal page: publish'].map(
            (one) => `${one}${where}`,
          ),
        );
        expect(await refusal(ask('get', '', undefined, some))).toEqual(lacking(`Tracker: read${where}`));
        expect(await refusal(ask('post', '/preview', { file }, some))).toEqual(written);
        const { basis } = await preview(file);
        expect(await refusal(ask('post', '', { file, basis }, some))).toEqual(written);
        expect(await exported()).toEqual(full);
      });

      it('also for those to whom every language was given by name', async () => {
        const named = [...reading(), ...writing()].map((one) => ({
          ...one,
          properties: { ...one.properties, locales: ['de', 'en'] },
        }));
        const translator = await roleOf(...SETTINGS, ...named);
        expect((await ask('get', '', undefined, translator)).status).toBe(200);
        expect((await ask('post', '/preview', { file: full }, translator)).status).toBe(200);
      });
    });
  });
});

withEachDatabase('a move to another environment', (start) => {
  it('brings everything into an empty one, with the versions that visitors know', async () => {
    const versionsIn = async ({ http }: App) => (await http.get('/api/consent/config')).body.versions;
    const source = await start();
    await fill(source.strapi);
    const from = { Authorization: `Bearer ${await signInAdmin(source)}` };
    const file: Configuration = (await source.http.get('/consent/configuration').set(from)).body;
    const known = await versionsIn(source);
    const target = await start({ options: { seed: false } });
    await addLocale(target.strapi, 'de');
    const into = { Authorization: `Bearer ${await signInAdmin(target)}` };
    const { body } = await target.http.post('/consent/configuration/preview').set(into).send({ file });
    const applied = { file, basis: body.basis };
    expect((await target.http.post('/consent/configuration').set(into).send(applied)).status).toBe(200);
    expect((await target.http.get('/consent/configuration').set(into)).body).toEqual(file);
    expect(await versionsIn(target)).toEqual(known);
  });
});

const EXTENSION = `module.exports = (plugin) => {
  const { attributes } = plugin.contentTypes.tracker.schema;
  attributes.weight = { type: 'float' };
  attributes.price = { type: 'decimal', min: 1 };
  attributes.note = { type: 'blocks' };
  return plugin;
};`;

withEachDatabase('fields that a host has added', (start) => {
  it('are part of the file, whatever their type', async () => {
    const { strapi, http } = await start({ extension: EXTENSION });
    const note = [{ type: 'paragraph', children: [{ type: 'text', text: 'Ours' }] }];
    await addTracker(strapi, { name: 'Extended', weight: 0.5, price: 1.25, note });
    const by = { Authorization: `Bearer ${await signInAdmin({ strapi, http } as App)}` };
    const preview = (file: object) => http.post('/consent/configuration/preview').set(by).send({ file });
    const file: Configuration = (await http.get('/consent/configuration').set(by)).body;
    const [tracker] = file.trackers;
    expect(tracker!.shared).toMatchObject({ weight: 0.5, price: 1.25, note });
    expect((await preview(file)).body).toMatchObject({ differences: [] });
    Object.assign(tracker!.shared, { weight: 0.75, note: [] });
    const { body } = await preview(file);
    expect(body.differences).toMatchObject([{ change: 'changed', fields: [{ after: 0.75 }, { after: [] }] }]);
    const { basis } = body;
    expect((await http.post('/consent/configuration').set(by).send({ file, basis })).status).toBe(200);
    expect((await preview(file)).body).toMatchObject({ differences: [] });
    Object.assign(tracker!.shared, { price: 0.5 });
    expect((await preview(file)).status).toBe(400);
  });
});
