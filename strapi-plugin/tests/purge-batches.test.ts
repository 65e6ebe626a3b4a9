import { expect, it } from 'vitest';
import { purgeExpiredRecords } from '../server/src/records';
import { openSqliteThread } from '../server/src/records/sqlite-thread';
import { onEachDatabase } from './support/app';
import { insertRecords } from './support/old-records';

const DAY = 86_400_000;

onEachDatabase('the batches of the purge', {}, (app) => {
  it('F5: a batch begins where the last one ended, and none is too small to be worth its commit', async () => {
    const { strapi } = app();
    const looks: string[] = [];
    const deletions: number[] = [];
    const note = ({ sql, bindings }: { sql: string; bindings: unknown[] }) => {
      if (/^select .*from .consent_records. .*created_at. < .*limit/.test(sql)) looks.push(sql);
      if (/^delete from .consent_records./.test(sql)) deletions.push(bindings.length);
    };
    for (let day = 0; day < 9; day++) {
      await insertRecords(app(), 60, { created_at: new Date(Date.now() - (1500 - day) * DAY) });
    }
    strapi.db.connection.on('query', note);
    expect(await purgeExpiredRecords(strapi, {})).toMatchObject({ deleted: 540 });
    strapi.db.connection.removeListener('query', note);
    // On SQLite a thread deletes, whose statements nobody hears; what it deleted has left the index at once.
    if (strapi.db.dialect.client === 'sqlite') return;
    expect(deletions.length).toBeGreaterThan(2);
    expect(Math.min(...deletions.slice(1, -1))).toBeGreaterThanOrEqual(200);
    expect(looks.map((sql) => sql.includes('>='))).toEqual(looks.map((_, i) => i > 0));
  });

  it('F5: the purge goes on where an option of the app for its driver is a function', async () => {
    const { strapi } = app();
    const { connectionSettings } = strapi.db.connection.client;
    connectionSettings.options = { ...connectionSettings.options, verbose: () => {} };
    await insertRecords(app(), 3, { created_at: new Date(Date.now() - 1500 * DAY) });
    const thread = await openSqliteThread(strapi);
    expect(thread !== null).toBe(strapi.db.dialect.client === 'sqlite');
    await thread?.close();
    expect(await purgeExpiredRecords(strapi, {})).toMatchObject({ deleted: 3 });
  });
});
