import { hash, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Query } from '../server/src/database/table';
import { getEvidenceStore } from '../server/src/evidence';
import { SYSTEM } from '../server/src/evidence/audit';
import { TABLES } from '../server/src/evidence/sql/evidence-database';
import { sqlEvidenceStore } from '../server/src/evidence/sql/sql-store';
import { evidenceDatabaseOf } from '../server/src/evidence/sql/strapi-database';
import type { EvidenceStore } from '../server/src/evidence/store';
import { evidenceContract } from './evidence-contract';
import { onEachDatabase } from './support/app';
import { evidenceTables } from './support/evidence-tables';
import { newRecord } from './support/new-record';

onEachDatabase('the evidence store in SQL', {}, (app) => {
  let another: EvidenceStore;
  beforeAll(async () => {
    const { strapi } = app();
    // SQLite has one process, and in one process one connection to a file: another would wait for it in vain.
    const alone = strapi.db.dialect.client === 'sqlite';
    another = alone ? getEvidenceStore(strapi) : sqlEvidenceStore(evidenceDatabaseOf(strapi));
    await another.open();
  });
  afterAll(() => another.close());
  const store = () => getEvidenceStore(app().strapi);
  evidenceContract(store, () => another);

  const countsOf = (day: string, ask: (counts: Query) => Query) =>
    evidenceTables(app(), async (connection) => ask(connection(TABLES.decisions).where({ day })));
  const choicesOf = async (day: string): Promise<Record<string, number>> => {
    const sums = await countsOf(day, (counts) =>
      counts.select('choice').sum({ total: 'total' }).groupBy('choice'),
    );
    return Object.fromEntries(
      (sums as { choice: string; total: number | string }[]).map(({ choice, total }) => [
        choice,
        Number(total),
      ]),
    );
  };

  it('counts of services off, and in again, only what was counted of them', async () => {
    const day = '2034-02-01';
    const createdAt = new Date(`${day}T06:00:00Z`);
    const add = (services: Record<string, boolean>) => store().append([newRecord({ createdAt, services })]);
    await add({ youtube: true, maps: false });
    await add({ youtube: true });
    // As kept by a version that counted no services.
    await countsOf(day, (counts) => counts.where('choice', 'like', '.%').delete());
    await add({ youtube: true });
    const before = await choicesOf(day);
    expect(before).toEqual({ '+analytics -marketing': 3, '.+youtube': 1 });
    const by = { reason: 'A flood', actor: SYSTEM, at: new Date() };
    const span = { from: createdAt, to: new Date(`${day}T07:00:00Z`), network: null };
    const { id } = await store().quarantines.place({ ...span, ...by });
    await store().quarantines.settle();
    expect(await choicesOf(day)).toEqual({ '+analytics -marketing': 0, '.+youtube': 0 });
    await store().quarantines.lift(id, by);
    await store().quarantines.settle();
    expect(await choicesOf(day)).toEqual(before);
  });

  it('waits for PostgreSQL once where all of it is new, and keeps once what is not', async () => {
    const { strapi } = app();
    const { connection } = strapi.db;
    const createdAt = new Date('2034-02-03T06:00:00Z');
    const some = () => newRecord({ createdAt, fingerprint: hash('sha256', randomUUID()) });
    // Its partition is there, and its snapshot is known.
    await store().append([some()]);
    const sent: string[] = [];
    const note = ({ sql }: { sql: string }) => sent.push(sql);
    connection.on('query', note);
    const [one, other] = [some(), some()];
    const first = await store().append([one, other]);
    const statements = sent.splice(0);
    const again = await store().append([some(), { ...one }]);
    connection.removeListener('query', note);
    if (strapi.db.dialect.client === 'postgres') {
      expect(statements).toHaveLength(1);
      expect(sent.length).toBeGreaterThan(2);
    }
    const [kept, , fresh, repeated] = [...first, ...again].map((outcome) =>
      outcome.status === 'fulfilled' ? outcome.value : null,
    );
    expect([kept?.repeated, fresh?.repeated]).toEqual([false, false]);
    expect(repeated).toEqual({ id: kept?.id, repeated: true });
    expect(Object.values(await choicesOf('2034-02-03'))).toEqual([4]);
  });

  it('counts in a shard of its own what is stored beside others', async () => {
    const day = '2034-02-02';
    const add = () => store().append([newRecord({ createdAt: new Date(`${day}T06:00:00Z`) })]);
    // Its partition is there before all others come at once.
    await add();
    await Promise.all(Array.from({ length: 40 }, add));
    const shards = await countsOf(day, (counts) => counts.distinct('shard'));
    expect(shards).toHaveLength(40);
  });
});
