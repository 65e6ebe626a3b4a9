import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getConsentOverview } from '../server/src/overview';
import { everyRecord, listRecords, purgeExpiredRecords, type RecordFilter } from '../server/src/records';
import { eraseConsent } from '../server/src/records/erasure';
import { evidenceOf } from '../server/src/records/evidence';
import { recordsOfUser } from '../server/src/records/own-records';
import { oldest } from '../server/src/records/purge';
import { type App, startApp } from './support/app';
import { DATABASES, type DatabaseKind } from './support/databases';
import { insertRecords } from './support/old-records';

const [sqlite] = DATABASES as [DatabaseKind];

interface Statement {
  sql: string;
  bindings: unknown[];
}

/** The statements on the records' table that some act sends. */
async function statementsOf(app: App, act: () => Promise<unknown>): Promise<Statement[]> {
  const sent: Statement[] = [];
  const db = app.strapi.db.connection;
  const note = ({ sql, bindings }: Statement) => {
    if (/\bfrom `consent_records`/.test(sql)) sent.push({ sql, bindings });
  };
  db.on('query', note);
  await act();
  db.removeListener('query', note);
  return sent;
}

/** How SQLite finds the rows of each statement, in its words. */
async function plansOf(app: App, statements: Statement[]): Promise<string[]> {
  const plans: string[] = [];
  for (const { sql, bindings } of statements) {
    const steps: { detail: string }[] = await app.strapi.db.connection.raw(
      `explain query plan ${sql}`,
      bindings as never,
    );
    plans.push(...steps.map(({ detail }) => detail));
  }
  return plans;
}

async function exported(app: App, filter: RecordFilter): Promise<string[]> {
  const ids: string[] = [];
  for await (const { id } of everyRecord(app.strapi, filter, 10)) ids.push(id);
  return ids;
}

describe('no query on the records scans or sorts the table', () => {
  let app: App;
  beforeAll(async () => {
    app = await startApp(sqlite);
    await insertRecords(app, 30);
  });
  afterAll(() => app?.stop());

  const page = { limit: 25 };
  const cursor = { createdAt: new Date(), id: 5 };
  const filters: [string, RecordFilter][] = [
    ['everything', {}],
    ['a consent id', { consentId: 'x' }],
    ['a country', { country: 'DE' }],
    ['a locale', { locale: 'en' }],
    ['a policy version', { policyVersion: 'x' }],
    ['a source', { source: 'banner' }],
    ['a model', { model: 'opt-in' }],
    ['days', { from: new Date(0), to: new Date() }],
    [
      'a country, a source and a category',
      { country: 'DE', source: 'gpc', category: { key: 'a', granted: true } },
    ],
  ];

  it('lists, evidence, own records, erasure and purge use an index in its own order', async () => {
    const { strapi } = app;
    const acts: [string, () => Promise<unknown>][] = [
      ...filters.flatMap(([name, filter]): [string, () => Promise<unknown>][] => [
        [`list of ${name}`, () => listRecords(strapi, filter, page)],
        [`export of ${name}`, () => exported(app, filter)],
        [`list of ${name}, later page`, () => listRecords(strapi, filter, { ...page, cursor })],
      ]),
      ['own records', () => recordsOfUser(strapi, 'u')],
      ['evidence', async () => evidenceOf(strapi, (await listRecords(strapi, {}, page)).docs[0]?.id ?? '')],
      ['erasure', () => eraseConsent(strapi, { consentId: 'x', erasedBy: 'test' })],
      ['purge', () => purgeExpiredRecords(strapi, {})],
      // On SQLite a thread deletes, whose statements nobody hears; this is what it looks for.
      ['purge, a batch', async () => void (await oldest(strapi, new Date(), 10))],
    ];
    for (const [name, act] of acts) {
      const statements = await statementsOf(app, act);
      const plans = await plansOf(app, statements);
      expect([name, plans.length > 0]).toEqual([name, true]);
      const bad = plans.filter((plan) =>
        /^SCAN consent_records(?! USING)|USE TEMP B-TREE FOR ORDER BY/.test(plan),
      );
      expect([name, bad]).toEqual([name, []]);
    }
  });

  it('K: the overview does not look at the records at all', async () => {
    expect(await statementsOf(app, () => getConsentOverview(app.strapi))).toEqual([]);
  });
});
