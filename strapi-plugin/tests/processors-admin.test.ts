import { beforeAll, expect, it } from 'vitest';
import { UIDS } from '../server/src/uids';
import { type EditorRole, signInAdmin, signInEditor, signInWithout } from './support/admin';
import { onSqlite } from './support/app';
import { addLocale } from './support/content';

onSqlite('the register of processors in the admin', {}, (app) => {
  let superAdmin: string;
  beforeAll(async () => {
    await addLocale(app().strapi, 'de');
    superAdmin = await signInAdmin(app());
  });
  const ask = (method: 'get' | 'post' | 'delete', path: string, token = superAdmin) =>
    app().http[method](`/consent/${path}`).set('Authorization', `Bearer ${token}`);
  const roleOf = (role: EditorRole) => signInEditor(app(), role);
  const byHand = (method: 'get' | 'put', uid: EditorRole['on'], path: string, token: string) =>
    app()
      .http[method](`/content-manager/collection-types/${uid}/${path}`)
      .set('Authorization', `Bearer ${token}`);

  let documentId: string;
  it('adds a processor, not verified, and the public list follows', async () => {
    const { body: catalogue } = await ask('get', 'catalogue/processors?locale=de');
    expect(catalogue.presets.find(({ key }: { key: string }) => key === 'hetzner').purpose).toMatch(
      /Hosting/,
    );
    const { status, body } = await ask('post', 'catalogue/processors').send({
      preset: 'hetzner',
      subprocessor: true,
      showInPrivacyPolicy: true,
      addedAt: '2026-02-01',
    });
    expect(status).toBe(201);
    documentId = body.documentId;
    const { body: list } = await ask('get', 'processors/public-list?locale=de');
    expect(list.locale).toBe('de');
    expect(list.processors).toContainEqual(
      expect.objectContaining({ id: documentId, name: 'Hetzner', verified: false, addedAt: '2026-02-01' }),
    );
    expect(list.processorChanges).toContainEqual(
      expect.objectContaining({ name: 'Hetzner', change: 'added' }),
    );
  });

  it('is verified by an act of a person, in their name, and the act can be taken back', async () => {
    const path = `processors/${documentId}/verification`;
    expect((await ask('get', path)).body).toMatchObject({ verified: false, at: null, by: null });
    const { body } = await ask('post', path);
    expect(body).toMatchObject({ verified: true, by: 'Ada Admin', changedSince: false });
    expect(Date.parse(body.at)).toBeGreaterThan(Date.now() - 60_000);
    const withdrawn = await ask('delete', path);
    expect(withdrawn.body).toMatchObject({ verified: false, at: null, by: null });
  });

  it('is not verified by saving a form', async () => {
    const token = superAdmin;
    const { status } = await app()
      .http.put(`/content-manager/collection-types/${UIDS.processor}/${documentId}`)
      .set('Authorization', `Bearer ${token}`)
      .send({ name: 'Hetzner Online', verified: true, verifiedBy: 'Nobody' });
    expect(status).toBe(200);
    const { body } = await ask('get', `processors/${documentId}/verification`);
    expect(body).toMatchObject({ verified: false, by: null });
  });

  it('is not verified as a copy of one that is', async () => {
    await ask('post', `processors/${documentId}/verification`);
    const { status, body } = await app()
      .http.post(`/content-manager/collection-types/${UIDS.processor}/clone/${documentId}`)
      .set('Authorization', `Bearer ${superAdmin}`)
      .send({ name: 'Other Hosting' });
    expect(status).toBe(200);
    const clone = body.data.documentId;
    const rows = await app()
      .strapi.db.query(UIDS.processor)
      .findMany({ where: { documentId: clone } });
    expect(rows).not.toHaveLength(0);
    const unverified = { name: 'Other Hosting', verified: false, verifiedAt: null, verifiedBy: null };
    for (const row of rows) expect(row).toMatchObject(unverified);
    expect((await ask('get', `processors/${documentId}/verification`)).body.verified).toBe(true);
    const { warnings } = (await ask('get', 'overview')).body;
    expect(warnings).toContainEqual(
      expect.objectContaining({ code: 'processor-unverified', documentId: clone }),
    );
    const { processors } = (await app().http.get('/api/consent/subprocessors')).body;
    expect(processors).toContainEqual(expect.objectContaining({ id: clone, verified: false }));
    await ask('delete', `processors/${documentId}/verification`);
  });

  it.each([
    ['what they created', null, ['admin::is-creator']],
    ['another language', ['fr'], []],
  ])('is verified and shown to nobody who may only work on %s', async (_, locales, conditions) => {
    const token = await roleOf({ actions: ['read', 'update'], on: UIDS.processor, locales, conditions });
    const entry = `${documentId}?locale=en`;
    expect((await byHand('get', UIDS.processor, entry, token)).status).toBe(403);
    expect((await byHand('put', UIDS.processor, entry, token).send({ legalName: 'x' })).status).toBe(403);
    const path = `processors/${documentId}/verification`;
    for (const method of ['get', 'post', 'delete'] as const) {
      const { status, body } = await ask(method, path, token);
      expect([method, status, body.error?.name]).toEqual([method, 403, 'ForbiddenError']);
    }
    expect((await ask('get', path)).body.verified).toBe(false);
  });

  it('is shown in one language, and verified in all of its languages at once', async () => {
    const path = `processors/${documentId}/verification`;
    const german = await roleOf({ actions: ['read', 'update'], on: UIDS.processor, locales: ['de'] });
    expect((await ask('get', path, german)).status).toBe(200);
    expect((await ask('post', path, german)).status).toBe(403);
    const both = await roleOf({ actions: ['read', 'update'], on: UIDS.processor, locales: ['de', 'en'] });
    expect((await ask('post', path, both)).body).toMatchObject({ verified: true });
    expect((await ask('delete', path, both)).body).toMatchObject({ verified: false });
  });

  it('is added and verified by one who may only work on what they created', async () => {
    const conditions = ['admin::is-creator'];
    const actions = ['create', 'read', 'update'];
    const author = await roleOf({ actions, on: UIDS.processor, conditions });
    const addition = { preset: 'cloudflare', subprocessor: true, showInPrivacyPolicy: true };
    const { status, body } = await ask('post', 'catalogue/processors', author).send(addition);
    expect(status).toBe(201);
    const verified = await ask('post', `processors/${body.documentId}/verification`, author);
    expect(verified.body).toMatchObject({ verified: true, by: 'Ada Admin' });
  });

  it('is verified where it is written, also without the default language', async () => {
    const { strapi } = app();
    const data: Record<string, unknown> = { name: 'Rechenzentrum', role: 'processor', country: 'DE' };
    const { documentId: german } = await strapi.documents(UIDS.processor).create({ locale: 'de', data });
    const { body } = await ask('post', `processors/${german}/verification`);
    expect(body).toMatchObject({ verified: true, by: 'Ada Admin' });
    const rows = await strapi.db.query(UIDS.processor).findMany({ where: { documentId: german } });
    expect(rows.map(({ locale }: { locale: string }) => locale)).toEqual(['de']);
  });

  it('is not added by those who may not create processors in each language that it writes', async () => {
    const token = await roleOf({ actions: ['create'], on: UIDS.processor, locales: ['en'] });
    const addition = { preset: 'hetzner', subprocessor: true, showInPrivacyPolicy: true };
    const { status, body } = await ask('post', 'catalogue/processors', token).send(addition);
    expect([status, body.error.message]).toEqual([403, 'Your role may not create this in de']);
  });

  it('is on the public list where a table of the site lists it, and not else', async () => {
    const { strapi } = app();
    const data = { role: 'processor', country: 'US', transferNotes: 'Not for the public' } as const;
    for (const hidden of [
      { name: 'Gone', subprocessor: true, state: 'removed' } as const,
      { name: 'Internal', subprocessor: false, showInPrivacyPolicy: false } as const,
    ])
      await strapi.documents(UIDS.processor).create({ data: { ...data, ...hidden } });
    const reader = await roleOf({ actions: ['read'], on: UIDS.processor, fields: ['name'] });
    const { body } = await ask('get', 'processors/public-list', reader);
    const names = body.processors.map(({ name }: { name: string }) => name);
    expect(names).toContain('Rechenzentrum');
    expect(names).not.toContain('Gone');
    expect(names).not.toContain('Internal');
    expect(JSON.stringify(body.processors)).not.toContain('Not for the public');
  });

  it('is closed to those whose role does not allow it', async () => {
    const reader = await roleOf({ actions: ['read'], on: UIDS.processor, fields: ['name'] });
    const path = `processors/${documentId}/verification`;
    expect((await ask('get', path, reader)).status).toBe(200);
    expect((await ask('post', path, reader)).status).toBe(403);
    expect((await ask('delete', path, reader)).status).toBe(403);
    expect((await ask('get', 'catalogue/processors', reader)).status).toBe(403);
    const nobody = await signInAdmin(app(), []);
    expect((await ask('get', path, nobody)).status).toBe(403);
    expect((await ask('get', 'processors/public-list', nobody)).status).toBe(403);
  });

  it.each(['transferNotes', 'subprocessorsUrl', 'state'])(
    'no processor is added by those who may not fill in %s',
    async (field) => {
      const token = await signInWithout(app(), UIDS.processor, field);
      const addition = { preset: 'hetzner', subprocessor: true, showInPrivacyPolicy: true };
      const { status, body } = await ask('post', 'catalogue/processors', token).send(addition);
      expect([status, body.error.message]).toEqual([403, `Your role may not fill in ${field}`]);
    },
  );
});
