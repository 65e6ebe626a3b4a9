import { beforeAll, beforeEach, expect, it } from 'vitest';
import { UIDS } from '../server/src/uids';
import { signInAdmin } from './support/admin';
import { onSqlite } from './support/app';
import { postRecord, rowsOf, submissionTo, UNLIMITED } from './support/records';

const UID = UIDS.record;
const SNAPSHOT = UIDS.snapshot;
const change: object = { source: 'api' };
const CONTENT_MANAGER = `/content-manager/collection-types/${UID}`;

onSqlite('F2: records are append-only', { options: UNLIMITED }, (app) => {
  let token: string;
  let consentId: string;
  let documentId: string;
  beforeAll(async () => {
    token = await signInAdmin(app());
  });
  beforeEach(async () => {
    const submission = await submissionTo(app());
    consentId = submission.consentId;
    documentId = (await postRecord(app(), submission)).body.id;
  });
  const unchanged = async () => {
    const rows = await rowsOf(app(), consentId);
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatchObject({ documentId, source: 'banner' });
  };

  it.each([
    [
      'create',
      () =>
        app()
          .strapi.documents(UID)
          .create({ data: { consentId, source: 'api' } }),
    ],
    ['update', () => app().strapi.documents(UID).update({ documentId, data: change })],
    ['delete', () => app().strapi.documents(UID).delete({ documentId })],
    ['clone', () => app().strapi.documents(UID).clone({ documentId })],
  ])('the document service refuses to %s', async (_, act) => {
    await expect(act()).rejects.toThrow(/evidence/);
    await unchanged();
  });

  it.each([
    ['update', () => app().strapi.db.query(UID).update({ where: { documentId }, data: change })],
    ['updateMany', () => app().strapi.db.query(UID).updateMany({ where: { documentId }, data: change })],
    ['delete', () => app().strapi.db.query(UID).delete({ where: { documentId } })],
    ['deleteMany', () => app().strapi.db.query(UID).deleteMany({ where: { documentId } })],
  ])('the query layer refuses to %s', async (_, act) => {
    await expect(act()).rejects.toThrow(/evidence/);
    await unchanged();
  });

  it('the snapshot that a record refers to stays as it is too', async () => {
    const { strapi } = app();
    const query = strapi.db.query(SNAPSHOT);
    const [before] = await query.findMany({ limit: 1 });
    const where = { id: before.id };
    const snapshot = { documentId: before.documentId ?? 'none' };
    const documents = strapi.documents(SNAPSHOT);
    for (const act of [
      () => documents.create({ data: change }),
      () => documents.update({ ...snapshot, data: change }),
      () => documents.delete(snapshot),
      () => documents.clone(snapshot),
      () => query.update({ where, data: { hash: 'x' } }),
      () => query.updateMany({ where, data: { hash: 'x' } }),
      () => query.delete({ where }),
      () => query.deleteMany({ where }),
    ]) {
      await expect((async () => act())()).rejects.toThrow(/snapshots are evidence/);
    }
    expect(await query.findOne({ where })).toEqual(before);
  });

  it('the content manager has no page for records, and refuses a super admin every act on them', async () => {
    const { http } = app();
    const as = (request: ReturnType<typeof http.get>) => request.set('Authorization', `Bearer ${token}`);
    const shown = await as(http.get('/content-manager/content-types'));
    const uids = shown.body.data
      .filter(({ isDisplayed }: { isDisplayed: boolean }) => isDisplayed)
      .map(({ uid }: { uid: string }) => uid);
    expect(uids).toContain('plugin::consent.tracker');
    expect(uids).not.toContain(UID);
    const one = `${CONTENT_MANAGER}/${documentId}`;
    const answers = await Promise.all([
      as(http.get(CONTENT_MANAGER)),
      as(http.get(one)),
      as(http.post(CONTENT_MANAGER)).send({ consentId, source: 'api' }),
      as(http.put(one)).send({ source: 'api' }),
      as(http.delete(one)),
      as(http.post(`${CONTENT_MANAGER}/clone/${documentId}`)).send({}),
      as(http.post(`${CONTENT_MANAGER}/auto-clone/${documentId}`)).send({}),
      as(http.post(`${one}/actions/publish`)).send({}),
      as(http.post(`${one}/actions/unpublish`)).send({}),
      as(http.post(`${one}/actions/discard`)).send({}),
      as(http.post(`${CONTENT_MANAGER}/actions/bulkDelete`)).send({ documentIds: [documentId] }),
      as(http.post(`${CONTENT_MANAGER}/actions/bulkPublish`)).send({ documentIds: [documentId] }),
      as(http.post(`${CONTENT_MANAGER}/actions/bulkUnpublish`)).send({ documentIds: [documentId] }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 403));
    await unchanged();
  });

  it('no role can be given an act of the content manager on records', () => {
    const { actionProvider } = app().strapi.service('admin::permission');
    const actions: { actionId: string; subjects?: string[] }[] = actionProvider.values();
    expect(actions.filter(({ subjects }) => subjects?.includes(UID))).toEqual([]);
  });

  it('no public route lists, changes or deletes a record', async () => {
    const { http } = app();
    const answers = await Promise.all([
      http.get('/api/consent/records'),
      http.get(`/api/consent/records/${documentId}`),
      http.put(`/api/consent/records/${documentId}`).send({}),
      http.delete(`/api/consent/records/${documentId}`),
    ]);
    expect(answers.every(({ status }) => [404, 405].includes(status))).toBe(true);
    await unchanged();
  });
});
