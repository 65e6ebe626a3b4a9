import type { ConsentConfig } from '@permesso/consent-core';
import { expect, it } from 'vitest';
import { getEvidenceStore } from '../server/src/evidence';
import type { Release } from '../server/src/evidence/releases';
import type { TakeBackPreview } from '../server/src/releases/taking-back';
import { UIDS } from '../server/src/uids';
import { changesFollowed } from '../server/src/versions/changes';
import { signInAdmin } from './support/admin';
import { type App, onEachDatabase, onSqlite } from './support/app';
import { addLocale, addTracker, edit, removeAll } from './support/content';

/** A picture of one pixel. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

const FILE = 'plugin::upload.file';

/** Puts a picture into the media library, as an administrator does. */
async function upload(app: App, token: string): Promise<{ id: number; url: string }> {
  const { status, body } = await app.http
    .post('/upload')
    .set('Authorization', `Bearer ${token}`)
    .attach('files', PNG, { filename: 'tide.png', contentType: 'image/png' });
  expect(status).toBe(201);
  return body[0];
}

async function published({ http }: App, locale = 'en'): Promise<ConsentConfig> {
  return (await http.get(`/api/consent/config?locale=${locale}`)).body;
}

async function lastRelease({ strapi }: App): Promise<Release> {
  await changesFollowed(strapi);
  return (await getEvidenceStore(strapi).releases.latest()) as Release;
}

/** Takes a release back, and returns what was shown before. */
async function takeBack({ http }: App, token: string, number: number): Promise<TakeBackPreview> {
  const ask = (path: string, body: object) =>
    http.post(`/consent/releases/${number}${path}`).set('Authorization', `Bearer ${token}`).send(body);
  const { body: preview } = await ask('/take-back/preview', {});
  const { status, body } = await ask('/take-back', { basis: preview.basis, note: '' });
  expect([status, body.error]).toEqual([200, undefined]);
  return preview;
}

const pictureIn = async (app: App, locale?: string) => (await published(app, locale)).trackers[0]?.poster;

onEachDatabase('the picture of a tracker', {}, (app, onSqliteOnly) => {
  it('is published with its size, in every language, and asks nobody again', async () => {
    const { strapi } = app();
    const token = await signInAdmin(app());
    await addLocale(strapi, 'de');
    const tracker = await addTracker(strapi, { name: 'Film', kind: 'iframe', hosts: ['film.example'] });
    const before = await published(app());
    expect(before.trackers[0]).not.toHaveProperty('poster');
    const { id, url } = await upload(app(), token);
    await edit(strapi, UIDS.tracker, tracker, { poster: id });
    const after = await published(app());
    expect(after.trackers[0]?.poster).toEqual({ url, width: 1, height: 1 });
    expect(await pictureIn(app(), 'de')).toEqual({ url, width: 1, height: 1 });
    expect(after.versions).toEqual({ ...before.versions, policyVersion: after.versions.policyVersion });
    expect(after.versions.policyVersion).not.toBe(before.versions.policyVersion);
    await edit(strapi, UIDS.tracker, tracker, { poster: null });
    expect(await pictureIn(app())).toBeUndefined();
  });

  it('is taken back to with its release, also where the tracker was deleted meanwhile', async () => {
    const { strapi } = app();
    const token = await signInAdmin(app());
    await removeAll(strapi, UIDS.tracker);
    const { url, id } = await upload(app(), token);
    const tracker = await addTracker(strapi, { name: 'Film', kind: 'iframe', poster: id });
    const pictured = await lastRelease(app());
    await edit(strapi, UIDS.tracker, tracker, { poster: null });
    expect((await lastRelease(app())).number).toBe(pictured.number + 1);
    const preview = await takeBack(app(), token, pictured.number);
    expect(preview).toEqual({
      basis: expect.any(String),
      differences: [
        {
          kind: 'trackers',
          name: 'Film',
          change: 'changed',
          fields: [{ path: 'shared.poster', before: null, after: { url, width: 1, height: 1 } }],
        },
      ],
      lostPictures: [],
      locales: null,
    });
    expect(await pictureIn(app(), 'de')).toEqual({ url, width: 1, height: 1 });
    await removeAll(strapi, UIDS.tracker);
    await takeBack(app(), token, pictured.number);
    expect(await pictureIn(app())).toEqual({ url, width: 1, height: 1 });
    expect(await lastRelease(app())).toMatchObject({ hash: pictured.hash, restores: pictured.number });
  });

  it('is not taken back to once its file was deleted, which is said before', async () => {
    const { strapi } = app();
    const token = await signInAdmin(app());
    await removeAll(strapi, UIDS.tracker);
    const [lost, other] = [await upload(app(), token), await upload(app(), token)];
    const tracker = await addTracker(strapi, { name: 'Film', kind: 'iframe', poster: lost.id });
    const pictured = await lastRelease(app());
    await edit(strapi, UIDS.tracker, tracker, { poster: other.id });
    await strapi.db.query(FILE).delete({ where: { id: lost.id } });
    const { lostPictures, differences } = await takeBack(app(), token, pictured.number);
    expect(lostPictures).toEqual(['Film']);
    expect(differences[0]?.fields).toEqual([
      { path: 'shared.poster', before: { url: other.url, width: 1, height: 1 }, after: null },
    ]);
    expect(await pictureIn(app())).toBeUndefined();
  });

  onSqliteOnly(() => {
    it('stays where it is when a configuration comes by a file, which names none', async () => {
      const { strapi, http } = app();
      const token = await signInAdmin(app());
      const tracker = await addTracker(strapi, { name: 'Another film', kind: 'iframe' });
      const { id, url } = await upload(app(), token);
      await edit(strapi, UIDS.tracker, tracker, { poster: id });
      const ask = (method: 'get' | 'post', path = '') =>
        http[method](`/consent/configuration${path}`).set('Authorization', `Bearer ${token}`);
      const exported = JSON.stringify((await ask('get')).body);
      expect(exported).not.toContain('poster');
      const file = JSON.parse(exported.replace('Another film', 'Another film, renamed'));
      const { basis } = (await ask('post', '/preview').send({ file })).body;
      expect((await ask('post').send({ file, basis })).status).toBe(200);
      const { trackers } = await published(app());
      expect(trackers.find(({ name }) => name === 'Another film, renamed')?.poster?.url).toBe(url);
    });
  });
});

onSqlite('a picture that lies elsewhere', { options: { site: { hosts: ['*.media.example'] } } }, (app) => {
  it('I5: is published only where it lies on the CMS or on a host of the site', async () => {
    const { strapi } = app();
    const { id } = await upload(app(), await signInAdmin(app()));
    const tracker = await addTracker(strapi, { name: 'Film', kind: 'iframe', poster: id });
    for (const [url, isServed] of [
      ['https://bucket.example/tide.png', false],
      ['//bucket.example/tide.png', false],
      ['javascript:tide', false],
      ['https://eu.media.example/tide.png', true],
    ] as const) {
      await strapi.db.query(FILE).update({ where: { id }, data: { url } });
      await edit(strapi, UIDS.tracker, tracker, { vendor: url });
      expect([url, (await pictureIn(app()))?.url]).toEqual([url, isServed ? url : undefined]);
    }
  });
});

onSqlite('a picture of a server with an address', { server: { url: 'https://cms.example/cms' } }, (app) => {
  it('has the whole address', async () => {
    const { id, url } = await upload(app(), await signInAdmin(app()));
    await addTracker(app().strapi, { name: 'Film', kind: 'iframe', poster: id });
    expect((await pictureIn(app()))?.url).toBe(`https://cms.example/cms${url}`);
  });
});

onSqlite('a picture that waits to be published', { options: { releases: { publish: 'manual' } } }, (app) => {
  it('is served with the release that names it, and with none whose file is gone', async () => {
    const { strapi, http } = app();
    const token = await signInAdmin(app());
    const ask = (method: 'get' | 'post', path: string) =>
      http[method](`/consent/releases${path}`).set('Authorization', `Bearer ${token}`);
    const { id, url } = await upload(app(), token);
    await addTracker(strapi, { name: 'Film', kind: 'iframe', poster: id });
    expect(await pictureIn(app())).toBeUndefined();
    const { basis } = (await ask('get', '/waiting')).body;
    expect((await ask('post', '').send({ basis, note: 'a picture' })).status).toBeLessThan(300);
    expect(await pictureIn(app())).toEqual({ url, width: 1, height: 1 });
    const { number } = await lastRelease(app());
    await removeAll(strapi, UIDS.tracker);
    const next = (await ask('get', '/waiting')).body;
    await ask('post', '').send({ basis: next.basis, note: '' });
    await strapi.db.query(FILE).delete({ where: { id } });
    expect((await takeBack(app(), token, number)).lostPictures).toEqual(['Film']);
    const { trackers } = await published(app());
    expect(trackers.map(({ name, poster }) => [name, poster])).toEqual([['Film', undefined]]);
  });
});
