import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readBundle } from '../server/src/evidence/seal/bundle/reader';
import { actOnRetention, noteRetention } from '../server/src/records/retention-state';
import { signInAdmin } from './support/admin';
import { listening, onSqlite } from './support/app';
import { evidenceTables } from './support/evidence-tables';
import { newRecord } from './support/new-record';
import { changeSettings, postRecord, submissionTo, UNLIMITED } from './support/records';
import { keyOf, LOG, run, SEALING_SERVER, store, verified } from './support/sealed-log';

const APP = { options: UNLIMITED, server: SEALING_SERVER };

onSqlite('A bundle of the sealed log', APP, (app) => {
  let folder: string;
  let token: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'consent-bundle-'));
    token = await signInAdmin(app());
  });
  afterAll(() => rm(folder, { recursive: true }));
  const bundle = (query: string) =>
    app()
      .http.get(`/consent/records/bundle?${query}`)
      .set('Authorization', `Bearer ${token}`)
      .responseType('blob');
  const verifiedBundle = async (zip: Buffer) => {
    const file = join(folder, 'bundle.zip');
    await writeFile(file, zip);
    return verified(file, '--key', await keyOf(app()), '--log', `${await listening(app())}${LOG}`);
  };

  it('about a consent id, with what was shown, which stands alone and verifies', async () => {
    const submission = await submissionTo(app());
    await postRecord(app(), submission);
    const withdrawal = { ...submission, source: 'withdraw', replaces: submission.consentId };
    const next = { ...withdrawal, consentId: randomUUID() } as typeof submission;
    const { body: last } = await postRecord(app(), next);
    const { status, headers, body } = await bundle(`consentId=${submission.consentId}`);
    expect(status).toBe(200);
    expect(headers).toMatchObject({ 'content-type': 'application/zip', 'cache-control': 'no-store' });
    const { about } = readBundle(body);
    expect(about.items).toHaveLength(2);
    expect(about.parties[0]).toMatchObject({ party_id: 'cms.example.com', party_role: 'controller' });
    expect(about.retention.retention_period).toBe('P36M');
    expect(about.documents.map(({ role }) => role)).toContain('snapshot');
    expect(about.missing).toEqual([]);
    const { code, text } = await verifiedBundle(body);
    expect(code, text).toBe(0);
    const ofRecord = readBundle((await bundle(`record=${last.id}`)).body);
    expect(ofRecord.about).toMatchObject({ subject: { record: last.id }, items: about.items });
  });

  it('that states the retention in force, not a shorter one that was announced', async () => {
    const record = newRecord();
    await store(app()).append([record]);
    const stated = async () =>
      readBundle((await bundle(`consentId=${record.consentId}`)).body).about.retention;
    await changeSettings(app(), { retentionMonths: 12 });
    await noteRetention(app().strapi);
    expect(await stated()).toEqual({
      retention_period: 'P36M',
      rule: 'A record is deleted 36 months after it was stored; under a legal hold it stays until the hold is lifted.',
    });
    await actOnRetention(app().strapi, { act: 'confirm', months: 12, reason: 'Test' });
    expect((await stated()).retention_period).toBe('P12M');
    await changeSettings(app(), { retentionMonths: null });
    await noteRetention(app().strapi);
    expect((await stated()).retention_period).toBe('P36M');
  });

  it('about an account, however many records it has', async () => {
    await store(app()).append(Array.from({ length: 60 }, () => newRecord({ user: 'ada' })));
    const { body } = await bundle('account=ada');
    expect(readBundle(body).about.items).toHaveLength(60);
    expect((await verifiedBundle(body)).code).toBe(0);
  });

  it('that says what was erased, and none of nobody', async () => {
    const gone = newRecord();
    const later = newRecord({ replaces: gone.consentId });
    await store(app()).append([gone, later]);
    await store(app()).erase({ consentId: gone.consentId, actor: 'officer', at: new Date() });
    const { body } = await bundle(`consentId=${later.consentId}`);
    expect(readBundle(body).about.items).toHaveLength(2);
    const { code, text } = await verifiedBundle(body);
    expect(code, text).toBe(0);
    expect((await bundle(`consentId=${gone.consentId}`)).status).toBe(200);
    expect((await bundle(`consentId=${randomUUID()}`)).status).toBe(404);
    expect((await bundle('record=nothing')).status).toBe(404);
    for (const query of ['', 'record=1&account=2', 'user=ada', 'consentId=1']) {
      expect([query, (await bundle(query)).status]).toEqual([query, 400]);
    }
  });

  it('of nothing that somebody has changed in the database', async () => {
    const record = newRecord({ user: 'eve' });
    await store(app()).append([record]);
    await run(app());
    await evidenceTables(app(), (connection) =>
      connection('consent_evidence_records').where({ account: 'eve' }).update({ locale: 'fr' }),
    );
    const { status, body } = await bundle('account=eve');
    expect(status).toBe(409);
    expect(body.toString()).toContain('is not what was sealed as entry');
  });

  it('to those alone who may export records', async () => {
    const other = await signInAdmin(app(), ['plugin::consent.records.read']);
    const { status } = await app()
      .http.get('/consent/records/bundle?account=ada')
      .set('Authorization', `Bearer ${other}`);
    expect(status).toBe(403);
  });
});
