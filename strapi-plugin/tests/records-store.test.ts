import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { deleteUnusedSnapshots } from '../server/src/records/purge';
import { type NewRecord, SnapshotGoneError, storeRecords } from '../server/src/records/store';
import { UIDS } from '../server/src/uids';
import { type App, onEachDatabase, preparedDatabase, withEachDatabase } from './support/app';
import { countRecords } from './support/old-records';
import { postRecord, rowsOf, submissionTo, UNLIMITED } from './support/records';

const record = (changes: Partial<NewRecord> = {}): NewRecord => ({
  consentId: randomUUID(),
  replaces: null,
  decisions: { analytics: true },
  grantedCategories: ['analytics'],
  source: 'banner',
  model: 'opt-in',
  country: 'DE',
  region: null,
  gpc: false,
  visitorLocale: 'en',
  policyVersion: '1',
  categoriesVersion: '1',
  trackersVersion: '1',
  documentsVersion: '1',
  snapshot: null,
  decidedAt: new Date(),
  expiresAt: new Date(),
  userAgentFamily: null,
  user: null,
  fingerprint: randomUUID(),
  createdAt: new Date(),
  ...changes,
});

const decisionsCounted = async (app: App): Promise<number> => {
  const counts = app.strapi.db.connection('consent_daily_counts').where('dimension', 'decisions');
  const [row] = await counts.sum({ n: 'total' });
  return Number(row?.n ?? 0);
};

/** A snapshot that the purge would take; answers with its hash. */
async function keptLongAgo({ strapi }: App, hash: string): Promise<string> {
  const createdAt = new Date('2020-01-01');
  const data = {
    hash,
    policyVersion: hash,
    visitorLocale: 'en',
    environment: 'test',
    content: {},
    createdAt,
  };
  await strapi.db.query(UIDS.snapshot).create({ data });
  return hash;
}

onEachDatabase('storing a batch', {}, (app) => {
  it('a row that the database refuses fails alone: its neighbours are stored and counted', async () => {
    const before = await decisionsCounted(app());
    // Longer than the column on PostgreSQL and MariaDB; SQLite has no such limit and needs to be told.
    const db = app().strapi.db;
    if (db.dialect.client === 'sqlite') {
      const check = "select raise(abort, 'too long') where length(new.region) > 255";
      await db.connection.raw(`create trigger long before insert on consent_records begin ${check}; end`);
    }
    const refused = record({ region: 'x'.repeat(300) });
    const batch = [record(), refused, record()];
    const outcomes = await storeRecords(app().strapi, batch);
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    const rows = await Promise.all(batch.map(({ consentId }) => rowsOf(app(), consentId)));
    expect(rows.map(({ length }) => length)).toEqual([1, 0, 1]);
    expect(await decisionsCounted(app())).toBe(before + 2);
  });

  it('K: a decision stored before, or twice in the batch, is answered with the one id and not counted again', async () => {
    const known = record();
    const [first] = await storeRecords(app().strapi, [known]);
    const before = await decisionsCounted(app());
    const fresh = record();
    const outcomes = await storeRecords(app().strapi, [known, fresh, { ...fresh }, record()]);
    const stored = outcomes.map((outcome) => (outcome.status === 'fulfilled' ? outcome.value : null));
    expect(stored.map((one) => one?.repeated)).toEqual([true, false, true, false]);
    expect(first).toMatchObject({ value: { id: stored[0]?.id } });
    expect(stored[1]?.id).toBe(stored[2]?.id);
    expect(await decisionsCounted(app())).toBe(before + 2);
  });

  it('G2: a record whose snapshot is gone is refused alone', async () => {
    const hash = await keptLongAgo(app(), 'kept');
    const gone = record({ snapshot: 'gone' });
    const batch = [record({ snapshot: hash }), gone, record()];
    const outcomes = await storeRecords(app().strapi, batch);
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    await expect(storeRecords(app().strapi, [gone])).rejects.toThrow(SnapshotGoneError);
    expect(await rowsOf(app(), gone.consentId)).toEqual([]);
  });

  it('G2: of a record and a purge at once, either the purge spares the snapshot or nothing is stored', async () => {
    const { strapi } = app();
    for (let round = 0; round < 25; round += 1) {
      const snapshot = await keptLongAgo(app(), `round-${round}`);
      const [outcomes] = await Promise.all([
        storeRecords(strapi, [record({ snapshot }), record({ snapshot })]),
        deleteUnusedSnapshots(strapi, new Date(), 'current'),
      ]);
      const left = await strapi.db.query(UIDS.snapshot).count({ where: { hash: snapshot } });
      const stored = outcomes.filter(({ status }) => status === 'fulfilled');
      expect(stored).toHaveLength(left === 1 ? 2 : 0);
    }
  });

  it('writers on several connections at once store every row once and count it once', async () => {
    const before = await decisionsCounted(app());
    const rows = await countRecords(app());
    const shared = Array.from({ length: 20 }, () => record());
    const batches = Array.from({ length: 6 }, () => [
      ...shared,
      ...Array.from({ length: 10 }, () => record()),
    ]);
    const outcomes = (await Promise.all(batches.map((batch) => storeRecords(app().strapi, batch)))).flat();
    expect(outcomes.every(({ status }) => status === 'fulfilled')).toBe(true);
    expect(await countRecords(app())).toBe(rows + 80);
    expect(await decisionsCounted(app())).toBe(before + 80);
  });
});

withEachDatabase('when the database is gone', (start, kind) => {
  it('F3, F4: POST records answers 503 with Retry-After instead of a promise, and works again afterwards', async () => {
    const app = await start({ options: UNLIMITED });
    const submission = await submissionTo(app);
    const rename = (from: string, to: string) => app.strapi.db.connection.schema.renameTable(from, to);
    await rename('consent_records', 'elsewhere');
    const { status, body, headers } = await postRecord(app, submission);
    expect(status).toBe(503);
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    expect(body).toMatchObject({ data: null, error: { status: 503, name: 'ServiceUnavailableError' } });
    expect(JSON.stringify(body)).not.toMatch(/consent_records|SQLITE|relation|table/i);
    await rename('elsewhere', 'consent_records');
    expect((await postRecord(app, submission)).status).toBe(201);
  });

  it('F3: everything accepted before the end is on disk after it', async () => {
    const database = await preparedDatabase(kind);
    const app = await start({ options: UNLIMITED, database });
    const submissions = await Promise.all(Array.from({ length: 40 }, () => submissionTo(app)));
    const answers = submissions.map((submission) =>
      postRecord(app, submission).then(
        ({ status }) => status,
        () => 0,
      ),
    );
    await answers[0];
    await app.stop();
    const statuses = await Promise.all(answers);
    const again = await start({ options: UNLIMITED, database });
    for (const [i, status] of statuses.entries()) {
      if (status !== 201) continue;
      expect(await rowsOf(again, submissions[i]?.consentId ?? '')).toHaveLength(1);
    }
    expect(statuses).toContain(201);
  });
});
