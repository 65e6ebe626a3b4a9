import { beforeAll, describe, expect, it, vi } from 'vitest';
import { CRITERIA } from '../server/src/assessments/criteria';
import { getEvidenceStore } from '../server/src/evidence';
import type { Release } from '../server/src/evidence/releases';
import { sourceOf } from '../server/src/releases/configuration';
import { configurationOf, type ReleaseDetails, releasesBetween } from '../server/src/releases/service';
import type { Difference } from '../server/src/transfer/differences';
import { UIDS } from '../server/src/uids';
import { changesFollowed } from '../server/src/versions/changes';
import { publishedFrom, readPublished } from '../server/src/versions/service';
import { signInAdmin } from './support/admin';
import { type App, onEachDatabase } from './support/app';
import {
  addLegalPage,
  addLocale,
  addTracker,
  categoryId,
  edit,
  removeAll,
  updateSettings,
} from './support/content';
import { postRecord, submissionTo } from './support/records';

async function last({ strapi }: App): Promise<Release> {
  await changesFollowed(strapi);
  return (await getEvidenceStore(strapi).releases.latest()) as Release;
}

onEachDatabase('releases of what is saved', {}, (app, onSqliteOnly) => {
  let token: string;
  const ask = (method: 'get' | 'post' | 'put', path: string, body?: object, by = token) => {
    const request = app().http[method](`/consent/releases${path}`).set('Authorization', `Bearer ${by}`);
    return body ? request.send(body) : request;
  };
  const config = async () => (await app().http.get('/api/consent/config')).body;

  beforeAll(async () => {
    token = await signInAdmin(app());
  });

  it('a first start is one release, its seeds included', async () => {
    const { body } = await ask('get', '');
    expect(body.docs).toHaveLength(1);
    expect(body.docs[0]).toMatchObject({ number: 1, actor: { kind: 'system' }, asks: [], touched: 0 });
    expect(body.docs[0].versions).toEqual((await config()).versions);
  });

  it('each save is one that says what changed, and who did it', async () => {
    await addLocale(app().strapi, 'de');
    const setting = await app()
      .http.put('/consent/settings')
      .set('Authorization', `Bearer ${token}`)
      .send({
        shared: { noticeDays: 14 },
        texts: { en: { bannerTitle: 'Your choice' } },
      });
    expect(setting.status).toBe(200);
    const { number, actor, asks } = await last(app());
    expect([actor.name, asks]).toEqual(['Ada Admin', []]);
    const { body } = await ask('get', `/${number}`);
    expect(body).toMatchObject({ against: number - 1, latest: number });
    expect(body.differences).toEqual([
      {
        kind: 'settings',
        name: '',
        change: 'changed',
        fields: [
          { path: 'shared.noticeDays', before: 30, after: 14 },
          { path: 'locales.en.bannerTitle', before: 'Your privacy', after: 'Your choice' },
        ],
      },
    ]);
  });

  it('says whether visitors are asked again, and how many decisions that touches', async () => {
    const { strapi } = app();
    for (let n = 0; n < 2; n += 1) await postRecord(app(), await submissionTo(app()));
    const loaderInline = "console.log('counted')";
    await addTracker(strapi, { name: 'Counter', loaderInline });
    const { number, ...effect } = await last(app());
    expect(effect).toMatchObject({ asks: ['trackers'], touched: 2 });
    const { differences } = (await ask('get', `/${number}`)).body;
    expect(differences).toMatchObject([{ kind: 'trackers', name: 'Counter', change: 'added' }]);
    expect(differences[0].fields).toEqual(
      expect.arrayContaining([
        { path: 'shared.loaderInline', before: null, after: loaderInline },
        { path: 'shared.category', before: null, after: 'analytics' },
      ]),
    );
    await updateSettings(strapi, { bannerTitle: 'Another' });
    expect(await last(app())).toMatchObject({ asks: [], touched: 0 });
  });

  it('what nobody is shown is none: a draft, or a save of the same', async () => {
    const { strapi } = app();
    const { number } = await last(app());
    const page = await addLegalPage(strapi, { slug: 'privacy', kind: 'privacy' });
    expect((await last(app())).number).toBe(number);
    await strapi.documents(UIDS.legalPage).publish({ documentId: page });
    expect((await last(app())).number).toBe(number + 1);
    await updateSettings(strapi, { bannerTitle: 'Another' });
    expect((await last(app())).number).toBe(number + 1);
  });

  it('what it keeps is all that visitors are served, in every language', async () => {
    const { strapi } = app();
    await edit(strapi, UIDS.category, await categoryId(strapi, 'analytics'), { label: 'Statistik' }, 'de');
    const stored = await readPublished(strapi);
    const kept = await publishedFrom(
      strapi,
      sourceOf(strapi, await configurationOf(strapi, await last(app()))),
    );
    expect(kept.versions).toEqual(stored.versions);
    for (const locale of ['en', 'de']) expect(kept.forLocale(locale)).toEqual(stored.forLocale(locale));
  });

  it('any is taken back to in one step, as a new one, and drafts of pages stay', async () => {
    const { strapi, http } = app();
    const good = await last(app());
    const before = (await http.get('/api/consent/config')).body;
    await removeAll(strapi, UIDS.tracker);
    await updateSettings(strapi, { bannerTitle: 'Broken' });
    const pages = strapi.documents(UIDS.legalPage);
    const documentId = String((await pages.findFirst({}))?.documentId);
    await edit(strapi, UIDS.legalPage, documentId, { content: '# Broken' });
    await pages.publish({ documentId });
    const draft = await addLegalPage(strapi, { slug: 'terms', kind: 'other', content: '# Draft' });
    // What waits on top of what is published, and a translation that no visitor has seen.
    await edit(strapi, UIDS.legalPage, documentId, { content: '# Waiting' });
    await edit(strapi, UIDS.legalPage, documentId, { title: 'Wartend', content: '# Wartend' }, 'de');
    const preview = await ask('post', `/${good.number}/take-back/preview`);
    expect(preview.body.differences.map(({ kind, change }: Difference) => `${change} ${kind}`)).toEqual([
      'changed settings',
      'added trackers',
      'changed legalPages',
    ]);
    expect(JSON.stringify(preview.body.differences)).not.toMatch(/Waiting|Wartend|Draft/);
    const { basis } = preview.body;
    const taken = await ask('post', `/${good.number}/take-back`, { basis, note: 'It broke' });
    expect([taken.status, taken.body.error]).toEqual([200, undefined]);
    const release = await last(app());
    expect(release).toMatchObject({
      restores: good.number,
      note: 'It broke',
      actor: { name: 'Ada Admin' },
      versions: good.versions,
      hash: good.hash,
    });
    expect((await http.get('/api/consent/config')).body).toEqual(before);
    const kept = await pages.findOne({ documentId: draft });
    expect(kept?.content).toBe('# Draft');
    expect(await pages.findOne({ documentId })).toMatchObject({ content: '# Waiting' });
    const translation = { documentId, locale: 'de' };
    expect(await pages.findOne(translation)).toMatchObject({ title: 'Wartend', content: '# Wartend' });
    await pages.discardDraft({ documentId });
    await pages.delete(translation);
    expect((await ask('post', `/${good.number}/take-back`, { basis, note: '' })).status).toBe(400);
  });

  onSqliteOnly(() => {
    it('a write by SQL is one before it is served', async () => {
      const { strapi } = app();
      const { tableName } = strapi.db.metadata.get(UIDS.setting);
      const { number } = await last(app());
      await strapi.db.connection(tableName).update({ banner_title: 'By hand' });
      strapi.plugin('consent').service('versions').recheck();
      const { versions, banner } = await config();
      expect(banner.title).toBe('By hand');
      expect(await last(app())).toMatchObject({ number: number + 1, versions, actor: { kind: 'system' } });
    });

    it('any two can be compared', async () => {
      const { number } = await last(app());
      const { body } = await ask('get', `/${number}?against=1`);
      const told = body.differences.map(
        ({ kind, name, change }: { kind: string; name: string; change: string }) =>
          [change, kind, name].join(' '),
      );
      expect(told).toEqual([
        'changed settings ',
        'changed categories analytics',
        'added trackers Counter',
        'added legalPages privacy',
      ]);
      expect(body.locales).toEqual({ before: ['en'], after: ['en', 'de'] });
      expect((await ask('get', '/1')).body).toMatchObject({ against: null, differences: [] });
      expect((await ask('get', '/999')).status).toBe(404);
      expect((await ask('get', '/1?against=x')).status).toBe(400);
    });

    it('are listed page by page, and by their time', async () => {
      const { body } = await ask('get', '?limit=2');
      const numbers = body.docs.map(({ number }: ReleaseDetails) => number);
      const next = await ask('get', `?limit=2&cursor=${body.nextCursor}`);
      expect(next.body.docs[0].number).toBe(numbers[1] - 1);
      const all = await releasesBetween(app().strapi, { from: new Date(0), to: new Date(Date.now() + 1) });
      expect(all.map(({ number }) => number)).toEqual(Array.from({ length: numbers[0] }, (_, i) => i + 1));
      expect(await releasesBetween(app().strapi, { from: new Date(0), to: new Date(1) })).toEqual([]);
    });

    it('a note is written by whoever may publish, and is in the trail', async () => {
      const put = (by: string) => ask('put', '/2/note', { note: 'Said by legal' }, by);
      const reader = await signInAdmin(app(), ['plugin::consent.releases.read']);
      expect((await put(reader)).status).toBe(403);
      expect((await put(token)).body).toMatchObject({ number: 2, note: 'Said by legal' });
      const trail = await getEvidenceStore(app().strapi).audit.page({ action: 'note' }, { limit: 9 });
      expect(trail.entries[0]).toMatchObject({
        subject: { uid: 'plugin::consent.release', id: '2' },
        changes: [{ path: 'note', before: null, after: 'Said by legal' }],
      });
      expect((await ask('get', '', undefined, reader)).status).toBe(200);
      expect((await ask('get', '', undefined, await signInAdmin(app(), []))).status).toBe(403);
    });

    describe('as a file', () => {
      it('is a configuration that can be imported', async () => {
        const { number } = await last(app());
        const { body: file } = await ask('get', `/${number}/file`);
        const preview = await app()
          .http.post('/consent/configuration/preview')
          .set('Authorization', `Bearer ${token}`)
          .send({ file });
        // It holds no drafts.
        const fields = expect.arrayContaining([
          { path: 'locales.en.content', before: '# Draft', after: null },
        ]);
        const drafts = [{ kind: 'legalPages', name: 'terms', change: 'removed', fields }];
        expect([preview.status, preview.body.differences]).toEqual([200, drafts]);
      });
    });
  });

  // The last one: it makes a release of another day.
  it('one that nothing but an assessment made says which, by whom, and why it ended', async () => {
    const { strapi, http } = app();
    const analytics = await categoryId(strapi, 'analytics');
    await edit(strapi, UIDS.category, analytics, { purpose: 'audience-measurement' });
    const path = `/consent/categories/${analytics}/assessments`;
    const day = (days: number) => new Date(Date.now() + days * 86_400_000);
    const assess = async (met: boolean) => {
      const by = `Bearer ${token}`;
      const { trackers } = (await http.get(path).set('Authorization', by)).body;
      const { status } = await http
        .post(path)
        .set('Authorization', by)
        .send({
          answers: Object.fromEntries(CRITERIA.map((name) => [name, { met, note: null }])),
          trackers: trackers.map(({ id, hash }: { id: string; hash: string }) => ({ id, hash })),
          renewBy: day(1).toISOString().slice(0, 10),
        });
      expect(status).toBe(201);
    };
    const told = async (by = token) => {
      await http.get('/api/consent/config');
      const { number } = await last(app());
      const { differences, assessments } = (await ask('get', `/${number}`, undefined, by)).body;
      expect(differences).toEqual([]);
      const [listed] = (await ask('get', '?limit=1', undefined, by)).body.docs;
      expect(listed).toMatchObject({ number, note: null, assessments });
      return assessments;
    };
    const one = { category: 'analytics', by: 'Ada Admin', assessedAt: expect.any(String), reason: null };
    await assess(true);
    expect(await told()).toEqual([{ ...one, change: 'began' }]);
    await assess(true);
    expect(await told()).toEqual([{ ...one, change: 'renewed' }]);
    await assess(false);
    expect(await told()).toEqual([{ ...one, change: 'ended', reason: 'unmet' }]);
    await assess(true);
    expect(await told()).toEqual([{ ...one, change: 'began' }]);
    vi.useFakeTimers({ toFake: ['Date'], now: day(2) });
    try {
      const ended = [{ ...one, change: 'ended', reason: 'overdue' }];
      expect(await told(await signInAdmin(app()))).toEqual(ended);
      expect((await last(app())).actor.kind).toBe('system');
    } finally {
      vi.useRealTimers();
    }
    await edit(strapi, UIDS.category, analytics, { purpose: null });
  });
});
