import { setTimeout as pause } from 'node:timers/promises';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { auditBefore } from '../server/src/audit/trail';
import { getEvidenceStore } from '../server/src/evidence';
import type { AuditEntry, AuditFilter } from '../server/src/evidence/audit';
import { consentIdHash } from '../server/src/evidence/consent-id-hash';
import { enterUnseen } from '../server/src/releases/unseen-changes';
import { UIDS } from '../server/src/uids';
import { getVersionsService } from '../server/src/versions/service';
import { signInAdmin } from './support/admin';
import { onSqlite } from './support/app';
import { addTracker, edit } from './support/content';
import { insertRecords } from './support/old-records';
import { UNLIMITED } from './support/records';

onSqlite('the audit trail', { options: UNLIMITED }, (app) => {
  let admin: string;
  beforeAll(async () => {
    admin = await signInAdmin(app());
  });
  const ask = (method: 'get' | 'post' | 'put' | 'delete', path: string, token = admin) =>
    app().http[method](path).set('Authorization', `Bearer ${token}`);
  const trail = async (filter: AuditFilter = {}): Promise<AuditEntry[]> =>
    (await getEvidenceStore(app().strapi).audit.page(filter, { limit: 100 })).entries;
  const category = (key: string) => ({ key, label: `Label ${key}`, required: false, defaultInOptOut: true });

  describe('of content', () => {
    it('has what the first start made, in the name of the system', async () => {
      const made = await trail({ uid: UIDS.category });
      expect(made.length).toBeGreaterThan(1);
      expect(made.every(({ action, actor }) => action === 'create' && actor.kind === 'system')).toBe(true);
    });

    it('has each save of the settings by the time it is answered: who, and what was there before', async () => {
      const save = (bannerTitle: string) =>
        ask('put', '/consent/settings').send({ texts: { en: { bannerTitle } }, shared: { noticeDays: 14 } });
      expect((await save('One')).status).toBe(200);
      expect((await save('Two')).status).toBe(200);
      const [second, first] = await trail({ uid: UIDS.setting });
      expect(first).toMatchObject({ action: 'update', actor: { kind: 'admin', name: 'Ada Admin' } });
      expect(first?.changes).toContainEqual({ path: 'shared.noticeDays', before: 30, after: 14 });
      expect(second?.changes).toEqual([{ path: 'locales.en.bannerTitle', before: 'One', after: 'Two' }]);
      expect(second?.subject.locale).toBe('en');
      expect((await save('Two')).status).toBe(200);
      expect((await trail({ uid: UIDS.setting }))[0]?.id).toBe(second?.id);
    });

    it('follows the content manager', async () => {
      const path = `/content-manager/collection-types/${UIDS.category}`;
      const { body } = await ask('post', path).send(category('by_hand'));
      const { documentId } = body.data;
      await ask('put', `${path}/${documentId}`).send({ label: 'Another' });
      await ask('delete', `${path}/${documentId}`);
      const entries = await trail({ subject: documentId });
      expect(entries.map(({ action }) => action)).toEqual(['delete', 'update', 'create']);
      expect(entries.every(({ actor }) => actor.name === 'Ada Admin')).toBe(true);
      expect(entries[1]).toMatchObject({
        subject: { uid: UIDS.category, title: 'by_hand' },
        changes: [{ before: 'Label by_hand', after: 'Another' }],
      });
    });

    it('follows the document service, rows below it, and transactions as a whole', async () => {
      const { strapi } = app();
      const categories = strapi.documents(UIDS.category);
      const { documentId } = await categories.create({ data: category('by_code') });
      await strapi.db.query(UIDS.category).updateMany({ where: { documentId }, data: { order: 7 } });
      await strapi.db.transaction(async () => {
        const data: Record<string, unknown> = { order: 8 };
        await categories.update({ documentId, data });
        await strapi.db.query(UIDS.category).updateMany({ where: { documentId }, data: { order: 9 } });
      });
      await categories.delete({ documentId });
      const entries = await trail({ subject: documentId });
      expect(entries.map(({ action, actor }) => [action, actor.kind])).toEqual([
        ['delete', 'system'],
        ['update', 'system'],
        ['update', 'system'],
        ['create', 'system'],
      ]);
      expect(entries[1]?.changes).toEqual([{ path: 'shared.order', before: 7, after: 9 }]);
      expect(entries[2]?.changes).toEqual([{ path: 'shared.order', before: 0, after: 7 }]);
    });

    it('has nothing of what was rolled back', async () => {
      const { strapi } = app();
      const [last] = await trail();
      const failed = strapi.db.transaction(async () => {
        await strapi.documents(UIDS.category).create({ data: category('undone') });
        throw new Error('no');
      });
      await expect(failed).rejects.toThrow('no');
      expect((await trail())[0]?.id).toBe(last?.id);
    });

    it('tells when a legal page was published and taken back, with its text', async () => {
      const pages = app().strapi.documents(UIDS.legalPage);
      const data = { title: 'Terms', slug: 'audited', kind: 'other' as const, content: '# One' };
      const { documentId } = await pages.create({ data });
      await pages.publish({ documentId });
      const text: Record<string, unknown> = { content: '# Two' };
      await pages.update({ documentId, data: text });
      await pages.publish({ documentId });
      await pages.unpublish({ documentId });
      const entries = await trail({ subject: documentId });
      expect(entries.map(({ action }) => action)).toEqual([
        'unpublish',
        'publish',
        'update',
        'publish',
        'create',
      ]);
      expect(entries[1]?.changes).toContainEqual({
        path: 'published.locales.en.content',
        before: '# One',
        after: '# Two',
      });
    });

    it('says who compared a processor with its contract', async () => {
      const { documentId } = await app()
        .strapi.documents(UIDS.processor)
        .create({
          data: { name: 'Audited Ltd', role: 'processor', purpose: 'x', country: 'DE' },
        });
      const answer = await ask('post', `/consent/processors/${documentId}/verification`);
      expect(answer.status).toBe(200);
      const [entry] = await trail({ subject: documentId });
      expect(entry?.changes).toContainEqual({ path: 'shared.verified', before: false, after: true });
      expect(entry?.changes).toContainEqual({ path: 'shared.verifiedBy', before: null, after: 'Ada Admin' });
      expect(entry?.changes).toContainEqual({
        path: 'shared.verifiedAt',
        before: null,
        after: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      });
    });

    it('names an API token by its name', async () => {
      const { strapi } = app();
      const state = { auth: { strategy: { name: 'content-api-token' }, credentials: { id: 3, name: 'CI' } } };
      const documents = strapi.documents(UIDS.category);
      let documentId = '';
      await strapi.requestContext.run({ state } as never, async () => {
        ({ documentId } = await documents.create({ data: category('by_token') }));
      });
      expect((await trail({ subject: documentId }))[0]?.actor).toEqual({
        kind: 'api-token',
        id: '3',
        name: 'CI',
      });
      await documents.delete({ documentId });
    });

    it('waits for a database that does not answer for a moment', async () => {
      const { strapi } = app();
      const categories = strapi.documents(UIDS.category);
      const away = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' });
      const add = vi.spyOn(getEvidenceStore(strapi).audit, 'add');
      add.mockRejectedValueOnce(away).mockRejectedValueOnce(away);
      const { documentId } = await categories.create({ data: category('in_an_outage') });
      expect(add).toHaveBeenCalledTimes(3);
      add.mockRestore();
      expect((await trail({ subject: documentId })).map(({ action }) => action)).toEqual(['create']);
      await categories.delete({ documentId });
    });

    it('says loudly what it could not write', async () => {
      const { strapi } = app();
      const error = vi.spyOn(strapi.log, 'error').mockImplementation(() => strapi.log);
      const add = vi.spyOn(getEvidenceStore(strapi).audit, 'add').mockRejectedValue(new Error('disk full'));
      await ask('put', '/consent/settings').send({ shared: { noticeDays: 15 } });
      add.mockRestore();
      expect(error).toHaveBeenCalledWith(
        expect.stringMatching(/THE AUDIT TRAIL LACKS WHAT WAS DONE .*Ada Admin update .*setting.*disk full/),
      );
      expect(error).toHaveBeenCalledWith(
        expect.stringContaining('"changes":[{"path":"shared.noticeDays","before":14,"after":15}]'),
      );
      error.mockRestore();
    });
  });

  describe('of other acts', () => {
    it('has who asked everyone again, and why', async () => {
      expect(
        (await ask('post', '/consent/settings/reconsents').send({ reason: 'A new vendor' })).status,
      ).toBe(200);
      expect((await trail({ action: 'reconsent' }))[0]).toMatchObject({
        actor: { name: 'Ada Admin' },
        reason: 'A new vendor',
      });
    });

    it('has what SQL has changed, as it was found, and only where nobody has entered it', async () => {
      const { strapi } = app();
      const found = async () =>
        (await trail({ uid: UIDS.tracker })).filter(({ reason }) => reason?.includes('SQL'));
      const served = async () => {
        getVersionsService(strapi).recheck();
        expect((await app().http.get('/api/consent/config')).status).toBe(200);
        await enterUnseen(strapi, 0);
      };
      const documentId = await addTracker(strapi, { name: 'Matomo by hand', purpose: 'Counts.' });
      await edit(strapi, UIDS.tracker, documentId, { purpose: 'Counts visits.' });
      await served();
      expect(await found()).toEqual([]);
      const { connection } = strapi.db;
      await connection('consent_trackers').where({ document_id: documentId }).update({ purpose: 'Sells.' });
      await served();
      const [entry, ...others] = await found();
      expect(others).toEqual([]);
      expect(entry).toMatchObject({
        action: 'update',
        actor: { kind: 'system', id: null },
        subject: { id: documentId, title: 'Matomo by hand' },
        changes: [{ path: 'locales.en.purpose', before: 'Counts visits.', after: 'Sells.' }],
      });
      await served();
      expect(await found()).toHaveLength(1);

      // Another instance that has committed already, and enters it a moment later.
      await connection('consent_trackers').where({ document_id: documentId }).update({ purpose: 'Asks.' });
      getVersionsService(strapi).recheck();
      expect((await app().http.get('/api/consent/config')).status).toBe(200);
      const looking = enterUnseen(strapi, 2000);
      // It has found it by then.
      await pause(1000);
      const change = { path: 'locales.en.purpose', before: 'Sells.', after: 'Asks.' };
      const subject = { uid: UIDS.tracker, id: documentId, title: 'Matomo by hand', locale: 'en' };
      await auditBefore(strapi, { action: 'update', subject, changes: [change] });
      await looking;
      expect(await found()).toHaveLength(1);
    });

    it('has exports and imports of the configuration, the documents that they changed before', async () => {
      const { body: file } = await ask('get', '/consent/configuration');
      expect((await trail())[0]).toMatchObject({
        action: 'export',
        subject: { uid: 'plugin::consent.configuration' },
      });
      file.settings.shared.noticeDays = 21;
      const { body: preview } = await ask('post', '/consent/configuration/preview').send({ file });
      const order = { file, basis: preview.basis, note: 'From staging' };
      const imported = await ask('post', '/consent/configuration').send(order);
      expect(imported.status).toBe(200);
      const [last, before] = await trail();
      expect(last).toMatchObject({
        action: 'import',
        changes: [{ path: 'differences', after: 1 }],
        reason: 'From staging',
      });
      expect(before).toMatchObject({ action: 'update', actor: { name: 'Ada Admin' } });
      expect(before?.changes).toEqual([{ path: 'shared.noticeDays', before: 15, after: 21 }]);
    });

    it('has exports of records by their filter, without a consent id, and exports nothing unseen', async () => {
      const [consentId = ''] = await insertRecords(app(), 1);
      const path = `/consent/records/export?format=csv&country=DE&consentId=${consentId}`;
      expect((await ask('get', path)).status).toBe(200);
      const [entry] = await trail({ subject: consentIdHash(consentId) });
      expect(entry).toMatchObject({ action: 'export', actor: { name: 'Ada Admin' } });
      expect(entry?.changes).toContainEqual({ path: 'country', before: null, after: 'DE' });
      expect(JSON.stringify(entry)).not.toContain(consentId);
      const { audit } = getEvidenceStore(app().strapi);
      const add = vi.spyOn(audit, 'add').mockRejectedValue(new Error('disk full'));
      const refused = await ask('get', path);
      add.mockRestore();
      expect(refused.status).toBe(500);
      expect(refused.text).not.toContain(consentId);
    });

    it('has erasures, by the hash of the consent id and the name of who erased', async () => {
      const [consentId = ''] = await insertRecords(app(), 1);
      await ask('post', '/consent/records/erasures').send({ consentId });
      expect(await trail({ action: 'erasure', subject: consentIdHash(consentId) })).toMatchObject([
        { actor: { kind: 'admin', name: 'Ada Admin' }, changes: [{ path: 'deleted', after: 1 }] },
      ]);
    });
  });

  describe('in the admin', () => {
    it('is listed by page and filter, and told in full entry by entry', async () => {
      const { body } = await ask('get', `/consent/audit?limit=2&uid=${UIDS.setting}`);
      expect(body.docs).toHaveLength(2);
      expect(body.docs[0].changed).toEqual(['shared.noticeDays']);
      const next = await ask('get', `/consent/audit?limit=2&uid=${UIDS.setting}&cursor=${body.nextCursor}`);
      expect(next.body.docs[0].id < body.docs[1].id).toBe(true);
      const { body: entry } = await ask('get', `/consent/audit/${body.docs[0].id}`);
      expect(entry.changes).toEqual([{ path: 'shared.noticeDays', before: 15, after: 21 }]);
      expect(entry.at).toMatch(/Z$/);
      expect((await ask('get', '/consent/audit/nothing')).status).toBe(404);
    });

    it.each(['action=guess', 'from=yesterday', 'cursor=x', 'Actor=x', 'actor=%00', 'limit=0'])(
      'refuses %s',
      async (query) => {
        expect((await ask('get', `/consent/audit?${query}`)).status).toBe(400);
      },
    );

    it('is exported as CSV, a line for each value, and that is in it too', async () => {
      const order = { uid: UIDS.setting };
      const { status, body } = await ask('post', '/consent/audit/exports').send(order);
      expect(status).toBe(202);
      const progress = async () => (await ask('get', `/consent/audit/exports/${body.id}`)).body;
      await expect.poll(async () => (await progress()).state).toBe('done');
      const { link, written } = await progress();
      const entries = await trail(order);
      expect(written).toBe(entries.length);
      const { headers, text } = await app().http.get(link);
      expect(headers['content-disposition']).toMatch(/filename="consent-audit-trail-.*\.csv"/);
      expect(text).toMatch(/,update,admin,\w+,Ada Admin,plugin::consent.setting,.*,shared.noticeDays,15,21/);
      expect(text.trim().split('\n').length).toBeGreaterThan(entries.length);
      const [fetched, started] = await trail();
      const act = {
        action: 'export',
        actor: { name: 'Ada Admin' },
        subject: { uid: 'plugin::consent.audit' },
      };
      expect(fetched).toMatchObject({ ...act, changes: [{ path: 'fetched', after: written }] });
      expect(started).toMatchObject({ ...act, changes: [{ path: 'uid', after: UIDS.setting }] });
      const wrong = await ask('post', '/consent/audit/exports').send({ kind: UIDS.setting });
      expect(wrong.status).toBe(400);
    });

    it('is no export of records, whoever has started it', async () => {
      const { body } = await ask('post', '/consent/audit/exports').send({});
      expect((await ask('get', `/consent/records/exports/${body.id}`)).status).toBe(404);
      expect((await ask('delete', `/consent/records/exports/${body.id}`)).status).toBe(404);
      expect((await ask('delete', `/consent/audit/exports/${body.id}`)).status).toBe(204);
    });

    it('asks for a permission of its own, and for another one to export', async () => {
      const reader = await signInAdmin(app(), ['plugin::consent.audit.read']);
      expect((await ask('get', '/consent/audit', reader)).status).toBe(200);
      expect((await ask('post', '/consent/audit/exports', reader).send({})).status).toBe(403);
      const other = await signInAdmin(app(), [
        'plugin::consent.records.read',
        'plugin::consent.settings.update',
      ]);
      expect((await ask('get', '/consent/audit', other)).status).toBe(403);
      expect((await app().http.get('/consent/audit')).status).toBe(401);
    });
  });
});
