import type { Core } from '@strapi/strapi';
import { expect, it, vi } from 'vitest';
import { contentHash } from '../server/src/content/hash';
import { createDocumentId } from '../server/src/database/document-id';
import { endStart, lockStart } from '../server/src/database/start-lock';
import { getEvidenceStore } from '../server/src/evidence';
import { UIDS } from '../server/src/uids';
import { askEveryoneAgain, reconsentLog } from '../server/src/versions/reconsent';
import { signInAdmin, signInOfRole } from './support/admin';
import { type App, onEachDatabase, preparedDatabase, withEachDatabase, withSqlite } from './support/app';
import { addTracker } from './support/content';
import { shownAs } from './support/evidence';
import { makeFormerTables } from './support/former-tables';
import { countRecords } from './support/old-records';
import { postRecord, submissionTo } from './support/records';

const CONFIG = '/api/consent/config';

/** One of a role, as Strapi's admin reads and writes it. */
interface Permission {
  action: string;
  subject: string | null;
  properties: object;
  conditions: string[];
}

/** Asks the plugin's admin routes as a Super Admin. */
async function adminOf(app: App) {
  const token = await signInAdmin(app);
  return (method: 'get' | 'post', path: string, body: object = {}) =>
    app.http[method](`/consent${path}`).set('Authorization', `Bearer ${token}`).send(body);
}

withEachDatabase('A start without the plugin', (start, kind) => {
  it('has Strapi drop what editors wrote; evidence stays, and the last release can be taken back as it was', async () => {
    const database = await preparedDatabase(kind, true);
    const started = (enabled: boolean) =>
      start({ database, ...(enabled ? {} : { plugins: { consent: { enabled: false } } }) });
    const first = await started(true);
    await addTracker(first.strapi, { name: 'Counter', categoryKey: 'analytics' });
    const { body: before } = await first.http.get(CONFIG);
    const asked = await (await adminOf(first))('post', '/settings/reconsents', { reason: 'New partners' });
    expect(asked.status).toBe(200);
    const { body: shown } = await first.http.get(CONFIG);
    expect(shown.versions).not.toEqual(before.versions);
    expect((await postRecord(first, await submissionTo(first))).status).toBe(201);
    const last = await getEvidenceStore(first.strapi).releases.latest();

    const without = await started(false);
    expect((await without.http.get(CONFIG)).status).toBe(404);
    expect(await without.strapi.db.connection.schema.hasTable('consent_categories')).toBe(false);

    const again = await started(true);
    expect(await countRecords(again)).toBe(1);
    expect((await again.http.get(CONFIG)).body.categories).toEqual([]);
    const admin = await adminOf(again);
    const { warnings } = (await admin('get', '/overview')).body;
    expect(warnings[0]).toMatchObject({ code: 'configuration-lost', subject: `Release ${last?.number}` });
    const path = `/releases/${last?.number}/take-back`;
    const { basis } = (await admin('post', `${path}/preview`)).body;
    expect((await admin('post', path, { basis, note: 'Back' })).status).toBe(200);
    // Everybody was asked again: what was decided before that does not count now either.
    expect((await again.http.get(CONFIG)).body).toEqual(shown);
    expect((await admin('get', '/overview')).body.warnings).not.toContainEqual(warnings[0]);
    expect((await postRecord(again, await submissionTo(again))).status).toBe(201);
  });
});

withSqlite('A start without the plugin, where saves wait to be published', (start, kind) => {
  it('changes nothing for visitors, and the file of the last release brings back what editors work on', async () => {
    const database = await preparedDatabase(kind, true);
    const options = { releases: { publish: 'manual' as const } };
    const first = await start({ database, options });
    const asked = await (await adminOf(first))('post', '/settings/reconsents');
    expect(asked.status).toBe(200);
    const { body: shown } = await first.http.get(CONFIG);
    expect(shown.categories).not.toEqual([]);

    await start({ database, plugins: { consent: { enabled: false } } });

    const again = await start({ database, options });
    expect((await again.http.get(CONFIG)).body).toEqual(shown);
    const admin = await adminOf(again);
    const { number } = (await getEvidenceStore(again.strapi).releases.latest())!;
    expect((await admin('get', '/overview')).body.warnings[0]).toMatchObject({
      subject: `Release ${number}`,
    });
    const file = (await admin('get', `/releases/${number}/file`)).body;
    const { basis } = (await admin('post', '/configuration/preview', { file })).body;
    expect((await admin('post', '/configuration', { file, basis })).status).toBe(200);
    expect((await admin('get', '/releases/waiting')).body.differences).toEqual([]);
    expect((await again.http.get(CONFIG)).body).toEqual(shown);
  });
});

withEachDatabase('A start after an asking again that did not come into the audit trail', (start, kind) => {
  it('enters it there, once, and then it outlives a start without the plugin', async () => {
    const database = await preparedDatabase(kind, true);
    const told = async ({ strapi }: App) => {
      const { entries } = await getEvidenceStore(strapi).audit.page({ action: 'reconsent' }, { limit: 5 });
      return entries.map(({ at, actor, reason, subject }) => [at, actor.name, reason, subject.id]);
    };
    const first = await start({ database });
    await askEveryoneAgain(first.strapi, { askedBy: 'system', reason: 'Before' });
    const asked = {
      documentId: createDocumentId(),
      askedAt: new Date(Date.now() + 1000),
      askedBy: 'system',
      reason: 'Since',
    };
    await first.strapi.db.query(UIDS.reconsent).create({ data: asked });
    expect(await told(first)).toHaveLength(1);
    await first.stop();

    const entered = [asked.askedAt, 'system', 'Since', asked.documentId];
    const next = await start({ database });
    expect(await told(next)).toContainEqual(entered);
    await next.stop();
    const once = await start({ database });
    expect(await told(once)).toHaveLength(2);
    await once.stop();

    await (await start({ database, plugins: { consent: { enabled: false } } })).stop();
    const again = await start({ database });
    expect((await reconsentLog(again.strapi))[0]).toMatchObject({ reason: 'Since' });
  });
});

withEachDatabase('A pool of two connections', (start, kind) => {
  it('is enough for a start, also one that moves former evidence, and for records', async () => {
    // SQLite has one connection to a file, whatever the pool is.
    const pool = kind.name === 'SQLite' ? {} : { pool: { min: 0, max: 2 }, acquireConnectionTimeout: 15_000 };
    const empty = await kind.create();
    const database = { ...empty, connection: { ...empty.connection, ...pool } };
    try {
      const first = await start({ database });
      const content = shownAs('Then');
      const erased = '99999999-2222-4333-8444-555555555555';
      await makeFormerTables(first, { records: 2, content, hash: contentHash(content), erased });
      await first.stop();
      const next = await start({ database });
      expect(await countRecords(next)).toBe(2);
      expect((await postRecord(next, await submissionTo(next))).status).toBe(201);
      expect(
        await getEvidenceStore(next.strapi).dropBefore(new Date(Date.now() + 1000), { policyVersion: '1' }),
      ).toMatchObject({
        records: 3,
      });
      await next.stop();
    } finally {
      await empty.drop();
    }
  });
});

onEachDatabase('A new database', {}, (app) => {
  const permissionsOf = async (code: string): Promise<{ action: string; subject: string }[]> => {
    const role = await app().strapi.db.query('admin::role').findOne({ where: { code } });
    return app()
      .strapi.db.query('admin::permission')
      .findMany({ where: { role: role.id, subject: { $startsWith: 'plugin::consent.' } } });
  };

  it.each(['strapi-editor', 'strapi-author'])(
    'lets %s read the catalogue and write legal pages, and no code',
    async (code) => {
      const given = (await permissionsOf(code)).map(
        ({ action, subject }) => `${action.split('.').pop()} ${subject.split('.').pop()}`,
      );
      expect(given).toEqual(expect.arrayContaining(['read tracker', 'read category', 'update legal-page']));
      expect(
        given.filter((permission) => /^(?!read).* (category|tracker|processor|setting)$/.test(permission)),
      ).toEqual([]);
    },
  );

  it.each([
    ['strapi-editor', 'every entry', 4],
    ['strapi-author', 'their own entries alone', 0],
  ])(
    'lets %s read and write by the content manager once languages and publishing are ticked, %s, and no sooner',
    async (code, _whose, categories) => {
      const { strapi, http } = app();
      const [admin, writer] = [await signInAdmin(app()), await signInOfRole(app(), code)];
      const asked = (method: 'get' | 'post', path: string, body: object = {}) =>
        http[method](`/content-manager/collection-types/${path}`)
          .set('Authorization', `Bearer ${writer}`)
          .send(body);
      const read = async (uid: string): Promise<{ slug?: string }[]> =>
        (await asked('get', uid)).body.results;
      const page = (slug: string) => ({
        title: 'Imprint',
        slug: `${slug}-${code}`,
        kind: 'other',
        content: '#',
      });
      const write = (slug: string) => asked('post', UIDS.legalPage, page(slug));
      const publish = async (slug: string) => {
        const { documentId } = (await write(slug)).body.data;
        return asked('post', `${UIDS.legalPage}/${documentId}/actions/publish`, page(slug));
      };
      expect((await publish('before')).status).toBe(403);
      expect([await read(UIDS.category), await read(UIDS.legalPage)], 'of no language').toEqual([[], []]);

      const role = await strapi.db.query('admin::role').findOne({ where: { code } });
      const url = `/admin/roles/${role.id}/permissions`;
      const bearer = `Bearer ${admin}`;
      const held: (Permission & { id: number })[] = (await http.get(url).set('Authorization', bearer)).body
        .data;
      const permissions = held.map(({ action, subject, properties, conditions }): Permission => {
        const locales = subject?.startsWith('plugin::consent.') ? { locales: ['en'] } : {};
        return { action, subject, properties: { ...properties, ...locales }, conditions };
      });
      permissions.push({
        action: 'plugin::content-manager.explorer.publish',
        subject: UIDS.legalPage,
        properties: { locales: ['en'] },
        conditions: [],
      });
      expect((await http.put(url).set('Authorization', bearer).send({ permissions })).status).toBe(200);
      expect(await read(UIDS.category)).toHaveLength(categories);
      expect((await publish('after')).status).toBe(200);
      expect((await read(UIDS.legalPage)).map(({ slug }) => slug)).toContain(`after-${code}`);
      expect((await asked('post', UIDS.category, { key: 'own', label: 'Own' })).status).toBe(403);
    },
  );

  it('leaves to Super Admins everything', async () => {
    const given = await permissionsOf('strapi-super-admin');
    expect(given.map(({ action, subject }) => `${action} ${subject}`)).toContain(
      `plugin::content-manager.explorer.create ${UIDS.tracker}`,
    );
  });

  it('keeps what a role is given later', async () => {
    const { strapi } = app();
    const role = await strapi.db.query('admin::role').findOne({ where: { code: 'strapi-editor' } });
    const action = 'plugin::content-manager.explorer.update';
    const data = { action, subject: UIDS.tracker, role: role.id, properties: {}, conditions: [] };
    const { id } = await strapi.db.query('admin::permission').create({ data });
    expect(await strapi.db.query('admin::permission').findOne({ where: { id } })).toMatchObject({ action });
  });

  it('starts beside another start that hangs, after a while and with a word about it', async () => {
    const { strapi } = app();
    const [hanging, next] = [Object.create(strapi), Object.create(strapi)] as [Core.Strapi, Core.Strapi];
    const warn = vi.spyOn(strapi.log, 'warn').mockImplementation(() => strapi.log);
    const now = performance.now();
    const clock = vi.spyOn(performance, 'now').mockReturnValueOnce(now).mockReturnValueOnce(now);
    await lockStart(hanging);
    clock.mockReturnValueOnce(now).mockReturnValue(now + 61_000);
    await lockStart(next);
    const said = warn.mock.calls.map(([message]) => String(message));
    for (const spy of [clock, warn]) spy.mockRestore();
    await endStart(hanging);
    // SQLite has one process, so there is nothing to wait for.
    const waits = strapi.db.dialect.client !== 'sqlite';
    expect(said).toEqual(waits ? [expect.stringContaining('this one goes on')] : []);
  });

  it('locks no row that has the id of the lock by now, as after somebody restored a dump', async () => {
    const { strapi } = app();
    const store = strapi.db.metadata.get('strapi::core-store').tableName;
    const rows = () => strapi.db.connection(store);
    const [lock] = await rows().where('key', 'plugin_consent_lock');
    await rows().where('key', 'plugin_consent_lock').delete();
    await rows().insert({ id: lock.id, key: 'somebody_elses', value: '1', type: 'number' });
    await addTracker(strapi, { name: 'Written behind the other row', categoryKey: 'analytics' });
    expect(await rows().where('id', lock.id)).toMatchObject([{ key: 'somebody_elses', value: '1' }]);
    expect(await rows().where('key', 'plugin_consent_lock')).toHaveLength(1);
  });
});
