import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { describe, expect, it } from 'vitest';
import type { DatabaseClient } from '../server/src/database/named-lock';
import type { NewAuditEntry } from '../server/src/evidence/audit';
import type { CountQuery } from '../server/src/evidence/decision-counts';
import type { NewRecord } from '../server/src/evidence/record';
import { RecordIds } from '../server/src/evidence/record-id';
import { rowOf as auditRow } from '../server/src/evidence/sql/audit-rows';
import { type EvidenceDatabase, TABLES } from '../server/src/evidence/sql/evidence-database';
import type { LogRow } from '../server/src/evidence/sql/log-rows';
import { migrate, PRESENT_VERSION } from '../server/src/evidence/sql/migrations';
import { RecordPartitions } from '../server/src/evidence/sql/partitions';
import { rowOf as recordRow } from '../server/src/evidence/sql/record-rows';
import { sqlEvidenceStore } from '../server/src/evidence/sql/sql-store';
import { DATABASES, type TestDatabase } from './support/databases';
import { newRecord } from './support/new-record';

const require = createRequire(import.meta.url);
const ofStrapi = createRequire(require.resolve('@strapi/database'));

/** Another process that makes its tables: it commits while the first one waits to write. */
const OTHER_START = `
  const { parentPort, workerData } = require('node:worker_threads');
  const file = new (require(workerData.driver))(workerData.filename);
  file.pragma('journal_mode = wal');
  file.exec('begin immediate; create table made_by_another_start (id integer)');
  parentPort.postMessage('writing');
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 500);
  file.exec('commit');
`;

it('a start on SQLite gets its tables while another one makes them', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'consent-migrations-'));
  const filename = join(dir, 'data.consent.db');
  const driver = require.resolve('better-sqlite3');
  const other = new Worker(OTHER_START, { eval: true, workerData: { driver, filename } });
  await once(other, 'message');
  const gone = once(other, 'exit');
  const connection: EvidenceDatabase['connection'] = ofStrapi('knex')({
    client: 'better-sqlite3',
    connection: { filename },
    useNullAsDefault: true,
  });
  try {
    await migrate({ client: 'sqlite', connection, close: async () => {}, warn: () => {} });
    expect(await connection.schema.hasTable(TABLES.records)).toBe(true);
    expect(await connection.schema.hasTable('made_by_another_start')).toBe(true);
  } finally {
    await connection.destroy();
    await gone;
    await rm(dir, { recursive: true });
  }
});

/** The driver by which Strapi speaks to each kind of database. */
const DRIVERS: Record<DatabaseClient, string> = {
  sqlite: 'better-sqlite3',
  postgres: 'pg',
  mysql: 'mysql2',
};

function evidenceIn({ connection: { client, ...settings } }: TestDatabase): EvidenceDatabase {
  const kind = client as DatabaseClient;
  const connection: EvidenceDatabase['connection'] = ofStrapi('knex')({ ...settings, client: DRIVERS[kind] });
  return { client: kind, connection, close: () => connection.destroy(), warn: () => {} };
}

/** Writes a row as far as the table has its columns by then. */
async function put({ connection }: EvidenceDatabase, table: string, row: object): Promise<void> {
  const columns = await connection(table).columnInfo();
  await connection(table).insert(Object.fromEntries(Object.entries(row).filter(([name]) => name in columns)));
}

const CREATED = new Date('2026-03-04T05:06:07.089Z');
const VERSIONS = Array.from({ length: PRESENT_VERSION - 1 }, (_, at) => at + 1);

const ENTRY: NewAuditEntry = {
  action: 'update',
  at: CREATED,
  actor: { kind: 'admin', id: 'k3v9ada', name: 'Ada Officer' },
  subject: { uid: 'plugin::consent.setting', id: null, title: null, locale: null },
  changes: [{ path: 'retentionMonths', before: 36, after: 24 }],
  reason: 'As the law says',
};

const SAID = { source: 'banner', choice: '+analytics' } as const;

const MONTHS = [
  { ...SAID, day: '1999-03-01', policy_version: 'aaaaaaaa', shard: -1, total: 2 },
  { ...SAID, day: '1999-11-01', policy_version: 'bbbbbbbb', shard: -1, total: 4 },
  { ...SAID, day: '1999-11-01', policy_version: 'bbbbbbbb', shard: 256, total: -1 },
].map((month) => ({ ...month, country: 'DE', model: 'opt-in', language: 'de', device: 'phone' }));

const OF_PHONES: CountQuery = {
  ...{ from: '1999-01-01', to: '1999-12-31', grain: 'month', by: 'country' },
  filter: { device: 'phone' },
};

for (const kind of DATABASES) {
  describe.skipIf(kind.missing)(`The tables of an earlier version (${kind.missing ?? kind.name})`, () => {
    it.each(VERSIONS)('%i are brought to the present one with what they hold', async (version) => {
      const made = await kind.create();
      const database = evidenceIn(made);
      const store = sqlEvidenceStore(database);
      const next = new RecordIds();
      const [recordId, logId, entryId] = [next.next(CREATED), next.next(CREATED), next.next(CREATED)];
      const record: NewRecord = newRecord({
        createdAt: CREATED,
        decisions: { analytics: true, marketing: false },
        services: { Counter: false },
        ...(version >= 4 && { presentation: 'a'.repeat(64), vouchedBy: 'site' }),
      });
      const erasure: LogRow = {
        ...{ id: logId, kind: 'erasure', actor: 'k3v9ada', actor_name: null, subject: 'b'.repeat(64) },
        ...{ deleted: 3, cutoff: null, log_size: null, log_root: null },
      };
      try {
        await migrate(database, version);
        const ran = await database.connection(TABLES.migrations).max({ last: 'version' });
        expect(ran).toEqual([{ last: version }]);
        if (database.client === 'postgres') await new RecordPartitions(database).prepare([CREATED]);
        await put(database, TABLES.records, recordRow(recordId, record));
        await put(database, TABLES.log, erasure);
        if (version >= 3) await put(database, TABLES.audit, auditRow(ENTRY, entryId));
        // Above the ninth they are there for years, too.
        const counted = version >= 6 && version < 9;
        if (counted) for (const month of MONTHS) await put(database, TABLES.months, month);

        await store.open();
        if (counted) expect(await store.counts.sums(OF_PHONES)).toEqual([{ ...SAID, key: 'DE', total: 5 }]);
        expect(await store.byId(recordId)).toMatchObject({
          ...{
            id: recordId,
            consentId: record.consentId,
            createdAt: CREATED.toISOString(),
            quarantine: null,
          },
          ...{ decisions: record.decisions, services: record.services, country: 'DE' },
          ...{ presentation: record.presentation, vouchedBy: record.vouchedBy },
        });
        expect((await store.page({}, { limit: 5 })).docs.map(({ id }) => id)).toEqual([recordId]);
        const { entries } = await store.audit.page({}, { limit: 5 });
        const audited = { ...ENTRY, id: entryId };
        expect(entries.toReversed()).toMatchObject([
          { id: logId, action: 'erasure', at: CREATED },
          ...(version >= 3 ? [audited] : []),
        ]);
        // What was there before anything was sealed gets its place, too.
        while ((await store.leaves.seal({ signed: 0, limit: 100 })) > 0);
        const ids = [recordId, logId, ...(version >= 3 ? [entryId] : [])];
        expect((await store.leaves.ofItems(ids)).map(({ itemId }) => itemId).toSorted()).toEqual(
          ids.toSorted(),
        );
        const [added] = await store.append([newRecord({ consentId: record.consentId })]);
        expect(added?.status).toBe('fulfilled');
        expect(await store.erase({ consentId: record.consentId, actor: 'officer', at: new Date() })).toBe(2);
      } finally {
        await store.close();
        await made.drop();
      }
    });
  });
}
