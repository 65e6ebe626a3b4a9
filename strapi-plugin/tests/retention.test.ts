import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { columnsOf } from '../server/src/database/table';
import { getPluginOptions } from '../server/src/options';
import { getConsentOverview } from '../server/src/overview';
import { purgeExpiredRecords } from '../server/src/records';
import { deleteUnusedSnapshots } from '../server/src/records/purge';
import { saveSettings } from '../server/src/settings/saving';
import { UIDS } from '../server/src/uids';
import { getVersionsService } from '../server/src/versions/service';
import { type App, onEachDatabase, onSqlite, preparedDatabase, startApp } from './support/app';
import { DATABASES, type DatabaseKind } from './support/databases';
import { countRecords, insertRecords } from './support/old-records';
import { changeSettings, postRecord, rowsOf, submissionTo, UNLIMITED } from './support/records';

const JOB = 'plugin::consent.consentPurgeRecords';
const DAY = 86_400_000;

onEachDatabase(
  'retention',
  { options: { recording: { ...UNLIMITED.recording, retentionMonths: 12 } } },
  (app) => {
    const purge = (now?: Date) => purgeExpiredRecords(app().strapi, getPluginOptions(app().strapi), now);

    it('F5: deletes what is older than the retention, in batches, and answers with number and cutoff', async () => {
      const now = new Date('2026-11-21T12:00:00.000Z');
      await insertRecords(app(), 1200, { created_at: new Date('2025-11-21T11:59:59.999Z') });
      const [kept] = await insertRecords(app(), 1, { created_at: new Date('2025-11-21T12:00:00.000Z') });
      expect(await purge(now)).toEqual({ deleted: 1200, cutoff: '2025-11-21T12:00:00.000Z' });
      expect(await rowsOf(app(), kept ?? '')).toHaveLength(1);
      expect(await purge(now)).toMatchObject({ deleted: 0 });
    });

    it('K: retention counts from when a record was stored, not from the decision', async () => {
      const [recent] = await insertRecords(app(), 1, { decided_at: new Date(Date.now() - 800 * DAY) });
      await purge();
      expect(await rowsOf(app(), recent ?? '')).toHaveLength(1);
    });

    it('F1: a retention from the settings wins over the options', async () => {
      await changeSettings(app(), { retentionMonths: 60 });
      const [old] = await insertRecords(app(), 1, { created_at: new Date(Date.now() - 4 * 365 * DAY) });
      await purge();
      expect(await rowsOf(app(), old ?? '')).toHaveLength(1);
      await changeSettings(app(), { retentionMonths: null });
      expect((await purge()).deleted).toBe(1);
    });

    it('F1: a retention that another instance has just lengthened holds at once', async () => {
      const { strapi } = app();
      const [old] = await insertRecords(app(), 1, { created_at: new Date(Date.now() - 4 * 365 * DAY) });
      await getVersionsService(strapi).published();
      const { table, column } = columnsOf(strapi, UIDS.setting);
      const settings = () => strapi.db.connection(table);
      await settings().update({ [column('retentionMonths')]: 60 });
      await purge();
      expect(await rowsOf(app(), old ?? '')).toHaveLength(1);
      await settings().update({ [column('retentionMonths')]: null });
      expect((await purge()).deleted).toBe(1);
    });

    it('F5: runs as a cron job under its own name', async () => {
      const job = app().strapi.cron.jobs.find(({ name }) => name === JOB);
      expect(job).toBeDefined();
      await insertRecords(app(), 3, { created_at: new Date(Date.now() - 2 * 365 * DAY) });
      const before = await countRecords(app());
      await job?.job.invoke();
      await expect.poll(() => countRecords(app())).toBe(before - 3);
    });

    it('K: statistics survive the purge', async () => {
      const before = (await getConsentOverview(app().strapi)).totals.records;
      expect((await postRecord(app(), await submissionTo(app()))).status).toBe(201);
      await purge(new Date(Date.now() + 800 * DAY));
      expect(await countRecords(app())).toBe(0);
      const { totals } = await getConsentOverview(app().strapi);
      expect(totals).toMatchObject({ records: before + 1, today: before + 1 });
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
      const [{ snapshot: hash }] = await rowsOf(app(), again.consentId);
      expect(await app().strapi.db.query(UIDS.snapshot).count({ where: { hash } })).toBe(1);
      await purgeAll();
    });

    it('K: old snapshots go unless they are current or a record refers to them', async () => {
      const snapshot = (hash: string, policyVersion: string) => ({
        document_id: hash,
        hash,
        policy_version: policyVersion,
        visitor_locale: 'en',
        content: '{}',
        created_at: new Date('2020-01-01'),
        updated_at: new Date('2020-01-01'),
        published_at: new Date('2020-01-01'),
      });
      const { versions } = await submissionTo(app());
      const db = app().strapi.db.connection;
      await db('consent_snapshots').insert([
        snapshot('forgotten', '11111111'),
        snapshot('referenced', '22222222'),
        snapshot('current', versions.policyVersion),
      ]);
      await insertRecords(app(), 1, { snapshot: 'referenced' });
      await purge();
      const left: { hash: string }[] = await db('consent_snapshots').select('hash');
      const hashes = left.map(({ hash }) => hash);
      expect(hashes).toEqual(expect.arrayContaining(['referenced', 'current']));
      expect(hashes).not.toContain('forgotten');
    });
  },
);

onSqlite('the cron job', { options: { jobs: { purge: false } } }, (app) => {
  it('is not planned where jobs.purge is false', () => {
    expect(app().strapi.cron.jobs.map(({ name }) => name)).not.toContain(JOB);
  });
});

const postgres = DATABASES.find(({ name }) => name === 'PostgreSQL') as DatabaseKind;

it.skipIf(postgres.missing)(
  'G2: a database set up for stricter isolation loses no evidence, and no save of the settings',
  async () => {
    const database = await preparedDatabase(postgres);
    const isolated = { options: '-c default_transaction_isolation=repeatable\\ read' };
    Object.assign(database.connection.connection as object, isolated);
    const app = await startApp(postgres, { database, options: UNLIMITED });
    try {
      const { strapi } = app;
      const { versions } = await submissionTo(app);
      await changeSettings(app, { bannerTitle: 'Another' });
      const current = (await submissionTo(app)).versions.policyVersion;
      const snapshots = columnsOf(strapi, UIDS.snapshot);
      const records = columnsOf(strapi, UIDS.record);
      const old = () => strapi.db.connection(snapshots.table).where('policy_version', versions.policyVersion);
      const [{ hash }] = await old();
      // As storing a record does it, up to the commit.
      const storing = await strapi.db.connection.transaction();
      await storing(records.table).insert({ [records.column('snapshot')]: hash });
      await storing(snapshots.table).where({ hash }).forShare().select('id');
      const deleted = deleteUnusedSnapshots(strapi, new Date(Date.now() + DAY), current);
      await expect.poll(() => waiting(app)).toBe(1);
      await storing.commit();
      expect(await deleted).toBe(0);
      expect(await old()).toHaveLength(1);
      const save = (months: number) => saveSettings(strapi, { shared: { retentionMonths: months } });
      expect(await Promise.all([1, 2, 3].map(save))).toEqual([true, true, true]);
    } finally {
      await app.stop();
      await database.drop();
    }
  },
);

/** How many wait for a lock in this database. */
async function waiting({ strapi }: App): Promise<number> {
  const { rows } = await strapi.db.connection.raw(
    "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
  );
  return rows.length;
}
