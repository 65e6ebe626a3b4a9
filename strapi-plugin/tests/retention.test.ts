import { randomUUID } from 'node:crypto';
import { beforeAll, expect, it, vi } from 'vitest';
import { columnsOf } from '../server/src/database/table';
import { getEvidenceStore } from '../server/src/evidence';
import { getPluginOptions } from '../server/src/options';
import { getConsentOverview } from '../server/src/overview/overview';
import { purgeExpiredRecords } from '../server/src/records';
import {
  actOnRetention,
  noteRetention,
  noteRetentionAtStart,
  retentionView,
} from '../server/src/records/retention-state';
import { saveSettings } from '../server/src/settings/saving';
import { UIDS } from '../server/src/uids';
import { getVersionsService } from '../server/src/versions/service';
import { signInAdmin } from './support/admin';
import { onEachDatabase, onSqlite, preparedDatabase, startApp } from './support/app';
import { DATABASES, type DatabaseKind } from './support/databases';
import { newRecord } from './support/new-record';
import { countRecords, insertRecords } from './support/old-records';
import { changeSettings, postRecord, recordsOf, submissionTo, UNLIMITED } from './support/records';

const JOB = 'plugin::consent.consentPurgeRecords';
const DAY = 86_400_000;

onEachDatabase(
  'retention',
  { options: { recording: { ...UNLIMITED.recording, retentionMonths: 12 } } },
  (app) => {
    const purge = (now?: Date) => purgeExpiredRecords(app().strapi, getPluginOptions(app().strapi), now);

    /** As if what is pending had been wanted for its whole grace. */
    const shortened = async () => {
      await purge();
      const { pending } = await getEvidenceStore(app().strapi).retention.read();
      expect(
        await actOnRetention(app().strapi, { act: 'confirm', months: pending?.months ?? 0, reason: 'Test' }),
      ).toBe(true);
    };

    it('F5: deletes what is older than the retention, in batches, and answers with number and cutoff', async () => {
      const now = new Date('2026-11-21T12:00:00.000Z');
      await insertRecords(app(), 1200, { createdAt: new Date('2025-11-21T11:59:59.999Z') });
      const [kept] = await insertRecords(app(), 1, { createdAt: new Date('2025-11-21T12:00:00.000Z') });
      expect(await purge(now)).toEqual({ deleted: 1200, cutoff: '2025-11-21T12:00:00.000Z' });
      expect(await recordsOf(app(), kept ?? '')).toHaveLength(1);
      expect(await purge(now)).toMatchObject({ deleted: 0 });
    });

    it('K: retention counts from when a record was stored, not from the decision', async () => {
      const [recent] = await insertRecords(app(), 1, { decidedAt: new Date(Date.now() - 800 * DAY) });
      await purge();
      expect(await recordsOf(app(), recent ?? '')).toHaveLength(1);
    });

    it('F1: a retention from the settings wins over the options', async () => {
      await changeSettings(app(), { retentionMonths: 60 });
      const [old] = await insertRecords(app(), 1, { createdAt: new Date(Date.now() - 4 * 365 * DAY) });
      await purge();
      expect(await recordsOf(app(), old ?? '')).toHaveLength(1);
      await changeSettings(app(), { retentionMonths: null });
      await shortened();
      expect((await purge()).deleted).toBe(1);
    });

    it('F1: a retention that another instance has just lengthened holds at once', async () => {
      const { strapi } = app();
      const [old] = await insertRecords(app(), 1, { createdAt: new Date(Date.now() - 4 * 365 * DAY) });
      await getVersionsService(strapi).published();
      const { table, column } = columnsOf(strapi, UIDS.setting);
      const settings = () => strapi.db.connection(table);
      await settings().update({ [column('retentionMonths')]: 60 });
      await purge();
      expect(await recordsOf(app(), old ?? '')).toHaveLength(1);
      await settings().update({ [column('retentionMonths')]: null });
      await shortened();
      expect((await purge()).deleted).toBe(1);
    });

    it('F5: deletes nothing by months that are lengthened after it has counted back by them', async () => {
      const { strapi } = app();
      const store = getEvidenceStore(strapi);
      const [old] = await insertRecords(app(), 1, { createdAt: new Date(Date.now() - 4 * 365 * DAY) });
      const dropBefore = store.dropBefore.bind(store);
      const dropping = vi.spyOn(store, 'dropBefore').mockImplementationOnce(async (...given) => {
        await changeSettings(app(), { retentionMonths: 60 });
        await noteRetention(strapi);
        return dropBefore(...given);
      });
      expect(await purge()).toMatchObject({ deleted: 0 });
      dropping.mockRestore();
      expect(await recordsOf(app(), old ?? '')).toHaveLength(1);
      await changeSettings(app(), { retentionMonths: null });
      await shortened();
      expect((await purge()).deleted).toBe(1);
    });

    it('F5: runs as a cron job under its own name', async () => {
      const job = app().strapi.cron.jobs.find(({ name }) => name === JOB);
      expect(job).toBeDefined();
      await insertRecords(app(), 3, { createdAt: new Date(Date.now() - 2 * 365 * DAY) });
      const before = await countRecords(app());
      await job?.job.invoke();
      await expect.poll(() => countRecords(app())).toBe(before - 3);
    });

    it('K: statistics survive the purge', async () => {
      const before = (await getConsentOverview(app().strapi)).totals;
      expect((await postRecord(app(), await submissionTo(app()))).status).toBe(201);
      await purge(new Date(Date.now() + 800 * DAY));
      expect(await countRecords(app())).toBe(0);
      const { totals } = await getConsentOverview(app().strapi);
      expect(totals).toMatchObject({ records: before.records + 1, today: before.today + 1 });
    });

    it('K: a snapshot that is gone is referred to no more, and kept anew when it is served again', async () => {
      const afterAll = new Date(Date.now() + 40 * 31 * DAY);
      const purgeAll = () => purge(afterAll);
      await changeSettings(app(), { bannerTitle: 'First' });
      const first = await submissionTo(app());
      expect((await postRecord(app(), first)).status).toBe(201);
      await changeSettings(app(), { bannerTitle: 'Second' });
      const later = { ...first, consentId: randomUUID() };
      expect((await postRecord(app(), later)).status).toBe(201);
      await purgeAll();
      expect((await postRecord(app(), { ...first, consentId: randomUUID() })).status).toBe(409);
      await changeSettings(app(), { bannerTitle: 'First' });
      const again = await submissionTo(app());
      expect(again.versions).toEqual(first.versions);
      expect((await postRecord(app(), again)).status).toBe(201);
      const [record] = await recordsOf(app(), again.consentId);
      const { snapshots } = getEvidenceStore(app().strapi);
      expect(await snapshots.byHash(record?.snapshot ?? '')).toMatchObject({
        policyVersion: record?.versions.policyVersion,
      });
      await purgeAll();
    });
  },
);

onSqlite(
  'a shorter retention',
  { options: { recording: { ...UNLIMITED.recording, retentionMonths: 36 } } },
  (app) => {
    let admin: string;
    beforeAll(async () => {
      admin = await signInAdmin(app());
    });
    const at = (days: number) => new Date(Date.now() + days * DAY);
    const purge = (days: number) =>
      purgeExpiredRecords(app().strapi, getPluginOptions(app().strapi), at(days));
    const save = (retentionMonths: number | null, token = admin) =>
      app()
        .http.put('/consent/settings')
        .set('Authorization', `Bearer ${token}`)
        .send({ shared: { retentionMonths } });
    const view = async () =>
      (await app().http.get('/consent/records/retention').set('Authorization', `Bearer ${admin}`)).body;
    const act = (body: object, token = admin) =>
      app().http.post('/consent/records/retention').set('Authorization', `Bearer ${token}`).send(body);
    const events = async () => {
      const { audit } = getEvidenceStore(app().strapi);
      const { entries } = await audit.page({ action: 'retention' }, { limit: 100 });
      return entries.map(({ subject }) => subject.title).reverse();
    };

    it('deletes nothing for seven days, says what it will delete and when, and can be taken back', async () => {
      await insertRecords(app(), 3, { createdAt: at(-500) });
      expect(await view()).toEqual({ months: 36, pending: null });
      await save(12);
      const { months, pending } = await view();
      expect([months, pending.months, pending.records]).toEqual([36, 12, 3]);
      expect(Date.parse(pending.effectiveAt) - Date.parse(pending.since)).toBe(7 * DAY);
      expect((await purge(6.9)).deleted).toBe(0);
      await save(null);
      expect(await view()).toEqual({ months: 36, pending: null });
      expect((await purge(8)).deleted).toBe(0);
      expect(await events()).toEqual(['announced', 'withdrawn']);
    });

    it('holds after that, and a longer one at once', async () => {
      await save(12);
      expect((await purge(7.1)).deleted).toBe(3);
      await save(24);
      expect(await view()).toEqual({ months: 24, pending: null });
      expect((await events()).slice(2)).toEqual(['announced', 'shortened', 'lengthened']);
    });

    it('is withheld, or confirmed at once, by who may', async () => {
      await insertRecords(app(), 2, { createdAt: at(-500) });
      const other = await signInAdmin(app(), [
        'plugin::consent.settings.update',
        'plugin::consent.records.read',
      ]);
      await save(12);
      const say = { months: 12, reason: 'An audit is under way' };
      expect((await act({ act: 'confirm', ...say }, other)).status).toBe(403);
      expect((await act({ act: 'withhold', ...say })).body.pending).toMatchObject({
        months: 12,
        effectiveAt: null,
      });
      expect((await purge(30)).deleted).toBe(0);
      expect((await act({ act: 'confirm', months: 6, reason: 'x' })).status).toBe(409);
      expect((await act({ act: 'confirm', months: 12, reason: '' })).status).toBe(400);
      expect((await act({ act: 'confirm', ...say })).body).toEqual({ months: 12, pending: null });
      expect((await purge(0)).deleted).toBe(2);
      const { entries } = await getEvidenceStore(app().strapi).audit.page(
        { action: 'retention' },
        { limit: 1 },
      );
      expect(entries).toMatchObject([{ actor: { name: 'Ada Admin' }, reason: 'An audit is under way' }]);
    });

    it('waits to be confirmed where whoever set it may not shorten it, whatever way it came', async () => {
      const editor = await signInAdmin(app(), ['plugin::consent.settings.update']);
      await insertRecords(app(), 2, { createdAt: at(-345) });
      const counted = await app()
        .http.get('/consent/records/retention/shorter?months=11')
        .set('Authorization', `Bearer ${editor}`);
      expect(counted.body).toEqual({ present: 12, records: 2 });
      expect((await save(11, editor)).status).toBe(200);
      expect((await view()).pending).toMatchObject({ months: 11, effectiveAt: null, records: 2 });
      expect((await purge(8)).deleted).toBe(0);
      await save(12, editor);
      // A script, an import, a release at its time: nobody who may has asked.
      await changeSettings(app(), { retentionMonths: 10 });
      await purge(0);
      expect((await view()).pending).toMatchObject({ months: 10, effectiveAt: null });
      expect((await purge(8)).deleted).toBe(0);
      expect((await events()).slice(-3)).toEqual(['unconfirmed', 'withdrawn', 'unconfirmed']);
      await save(12);
      await save(11);
      expect((await view()).pending.effectiveAt).not.toBeNull();
      expect((await purge(7.1)).deleted).toBe(2);
      await save(12);
    });

    it('comes into force in the name of nobody, whoever is the first to look after its grace', async () => {
      const { retention, audit } = getEvidenceStore(app().strapi);
      await save(11);
      const pending = { months: 11, since: at(-8), withheld: false };
      await retention.update(({ months }) => ({ state: { months, pending }, entries: [] }));
      expect(await view()).toEqual({ months: 11, pending: null });
      const { entries } = await audit.page({ action: 'retention' }, { limit: 2 });
      expect(entries.map(({ subject, actor }) => [subject.title, actor.name])).toEqual([
        ['shortened', 'system'],
        ['announced', 'Ada Admin'],
      ]);
      await save(12);
    });

    it('begins its grace by an import of somebody who may shorten it', async () => {
      const ask = (method: 'get' | 'post', path: string) =>
        app().http[method](`/consent/configuration${path}`).set('Authorization', `Bearer ${admin}`);
      const file = (await ask('get', '')).body;
      file.settings.shared.retentionMonths = 9;
      const { basis } = (await ask('post', '/preview').send({ file })).body;
      expect((await ask('post', '').send({ file, basis })).status).toBe(200);
      expect((await view()).pending).toMatchObject({ months: 9, effectiveAt: expect.any(String) });
      await save(12);
    });

    it('is counted for who may set it alone', async () => {
      const reader = await signInAdmin(app(), ['plugin::consent.records.read']);
      const count = (months: string, token: string) =>
        app()
          .http.get(`/consent/records/retention/shorter?months=${months}`)
          .set('Authorization', `Bearer ${token}`);
      expect((await count('6', reader)).status).toBe(403);
      expect((await count('0', admin)).status).toBe(400);
    });

    it('begins its seven days anew where it becomes another one', async () => {
      const { retention } = getEvidenceStore(app().strapi);
      await save(6);
      await retention.update(({ months, pending }) => ({
        state: { months, pending: pending && { ...pending, since: at(-6) } },
        entries: [],
      }));
      await save(3);
      await purge(2);
      const { months, pending } = await retention.read();
      expect([months, pending?.months]).toEqual([12, 3]);
      expect(pending?.since.getTime()).toBeGreaterThan(at(-1).getTime());
    });
  },
);

onSqlite(
  'a retention that the options make shorter than the settings',
  { options: { recording: { ...UNLIMITED.recording, retentionMonths: 12 } } },
  (app) => {
    const at = (days: number) => new Date(Date.now() + days * DAY);
    const purge = (days: number) =>
      purgeExpiredRecords(app().strapi, getPluginOptions(app().strapi), at(days));
    const kept = () => getEvidenceStore(app().strapi).retention.read();

    it('is withheld where a script clears the setting, and stays so over a start', async () => {
      await insertRecords(app(), 2, { createdAt: at(-500) });
      await changeSettings(app(), { retentionMonths: 60 });
      expect(await kept()).toEqual({ months: 60, pending: null });
      await changeSettings(app(), { retentionMonths: null });
      expect(await kept()).toMatchObject({ months: 60, pending: { months: 12, withheld: true } });
      await noteRetentionAtStart(app().strapi);
      expect((await purge(8)).deleted).toBe(0);
      expect(await kept()).toMatchObject({ months: 60, pending: { months: 12, withheld: true } });
      await changeSettings(app(), { retentionMonths: 60 });
    });

    it.each([
      ['the admin', () => retentionView(app().strapi)],
      ['a purge', () => purge(0)],
      ['a release at its time', () => noteRetention(app().strapi)],
    ])('is withheld where %s is the first to see that the setting is cleared', async (_, look) => {
      const { strapi } = app();
      const { table, column } = columnsOf(strapi, UIDS.setting);
      await strapi.db.connection(table).update({ [column('retentionMonths')]: null });
      await look();
      expect(await kept()).toMatchObject({ months: 60, pending: { months: 12, withheld: true } });
      expect((await purge(8)).deleted).toBe(0);
      await changeSettings(app(), { retentionMonths: 60 });
      expect(await kept()).toEqual({ months: 60, pending: null });
    });

    it('begins its grace by a start, where the operator has made the options shorter', async () => {
      const { recording } = getPluginOptions(app().strapi);
      await changeSettings(app(), { retentionMonths: null });
      recording.retentionMonths = 6;
      await noteRetentionAtStart(app().strapi);
      expect(await kept()).toMatchObject({ months: 60, pending: { months: 6, withheld: false } });
    });

    it('is withheld by a rolling deploy in which an instance with the longer option looks meanwhile, until it is applied', async () => {
      const { strapi } = app();
      const { recording } = getPluginOptions(strapi);
      recording.retentionMonths = 60;
      await retentionView(strapi);
      expect(await kept()).toEqual({ months: 60, pending: null });
      recording.retentionMonths = 6;
      await retentionView(strapi);
      await noteRetentionAtStart(strapi);
      expect(await kept()).toMatchObject({ months: 60, pending: { months: 6, withheld: true } });
      // The longer option in a start, and then the shorter one.
      recording.retentionMonths = 60;
      await noteRetentionAtStart(strapi);
      recording.retentionMonths = 6;
      await noteRetentionAtStart(strapi);
      expect(await kept()).toMatchObject({ months: 60, pending: { months: 6, withheld: false } });
    });

    it('is no danger to a longer option in a rolling deploy, whoever looks', async () => {
      const { strapi } = app();
      const { recording } = getPluginOptions(strapi);
      recording.retentionMonths = 72;
      await noteRetentionAtStart(strapi);
      recording.retentionMonths = 60;
      await purge(0);
      expect(await kept()).toMatchObject({ months: 72, pending: { months: 60, withheld: true } });
      recording.retentionMonths = 72;
      await purge(8);
      expect(await kept()).toEqual({ months: 72, pending: null });
    });
  },
);

onSqlite(
  'a shorter retention in a release',
  { options: { recording: UNLIMITED.recording, releases: { publish: 'manual' } } },
  (app) => {
    it('is withheld where whoever publishes it may not shorten it', async () => {
      const actions = ['releases.read', 'releases.publish', 'settings.read', 'settings.update'];
      const editor = await signInAdmin(
        app(),
        actions.map((action) => `plugin::consent.${action}`),
      );
      const ask = (method: 'get' | 'post' | 'put', path: string) =>
        app().http[method](`/consent${path}`).set('Authorization', `Bearer ${editor}`);
      const { retention } = getEvidenceStore(app().strapi);
      await ask('put', '/settings').send({ shared: { retentionMonths: 12 } });
      expect(await retention.read()).toEqual({ months: 36, pending: null });
      const { basis } = (await ask('get', '/releases/waiting')).body;
      expect((await ask('post', '/releases').send({ basis, note: '' })).status).toBe(200);
      expect((await retention.read()).pending).toMatchObject({ months: 12, withheld: true });
    });
  },
);

onSqlite('the cron job', { options: { jobs: { purge: false } } }, (app) => {
  it('is not planned where jobs.purge is false', () => {
    expect(app().strapi.cron.jobs.map(({ name }) => name)).not.toContain(JOB);
  });

  it('is missed in the overview', async () => {
    const { warnings } = await getConsentOverview(app().strapi);
    expect(warnings.map(({ code }) => code)).toContain('purge-off');
  });
});

const postgres = DATABASES.find(({ name }) => name === 'PostgreSQL') as DatabaseKind;

it.skipIf(postgres.missing)(
  'a database set up for stricter isolation loses no record, and no save of the settings',
  async () => {
    const database = await preparedDatabase(postgres);
    const isolated = { options: '-c default_transaction_isolation=repeatable\\ read' };
    Object.assign(database.connection.connection as object, isolated);
    const app = await startApp(postgres, { database, options: UNLIMITED });
    try {
      const { strapi } = app;
      const shared = Array.from({ length: 30 }, () => newRecord());
      const appended = await Promise.all([1, 2, 3].map(() => getEvidenceStore(strapi).append(shared)));
      expect(appended.flat().filter(({ status }) => status === 'rejected')).toEqual([]);
      expect(await countRecords(app)).toBe(30);
      const save = (months: number) => saveSettings(strapi, { shared: { retentionMonths: months } });
      expect(await Promise.all([1, 2, 3].map(save))).toEqual([true, true, true]);
    } finally {
      await app.stop();
      await database.drop();
    }
  },
);
