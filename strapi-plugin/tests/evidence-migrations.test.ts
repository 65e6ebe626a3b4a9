import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { expect, it } from 'vitest';
import { type EvidenceDatabase, TABLES } from '../server/src/evidence/sql/evidence-database';
import { migrate } from '../server/src/evidence/sql/migrations';

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
