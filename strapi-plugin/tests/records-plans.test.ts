import { beforeAll, describe, expect, it } from 'vitest';
import { getConsentOverview } from '../server/src/overview';
import { everyRecord, listRecords, purgeExpiredRecords, type RecordFilter } from '../server/src/records';
import { eraseConsent } from '../server/src/records/erasure';
import { evidenceOf } from '../server/src/records/evidence';
import { recordsOfUser } from '../server/src/records/own-records';
import { oldest } from '../server/src/records/purge';
import { type App, onEachDatabase } from './support/app';
import { insertRecords } from './support/old-records';
import { analyse, costlySteps, statementsOn } from './support/plans';
import { postRecord, submissionTo } from './support/records';

const TABLE = 'consent_records';
const DAY = 86_400_000;

/** Enough rows that reading all of them is never the cheapest way, of several days, countries and users. */
async function fill(app: App): Promise<void> {
  const db = app.strapi.db.connection;
  for (let group = 0; group < 20; group += 1) {
    const created_at = new Date(Date.now() - group * 30 * DAY);
    const country = ['DE', 'FR', 'US', 'JP'][group % 4];
    await insertRecords(app, 10, { created_at, country, user: `user-${group}` });
  }
  const columns = Object.keys(await db(TABLE).columnInfo()).filter((column) => column !== 'id');
  const unique = new Set(['document_id', 'consent_id', 'fingerprint']);
  const into = db.raw(`?? (${columns.map(() => '??').join(', ')})`, [TABLE, ...columns]);
  for (let doubled = 1; doubled < 8; doubled += 1) {
    const again = columns.map((column) =>
      db.raw(unique.has(column) ? `concat('${doubled}.', ??)` : '??', [column]),
    );
    await db(into).insert(db(TABLE).select(again));
  }
  await insertRecords(app, 10, { created_at: new Date(Date.now() - 2000 * DAY) });
  await analyse(TABLE, app);
}

async function exported(app: App, filter: RecordFilter): Promise<string[]> {
  const ids: string[] = [];
  for await (const { id } of everyRecord(app.strapi, filter)) {
    ids.push(id);
    if (ids.length > 600) break;
  }
  return ids;
}

onEachDatabase('no query on the records scans or sorts the table', {}, (app) => {
  beforeAll(() => fill(app()));

  const page = { limit: 25 };
  const cursor = { createdAt: new Date(Date.now() - 100 * DAY), id: 5 };
  const filters: [string, RecordFilter][] = [
    ['everything', {}],
    ['a consent id', { consentId: 'x' }],
    ['an account', { user: 'x' }],
    ['an account in a country', { user: 'x', country: 'JP' }],
    ['a country', { country: 'DE' }],
    ['a locale', { locale: 'en' }],
    ['a policy version', { policyVersion: 'x' }],
    ['a source', { source: 'banner' }],
    ['a model', { model: 'opt-in' }],
    ['days', { from: new Date(Date.now() - 200 * DAY), to: new Date() }],
    [
      'a country, a source and a category',
      { country: 'DE', source: 'gpc', category: { key: 'a', granted: true } },
    ],
  ];

  /** What some act costs, said with its name where it is too much. */
  async function costs(name: string, act: () => Promise<unknown>): Promise<[string, string[]]> {
    const statements = await statementsOn(TABLE, app(), act);
    expect([name, statements.length > 0]).toEqual([name, true]);
    const steps: string[] = [];
    for (const statement of statements) steps.push(...(await costlySteps(TABLE, app(), statement)));
    return [name, steps];
  }

  it('a plan that scans, and one that sorts, is told from one that does neither', async () => {
    const rows = () => app().strapi.db.connection(TABLE).select('id');
    const [, scan] = await costs('a scan', async () => void (await rows().where('region', 'US-CA').limit(5)));
    const [, sort] = await costs('a sort', async () => void (await rows().orderBy('expires_at').limit(5)));
    const [, neither] = await costs('neither', async () => void (await rows().where('id', 5)));
    expect([scan.length > 0, sort.length > 0, neither]).toEqual([true, true, []]);
  });

  describe('uses an index in its own order', () => {
    it.each(filters)('a list and an export of %s', async (name, filter) => {
      const { strapi } = app();
      const acts: [string, () => Promise<unknown>][] = [
        [`list of ${name}`, () => listRecords(strapi, filter, page)],
        [`later page of ${name}`, () => listRecords(strapi, filter, { ...page, cursor })],
        [`export of ${name}`, () => exported(app(), filter)],
      ];
      for (const [act, run] of acts) expect(await costs(act, run)).toEqual([act, []]);
    });

    it.each<[string, (app: App) => Promise<unknown>]>([
      [
        'storing, and the same once more, which is looked for',
        async (at) => {
          const submission = await submissionTo(at);
          await postRecord(at, submission);
          await postRecord(at, submission);
        },
      ],
      ['own records', ({ strapi }) => recordsOfUser(strapi, 'user-3')],
      [
        'evidence',
        async ({ strapi }) => evidenceOf(strapi, (await listRecords(strapi, {}, page)).docs[0]?.id ?? ''),
      ],
      ['erasure', ({ strapi }) => eraseConsent(strapi, { consentId: 'x', erasedBy: 'test' })],
      // On SQLite a thread deletes, whose statements nobody hears; this is what it looks for.
      ['a batch of the purge', async ({ strapi }) => void (await oldest(strapi, new Date(), 10))],
      ['the purge', ({ strapi }) => purgeExpiredRecords(strapi, {})],
    ])('%s', async (name, act) => {
      expect(await costs(name, () => act(app()))).toEqual([name, []]);
    });
  });

  it('K: the overview does not look at the records at all', async () => {
    expect(await statementsOn(TABLE, app(), () => getConsentOverview(app().strapi))).toEqual([]);
  });
});
