import { setTimeout as pause } from 'node:timers/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { UIDS } from '../server/src/uids';
import { signInAdmin, signInEditor } from './support/admin';
import { type App, onEachDatabase, onSqlite, preparedDatabase, startApp } from './support/app';
import { addLegalPage, addLocale, addProcessor, addTracker, categoryId, edit } from './support/content';
import { DATABASES, SQLITE } from './support/databases';
import { startInstance } from './support/instance';

type Http = Pick<App, 'http'>;

/** The content manager's form of a document. */
const formOf = (uid: string, id: string, token: string, locale = 'en') => {
  const url = `/content-manager/collection-types/${uid}/${id}`;
  const headers = { Authorization: `Bearer ${token}` };
  return {
    open: async ({ http }: Http) => (await http.get(url).query({ locale }).set(headers)).body.data,
    save: ({ http }: Http, fields: object) => http.put(url).query({ locale }).set(headers).send(fields),
    publish: ({ http }: Http, fields: object) =>
      http.post(`${url}/actions/publish`).query({ locale }).set(headers).send(fields),
    discard: ({ http }: Http, fields: object) =>
      http.post(`${url}/actions/discard`).query({ locale }).set(headers).send(fields),
    unpublish: ({ http }: Http, fields: object) =>
      http.post(`${url}/actions/unpublish`).query({ locale }).set(headers).send(fields),
    remove: ({ http }: Http) => http.delete(url).query({ locale }).set(headers),
  };
};

const REFUSED =
  /^Ada Admin has changed this since you opened it \(.*\)\. Nothing was (saved|published): look at what is new first/;

interface Answer {
  status: number;
  body: { error?: { message: string }; data?: Record<string, unknown> };
}

/** Of several at once one was taken; what that was. */
function onlyOne(answers: readonly Answer[]): Record<string, unknown> {
  const [taken, ...more] = answers.filter(({ status }) => status === 200);
  expect([
    more.length,
    answers
      .map(({ status }) => status)
      .sort()
      .at(0),
  ]).toEqual([0, 200]);
  for (const { body } of answers.filter((one) => one !== taken)) expect(body.error?.message).toMatch(REFUSED);
  return taken!.body.data!;
}

const CONTENT: [
  name: string,
  uid: (typeof UIDS)[keyof typeof UIDS],
  field: string,
  add: (app: App) => Promise<string>,
][] = [
  ['category', UIDS.category, 'label', ({ strapi }) => categoryId(strapi, 'analytics')],
  ['tracker', UIDS.tracker, 'vendor', ({ strapi }) => addTracker(strapi, { name: 'Counter' })],
  ['processor', UIDS.processor, 'purpose', ({ strapi }) => addProcessor(strapi, { name: 'Hoster' })],
  [
    'legal page',
    UIDS.legalPage,
    'title',
    ({ strapi }) => addLegalPage(strapi, { slug: `notes-${crypto.randomUUID()}`, kind: 'other' }),
  ],
];

onEachDatabase('two editors, where each save is published', {}, (app) => {
  let token: string;
  beforeAll(async () => {
    token = await signInAdmin(app());
  });

  it.each(CONTENT)('of saves of one %s at once one is taken, and the others are refused', async (...of) => {
    const [, uid, field, add] = of;
    const form = formOf(uid, await add(app()), token);
    const opened = await form.open(app());
    await pause(5);
    const answers = await Promise.all(
      ['One', 'Two', 'Three'].map((text) => form.save(app(), { ...opened, [field]: text })),
    );
    const taken = onlyOne(answers);
    const now = await form.open(app());
    expect(now[field]).toBe(taken[field]);
    expect((await form.save(app(), { ...now, [field]: 'Then' })).status).toBe(200);
  });

  it.each(CONTENT)('a save of a %s that changes nothing refuses nobody, whoever made it', async (...of) => {
    const [, uid, field, add] = of;
    const id = await add(app());
    const form = formOf(uid, id, token);
    const opened = await form.open(app());
    await pause(5);
    await edit(app().strapi, uid, id, { [field]: opened[field] });
    expect((await form.open(app())).updatedAt).toBe(opened.updatedAt);
    const again = await form.save(app(), opened);
    expect([again.status, again.body.data?.updatedAt]).toEqual([200, opened.updatedAt]);
    expect((await form.save(app(), { ...opened, [field]: 'Typed' })).status).toBe(200);
    const late = await form.save(app(), { ...opened, [field]: 'Late' });
    expect([late.status, late.body.error.message]).toEqual([400, expect.stringMatching(REFUSED)]);
  });

  it('a save that changes a relation or a picture alone is one', async () => {
    const { strapi } = app();
    const id = await addTracker(strapi, { name: 'Moved' });
    const form = formOf(UIDS.tracker, id, token);
    const mine = await form.open(app());
    await pause(5);
    await edit(strapi, UIDS.tracker, id, { category: await categoryId(strapi, 'marketing') });
    const late = await form.save(app(), { ...mine, vendor: 'Late' });
    expect([late.status, late.body.error.message]).toEqual([400, expect.stringContaining('(category)')]);
    const url = '/uploads/poster.png';
    const file = { url, name: 'poster.png', hash: 'poster', mime: 'image/png', size: 1, provider: 'local' };
    const { id: poster } = await strapi.db.query('plugin::upload.file').create({ data: file });
    const now = await form.open(app());
    await pause(5);
    await edit(strapi, UIDS.tracker, id, { poster });
    const later = await form.save(app(), { ...now, vendor: 'Later' });
    expect([later.status, later.body.error.message]).toEqual([400, expect.stringContaining('(poster)')]);
  });

  it('of two that publish a legal page at once one is taken, and what visitors read is theirs', async () => {
    const id = await addLegalPage(app().strapi, { slug: 'terms', kind: 'terms' });
    const form = formOf(UIDS.legalPage, id, token);
    const opened = await form.open(app());
    await pause(5);
    const taken = onlyOne(
      await Promise.all(['One', 'Two'].map((title) => form.publish(app(), { ...opened, title }))),
    );
    expect((await form.open(app())).title).toBe(taken.title);
    const page = await app().http.get('/api/consent/legal/terms');
    expect([page.status, page.body.title]).toEqual([200, taken.title]);
    const late = await form.publish(app(), { ...opened, title: 'Late' });
    expect([late.status, late.body.error.message]).toEqual([400, expect.stringMatching(REFUSED)]);
  });

  it('what somebody else has saved is not published by one who has not seen it, whatever they may and type', async () => {
    const id = await addLegalPage(app().strapi, { slug: 'imprint', kind: 'other' });
    const form = formOf(UIDS.legalPage, id, token);
    expect((await form.publish(app(), await form.open(app()))).status).toBe(200);
    const publisher = formOf(
      UIDS.legalPage,
      id,
      await signInEditor(app(), { actions: ['read', 'publish'], on: UIDS.legalPage }),
    );
    const opened = await publisher.open(app());
    await pause(5);
    expect((await form.save(app(), { ...opened, title: 'Unseen' })).status).toBe(200);
    for (const late of [await form.publish(app(), opened), await publisher.publish(app(), opened)])
      expect([late.status, late.body.error?.message]).toEqual([400, expect.stringMatching(REFUSED)]);
    expect((await app().http.get('/api/consent/legal/imprint')).body.title).toBe('imprint');
    const { updatedAt } = await publisher.open(app());
    expect((await publisher.publish(app(), { updatedAt })).status).toBe(200);
    expect((await app().http.get('/api/consent/legal/imprint')).body.title).toBe('Unseen');
  });

  it('what somebody else has saved is not discarded by one who has not seen it, in whatever language', async () => {
    await addLocale(app().strapi, 'it');
    const id = await addLegalPage(app().strapi, { slug: 'cookies', kind: 'other' });
    for (const locale of ['it', 'en']) {
      const form = formOf(UIDS.legalPage, id, token, locale);
      const first = { slug: 'cookies', kind: 'other', title: 'Published', content: 'Text' };
      expect((await form.publish(app(), { ...first, ...(await form.open(app())) })).status).toBe(200);
      await pause(5);
      expect((await form.save(app(), { title: 'Draft' })).status).toBe(200);
      const { updatedAt } = await form.open(app());
      await pause(5);
      expect((await form.save(app(), { title: 'Unseen' })).status).toBe(200);
      for (const late of [
        await form.discard(app(), { updatedAt }),
        await form.unpublish(app(), { updatedAt, discardDraft: true }),
      ])
        expect([late.status, late.body.error?.message]).toEqual([
          400,
          expect.stringMatching(/^Ada Admin has changed this .*\. Nothing was discarded/),
        ]);
      const now = await form.open(app());
      expect([now.title, now.status]).toEqual(['Unseen', 'modified']);
      // To withdraw what is published leaves the draft as it is.
      expect((await form.unpublish(app(), { updatedAt })).status).toBe(200);
      expect((await form.open(app())).title).toBe('Unseen');
      expect((await form.publish(app(), { updatedAt: now.updatedAt })).status).toBe(200);
      expect((await form.save(app(), { title: 'Draft' })).status).toBe(200);
      const seen = await form.open(app());
      expect((await form.discard(app(), { updatedAt: seen.updatedAt })).status).toBe(200);
      expect((await form.open(app())).title).toBe('Unseen');
    }
  });

  it('the answer to a publication says when its draft was saved, whatever was saved since', async () => {
    const id = await addLegalPage(app().strapi, { slug: 'terms-of-use', kind: 'terms' });
    const form = formOf(UIDS.legalPage, id, token);
    const published = await form.publish(app(), { ...(await form.open(app())), title: 'First' });
    const { updatedAt } = await form.open(app());
    expect(published.body.data.updatedAt).toBe(updatedAt);
    await pause(5);
    const again = await form.publish(app(), { ...(await form.open(app())), title: 'Second' });
    expect(again.body.data.updatedAt).toBe((await form.open(app())).updatedAt);
  });

  it('of two who translate at once one is taken, and a translation that was removed does not come back', async () => {
    await addLocale(app().strapi, 'fr');
    const id = await addLegalPage(app().strapi, { slug: 'notice', kind: 'other' });
    const form = formOf(UIDS.legalPage, id, token, 'fr');
    expect(await form.open(app())).toEqual({});
    const first = { slug: 'notice', kind: 'other', content: 'Texte', updatedAt: null };
    const taken = onlyOne(
      await Promise.all(['Un', 'Deux'].map((title) => form.save(app(), { ...first, title }))),
    );
    const opened = await form.open(app());
    expect(opened.title).toBe(taken.title);
    expect((await form.save(app(), { ...opened, title: 'Trois' })).status).toBe(200);
    const again = await form.open(app());
    expect((await form.remove(app())).status).toBe(200);
    const late = await form.save(app(), { ...again, title: 'Quatre' });
    expect([late.status, late.body.error.message]).toEqual([400, expect.stringMatching(REFUSED)]);
    expect(await form.open(app())).toEqual({});
  });
});

for (const kind of DATABASES.filter((one) => one !== SQLITE)) {
  describe.skipIf(kind.missing)(`two editors at two instances (${kind.name})`, () => {
    it('of saves of one processor at once one is taken', async () => {
      const database = await preparedDatabase(kind);
      const options = { server: { app: { keys: ['one-secret-of-all-instances', 'another'] } } };
      const here = await startApp(kind, { ...options, database });
      const there = await startInstance(database, options);
      try {
        const id = await addProcessor(here.strapi, { name: 'Hoster' });
        const form = formOf(UIDS.processor, id, await signInAdmin(here));
        const formThere = formOf(UIDS.processor, id, await signInAdmin({ ...here, http: there.http }));
        for (let round = 1; round <= 5; round += 1) {
          const opened = await form.open(here);
          await pause(5);
          const answers: Answer[] = await Promise.all([
            form.save(here, { ...opened, purpose: `Here ${round}` }),
            formThere.save(there, { ...opened, purpose: `There ${round}` }),
          ]);
          expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
          const taken = answers.find(({ status }) => status === 200);
          expect((await form.open(here)).purpose).toBe(taken?.body.data?.purpose);
        }
      } finally {
        await there.stop();
        await here.stop();
        await database.drop();
      }
    });
  });

  describe.skipIf(kind.missing)(`editors where the database has few connections (${kind.name})`, () => {
    it('a publication waits for no connection by which it could hear who has overtaken it', async () => {
      const database = await preparedDatabase(kind);
      const connection = { ...database.connection, pool: { min: 0, max: 2 } };
      const app = await startApp(kind, { database: { ...database, connection } });
      try {
        const id = await addLegalPage(app.strapi, { slug: 'notes', kind: 'other' });
        const page = formOf(UIDS.legalPage, id, await signInAdmin(app));
        const opened = await page.open(app);
        await pause(5);
        expect((await page.save(app, { ...opened, title: 'Unseen' })).status).toBe(200);
        const other = await app.strapi.db.connection.transaction();
        const late = await page.publish(app, opened);
        await other.rollback();
        expect([late.status, late.body.error.message]).toEqual([
          400,
          expect.stringMatching(/^Somebody else has changed this since you opened it\./),
        ]);
      } finally {
        await app.stop();
        await database.drop();
      }
    });
  });
}

onSqlite('two editors who prepare a release', { options: { releases: { publish: 'manual' } } }, (app) => {
  let token: string;
  beforeAll(async () => {
    token = await signInAdmin(app());
  });

  it('a save in the content manager that is based on an older state is refused with what changed', async () => {
    const { strapi } = app();
    const id = await categoryId(strapi, 'analytics');
    const form = formOf(UIDS.category, id, token);
    // So that what is seen was made by a save of its own, and not by the seeds.
    await edit(strapi, UIDS.category, id, { order: 7 });
    const opened = await form.open(app());
    await pause(5);
    expect((await form.save(app(), { ...opened, label: 'First' })).status).toBe(200);
    const second = await form.save(app(), { ...opened, description: 'Second' });
    expect(second.status).toBe(400);
    expect(second.body.error.message).toMatch(/^Ada Admin has changed this .*\(label\)/);
    const again = await form.open(app());
    expect([again.label, again.description]).toEqual(['First', opened.description]);
    expect((await form.save(app(), { ...again, label: 'Then' })).status).toBe(200);
  });

  it('a save after one of another language is taken', async () => {
    const { strapi } = app();
    const id = await categoryId(strapi, 'functional');
    const form = formOf(UIDS.category, id, token);
    await addLocale(strapi, 'fr');
    await edit(strapi, UIDS.category, id, { label: 'Fonctions' }, 'fr');
    await edit(strapi, UIDS.category, id, { order: 7 });
    const opened = await form.open(app());
    await pause(5);
    await edit(strapi, UIDS.category, id, { label: 'Confort' }, 'fr');
    expect((await form.save(app(), { ...opened, label: 'Comfort' })).status).toBe(200);
  });

  it('a save after more others than are looked at is refused, also where the last ones are of another language', async () => {
    const { strapi } = app();
    const id = await categoryId(strapi, 'marketing');
    const form = formOf(UIDS.category, id, token);
    await addLocale(strapi, 'de');
    await edit(strapi, UIDS.category, id, { order: 7 });
    const opened = await form.open(app());
    await pause(5);
    await edit(strapi, UIDS.category, id, { order: 8 });
    for (let n = 1; n <= 21; n += 1) await edit(strapi, UIDS.category, id, { label: `Nr. ${n}` }, 'de');
    const { status, body } = await form.save(app(), { ...opened, label: 'Based on the order before' });
    expect([status, body.error?.message]).toEqual([
      400,
      'This was saved more than 20 times since you opened it. Nothing was saved: look at what is new first.',
    ]);
  });
});
