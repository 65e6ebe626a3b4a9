import { beforeAll, describe, expect, it } from 'vitest';
import { embedsJob } from '../server/src/embeds/job';
import { PLUGIN_UID, pluginAction, UIDS } from '../server/src/uids';
import { type Action, signInAdmin, signInWriter } from './support/admin';
import { type App, onEachDatabase } from './support/app';
import { ARTICLE, ARTICLE_SCHEMAS, frame, HOME, pictureBlocks, writeArticle } from './support/articles';
import { addLocale, addTracker } from './support/content';

/** An editor that stores HTML, as a package would register it. */
const EXTENSION = `module.exports = (plugin) => {
  const { register } = plugin;
  plugin.register = (context) => {
    context.strapi.customFields.register({ name: 'CKEditor', type: 'richtext' });
    return register(context);
  };
  return plugin;
};`;

const OPTIONS = {
  schemas: ARTICLE_SCHEMAS,
  extension: EXTENSION,
  options: { jobs: { embeds: true }, site: { hosts: ['*.own.example'] } },
};

const ENTRIES = 2000;

interface Place {
  uid: string;
  documentId: string;
  locale: string;
  title: string;
}

interface Host {
  host: string;
  state: string;
  name: string;
  entries: number;
  isAtLeast: boolean;
  places: Place[];
}

onEachDatabase('what content embeds', OPTIONS, (app, onSqliteOnly) => {
  let admin: string;
  beforeAll(async () => {
    admin = await signInAdmin(app());
    await addLocale(app().strapi, 'de');
    await addTracker(app().strapi, { name: 'Film', categoryKey: 'marketing', hosts: ['film.example'] });
    await addTracker(app().strapi, { name: 'Maps', hosts: ['many.example/maps'] });
  });

  const ask = async (path: string, token = admin) =>
    await app().http.get(`/consent/embeds${path}`).set('Authorization', `Bearer ${token}`);
  const hosts = async (token = admin): Promise<Host[]> => {
    await settled(app());
    return (await ask('/undeclared', token)).body.hosts;
  };
  const names = async () => (await hosts()).map(({ host, entries }) => `${host} ${entries}`).sort();

  it('lists hosts that nobody declared, with the entries that are published', async () => {
    const { strapi } = app();
    const documentId = await writeArticle(strapi, {
      title: 'One',
      summary: frame('summary.example'),
      body: `Text\n\n${frame('film.example/1')}\n\n![](https://markdown.example/x.png) [a](https://link.example)`,
      html: `<p>${frame('html.example')}</p><img src="https://media.own.example/x.png"><figure class="media"><oembed url="https://vimeo.com/1"></oembed></figure>`,
      blocks: pictureBlocks('https://blocks.example/x.png'),
      aside: { heading: 'A', texts: [{ text: frame('component.example') }] },
      sections: [
        { __component: 'parts.text', text: frame('zone.example') },
        {
          __component: 'parts.aside',
          texts: [{ text: frame('deep.example') }, { text: frame('many.example/maps/1') }],
        },
      ],
    });
    await writeArticle(strapi, { title: 'Draft', body: frame('draft.example') }, { status: 'draft' });
    expect(await names()).toEqual([
      'blocks.example 1',
      'component.example 1',
      'deep.example 1',
      'html.example 1',
      'markdown.example 1',
      'player.vimeo.com 1',
      'zone.example 1',
    ]);
    const [first] = await hosts();
    expect(first?.places).toEqual([
      { uid: ARTICLE, documentId, locale: 'en', title: 'One', type: 'Article', isSingle: false },
    ]);
    await strapi.documents(ARTICLE as never).delete({ documentId, locale: '*' } as never);
  });

  it('follows each write: languages, drafts, what is taken back and what is deleted', async () => {
    const { strapi } = app();
    const documentId = await writeArticle(strapi, { title: 'One', body: frame('one.example') });
    await writeArticle(strapi, { title: 'Eins', body: frame('one.example') }, { documentId, locale: 'de' });
    expect(await names()).toEqual(['one.example 2']);
    // A draft of what is published says nothing yet.
    await writeArticle(strapi, { body: 'nothing' }, { documentId, locale: 'de', status: 'draft' });
    expect(await names()).toEqual(['one.example 2']);
    await writeArticle(strapi, { body: frame('two.example') }, { documentId, locale: 'de' });
    expect(await names()).toEqual(['one.example 1', 'two.example 1']);
    await strapi.documents(ARTICLE as never).unpublish({ documentId, locale: 'de' } as never);
    expect(await names()).toEqual(['one.example 1']);
    await strapi.documents(ARTICLE as never).delete({ documentId, locale: '*' } as never);
    expect(await names()).toEqual([]);
  });

  it('follows writes of many rows at once, and of types without drafts', async () => {
    const { strapi } = app();
    const created = { data: { body: frame('home.example') } } as never;
    const { documentId } = (await strapi.documents(HOME as never).create(created)) as { documentId: string };
    expect(await hosts()).toMatchObject([
      {
        host: 'home.example',
        state: 'unknown',
        entries: 1,
        places: [{ uid: HOME, documentId, isSingle: true }],
      },
    ]);
    await strapi.db.query(HOME).updateMany({ where: {}, data: { body: frame('many.example/other') } });
    expect(await names()).toEqual(['many.example 1']);
    await strapi.db.query(HOME).deleteMany({ where: { documentId } });
    expect(await names()).toEqual([]);
  });

  it('counts an address of a host that is declared for another path alone', async () => {
    const { strapi } = app();
    const body = `${frame('many.example/maps/1')} ${frame('many.example/mail')}`;
    const documentId = await writeArticle(strapi, { title: 'Paths', body });
    expect(await names()).toEqual(['many.example 1']);
    const rest = await addTracker(strapi, { name: 'Mail', hosts: ['many.example/mail'] });
    expect(await names()).toEqual([]);
    await strapi.documents(UIDS.tracker).delete({ documentId: rest });
    await strapi.documents(ARTICLE as never).delete({ documentId, locale: '*' } as never);
  });

  it('finds by a sweep what was written past Strapi, and forgets what is gone', async () => {
    const { strapi } = app();
    const documentId = await writeArticle(strapi, { title: 'Swept', body: frame('before.example') });
    expect(await names()).toEqual(['before.example 1']);
    const table = strapi.db.metadata.get(ARTICLE).tableName;
    await strapi.db
      .connection(table)
      .where({ document_id: documentId })
      .update({ body: frame('after.example') });
    expect(await names()).toEqual(['before.example 1']);
    await sweptAnew(app());
    expect(await names()).toEqual(['after.example 1']);
    await strapi.db.connection(table).where({ document_id: documentId }).delete();
    await sweptAnew(app());
    expect(await names()).toEqual([]);
  });

  it('sweeps on behind what was kept where a process ended', async () => {
    const { strapi } = app();
    for (const title of ['a', 'b', 'c'])
      await writeArticle(strapi, { title, body: frame(`${title}.example`) });
    await settled(app());
    const { index } = embedsJob(strapi)!;
    const state = (await index.state())!;
    const last = await strapi.db
      .query(ARTICLE)
      .findOne({ where: { title: 'b', publishedAt: { $notNull: true } } });
    await index.write({
      ...state,
      sweep: state.sweep + 1,
      uid: ARTICLE,
      lastId: last.id,
      entries: 7,
      endedAt: null,
    });
    await settled(app());
    // What stands before it counts as seen by the process that ended; here nobody did.
    expect(await names()).toEqual(['c.example 1']);
    expect((await index.state())?.entries).toBe(8);
    await strapi.db.query(ARTICLE).deleteMany({ where: {} });
    expect(await names()).toEqual([]);
  });

  onSqliteOnly(() => {
    describe('who may see it', () => {
      let documentId: string;
      beforeAll(async () => {
        const { strapi } = app();
        documentId = await writeArticle(strapi, {
          title: 'Seen',
          body: frame('body.example') + frame('film.example/x') + frame('www.youtube.com/embed/x'),
          blocks: pictureBlocks('https://blocks.example/x.png'),
        });
        await writeArticle(
          strapi,
          { title: 'Gesehen', body: frame('german.example') },
          { documentId, locale: 'de' },
        );
        await settled(app());
      });
      const read = (fields: string[], more: object = {}): Action => ({
        action: 'plugin::content-manager.explorer.read',
        subject: ARTICLE,
        fields,
        locales: ['en', 'de'],
        ...more,
      });
      const shown = async (actions: Action[]) => {
        const token = await signInAdmin(app(), [pluginAction('overview.read'), ...actions]);
        return (await hosts(token)).map(({ host, entries }) => `${host} ${entries}`).sort();
      };

      it('lists for a role what it may read: types, fields, languages', async () => {
        expect(await shown([])).toEqual([]);
        expect(await shown([read(['title', 'body'])])).toEqual([
          'body.example 1',
          'german.example 1',
          'www.youtube.com 1',
        ]);
        expect(await shown([read(['title', 'blocks'])])).toEqual(['blocks.example 1']);
        expect(await shown([read(['title', 'body'], { locales: ['de'] })])).toEqual(['german.example 1']);
        expect(await shown([read(['title', 'body'], { conditions: ['admin::is-creator'] })])).toEqual([]);
      });

      it('asks for the permission to see the overview', async () => {
        const token = await signInAdmin(app(), [read(['title', 'body'])]);
        expect((await ask('/undeclared', token)).status).toBe(403);
      });

      const entry = async (query: string, token = admin) =>
        ask(`/entries/${ARTICLE}/${documentId}?${query}`, token);

      it('tells an editor whom an entry loads from, what is not declared first', async () => {
        const { body } = await entry('entryLocale=en&status=published');
        expect(body).toEqual({
          richText: true,
          services: [
            expect.objectContaining({
              state: 'unknown',
              name: 'body.example',
              fields: ['body'],
              tracker: null,
            }),
            expect.objectContaining({ state: 'unknown', name: 'blocks.example', fields: ['blocks'] }),
            expect.objectContaining({
              state: 'known',
              name: 'YouTube',
              vendor: 'Google',
              hosts: ['www.youtube.com'],
              preset: 'youtube',
            }),
            expect.objectContaining({
              state: 'declared',
              name: 'Film',
              category: { label: 'Marketing', required: false },
            }),
          ],
        });
        expect((await entry('entryLocale=de')).body.services).toMatchObject([{ name: 'german.example' }]);
      });

      it('tells of the fields that the role may read, and of none of an entry that it may not', async () => {
        const ofBlocks = await signInAdmin(app(), [read(['blocks'])]);
        const { services } = (await entry('entryLocale=en', ofBlocks)).body;
        expect(services).toMatchObject([{ name: 'blocks.example' }]);
        const german = await signInAdmin(app(), [read(['body'], { locales: ['de'] })]);
        expect((await entry('entryLocale=en', german)).status).toBe(403);
        const creator = await signInAdmin(app(), [read(['body'], { conditions: ['admin::is-creator'] })]);
        expect((await entry('entryLocale=en', creator)).status).toBe(403);
        const overview = await signInAdmin(app(), [pluginAction('overview.read')]);
        expect((await entry('entryLocale=en', overview)).status).toBe(403);
        expect((await ask(`/entries/${ARTICLE}/${documentId}`, 'nobody')).status).toBe(401);
      });

      it.each(['editor', 'author'] as const)(
        'tells Strapi’s %s, without a permission of the plugin, of the entries that they write',
        async (role) => {
          const token = await signInWriter(app(), role, ARTICLE);
          const as = (method: 'get' | 'post', path: string) =>
            app().http[method](path).set('Authorization', `Bearer ${token}`);
          const articles = `/content-manager/collection-types/${ARTICLE}`;
          const text = ['film.example/1', 'www.youtube.com/embed/1', 'new.example/1'].map(frame).join('\n\n');
          const saved = await as('post', articles).send({ title: 'Mine', body: text });
          expect(saved.status).toBe(201);
          const mine = await ask(`/entries/${ARTICLE}/${saved.body.data.documentId}?entryLocale=en`, token);
          expect(mine.body.services).toMatchObject([
            { state: 'unknown', name: 'new.example', category: null, fields: ['body'] },
            { state: 'known', name: 'YouTube', vendor: 'Google', category: { label: 'Marketing' } },
            { state: 'declared', name: 'Film', category: { label: 'Marketing', required: false } },
          ]);
          // An author sees their own alone, as in the content manager.
          const others = await ask(`/entries/${ARTICLE}/${documentId}?entryLocale=en`, token);
          expect(others.status).toBe(role === 'editor' ? 200 : 403);
          expect((await ask('/undeclared', token)).status).toBe(403);
          const added = [
            as('post', '/consent/embeds/trackers').send({
              name: 'New',
              category: 'marketing',
              hosts: ['new.example'],
            }),
            as('get', '/consent/catalogue/trackers'),
          ];
          for (const answer of await Promise.all(added)) expect(answer.status).toBe(403);
          const { documentId: own } = saved.body.data;
          await app()
            .strapi.documents(ARTICLE as never)
            .delete({ documentId: own, locale: '*' } as never);
        },
      );

      it('says of types without rich text that they have none', async () => {
        const { body } = await ask(`/entries/${UIDS.category}/x`);
        expect(body).toEqual({ richText: false, services: [] });
        expect((await ask(`/entries/${ARTICLE}/gone`)).status).toBe(404);
      });

      it('tells of a tracker that is switched off, and of one that does not name its host', async () => {
        const { strapi } = app();
        const off = await addTracker(strapi, { name: 'Body', enabled: false, hosts: ['body.example'] });
        const video = await addTracker(strapi, { name: 'YouTube', categoryKey: 'marketing' });
        expect((await entry('entryLocale=en')).body.services).toMatchObject([
          { state: 'unknown', name: 'blocks.example' },
          { state: 'known', name: 'YouTube', tracker: video },
          { state: 'off', name: 'Body', tracker: off },
          { state: 'declared', name: 'Film' },
        ]);
        await strapi.documents(UIDS.tracker).delete({ documentId: off });
        await strapi.documents(UIDS.tracker).delete({ documentId: video });
      });

      it('declares a host that nobody knows, switched off, for those who may add trackers', async () => {
        const declare = (body: object, token = admin) =>
          app().http.post('/consent/embeds/trackers').set('Authorization', `Bearer ${token}`).send(body);
        const tracker = { name: 'Bodies', category: 'marketing', hosts: ['body.example'] };
        const { status, body } = await declare(tracker);
        expect(status).toBe(201);
        const made = await app().strapi.documents(UIDS.tracker).findOne({ documentId: body.documentId });
        expect(made).toMatchObject({
          name: 'Bodies',
          enabled: false,
          kind: 'iframe',
          hosts: ['body.example'],
        });
        const wrong = await declare({ ...tracker, hosts: ['https://body.example'] });
        expect([wrong.status, wrong.body.error.message]).toEqual([
          400,
          expect.stringMatching('without scheme'),
        ]);
        const reader = await signInAdmin(app(), [pluginAction('overview.read')]);
        expect((await declare(tracker, reader)).status).toBe(403);
      });
    });

    it('reads many entries while administrators go on, and follows what they write meanwhile', async () => {
      const { strapi } = app();
      await strapi.db.query(ARTICLE).deleteMany({ where: {} });
      const table = strapi.db.metadata.get(ARTICLE).tableName;
      const at = Date.now();
      for (let first = 0; first < ENTRIES; first += 100) {
        const some = Array.from({ length: 100 }, (_, n) => ({
          document_id: `many${first + n}`,
          title: `Entry ${first + n}`,
          body: frame(`many${(first + n) % 4}.example/${first + n}`),
          locale: 'en',
          published_at: at,
          updated_at: at,
        }));
        await strapi.db.connection(table).insert(some);
      }
      let isSettled = false;
      const sweeping = sweptAnew(app()).then(() => {
        isSettled = true;
      });
      const answers: number[] = [];
      const lookOn = async () => {
        while (!isSettled) answers.push((await ask('/undeclared')).status);
      };
      const looking = lookOn();
      await writeArticle(strapi, { body: frame('meanwhile.example') }, { documentId: 'many7' });
      await writeArticle(strapi, { body: frame('meanwhile.example') }, { documentId: `many${ENTRIES - 1}` });
      await Promise.all([sweeping, looking]);
      expect(new Set(answers)).toEqual(new Set([200]));
      const quarter = ENTRIES / 4;
      expect(await names()).toEqual([
        `many0.example ${quarter}`,
        `many1.example ${quarter}`,
        `many2.example ${quarter}`,
        `many3.example ${quarter - 2}`,
        'meanwhile.example 2',
      ]);
      // More than is remembered one by one: all is read anew.
      await strapi.db.query(ARTICLE).deleteMany({ where: {} });
      expect(await names()).toEqual([]);
    });

    it('is in no content type of the plugin, which a transfer would empty', () => {
      const tables = [...app().strapi.db.metadata.values()].map(({ tableName }) => tableName);
      expect(tables.filter((table) => table.startsWith('consent_embed'))).toEqual([]);
      expect(app().strapi.contentTypes).not.toHaveProperty(`${PLUGIN_UID}.embed`);
    });
  });
});

const settled = ({ strapi }: App): Promise<void> => embedsJob(strapi)!.settle();

/** As a day later. */
async function sweptAnew(app: App): Promise<void> {
  const { index } = embedsJob(app.strapi)!;
  const state = (await index.state())!;
  await index.write({ ...state, endedAt: 0 });
  await settled(app);
}
