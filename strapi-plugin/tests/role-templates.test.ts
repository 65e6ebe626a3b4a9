import { expect, it } from 'vitest';
import { CRITERIA, latestRenewal } from '../server/src/assessments/criteria';
import { ROLE_TEMPLATES } from '../server/src/role-templates/templates';
import type { Difference } from '../server/src/transfer/differences';
import { UIDS } from '../server/src/uids';
import { fieldsOfType, signInAdmin, signInOfRole } from './support/admin';
import { withSqlite } from './support/app';
import { addTracker, categoryId, updateSettings } from './support/content';

const CRITERIA_MET = Object.fromEntries(CRITERIA.map((one) => [one, { met: true, note: null }]));
const PATH = '/consent/role-templates';
const KEYS = ROLE_TEMPLATES.map(({ key }) => key);

it.each(ROLE_TEMPLATES)(
  'describe the role of $key in as many characters as databases keep of it',
  (template) => {
    expect(template.description.length).toBeLessThanOrEqual(255);
  },
);

withSqlite('templates of roles', (start) => {
  it('are made roles of when somebody asks for it, each once, and of what the table says', async () => {
    const app = await start();
    const bearer = `Bearer ${await signInAdmin(app)}`;
    const roles = app.strapi.service('admin::role');
    const before = await roles.count();
    expect((await app.http.get(PATH).set('Authorization', bearer)).body).toEqual({
      open: KEYS,
      isPutOff: false,
    });
    for (const key of [...KEYS, KEYS[0]]) {
      expect((await app.http.post(PATH).set('Authorization', bearer).send({ key })).status).toBe(200);
    }
    expect((await app.http.get(PATH).set('Authorization', bearer)).body).toEqual({
      open: [],
      isPutOff: false,
    });
    expect(await roles.count()).toBe(before + KEYS.length);

    const { id } = await roles.findOne({ code: 'consent-developer' });
    const held: { action: string; subject: string | null; properties: object }[] = await app.strapi
      .service('admin::permission')
      .findMany({ where: { role: { id } } });
    const actions = held.map(({ action }) => action);
    expect(actions).toContain('plugin::consent.settings.update');
    expect(actions.filter((action) => /records|audit|reconsent/.test(action))).toEqual([]);
    expect(held).toContainEqual(
      expect.objectContaining({
        action: 'plugin::content-manager.explorer.update',
        subject: UIDS.tracker,
        properties: expect.objectContaining({ fields: fieldsOfType(app, UIDS.tracker) }),
      }),
    );
    const writes = held.filter(({ action }) => /\.(create|update|delete|publish)$/.test(action));
    expect(new Set(writes.flatMap(({ subject }) => subject ?? []))).toEqual(
      new Set([UIDS.category, UIDS.tracker]),
    );
  });

  it('let a data protection officer take back a release, where each save is one, and edit nothing by that', async () => {
    const app = await start();
    const admin = `Bearer ${await signInAdmin(app)}`;
    for (const key of KEYS) await app.http.post(PATH).set('Authorization', admin).send({ key });
    const officer = `Bearer ${await signInOfRole(app, 'consent-data-protection-officer')}`;
    const before = (await app.http.get('/api/consent/config')).body;
    await addTracker(app.strapi, { name: 'Counter' });
    await updateSettings(app.strapi, { bannerTitle: 'Broken' });
    const ask = (path: string, body: object, by = officer) =>
      app.http.post(`/consent/releases/1/take-back${path}`).set('Authorization', by).send(body);
    const { basis, differences } = (await ask('/preview', {})).body;
    expect(differences.map(({ kind }: Difference) => kind)).toEqual(['settings', 'trackers']);
    expect((await ask('', { basis, note: 'It broke' })).status).toBe(200);
    expect((await app.http.get('/api/consent/config')).body).toEqual(before);

    const refused = async (path: string) => {
      const request = app.http.post(path).set('Authorization', officer).send({ file: {} });
      return (await request).status;
    };
    expect(await refused('/consent/configuration/preview')).toBe(403);
    expect(await refused(`/content-manager/collection-types/${UIDS.tracker}`)).toBe(403);
    for (const code of ['consent-marketing', 'consent-developer']) {
      const other = `Bearer ${await signInOfRole(app, code)}`;
      expect((await ask('', { basis, note: '' }, other)).status, code).toBe(403);
    }
  });

  it('let a data protection officer assess what is exempt from consent, and no developer', async () => {
    const app = await start();
    const admin = `Bearer ${await signInAdmin(app)}`;
    for (const key of KEYS) await app.http.post(PATH).set('Authorization', admin).send({ key });
    const path = `/consent/categories/${await categoryId(app.strapi, 'analytics')}/assessments`;
    const assess = async (code: string) => {
      const request = app.http.post(path).set('Authorization', `Bearer ${await signInOfRole(app, code)}`);
      return (await request.send({ answers: CRITERIA_MET, trackers: [], renewBy: latestRenewal(new Date()) }))
        .status;
    };
    expect(await assess('consent-developer')).toBe(403);
    expect(await assess('consent-marketing')).toBe(403);
    expect(await assess('consent-data-protection-officer')).toBe(201);
  });

  it('are put off for all administrators, and can still be made', async () => {
    const app = await start();
    const [one, other] = [`Bearer ${await signInAdmin(app)}`, `Bearer ${await signInAdmin(app)}`];
    const put = await app.http.post(`${PATH}/put-off`).set('Authorization', one);
    expect([put.status, put.body]).toEqual([200, { open: KEYS, isPutOff: true }]);
    expect((await app.http.get(PATH).set('Authorization', other)).body.isPutOff).toBe(true);
    const made = await app.http.post(PATH).set('Authorization', other).send({ key: KEYS[0] });
    expect(made.body).toEqual({ open: KEYS.slice(1), isPutOff: true });
  });

  it('are for those who may make roles, and there are no others', async () => {
    const app = await start();
    const editor = `Bearer ${await signInAdmin(app, ['plugin::consent.overview.read', 'admin::roles.create'])}`;
    expect((await app.http.get(PATH).set('Authorization', editor)).status).toBe(403);
    expect((await app.http.post(PATH).set('Authorization', editor).send({ key: KEYS[0] })).status).toBe(403);
    expect((await app.http.post(`${PATH}/put-off`).set('Authorization', editor)).status).toBe(403);
    const bearer = `Bearer ${await signInAdmin(app)}`;
    expect((await app.http.post(PATH).set('Authorization', bearer).send({ key: 'owner' })).status).toBe(400);
  });
});
