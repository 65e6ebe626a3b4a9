import { expect, it } from 'vitest';
import { contentHash } from '../server/src/content/hash';
import { getEvidenceStore, registerEvidence } from '../server/src/evidence';
import { getSealingService } from '../server/src/evidence/sealing/service';
import { TABLES } from '../server/src/evidence/sql/evidence-database';
import { moveFormerTables } from '../server/src/evidence/sql/former-tables';
import { evidenceDatabaseOf } from '../server/src/evidence/sql/strapi-database';
import { getPluginOptions } from '../server/src/options';
import { evidenceOf } from '../server/src/records';
import { bundleOf } from '../server/src/records/bundle';
import { decisionFingerprint } from '../server/src/records/fingerprint';
import { type App, preparedDatabase, withEachDatabase } from './support/app';
import { shownAs } from './support/evidence';
import { formerIdOf, makeFormerTables } from './support/former-tables';
import { killWhileStarting } from './support/instance';
import { newRecord } from './support/new-record';
import { countRecords } from './support/old-records';

/** More than two batches, and so many that a start is in the middle of them for a while. */
const RECORDS = 1000;
const MANY_RECORDS = 3000;

const formerTables = async ({ strapi }: App): Promise<string[]> =>
  (await strapi.db.dialect.schemaInspector.getTables()).filter((name) =>
    /^consent_(records|snapshots|daily_counts|erasures)/.test(name),
  );

withEachDatabase('Evidence that was kept in content types', (start, kind) => {
  it('is moved on the first start, whole, also by one that goes on after a start that was killed', async () => {
    const database = await preparedDatabase(kind, true);
    const content = shownAs('Then');
    const hash = contentHash(content);
    const erased = '99999999-2222-4333-8444-555555555555';
    const before = await start({ database });
    await makeFormerTables(before, { records: MANY_RECORDS, content, hash, erased });
    await before.stop();

    // One connection: the time to make another is that of several batches.
    const evidence = await database.openEvidence();
    const moved = async () => {
      const rows = await evidence
        .ask(`select moved from ${TABLES.moves} where source like 'consent_records%'`)
        .catch(() => []);
      return Number(rows[0]?.moved ?? 0);
    };
    try {
      await killWhileStarting(database, async () => (await moved()) > 0);
      expect(await moved()).toBeGreaterThan(0);
    } finally {
      await evidence.close();
    }

    const { strapi, ...app } = await start({ database });
    const store = getEvidenceStore(strapi);
    expect(await countRecords({ strapi, ...app })).toBe(MANY_RECORDS);
    expect(await store.counts.decisions()).toBe(42);
    expect(await store.log.about(erased)).toMatchObject([
      { kind: 'erasure', actor: 'officer', deleted: 3, at: new Date('2024-02-03T04:05:06.789Z') },
    ]);
    expect(await formerTables({ strapi, ...app })).toEqual([]);

    const first = await evidenceOf(strapi, formerIdOf(0));
    const record = first?.record;
    expect(record).toMatchObject({
      consentId: '11111111-2222-4333-8444-555555555555',
      decisions: { analytics: true, marketing: false },
      grantedCategories: ['analytics'],
      gpc: true,
      locale: 'en',
      versions: { policyVersion: '1', categoriesVersion: '2', trackersVersion: '3', documentsVersion: '4' },
      userAgentFamily: 'Firefox',
      user: 'account-0',
      expiresAt: record?.createdAt,
    });
    expect(first?.shown).toMatchObject({ content, intact: true, since: '2024-01-02T03:04:05.678Z' });
    const { docs } = await store.page({}, { limit: 2 });
    expect(docs.map(({ user }) => user)).toEqual([
      `account-${MANY_RECORDS - 1}`,
      `account-${MANY_RECORDS - 2}`,
    ]);

    const decidedAt = Date.parse(record?.decidedAt ?? '') / 1000;
    const { consentId = '', decisions = {} } = record ?? {};
    const fingerprint = decisionFingerprint({ consentId, source: 'banner', decisions, decidedAt });
    const again = newRecord({ consentId, fingerprint, decidedAt: new Date(decidedAt * 1000) });
    expect(await store.append([again])).toMatchObject([{ value: { id: record?.id, repeated: true } }]);
  });

  it('is moved once more after a return to the release that wrote it, and nothing is lost or doubled', async () => {
    const database = await preparedDatabase(kind, true);
    const content = shownAs('Then');
    const former = { content, hash: contentHash(content), erased: '99999999-2222-4333-8444-555555555555' };
    const before = await start({ database });
    await makeFormerTables(before, { ...former, records: 2 });
    await before.stop();
    const moved = await start({ database });
    expect(await countRecords(moved)).toBe(2);
    // The two that came over, one more, and the counts of the days since.
    await makeFormerTables(moved, { ...former, records: 3 });
    await moved.stop();

    const again = await start({ database });
    const store = getEvidenceStore(again.strapi);
    expect(await countRecords(again)).toBe(3);
    for (const i of [0, 1, 2]) {
      const evidence = await evidenceOf(again.strapi, formerIdOf(i));
      expect(evidence).toMatchObject({ record: { user: `account-${i}` }, shown: { content, intact: true } });
    }
    const { strapi } = again;
    const sealed = await store.byId(formerIdOf(0));
    await getSealingService(strapi).sealNow([{ id: sealed?.id ?? '', kind: 'record' }]);
    expect(await evidenceOf(strapi, formerIdOf(0))).toMatchObject({ seal: { state: 'sealed' } });
    expect(await bundleOf(strapi, { record: 'abc' }), 'the bundle of an unknown record').toBeNull();
    expect(await store.counts.decisions()).toBe(84);
    expect(await store.log.about(former.erased)).toHaveLength(1);
    expect(await store.snapshots.ofPolicy(content.versions.policyVersion)).toHaveLength(1);
    expect(await formerTables(again)).toEqual([]);
    expect(await database.askEvidence(`select source from ${TABLES.moves}`)).toEqual([]);
  });

  it('is not left behind for another store: the start says what to do, and everything stays', async () => {
    const database = await preparedDatabase(kind, true);
    const app = await start({ database });
    const { strapi } = app;
    const { recording } = getPluginOptions(strapi);
    recording.store = () => getEvidenceStore(strapi);
    await expect(registerEvidence(strapi)).resolves.toBeUndefined();
    const content = shownAs('Then');
    await makeFormerTables(app, { records: 2, content, hash: contentHash(content), erased: 'nobody' });
    const refused = expect(registerEvidence(strapi)).rejects;
    await refused.toThrow('Start once without recording.store');
    expect(await formerTables(app)).toHaveLength(4);
    delete recording.store;
    await registerEvidence(strapi);
    recording.store = () => getEvidenceStore(strapi);
    await expect(registerEvidence(strapi)).rejects.toThrow('_to_move_');
  });

  it('is moved once by instances that start at once', async () => {
    const app = await start({ database: await preparedDatabase(kind, true) });
    const content = shownAs('Then');
    await makeFormerTables(app, { records: RECORDS, content, hash: contentHash(content), erased: 'nobody' });
    await registerEvidence(app.strapi);
    const databases = [evidenceDatabaseOf(app.strapi), evidenceDatabaseOf(app.strapi)];
    // SQLite has one process, and in one process one connection that writes to a file.
    const movers = kind.name === 'SQLite' ? databases.slice(0, 1) : databases;
    await Promise.all(movers.map((database) => moveFormerTables(app.strapi, database)));
    await Promise.all(databases.map((database) => database.close()));
    expect(await countRecords(app)).toBe(RECORDS);
    expect(await getEvidenceStore(app.strapi).counts.decisions()).toBe(42);
    expect(await getEvidenceStore(app.strapi).log.latest('erasure', 5)).toHaveLength(1);
    expect(await formerTables(app)).toEqual([]);
  });
});
