import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getEvidenceStore } from '../server/src/evidence';
import { RecordIds } from '../server/src/evidence/record-id';
import { type EvidenceDatabase, TABLES } from '../server/src/evidence/sql/evidence-database';
import { COUNTED } from '../server/src/evidence/sql/leaves';
import { rowOf } from '../server/src/evidence/sql/record-rows';
import { sqlEvidenceStore } from '../server/src/evidence/sql/sql-store';
import { evidenceDatabaseOf } from '../server/src/evidence/sql/strapi-database';
import type { EvidenceStore, RecordFilter } from '../server/src/evidence/store';
import { getConsentOverview } from '../server/src/overview/overview';
import { onEachDatabase } from './support/app';
import { newRecord } from './support/new-record';
import { analyse, costlySteps, statementsOn } from './support/plans';

const DAY = 86_400_000;
const MONTHS = 6;

onEachDatabase('no query on the records scans or sorts the table', {}, (app) => {
  let database: EvidenceDatabase;
  let store: EvidenceStore;
  beforeAll(async () => {
    const { strapi } = app();
    // On SQLite a connection of its own, whose statements can be heard.
    database = evidenceDatabaseOf(strapi);
    store = sqlEvidenceStore(database);
    await fill();
  });
  afterAll(() => store.close());

  /** Enough rows that reading all of them is never the cheapest way, of several months, countries and users. */
  async function fill(): Promise<void> {
    const ids = new RecordIds();
    for (let month = MONTHS - 1; month >= 0; month -= 1) {
      const createdAt = new Date(Date.now() - month * 30 * DAY);
      const country = ['DE', 'FR', 'US', 'JP'][month % 4] ?? null;
      const records = Array.from({ length: 4000 }, (_, i) =>
        newRecord({ createdAt, country, user: `user-${i % 100}` }),
      );
      await getEvidenceStore(app().strapi).append(records.splice(0, 10));
      for (let i = 0; i < records.length; i += 200) {
        const rows = records.slice(i, i + 200).map((record) => rowOf(ids.next(createdAt), record));
        await database.connection(TABLES.records).insert(rows);
      }
    }
    await analyse(TABLES.records, database);
  }

  const after = new RecordIds().next(new Date(Date.now() - 50 * DAY));
  const filters: [string, RecordFilter][] = [
    ['everything', {}],
    ['a consent id', { consentId: 'x' }],
    ['an account', { user: 'x' }],
    ['an account in a country', { user: 'x', country: 'JP' }],
    ['a country', { country: 'DE' }],
    ['a policy version', { policyVersion: 'x' }],
    ['days', { from: new Date(Date.now() - 100 * DAY), to: new Date() }],
    [
      'a country, a source and a category',
      { country: 'DE', source: 'gpc', category: { key: 'a', granted: true } },
    ],
  ];

  /** What some act costs, said with its name where it is too much. */
  async function costs(name: string, act: () => Promise<unknown>): Promise<[string, string[]]> {
    const statements = await statementsOn(TABLES.records, database, act);
    expect([name, statements.length > 0]).toEqual([name, true]);
    const steps: string[] = [];
    for (const statement of statements) {
      steps.push(...(await costlySteps(TABLES.records, database, statement)));
    }
    return [name, steps];
  }

  it('a plan that scans, and one that sorts, is told from one that does neither', async () => {
    const rows = () => database.connection(TABLES.records).select('id');
    const [, scan] = await costs('a scan', async () => void (await rows().where('region', 'US-CA').limit(5)));
    const [, sort] = await costs('a sort', async () => void (await rows().orderBy('expires_at').limit(5)));
    const [, neither] = await costs('neither', async () => void (await rows().where('id', after)));
    expect([scan.length > 0, sort.length > 0, neither]).toEqual([true, true, []]);
  });

  describe('uses an index in its own order', () => {
    it.each(filters)('a page of %s, and a later one', async (name, filter) => {
      const first = () => store.page(filter, { limit: 25, lookAt: 2000 });
      const later = () => store.page(filter, { limit: 25, lookAt: 2000, after });
      expect(await costs(name, first)).toEqual([name, []]);
      expect(await costs(`${name}, later`, later)).toEqual([`${name}, later`, []]);
    });

    it.each<[string, () => Promise<unknown>]>([
      ['the records of an account', () => store.ofAccount('user-3', 50)],
      ['the signal of an account', () => store.hasSignal('user-3', new Date())],
      ['a record by its id', () => store.byId(after)],
      ['a record by its former id', () => store.byId('abcdefghijklmnopqrstuvwx')],
      ['a timeline', async () => store.timeline('x')],
      ['an erasure', () => store.erase({ consentId: 'x', actor: 'test', at: new Date() })],
      ['the purge', () => store.dropBefore(new Date(Date.now() - 95 * DAY), { policyVersion: 'x' })],
    ])('%s', async (name, act) => {
      expect(await costs(name, act)).toEqual([name, []]);
    });
  });

  it('K: the overview does not look at the records at all', async () => {
    const { strapi } = app();
    expect(await statementsOn(TABLES.records, database, () => getConsentOverview(strapi))).toEqual([]);
    expect(await statementsOn(TABLES.records, database, () => store.counts.decisions())).toEqual([]);
    expect(await statementsOn(TABLES.records, database, () => store.counts.since('2026-01-01'))).toEqual([]);
  });

  it('K: what waits to be sealed is counted along its index, from the oldest on and no further than a bound', async () => {
    const unsealed = () => database.connection(TABLES.unsealed);
    const ids = new RecordIds();
    const oldest = new Date(Date.now() - 400 * DAY);
    const queued = Array.from({ length: COUNTED + 10 }, () => {
      const id = ids.next(oldest);
      return { id, kind: 'record', items: JSON.stringify([id, ids.next(oldest)]) };
    });
    for (let i = 0; i < queued.length; i += 100) await unsealed().insert(queued.slice(i, i + 100));
    await analyse(TABLES.unsealed, database);
    const statements = await statementsOn(TABLES.unsealed, database, async () => {
      expect(await store.leaves.backlog()).toEqual({ items: 2 * COUNTED, more: true, since: oldest });
    });
    expect(statements).toHaveLength(1);
    for (const statement of statements) {
      expect(statement.bindings).toContain(COUNTED + 1);
      expect(await costlySteps(TABLES.unsealed, database, statement)).toEqual([]);
    }
    const left = queued.slice(100).map(({ id }) => id);
    for (let i = 0; i < left.length; i += 100)
      await unsealed()
        .whereIn('id', left.slice(i, i + 100))
        .delete();
    const { items = 0, more } = (await store.leaves.backlog()) ?? {};
    expect([items >= 200, more]).toEqual([true, false]);
  });
});
