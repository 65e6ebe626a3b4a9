import { randomUUID } from 'node:crypto';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TABLES } from '../server/src/evidence/sql/evidence-database';
import { getPluginOptions } from '../server/src/options';
import { evidenceOf, purgeExpiredRecords } from '../server/src/records';
import { UIDS } from '../server/src/uids';
import { type App, preparedDatabase, startApp } from './support/app';
import { DATABASES, type DatabaseKind, redisMissing, type TestDatabase } from './support/databases';
import { evidenceTables } from './support/evidence-tables';
import { type Instance, startInstance } from './support/instance';
import { countRecords, insertRecords } from './support/old-records';
import { changeSettings, RECORDS, recordsOf, submissionTo, UNLIMITED } from './support/records';

/** A database of its own there: what other test files count at the same time is not among its keys. */
const REDIS = 'redis://127.0.0.1:6379/1';
const kind = DATABASES.find(({ name }) => name === 'PostgreSQL') as DatabaseKind;
const missing = kind.missing ?? redisMissing;

const policyVersionOf = async ({ http }: Pick<Instance, 'http'>): Promise<string> =>
  (await http.get('/api/consent/config')).body.versions.policyVersion;

describe.skipIf(missing)(
  `two instances on one PostgreSQL with one Redis (${missing ?? 'both there'})`,
  () => {
    const options = (perMinute: number) => ({
      options: { recording: { redis: REDIS, rateLimitPerMinute: perMinute } },
      server: { app: { keys: ['one-secret-of-all-instances', 'another'] }, proxy: { koa: true } },
    });
    let database: TestDatabase;
    let editor: App;
    let other: Instance;
    let instances: [App, Instance];
    let redis: Redis;
    beforeAll(async () => {
      database = await preparedDatabase(kind);
      editor = await startApp(kind, { ...options(3), database });
      other = await startInstance(database, options(3));
      instances = [editor, other];
      redis = new Redis(REDIS);
    });
    afterAll(async () => {
      await other?.stop();
      await editor?.stop();
      await database?.drop();
      await redis?.quit();
    });

    const post = ({ http }: Pick<Instance, 'http'>, body: object, address: string) =>
      http.post(RECORDS).set('X-Forwarded-For', address).send(body);

    it('E4, E6: share one limit, and leave no address in Redis', async () => {
      const address = `2001:db8:${Math.floor(Math.random() * 0xffff).toString(16)}:1::1`;
      const before = new Set(await redis.keys('consent-limit:*'));
      const statuses: number[] = [];
      for (const n of [0, 1, 0, 1] as const) {
        statuses.push((await post(instances[n], await submissionTo(editor), address)).status);
      }
      expect(statuses).toEqual([201, 201, 201, 429]);
      const added = (await redis.keys('consent-limit:*')).filter((key) => !before.has(key));
      // Its /64, /56 and /48, and everybody together.
      expect(added.length).toBeGreaterThanOrEqual(3);
      expect(added.join()).not.toContain('2001');
      const life = await redis.pttl(added[0] ?? '');
      expect(life).toBeGreaterThan(0);
      expect(life).toBeLessThanOrEqual(60_000);
    });

    it('K: store a decision that reaches both at once as one row, with one id', async () => {
      const submission = await submissionTo(editor);
      const answers = await Promise.all(
        instances.flatMap((instance) => [
          post(instance, submission, `192.0.2.${Math.floor(Math.random() * 200)}`),
          post(instance, submission, `198.51.100.${Math.floor(Math.random() * 200)}`),
        ]),
      );
      expect(new Set(answers.map(({ status, body }) => `${status} ${body.id}`)).size).toBe(1);
      expect(answers[0]?.status).toBe(201);
    });

    it('E4: take a decision about what another instance published a moment ago', async () => {
      await other.http.get('/api/consent/config');
      await editor.strapi.documents(UIDS.category).create({
        data: { key: `new-${randomUUID().slice(0, 8)}`, label: 'New', required: false },
      });
      const submission = await submissionTo(editor);
      expect((await post(other, submission, '203.0.113.7')).status).toBe(201);
    });

    it('G3: hear over Redis of an edit that another instance made, and follow at once', async () => {
      const before = await policyVersionOf(other);
      await changeSettings(editor, { bannerTitle: `Edited ${randomUUID()}` });
      const { policyVersion } = (await submissionTo(editor)).versions;
      expect(before).not.toBe(policyVersion);
      // Its own cache would hold for 30 seconds.
      await expect.poll(() => policyVersionOf(other), { timeout: 10_000 }).toBe(policyVersion);
    });

    it('F5: purge at the same time without error, each counting what it deleted itself', async () => {
      const now = new Date('2030-01-15T00:00:00Z');
      await insertRecords(editor, 6000, { createdAt: new Date('2026-01-01T00:00:00Z') });
      const [kept] = await insertRecords(editor, 1, { createdAt: new Date('2029-01-01T00:00:00Z') });
      await changeSettings(editor, { retentionMonths: 24 });
      const before = await countRecords(editor);
      const outcomes = await Promise.all([
        purgeExpiredRecords(editor.strapi, {}, now),
        other.run<{ deleted: number; cutoff: string }>('purge', { now: now.toISOString() }),
      ]);
      const left = await countRecords(editor);
      expect(outcomes.reduce((sum, { deleted }) => sum + deleted, 0)).toBe(before - left);
      expect(before - left).toBeGreaterThanOrEqual(6000);
      expect(left).toBe(1);
      expect(await recordsOf(editor, kept ?? '')).toHaveLength(1);
    });
  },
);

for (const kind of DATABASES.filter(({ name }) => name !== 'SQLite')) {
  describe.skipIf(kind.missing)(`two instances on one ${kind.name} (${kind.missing ?? 'there'})`, () => {
    let database: TestDatabase;
    let editor: App;
    let other: Instance;
    beforeAll(async () => {
      database = await preparedDatabase(kind);
      editor = await startApp(kind, { database, options: UNLIMITED });
      other = await startInstance(database, { options: UNLIMITED });
    });
    afterAll(async () => {
      await other?.stop();
      await editor?.stop();
      await database?.drop();
    });

    it('G3: without Redis, one follows an edit that the other made, within 30 seconds', async () => {
      const before = await policyVersionOf(other);
      await changeSettings(editor, { bannerTitle: `Edited ${randomUUID()}` });
      const now = await policyVersionOf(editor);
      expect(now).not.toBe(before);
      await other.run('pass', { seconds: 30 });
      expect(await policyVersionOf(other)).toBe(now);
    });

    it('G3: the same of what somebody has written by SQL', async () => {
      const before = await policyVersionOf(other);
      const { tableName } = editor.strapi.db.metadata.get(UIDS.setting);
      await editor.strapi.db.connection(tableName).update({ banner_title: `By hand ${randomUUID()}` });
      await other.run('pass', { seconds: 30 });
      expect(await policyVersionOf(other)).not.toBe(before);
    });

    it('G2: what one shows, a purge on the other leaves, however long ago it was shown first', async () => {
      const { strapi } = editor;
      const submission = await submissionTo({ ...editor, http: other.http });
      const post = (body: object) => other.http.post(RECORDS).send({ ...body, consentId: randomUUID() });
      await evidenceTables(editor, (db) => db(TABLES.snapshots).update({ first_served_at: 0 }));
      await changeSettings(editor, { bannerTitle: 'Another one' });
      await purgeExpiredRecords(strapi, getPluginOptions(strapi));
      const stored = await post(submission);
      expect(stored.status).toBe(201);
      expect((await evidenceOf(strapi, stored.body.id))?.shown).toMatchObject({ intact: true });
    });
  });
}
