import { randomUUID } from 'node:crypto';
import type { ConsentConfig } from '@permesso/consent-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { preparedDatabase } from './support/app';
import { DATABASES, type DatabaseKind, SQLITE, type TestDatabase } from './support/databases';
import { type Instance, startInstance } from './support/instance';
import { RECORDS } from './support/records';

/** Where evidence stands beside Strapi's own tables, whose schema Strapi changes. */
const beside = DATABASES.find(({ name }) => name === 'PostgreSQL') as DatabaseKind;
const kind = beside.missing ? SQLITE : beside;

const BUILDER = '/content-type-builder';
const ADMIN = { email: 'ada@example.com', firstname: 'Ada', lastname: 'Admin', password: 'Correct-horse-1' };
const DEVELOPING = { environment: 'development', options: { seal: { origin: 'shop.example/log' } } };

describe(`the Content-Type Builder of an app that is developed (${kind.name})`, () => {
  let database: TestDatabase;
  let instance: Instance;
  beforeAll(async () => {
    database = await preparedDatabase(kind, true);
    instance = await startInstance(database, DEVELOPING);
  }, 60_000);
  afterAll(async () => {
    await instance?.stop();
    await database?.drop();
  });

  const signedIn = async (path: 'register-admin' | 'login') => {
    const { email, password } = ADMIN;
    const { body } = await instance.http
      .post(`/admin/${path}`)
      .send(path === 'login' ? { email, password } : ADMIN);
    return `Bearer ${body.data.token}`;
  };
  /** All of what is kept, as text. */
  const kept = async () => {
    const tables = ['records', 'snapshots', 'snapshot_parts', 'decision_counts', 'audit'];
    const rows = tables.map((table) => database.askEvidence(`select * from consent_evidence_${table}`));
    return (await Promise.all(rows)).map((found) => found.map((row) => JSON.stringify(row)).sort());
  };

  it('lists nothing of the evidence, and saving a type leaves all of it as it is', async () => {
    const admin = await signedIn('register-admin');
    const config: ConsentConfig = (await instance.http.get('/api/consent/config')).body;
    const submission = {
      consentId: randomUUID(),
      decisions: { analytics: true },
      versions: config.versions,
      source: 'banner',
      decidedAt: Math.floor(Date.now() / 1000),
    };
    expect((await instance.http.post(RECORDS).send(submission)).status).toBe(201);

    const { body } = await instance.http.get(`${BUILDER}/content-types`).set('Authorization', admin);
    const types: { uid: string; schema: { collectionName: string; visible: boolean } }[] = body.data;
    expect(types.map(({ uid }) => uid)).toContain('plugin::users-permissions.user');
    expect(types.filter(({ schema }) => /evidence/.test(schema.collectionName))).toEqual([]);
    const offered = types.filter(({ uid, schema }) => uid.startsWith('plugin::consent.') && schema.visible);
    expect(offered, 'no type of the plugin is to be edited').toEqual([]);

    const before = await kept();
    expect(before.map(({ length }) => length > 0)).toEqual([true, true, true, true, true]);
    const contentType = {
      displayName: 'Note',
      singularName: 'note',
      pluralName: 'notes',
      kind: 'collectionType',
      attributes: { title: { type: 'string' } },
    };
    instance = await instance.reloadedBy(async () => {
      const { status, body: made } = await instance.http
        .post(`${BUILDER}/content-types`)
        .set('Authorization', admin)
        .send({ contentType, components: [] });
      expect([status, made]).toEqual([201, { data: { uid: 'api::note.note' } }]);
    });
    expect(await kept()).toEqual(before);
    const again = await signedIn('login');
    const ask = (path: string) => instance.http.get(path).set('Authorization', again);
    expect((await ask(`${BUILDER}/content-types/api::note.note`)).status).toBe(200);
    const { docs } = (await ask(`/consent/records?consentId=${submission.consentId}`)).body;
    expect(docs).toMatchObject([{ consentId: submission.consentId, decisions: { analytics: true } }]);
  }, 120_000);
});
