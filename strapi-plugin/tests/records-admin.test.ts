import { createHash, hash, randomUUID } from 'node:crypto';
import { readdir, stat, truncate, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { getEvidenceStore } from '../server/src/evidence';
import { SYSTEM } from '../server/src/evidence/audit';
import { ExportJobs, exportJobsOf } from '../server/src/exports/export-jobs';
import { RECORD_UID } from '../server/src/uids';
import { signInAdmin } from './support/admin';
import { onEachDatabase } from './support/app';
import { insertRecords } from './support/old-records';
import { changeSettings, postRecord, recordsOf, submissionTo, UNLIMITED } from './support/records';

interface Doc {
  id: string;
  consentId: string;
  createdAt: string;
}

onEachDatabase('records in the admin', { options: UNLIMITED }, (app, onSqliteOnly) => {
  let superAdmin: string;
  beforeAll(async () => {
    superAdmin = await signInAdmin(app());
  });
  const get = (path: string, token = superAdmin) =>
    app().http.get(`/consent/records${path}`).set('Authorization', `Bearer ${token}`);
  const erase = (body: object, token = superAdmin) =>
    app().http.post('/consent/records/erasures').set('Authorization', `Bearer ${token}`).send(body);
  const ids = (docs: Doc[]) => docs.map(({ consentId }) => consentId);

  describe('history', () => {
    it('goes through all records by cursor, newest first, each once', async () => {
      const at = (second: number) => new Date(Date.UTC(2026, 0, 1, 0, 0, second));
      const inserted: string[] = [];
      for (let i = 0; i < 12; i += 1) {
        // Several of one moment: the id decides between them.
        inserted.push(
          ...(await insertRecords(app(), 1, { createdAt: at(Math.floor(i / 5)), country: 'SE' })),
        );
      }
      const seen: string[] = [];
      let cursor: string | null = null;
      do {
        const { body } = await get(`?country=se&limit=5${cursor ? `&cursor=${cursor}` : ''}`);
        expect(body.docs.length).toBeLessThanOrEqual(5);
        seen.push(...ids(body.docs));
        cursor = body.nextCursor;
      } while (cursor);
      expect(seen).toEqual(inserted.reverse());
    });

    it.each([
      ['consentId', (row: Doc) => `consentId=${row.consentId}`],
      ['source', () => 'source=withdraw&country=NO'],
      ['model', () => 'model=notice&country=NO'],
      ['locale', () => 'locale=nb'],
      ['policy version', () => 'policyVersion=feedbeef'],
      ['date', () => 'from=2026-02-01&to=2026-02-02'],
      ['category granted', () => 'country=NO&category=a_lytics&granted=true'],
      ['category refused', () => 'country=NO&category=marketing_x&granted=false'],
    ])('finds by %s', async (name, query) => {
      const [wanted] = await insertRecords(app(), 1, {
        source: 'withdraw',
        model: 'notice',
        country: 'NO',
        locale: 'nb',
        policyVersion: 'feedbeef',
        createdAt: new Date('2026-02-01T10:00:00Z'),
        decisions: { a_lytics: true, marketing_x: false },
      });
      const others = await insertRecords(app(), 2, {
        country: 'NO',
        createdAt: new Date('2026-02-02T10:00:00Z'),
        decisions: { axlytics: true, marketing_x: true },
      });
      const { status, body } = await get(`?${query({ consentId: wanted } as Doc)}&limit=100`);
      expect([status, name]).toEqual([200, name]);
      expect(ids(body.docs)).toContain(wanted);
      const columns = await Promise.all(ids(body.docs).map((id) => recordsOf(app(), id)));
      expect(columns.every(([row]) => row?.versions.policyVersion === 'feedbeef')).toBe(true);
      for (const consentId of [wanted, ...others]) await erase({ consentId });
    });

    it('finds what an account has decided, signed in in linked mode, and nothing that is spelt like it', async () => {
      const [wanted] = await insertRecords(app(), 1, { user: 'k3v9accountofada', country: 'GL' });
      await insertRecords(app(), 1, { user: 'k3v9accountofADA', country: 'GL' });
      await insertRecords(app(), 1, { user: 'k3v9accountofbob', country: 'GL' });
      expect(ids((await get('?user=k3v9accountofada')).body.docs)).toEqual([wanted]);
      expect(ids((await get('?user=k3v9accountofada&country=GL')).body.docs)).toEqual([wanted]);
      const { text } = await get('/export?format=csv&user=k3v9accountofada');
      expect(text.trim().split('\n')).toHaveLength(2);
    });

    onSqliteOnly(() => {
      it('F1: says whether records name accounts, so that one can look for one', async () => {
        expect((await get('?limit=1')).body.linked).toBe(false);
        await changeSettings(app(), { recordingMode: 'linked' });
        expect((await get('?limit=1')).body.linked).toBe(true);
        await changeSettings(app(), { recordingMode: null });
      });

      it.each([
        ['', 'consentid', 'policyVersion'],
        ['/export', 'consentid', 'policyVersion'],
        ['/export', 'User', 'category, granted'],
        ['/export', 'limit', 'format'],
        ['', 'format', 'cursor, limit'],
      ])(
        'records%s refuses %s, which would not narrow anything, and names what it takes',
        async (path, name, known) => {
          const { status, body } = await get(`${path}?${name}=x`);
          expect(status).toBe(400);
          expect(body.error.message).toContain(
            `${name}: is not a parameter; there are consentId, user, country`,
          );
          expect(body.error.message).toContain(known);
          expect(body.error.details.errors[0].path).toEqual([name]);
        },
      );

      it.each([
        ...['', 'x', '1', '%00', '9f6a91f0-7a7e-4c4f-9b1c-1f0e5d4c3b2a', "'"],
        '019D3736-523B-725F-BC42-3C2AB46C40CA',
      ])('answers 400 to the cursor %j, which is the id of no record', async (place) => {
        const { status, body } = await get(`?cursor=${place}`);
        expect([status, body.error.message]).toEqual([400, 'cursor: begin again without it']);
      });
    });

    it.each(['from=0000-01-01', 'to=9999-12-31T23:59:59-12:00', 'from=9999-12-31'])(
      'answers to %s, as far from now as it is',
      async (query) => {
        expect((await get(`?${query}`)).status).toBeLessThan(500);
      },
    );

    onSqliteOnly(() => {
      it.each([
        ...[
          'limit=0',
          'limit=101',
          'cursor=x',
          'source=guess',
          'from=yesterday',
          'user=%00',
          'user=',
          'category=',
        ],
        ...['consentId=%00', 'category=%00', 'locale=%00', 'policyVersion=%00', 'country=%00A'],
      ])('answers 400 to %s', async (query) => {
        expect((await get(`?${query}`)).status).toBe(400);
      });
    });
  });

  it('G2: from a record one sees what its visitor was shown, and that it is unchanged', async () => {
    await changeSettings(app(), { bannerTitle: 'Shown before' });
    const submission = await submissionTo(app());
    const posted = await postRecord(app(), submission);
    await changeSettings(app(), { bannerTitle: 'Shown after' });
    const { status, body } = await get(`/${posted.body.id}`);
    expect(status).toBe(200);
    expect(body.record).toMatchObject({ consentId: submission.consentId, versions: submission.versions });
    expect(body.shown).toMatchObject({ intact: true, policyVersion: submission.versions.policyVersion });
    expect(body.shown.content.banner.title).toBe('Shown before');
    expect((await get('/nothing')).status).toBe(404);
    expect((await get('/%00')).status).toBe(404);
  });

  it('C9: the timeline of a consent ends with the withdrawal that replaces it', async () => {
    const given = await submissionTo(app());
    const { body } = await postRecord(app(), given);
    const withdrawn = await submissionTo(app(), { source: 'withdraw', replaces: given.consentId });
    await postRecord(app(), withdrawn);
    const { timeline } = (await get(`/${body.id}`)).body;
    expect(ids(timeline)).toEqual([given.consentId, withdrawn.consentId]);
  });

  it('C9: from the consent id after a withdrawal one finds what was decided under those before it', async () => {
    const first = await submissionTo(app());
    await postRecord(app(), first);
    const second = await submissionTo(app(), { source: 'withdraw', replaces: first.consentId });
    await postRecord(app(), second);
    await postRecord(app(), { ...second, source: 'banner', replaces: undefined });
    const third = await submissionTo(app(), { source: 'withdraw', replaces: second.consentId });
    const { body } = await postRecord(app(), third);
    const { timeline } = (await get(`/${body.id}`)).body;
    expect(ids(timeline)).toEqual([first, second, second, third].map(({ consentId }) => consentId));
  });

  it('lists each record once where consent ids replace each other in a circle', async () => {
    const one = await submissionTo(app(), { source: 'withdraw' });
    const other = await submissionTo(app(), { source: 'withdraw', replaces: one.consentId });
    const { body } = await postRecord(app(), { ...one, replaces: other.consentId });
    await postRecord(app(), other);
    const { timeline } = (await get(`/${body.id}`)).body;
    expect(ids(timeline)).toEqual([one.consentId, other.consentId]);
  });

  describe('export', () => {
    it('is CSV with a header, filtered, and never a formula', async () => {
      const said = { country: 'FI', locale: '=1+1', decisions: {}, tcString: 'CQbGaMAQ.IFukA' };
      const [wanted] = await insertRecords(app(), 1, said);
      const { status, text, headers } = await get('/export?format=csv&country=FI');
      expect(status).toBe(200);
      expect(headers['content-type']).toContain('text/csv');
      expect(headers['content-disposition']).toMatch(
        /attachment; filename="consent-records-\d{4}-\d\d-\d\d\.csv"/,
      );
      const [header, line, ...rest] = text.trim().split('\n');
      expect(header).toMatch(/consentId,.*,tcString,/);
      expect(line).toContain(wanted);
      expect(line).toContain(',CQbGaMAQ.IFukA,');
      expect(line).toContain("'=1+1");
      expect(line).not.toMatch(/,=1/);
      expect(rest).toEqual([]);
    });

    it('is JSON in the terms of ISO/IEC TS 27560', async () => {
      const [wanted] = await insertRecords(app(), 1, { country: 'DK' });
      const { body } = await get('/export?format=json&country=DK');
      expect(body.schema_version).toBe('ISO/IEC TS 27560:2023');
      expect(body.consent_records).toHaveLength(1);
      expect(body.consent_records[0].record_header.pii_principal_id).toBe(wanted);
      expect(body.consent_records[0].consent_events).toContainEqual(
        expect.objectContaining({ purpose: 'analytics', event_state: 'given' }),
      );
    });

    it('holds every record, page after page', async () => {
      await insertRecords(app(), 1100, { country: 'IS' });
      const { text } = await get('/export?format=csv&country=IS');
      expect(text.trim().split('\n')).toHaveLength(1101);
    });
  });

  onSqliteOnly(() => {
    it('breaks an export off where the database does, so that nobody takes half of it for the whole or waits', async () => {
      const store = getEvidenceStore(app().strapi);
      const page = store.page.bind(store);
      const asked = vi.spyOn(store, 'page');
      const error = vi.spyOn(app().strapi.log, 'error').mockImplementation(() => app().strapi.log);
      for (const format of ['csv', 'json']) {
        asked.mockImplementationOnce(page).mockRejectedValueOnce(new Error('the database is gone'));
        await expect(get(`/export?format=${format}&country=IS`)).rejects.toThrow('aborted');
      }
      asked.mockRejectedValueOnce(new Error('the database is gone'));
      expect((await get('/export?format=csv&country=IS')).status, 'before anything is sent').toBe(500);
      asked.mockRestore();
      error.mockRestore();
    });

    describe('exports that the server writes', () => {
      const exports = (path = '', token = superAdmin) => ({
        start: (body: object) =>
          app().http.post('/consent/records/exports').set('Authorization', `Bearer ${token}`).send(body),
        find: () => get(`/exports/${path}`, token),
        remove: () =>
          app().http.delete(`/consent/records/exports/${path}`).set('Authorization', `Bearer ${token}`),
      });
      /** Those of this app: its name is hashed into theirs. */
      const folders = async () => {
        const prefix = `consent-exports-${hash('sha256', app().strapi.dirs.app.root).slice(0, 8)}-`;
        const names = (await readdir(tmpdir())).filter((name) => name.startsWith(prefix));
        return names.map((name) => join(tmpdir(), name));
      };
      const done = async (id: string) => {
        const state = async () => (await exports(id).find()).body.state;
        await expect.poll(state, { timeout: 30_000 }).toBe('done');
        return (await exports(id).find()).body;
      };

      it('are a file behind a link that opens once, and stand in the trail twice', async () => {
        await insertRecords(app(), 1100, { country: 'FO' });
        const started = await exports().start({ format: 'csv', country: 'FO' });
        expect(started.status).toBe(202);
        expect(started.body).toMatchObject({ state: 'running', link: null });
        const { link, written, fileName } = await done(started.body.id);
        expect(written).toBe(1100);
        const { status, text, headers } = await app().http.get(link);
        expect(status).toBe(200);
        expect(text.trim().split('\n')).toHaveLength(1101);
        expect(headers).toMatchObject({
          'content-encoding': 'gzip',
          'cache-control': 'no-store, no-transform',
        });
        expect(headers['content-disposition']).toContain(fileName);
        expect((await app().http.get(link)).status).toBe(404);
        const { link: plain } = await done(started.body.id);
        const unpacked = await app().http.get(plain).set('Accept-Encoding', 'identity');
        expect([unpacked.headers['content-encoding'], unpacked.text]).toEqual([undefined, text]);
        const { entries } = await getEvidenceStore(app().strapi).audit.page(
          { action: 'export' },
          { limit: 3 },
        );
        expect(entries.map(({ actor, changes }) => [actor.name, changes[0]?.path])).toEqual([
          ['Ada Admin', 'fetched'],
          ['Ada Admin', 'fetched'],
          ['Ada Admin', 'format'],
        ]);
      });

      it('are written also after others have removed what this process had written long ago', async () => {
        await done((await exports().start({ format: 'csv', country: 'FO' })).body.id);
        const longAgo = new Date(Date.now() - 2 * 86_400_000);
        for (const folder of await folders()) await utimes(folder, longAgo, longAgo);
        // As another process of this app.
        const others = new ExportJobs(app().strapi);
        const order = { uid: RECORD_UID, actor: SYSTEM };
        const file = { name: 'empty', ending: 'csv', mediaType: 'text/csv' } as const;
        const { id } = others.start({ ...order, file: { ...file, content: () => Readable.from(['a']) } });
        await expect.poll(() => others.find(id, order)?.state).toBe('done');
        const { written } = await done((await exports().start({ format: 'csv', country: 'FO' })).body.id);
        expect(written).toBe(1100);
        await others.close();
        for (const folder of await folders()) expect((await stat(folder)).mode & 0o777).toBe(0o700);
      });

      it('break off where their file does', async () => {
        const started = await exports().start({ format: 'csv', country: 'FO' });
        const { link } = await done(started.body.id);
        const error = vi.spyOn(app().strapi.log, 'error').mockImplementation(() => app().strapi.log);
        for (const one of await folders()) await truncate(join(one, 'export.gz'), 20_000);
        await expect(app().http.get(link).set('Accept-Encoding', 'identity')).rejects.toThrow('aborted');
        error.mockRestore();
      });

      it('are written once there is a place for them again', async () => {
        const { strapi } = app();
        const error = vi.spyOn(strapi.log, 'error').mockImplementation(() => strapi.log);
        vi.stubEnv('TMPDIR', join(tmpdir(), randomUUID()));
        const { id } = (await exports().start({ format: 'csv', country: 'FO' })).body;
        await expect.poll(async () => (await exports(id).find()).body.state).toBe('failed');
        expect(error.mock.calls.join()).toContain('broke off: ENOENT');
        vi.unstubAllEnvs();
        error.mockRestore();
        const { written } = await done((await exports().start({ format: 'csv', country: 'FO' })).body.id);
        expect(written).toBe(1100);
      });

      it('are those of who asked for them, two at once, and leave no file behind', async () => {
        const jobs = exportJobsOf(app().strapi);
        const started = await Promise.all([1, 2, 3].map(() => exports().start({ format: 'json' })));
        const statuses = started.map(({ status }) => status).sort();
        expect(statuses).toEqual([202, 202, 429]);
        const ids = started.flatMap(({ body }) => body.id ?? []);
        const other = await signInAdmin(app(), ['plugin::consent.records.export']);
        expect((await exports(ids[0], other).find()).status).toBe(404);
        expect((await exports(ids[0], other).remove()).status).toBe(404);
        const reader = await signInAdmin(app(), ['plugin::consent.records.read']);
        expect((await exports('', reader).start({ format: 'csv' })).status).toBe(403);
        expect((await exports().start({ format: 'xls' })).status).toBe(400);
        expect((await exports().start({ format: 'csv', locale: '\ud800' })).status).toBe(400);
        const { link } = await done(ids[0]);
        const [path] = link.split('?');
        expect((await app().http.get(path)).status).toBe(404);
        expect((await app().http.get(`${path}?token=x`)).status).toBe(404);
        expect((await exports(ids[0]).remove()).status).toBe(204);
        expect((await app().http.get(link)).status).toBe(404);
        expect((await exports(ids[0]).find()).body.error.message).toContain('kept for a day');
        await jobs.close();
        expect(await folders()).toEqual([]);
        expect((await exports().start({ format: 'csv' })).status).toBe(429);
      });
    });
  });

  describe('erasure', () => {
    it('says what holds it by the name of the error, as a store of somebody’s own has another class', async () => {
      const scope = { consentId: null, from: null, to: null };
      const hold = { id: 'a-hold', ...scope, reason: 'Case 12/26', actor: SYSTEM, at: new Date() };
      const held = Object.assign(new Error('held'), { name: 'HeldError', holds: [hold] });
      const erasing = vi.spyOn(getEvidenceStore(app().strapi), 'erase').mockRejectedValueOnce(held);
      const { status, body } = await erase({ consentId: randomUUID() });
      erasing.mockRestore();
      expect(status).toBe(409);
      expect(body.error.message).toContain('Case 12/26');
    });

    it('F2: removes all records of a consent id and no other, and leaves a log that does not name it', async () => {
      const submission = await submissionTo(app());
      await postRecord(app(), submission);
      await postRecord(app(), { ...submission, source: 'preferences' });
      const other = await submissionTo(app(), { source: 'withdraw', replaces: submission.consentId });
      await postRecord(app(), other);
      const { status, body } = await erase({ consentId: submission.consentId.toUpperCase() });
      expect({ status, body }).toEqual({ status: 200, body: { deleted: 2 } });
      expect(await recordsOf(app(), submission.consentId)).toHaveLength(0);
      expect(await recordsOf(app(), other.consentId)).toHaveLength(1);
      const consentIdHash = createHash('sha256').update(submission.consentId).digest('hex');
      const log = await getEvidenceStore(app().strapi).log.about(submission.consentId);
      expect(log).toHaveLength(1);
      expect(log[0]).toMatchObject({
        deleted: 2,
        subject: consentIdHash,
        actor: expect.stringMatching(/\w/),
      });
      expect(JSON.stringify(log)).not.toContain(submission.consentId);
    });

    it('takes every consent id under which a record can be stored', async () => {
      const consentId = '11111111-2222-0333-f444-555555555555';
      expect((await postRecord(app(), await submissionTo(app(), { consentId }))).status).toBe(201);
      expect((await erase({ consentId })).body).toEqual({ deleted: 1 });
    });

    it('F2: removes all records of an account, and refuses to be told of two', async () => {
      await insertRecords(app(), 60, { user: 'erased-account' });
      expect((await erase({ account: 'erased-account' })).body).toEqual({ deleted: 60 });
      expect((await get('?user=erased-account')).body.docs).toEqual([]);
      const consentId = '11111111-2222-0333-f444-555555555555';
      for (const body of [{}, { consentId, account: 'erased-account' }, { user: 'erased-account' }]) {
        expect((await erase(body)).status).toBe(400);
      }
    });

    it('answers 400 to what is no consent id', async () => {
      expect((await erase({ consentId: '%' })).status).toBe(400);
    });
  });

  onSqliteOnly(() => {
    describe('legal holds', () => {
      const post = (path: string, body: object, token = superAdmin) =>
        app().http.post(`/consent/records${path}`).set('Authorization', `Bearer ${token}`).send(body);

      it('keep a consent id from erasure until they are lifted, and say why', async () => {
        const [consentId = ''] = await insertRecords(app(), 1);
        const placed = await post('/holds', { consentId, reason: 'Complaint 7' });
        expect(placed.status).toBe(201);
        const [{ id }] = placed.body.holds;
        expect(placed.body.holds).toMatchObject([
          { consentId, reason: 'Complaint 7', actor: { name: 'Ada Admin' } },
        ]);
        const refused = await erase({ consentId });
        expect(refused.status).toBe(409);
        expect(refused.body.error).toMatchObject({ name: 'ConflictError', details: { holds: [{ id }] } });
        expect(refused.body.error.message).toMatch(/legal hold .*"Complaint 7", placed on .* by Ada Admin/);
        expect((await post(`/holds/${id}/lift`, { reason: '' })).status).toBe(400);
        expect((await post(`/holds/${id}/lift`, { reason: 'Settled' })).body).toEqual({ holds: [] });
        expect((await post(`/holds/${id}/lift`, { reason: 'Settled' })).status).toBe(404);
        expect((await erase({ consentId })).body).toEqual({ deleted: 1 });
      });

      it.each([
        [{ consentId: 'x', reason: 'why' }, 'consentId'],
        [{ reason: 'why' }, 'consentId'],
        [
          { consentId: '11111111-2222-4333-a444-555555555555', from: '2026-01-01', reason: 'why' },
          'consentId',
        ],
        [{ from: '2026-02-01', to: '2026-01-01', reason: 'why' }, 'to'],
        [{ from: '2026-01-01', reason: ' ' }, 'reason'],
      ])('are refused as %j', async (body, field) => {
        const { status, body: answer } = await post('/holds', body);
        expect(status).toBe(400);
        expect(answer.error.details.errors[0].path).toEqual([field]);
      });

      it('have a permission of their own', async () => {
        const reader = await signInAdmin(app(), [
          'plugin::consent.records.read',
          'plugin::consent.records.erase',
        ]);
        expect((await get('/holds', reader)).body).toEqual({ holds: [] });
        expect((await post('/holds', { from: '2026-01-01', reason: 'why' }, reader)).status).toBe(403);
        expect((await post('/holds/x/lift', { reason: 'why' }, reader)).status).toBe(403);
      });
    });

    describe('permissions', () => {
      it('F2: each act has its own, and nothing is open without one', async () => {
        const reader = await signInAdmin(app(), ['plugin::consent.records.read']);
        const [consentId] = await insertRecords(app(), 1);
        expect((await get('', reader)).status).toBe(200);
        expect((await get('/export', reader)).status).toBe(403);
        expect((await erase({ consentId }, reader)).status).toBe(403);
        const eraser = await signInAdmin(app(), ['plugin::consent.records.erase']);
        expect((await get('', eraser)).status).toBe(403);
        expect((await erase({ consentId }, eraser)).status).toBe(200);
        expect((await app().http.get('/consent/records')).status).toBe(401);
        const overview = () => app().http.get('/consent/overview');
        expect((await overview().set('Authorization', `Bearer ${reader}`)).status).toBe(403);
        expect((await overview().set('Authorization', `Bearer ${superAdmin}`)).status).toBe(200);
      });
    });
  });
});
