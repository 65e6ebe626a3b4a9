import { setTimeout as pause } from 'node:timers/promises';
import { beforeAll, expect, it } from 'vitest';
import { CRITERIA, latestRenewal } from '../server/src/assessments/criteria';
import { getEvidenceStore } from '../server/src/evidence';
import type { Waiting } from '../server/src/releases/draft';
import { publishDue } from '../server/src/releases/publishing';
import { enterUnseen } from '../server/src/releases/unseen-changes';
import { UIDS } from '../server/src/uids';
import { signInAdmin } from './support/admin';
import {
  type App,
  onEachDatabase,
  preparedDatabase,
  type StartApp,
  withDatabases,
  withSqlite,
} from './support/app';
import { adminToken } from './support/assistant';
import {
  addLegalPage,
  addLocale,
  addProcessor,
  addTracker,
  categoryId,
  edit,
  removeAll,
  updateSettings,
} from './support/content';
import { DATABASES } from './support/databases';
import { startInstance } from './support/instance';
import { postRecord, submissionTo } from './support/records';
import { openFinding } from './support/scans';

type Manual = Extract<Waiting, { mode: 'manual' }>;

const asking =
  (app: () => App, token: () => string) =>
  (method: 'get' | 'post', path: string, body?: object, by = token()) => {
    const request = app().http[method](`/consent/releases${path}`).set('Authorization', `Bearer ${by}`);
    return body ? request.send(body) : request;
  };

const title = async ({ http }: App) => (await http.get('/api/consent/config')).body.banner.title;

onEachDatabase('releases by hand', { options: { releases: { publish: 'manual' } } }, (app, onSqliteOnly) => {
  let token: string;
  const ask = asking(app, () => token);
  const waiting = async (): Promise<Manual> => (await ask('get', '/waiting')).body;
  const publish = async (note = '') => {
    const { basis } = await waiting();
    return ask('post', '', { basis, note });
  };
  const latest = async () => (await getEvidenceStore(app().strapi).releases.latest())!;

  beforeAll(async () => {
    token = await signInAdmin(app());
  });

  it('a save waits, and visitors are served the last release', async () => {
    const { strapi, http } = app();
    const before = await http.get('/api/consent/config');
    expect(await waiting()).toMatchObject({ mode: 'manual', latest: 1, differences: [] });
    await updateSettings(strapi, { bannerTitle: 'A draft' });
    await addTracker(strapi, { name: 'Counter' });
    await addProcessor(strapi, { name: 'Hoster' });
    const page = await addLegalPage(strapi, { slug: 'privacy', kind: 'privacy', content: '# New' });
    await strapi.documents(UIDS.legalPage).publish({ documentId: page });
    const after = await http.get('/api/consent/config');
    expect([after.body, after.headers.etag]).toEqual([before.body, before.headers.etag]);
    expect((await http.get('/api/consent/subprocessors')).body.processors).toEqual([]);
    expect((await http.get('/api/consent/legal/privacy')).status).toBe(404);
    expect((await latest()).number).toBe(1);
    const { differences, asks } = await waiting();
    expect(differences.map(({ kind, change }) => `${change} ${kind}`)).toEqual([
      'changed settings',
      'added trackers',
      'added processors',
      'added legalPages',
    ]);
    expect(asks).toEqual(['documents', 'trackers']);
  });

  it('what waits is in the trail, also where SQL has written it', async () => {
    const { strapi } = app();
    const found = async () => {
      const { entries } = await getEvidenceStore(strapi).audit.page({}, { limit: 100 });
      return entries.filter(({ reason }) => reason?.includes('SQL'));
    };
    await enterUnseen(strapi, 0);
    expect(await found(), 'all of it was entered as it was saved').toEqual([]);
    const enable = (enabled: boolean) =>
      strapi.db.connection('consent_trackers').where({ name: 'Counter' }).update({ enabled });
    await enable(false);
    await enterUnseen(strapi, 0);
    await enterUnseen(strapi, 0);
    expect(await found()).toMatchObject([
      {
        action: 'update',
        subject: { uid: UIDS.tracker, title: 'Counter' },
        changes: [{ path: 'shared.enabled', before: true, after: false }],
      },
    ]);
    await enable(true);
  });

  it('is published by an act, with its note, and then served', async () => {
    const { http, strapi } = app();
    await postRecord(app(), await submissionTo(app()));
    const { status, body } = await publish('The spring banner');
    expect([status, body.latest, body.differences]).toEqual([200, 2, []]);
    const release = await latest();
    expect(release).toMatchObject({
      actor: { name: 'Ada Admin' },
      note: 'The spring banner',
      asks: ['documents', 'trackers'],
      touched: 1,
    });
    const config = (await http.get('/api/consent/config')).body;
    expect([config.banner.title, config.versions]).toEqual(['A draft', release.versions]);
    expect((await http.get('/api/consent/subprocessors')).body.processors).toMatchObject([
      { name: 'Hoster' },
    ]);
    expect((await http.get('/api/consent/legal/privacy')).body.content).toMatchObject([{ type: 'html' }]);
    const { entries } = await getEvidenceStore(strapi).audit.page({ action: 'release' }, { limit: 9 });
    expect(entries[0]).toMatchObject({
      actor: { name: 'Ada Admin' },
      subject: { id: '2' },
      reason: 'The spring banner',
    });
  });

  it('what was saved since it was looked at is not published unseen', async () => {
    const { basis } = await waiting();
    await updateSettings(app().strapi, { bannerTitle: 'Of somebody else' });
    const refused = await ask('post', '', { basis, note: '' });
    expect(refused.status).toBe(409);
    expect(refused.body.error.details.waiting.differences).toHaveLength(1);
    expect(await title(app())).toBe('A draft');
  });

  it('what was deleted is served until that is published', async () => {
    const { strapi, http } = app();
    await removeAll(strapi, UIDS.tracker);
    expect((await http.get('/api/consent/config')).body.trackers).toHaveLength(1);
    expect((await publish()).status).toBe(200);
    expect((await http.get('/api/consent/config')).body.trackers).toEqual([]);
  });

  it('to ask everyone again holds at once, is a release, and publishes nothing that waits', async () => {
    await updateSettings(app().strapi, { bannerTitle: 'Still waiting' });
    const before = await latest();
    const asked = await app()
      .http.post('/consent/settings/reconsents')
      .set('Authorization', `Bearer ${token}`)
      .send({ reason: 'A new purpose' });
    expect(asked.status).toBe(200);
    const release = await latest();
    expect(release).toMatchObject({ number: before.number + 1, hash: before.hash, note: 'A new purpose' });
    expect(release.asks).toEqual(['documents', 'categories', 'trackers']);
    const config = (await app().http.get('/api/consent/config')).body;
    expect([config.banner.title, config.versions]).toEqual(['Of somebody else', release.versions]);
  });

  it('any release is taken back to in one step, as a new one, and what waits goes on waiting', async () => {
    const { number } = await latest();
    const preview = await ask('post', '/2/take-back/preview');
    expect(
      preview.body.differences.map(({ kind, change }: { kind: string; change: string }) => [change, kind]),
    ).toEqual([
      ['changed', 'settings'],
      ['added', 'trackers'],
    ]);
    const taken = await ask('post', '/2/take-back', { basis: preview.body.basis, note: 'It broke' });
    expect([taken.status, taken.body.latest]).toEqual([200, number + 1]);
    expect(await latest()).toMatchObject({ restores: 2, note: 'It broke' });
    const config = (await app().http.get('/api/consent/config')).body;
    expect([config.banner.title, config.trackers.length]).toEqual(['A draft', 1]);
    expect((await waiting()).differences).toHaveLength(2);
    const stale = await ask('post', '/2/take-back', { basis: preview.body.basis, note: '' });
    expect(stale.status).toBe(400);
  });

  it('a planned release is what was seen then, and comes once, at its time', async () => {
    const { strapi } = app();
    const { basis } = await waiting();
    const publishAt = new Date(Date.now() + 60_000);
    const planned = await ask('post', '', { basis, note: 'At night', publishAt: publishAt.toISOString() });
    expect(planned.body.plan).toMatchObject({ note: 'At night', publishAt: publishAt.toISOString() });
    await updateSettings(strapi, { bannerTitle: 'Too late for it' });
    expect((await publish()).status, 'one at a time').toBe(400);
    expect(await publishDue(strapi, new Date(publishAt.getTime() - 1))).toBe(null);
    const both = await Promise.all([publishDue(strapi, publishAt), publishDue(strapi, publishAt)]);
    expect(both.filter(Boolean)).toHaveLength(1);
    expect(await title(app())).toBe('Still waiting');
    expect((await waiting()).plan).toBe(null);
  });

  it('a plan can be withdrawn, and is published no more', async () => {
    const { basis } = await waiting();
    const publishAt = new Date(Date.now() + 60_000);
    const { body } = await ask('post', '', { basis, note: '', publishAt: publishAt.toISOString() });
    expect((await ask('post', `/plans/${body.plan.id}/withdraw`)).body.plan).toBe(null);
    expect(await publishDue(app().strapi, publishAt)).toBe(null);
    expect((await ask('post', `/plans/${body.plan.id}/withdraw`)).status).toBe(404);
  });

  it('an assessment of what waits exempts no tracker that is another in what is published', async () => {
    const { strapi, http } = app();
    const analytics = await categoryId(strapi, 'analytics');
    const basis = async (): Promise<string | undefined> => {
      const { body } = await http.get('/api/consent/config').set('x-country', 'FR');
      return body.categories.find(({ key }: { key: string }) => key === 'analytics').basis;
    };
    const url = `/consent/categories/${analytics}/assessments`;
    const seen = async () =>
      (await http.get(url).set('Authorization', `Bearer ${token}`)).body.trackers.map(
        ({ id, hash }: { id: string; hash: string }) => ({ id, hash }),
      );
    const assess = async () =>
      http
        .post(url)
        .set('Authorization', `Bearer ${token}`)
        .send({
          answers: Object.fromEntries(CRITERIA.map((name) => [name, { met: true, note: null }])),
          trackers: await seen(),
          renewBy: latestRenewal(new Date()),
        });
    await edit(strapi, UIDS.category, analytics, { purpose: 'audience-measurement' });
    const tracker = await addTracker(strapi, {
      name: 'Measures',
      vendor: 'Google',
      hosts: ['b.example', 'a.example'],
      cookies: [{ name: '_ga', storage: 'cookie', description: 'Who it is' }],
      loaderSrc: 'https://a.example/a.js',
      loaderAttributes: { 'data-z': '1', 'data-a': '2' },
    });
    expect((await publish()).status).toBe(200);
    await edit(strapi, UIDS.tracker, tracker, { vendor: 'Matomo' });
    expect((await assess()).body.fault).toBe(null);
    expect(await basis(), 'what is published was not assessed').toBeUndefined();
    expect((await publish()).status).toBe(200);
    expect(await basis()).toBe('exempt');
    // What waits now was not assessed, and is not what visitors meet.
    await edit(strapi, UIDS.tracker, tracker, { vendor: 'Google' });
    expect(await basis()).toBe('exempt');
    expect((await publish()).status).toBe(200);
    expect(await basis()).toBeUndefined();
  });

  it('C3: a category is not published under another key than visitors know, by a draft or by an older release', async () => {
    const { strapi, http } = app();
    const add = async (key: string): Promise<string> => {
      const data = { key, label: key, required: false, respectGPC: false, defaultInOptOut: true };
      return (await strapi.documents(UIDS.category).create({ data })).documentId;
    };
    const [drafted, returned] = [await add('drafted'), await add('returned')];
    expect((await publish()).status).toBe(200);
    const { number } = await latest();
    await edit(strapi, UIDS.category, returned, { key: 'known' });
    expect((await publish()).status).toBe(200);
    // As long as nobody was asked about it.
    await edit(strapi, UIDS.category, drafted, { key: 'renamed' });
    await http.get('/api/consent/config');
    const refused = await publish();
    expect([refused.status, refused.body.error.message]).toEqual([
      400,
      expect.stringContaining('Leave the key as "drafted" and change its label'),
    ]);
    await edit(strapi, UIDS.category, drafted, { key: 'drafted', label: 'Another label' });
    expect((await publish()).status).toBe(200);
    const { basis } = (await ask('post', `/${number}/take-back/preview`)).body;
    const back = await ask('post', `/${number}/take-back`, { basis, note: '' });
    expect([back.status, back.body.error.message]).toEqual([
      400,
      expect.stringContaining('Leave the key as "known"'),
    ]);
  });

  onSqliteOnly(() => {
    it('the permission is asked for, and the input checked', async () => {
      const reader = await signInAdmin(app(), ['plugin::consent.releases.read']);
      const { basis } = await waiting();
      expect((await ask('get', '/waiting', undefined, reader)).status).toBe(200);
      expect((await ask('post', '', { basis, note: '' }, reader)).status).toBe(403);
      expect((await ask('post', '/2/take-back', { basis, note: '' }, reader)).status).toBe(403);
      expect((await ask('post', '', { basis, note: '', publishAt: '2020-01-01T00:00:00Z' })).status).toBe(
        400,
      );
      expect((await ask('post', '', { basis: 'x', note: '' })).status).toBe(400);
    });
  });
});

/** An app in this mode, with an administrator of it. */
async function manual(start: StartApp) {
  const app = await start({ options: { releases: { publish: 'manual' } } });
  const token = await signInAdmin(app);
  const ask = asking(
    () => app,
    () => token,
  );
  const publish = async () => {
    const { basis } = (await ask('get', '/waiting')).body;
    const { status, body } = await ask('post', '', { basis, note: '' });
    expect(status).toBe(200);
    return body.latest as number;
  };
  return { ...app, token, ask, publish };
}

withSqlite('releases by hand, taken back', (start) => {
  it('leave it at what was last said of a processor: whether it is verified is the act of a person', async () => {
    const { strapi, http, token, ask, publish } = await manual(start);
    const verification = (method: 'post' | 'delete', id: string) =>
      http[method](`/consent/processors/${id}/verification`).set('Authorization', `Bearer ${token}`);
    const served = async () => {
      const { processors } = (await http.get('/api/consent/subprocessors')).body;
      return processors.map(({ name, verified }: { name: string; verified: boolean }) => [name, verified]);
    };
    const takeBackTo = async (number: number) => {
      const { basis, differences } = (await ask('post', `/${number}/take-back/preview`)).body;
      expect((await ask('post', `/${number}/take-back`, { basis, note: '' })).status).toBe(200);
      return differences;
    };
    const [hoster, mailer] = [
      await addProcessor(strapi, { name: 'Hoster' }),
      await addProcessor(strapi, { name: 'Mailer' }),
    ];
    for (const id of [hoster, mailer]) await verification('post', id);
    const number = await publish();
    await verification('delete', hoster);
    await updateSettings(strapi, { bannerTitle: 'Since then' });
    const withdrawn = await publish();
    const differences = await takeBackTo(number);
    expect(differences).toMatchObject([{ kind: 'settings', fields: [{ path: 'locales.en.bannerTitle' }] }]);
    expect(await served()).toEqual([
      ['Hoster', false],
      ['Mailer', true],
    ]);
    await strapi.documents(UIDS.processor).delete({ documentId: mailer });
    await verification('post', hoster);
    await publish();
    await takeBackTo(withdrawn);
    expect(await served(), 'what comes back is verified by nobody').toEqual([
      ['Hoster', true],
      ['Mailer', false],
    ]);
  });

  it('need each of their languages here, as where each save is published', async () => {
    const { strapi, http, ask, publish } = await manual(start);
    const french = (await addLocale(strapi, 'fr')) as { id: number };
    const number = await publish();
    await strapi.plugin('i18n').service('locales').delete({ id: french.id });
    await publish();
    for (const path of [`/${number}/take-back/preview`, `/${number}/take-back`]) {
      const refused = await ask('post', path, { basis: 'x'.repeat(64), note: '' });
      expect([refused.status, refused.body.error.message]).toEqual([
        400,
        expect.stringContaining('there is no locale "fr" here'),
      ]);
    }
    expect((await http.get('/api/consent/config?locale=fr')).body.locale).toBe('en');
    await addLocale(strapi, 'fr');
    const { basis } = (await ask('post', `/${number}/take-back/preview`)).body;
    expect((await ask('post', `/${number}/take-back`, { basis, note: '' })).status).toBe(200);
  });
});

withSqlite('releases by hand, of languages', (start) => {
  it('wait where nothing else does, as many languages and as the default one', async () => {
    const { strapi, http, ask, publish } = await manual(start);
    const locales = async () => {
      const { body } = await ask('get', '/waiting');
      expect(body.differences).toEqual([]);
      return body.locales;
    };
    const served = async () => (await http.get('/api/consent/config')).body.locale;
    expect(await locales()).toBe(null);
    await addLocale(strapi, 'de');
    const added = { before: ['en'], after: ['en', 'de'] };
    expect(await locales()).toEqual(added);
    expect((await ask('get', `/${await publish()}`)).body.locales).toEqual(added);
    await strapi.plugin('i18n').service('locales').setDefaultLocale({ code: 'de' });
    const switched = { before: ['en', 'de'], after: ['de', 'en'] };
    expect([await served(), await locales()]).toEqual(['en', switched]);
    const number = await publish();
    expect((await ask('get', `/${number}`)).body.locales).toEqual(switched);
    expect([await served(), await locales()]).toEqual(['de', null]);
    const { body } = await ask('post', `/${number - 1}/take-back/preview`);
    expect(body).toMatchObject({ differences: [], locales: { before: ['de', 'en'], after: ['en', 'de'] } });
  });
});

withSqlite('releases by hand, on an empty database', (start, kind) => {
  it('begin with one of what a first start has made, and a second start serves it', async () => {
    const database = await kind.create();
    const options = { releases: { publish: 'manual' as const } };
    const first = await start({ database, options });
    const { body } = await first.http.get('/api/consent/config');
    expect(body.categories.length).toBeGreaterThan(1);
    await updateSettings(first.strapi, { bannerTitle: 'Waits' });
    const second = await start({ database, options });
    expect((await second.http.get('/api/consent/config')).body).toEqual(body);
    expect((await getEvidenceStore(second.strapi).releases.latest())?.number).toBe(1);
  });
});

withSqlite('releases by hand, that a second person approves', (start) => {
  it('wait for somebody else, and nobody approves their own', async () => {
    const app = await start({ options: { releases: { publish: 'manual', approval: true } } });
    const [ada, bob] = [await signInAdmin(app), await signInAdmin(app)];
    const ask = asking(
      () => app,
      () => ada,
    );
    const loaderInline = "console.log('seen by two')";
    await addTracker(app.strapi, { name: 'Counter', loaderInline });
    await updateSettings(app.strapi, { bannerTitle: 'Seen by two' });
    const { basis } = (await ask('get', '/waiting')).body;
    const { plan } = (await ask('post', '', { basis, note: 'Please look' })).body;
    expect(plan).toMatchObject({ needsApproval: true, approver: null, isOwn: true, note: 'Please look' });
    // Whoever approves it sees what they approve.
    expect(plan.differences).toMatchObject([{ kind: 'settings' }, { kind: 'trackers', change: 'added' }]);
    expect(plan.differences[1].fields).toContainEqual({
      path: 'shared.loaderInline',
      before: null,
      after: loaderInline,
    });
    expect(await publishDue(app.strapi, new Date())).toBe(null);
    expect((await ask('post', `/plans/${plan.id}/approve`)).status).toBe(400);
    expect(await title(app)).not.toBe('Seen by two');
    const approved = await ask('post', `/plans/${plan.id}/approve`, undefined, bob);
    expect([approved.status, approved.body.plan]).toEqual([200, null]);
    expect(await title(app)).toBe('Seen by two');
    const release = await getEvidenceStore(app.strapi).releases.latest();
    expect(release?.approver?.id).not.toBe(release?.actor.id);
    expect(release?.approver?.id).toBeTruthy();
  });

  it('wait for another administrator, who is no other one by a token', async () => {
    const app = await start({ options: { releases: { publish: 'manual', approval: true } } });
    const [ada, bob] = [await signInAdmin(app), await signInAdmin(app)];
    const token = await adminToken(app, ada);
    const ask = asking(
      () => app,
      () => ada,
    );
    for (const [by, other] of [
      [ada, token],
      [token, ada],
    ] as const) {
      await updateSettings(app.strapi, { bannerTitle: `By ${by === ada ? 'Ada' : 'her token'} alone` });
      const { basis } = (await ask('get', '/waiting')).body;
      const { plan } = (await ask('post', '', { basis, note: '' }, by)).body;
      expect((await ask('get', '/waiting', undefined, other)).body.plan.isOwn).toBe(true);
      for (const own of [by, other]) {
        expect((await ask('post', `/plans/${plan.id}/approve`, undefined, own)).status).toBe(400);
      }
      expect(await title(app)).not.toMatch(/alone/);
      expect((await ask('post', `/plans/${plan.id}/withdraw`, undefined, bob)).status).toBe(200);
    }
  });

  it('also a taking back, which says that it waits', async () => {
    const app = await start({ options: { releases: { publish: 'manual', approval: true } } });
    const [ada, bob] = [await signInAdmin(app), await signInAdmin(app)];
    const ask = asking(
      () => app,
      () => ada,
    );
    const before = await title(app);
    const publish = async () => {
      const { basis } = (await ask('get', '/waiting')).body;
      const { plan } = (await ask('post', '', { basis, note: '' })).body;
      await ask('post', `/plans/${plan.id}/approve`, undefined, bob);
    };
    await updateSettings(app.strapi, { bannerTitle: 'Not so good' });
    await publish();
    const { basis } = (await ask('post', '/1/take-back/preview')).body;
    const taken = await ask('post', '/1/take-back', { basis, note: 'It broke' });
    expect([taken.status, taken.body]).toMatchObject([200, { isPlanned: true, latest: 2 }]);
    expect(await title(app)).toBe('Not so good');
    const { plan } = (await ask('get', '/waiting')).body;
    expect(plan).toMatchObject({ restores: 1, note: 'It broke', needsApproval: true });
    await ask('post', `/plans/${plan.id}/approve`, undefined, bob);
    expect(await title(app)).toBe(before);
  });
});

withSqlite('releases by hand, while the scanner has open findings', (start) => {
  it('saves are taken, and nothing is published but what does less', async () => {
    const app = await start({ options: { releases: { publish: 'manual' }, scan: { gate: 'serious' } } });
    const { strapi } = app;
    const token = await signInAdmin(app);
    const ask = asking(
      () => app,
      () => token,
    );
    const publish = async (publishAt?: string) => {
      const { basis } = (await ask('get', '/waiting')).body;
      return ask('post', '', { basis, note: '', publishAt });
    };
    const tracker = await addTracker(strapi, { name: 'Counter' });
    await updateSettings(strapi, { bannerTitle: 'Before' });
    const publishAt = new Date(Date.now() + 60_000);
    expect((await publish(publishAt.toISOString())).status).toBe(200);
    await strapi.db.query(UIDS.scanFinding).create({ data: openFinding() });
    expect(await publishDue(strapi, publishAt)).toBe(null);
    const { plan } = (await ask('get', '/waiting')).body;
    expect(plan.failure).toMatch(/^Nothing is published while the scanner has open findings/);
    expect(await publishDue(strapi, publishAt), 'not at another time').toBe(null);
    await ask('post', `/plans/${plan.id}/withdraw`);
    await updateSettings(strapi, { bannerTitle: 'Saved' });
    expect((await publish()).status).toBe(400);
    await strapi.db.query(UIDS.scanFinding).deleteMany({});
    expect((await publish()).status).toBe(200);
    await strapi.db.query(UIDS.scanFinding).create({ data: openFinding() });
    await edit(strapi, UIDS.tracker, tracker, { enabled: false });
    expect((await publish()).status).toBe(200);
    expect((await app.http.get('/api/consent/config')).body.trackers).toEqual([]);
  });
});

const postgres = DATABASES.filter(({ name }) => name === 'PostgreSQL');

withDatabases(postgres, 'releases by hand, at their time', (start, kind) => {
  const options = { releases: { publish: 'manual' as const } };

  it('are published after a kill, and by one of two instances', async () => {
    const database = await preparedDatabase(kind);
    const app = await start({ database, options });
    const token = await signInAdmin(app);
    const ask = asking(
      () => app,
      () => token,
    );
    await updateSettings(app.strapi, { bannerTitle: 'In time' });
    const { body } = await ask('get', '/waiting');
    const killed = await startInstance(database, { options });
    const publishAt = new Date(Date.now() + 3000);
    const order = { basis: body.basis, note: '', publishAt: publishAt.toISOString() };
    expect((await ask('post', '', order)).status).toBe(200);
    await killed.kill();
    await pause(Math.max(0, publishAt.getTime() - Date.now()));
    const instances = await Promise.all([1, 2].map(() => startInstance(database, { options })));
    try {
      for (const { http } of instances) {
        expect((await http.get('/api/consent/config')).body.banner.title).toBe('In time');
      }
      const latest = await getEvidenceStore(app.strapi).releases.latest();
      expect(latest).toMatchObject({ number: 2, actor: { name: 'Ada Admin' } });
    } finally {
      for (const instance of instances) await instance.kill();
    }
  });
});
