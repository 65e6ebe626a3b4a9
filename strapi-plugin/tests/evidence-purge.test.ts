import { randomBytes } from 'node:crypto';
import type { Core } from '@strapi/strapi';
import { describe, expect, it } from 'vitest';
import { getEvidenceStore } from '../server/src/evidence';
import { SYSTEM } from '../server/src/evidence/audit';
import { TABLES } from '../server/src/evidence/sql/evidence-database';
import { sqlEvidenceStore } from '../server/src/evidence/sql/sql-store';
import { evidenceDatabaseOf } from '../server/src/evidence/sql/strapi-database';
import { onEachDatabase } from './support/app';
import { evidenceTables } from './support/evidence-tables';
import { newRecord } from './support/new-record';

const CUTOFF = new Date('2024-06-15T12:00:00.000Z');
const KEEP = { policyVersion: '00000000' };

onEachDatabase('A purge that meets an obstacle', {}, (app) => {
  const store = () => getEvidenceStore(app().strapi);
  const old = (at: string) => newRecord({ createdAt: new Date(at) });

  it('leaves its entry in the log where it is cut off after it has deleted something', async () => {
    await store().append([old('2024-03-01'), old('2024-06-01'), old('2024-06-02')]);
    const rename = (from: string, to: string) =>
      evidenceTables(app(), (connection) => connection.schema.renameTable(from, to));
    await rename(TABLES.snapshots, 'away');
    await expect(store().dropBefore(CUTOFF, KEEP)).rejects.toThrow(TABLES.snapshots);
    await rename('away', TABLES.snapshots);
    const [entry] = await store().log.latest('purge', 1);
    expect(entry).toMatchObject({ actor: 'system', deleted: 3, cutoff: CUTOFF });
  });

  it('K: counts again what it took of records that were set apart, once they are given back', async () => {
    const { quarantines, counts } = store();
    const by = { actor: SYSTEM, reason: 'A flood', at: new Date() };
    const span = { from: new Date('2024-05-01'), to: new Date('2024-05-20'), network: null };
    const services = { youtube: true };
    await store().append([
      old('2024-05-01'),
      newRecord({ createdAt: new Date('2024-05-02'), services, country: 'FR', device: 'phone' }),
      old('2024-05-30'),
    ]);
    const sums = () => counts.sums({ from: '2024-05-01', to: '2024-05-31', grain: 'day', by: 'device' });
    const before = await sums();
    const all = await counts.decisions();
    const { id } = await quarantines.place({ ...span, ...by });
    await quarantines.settle();
    expect(await counts.decisions()).toBe(all - 2);
    expect(await store().dropBefore(CUTOFF, KEEP)).toMatchObject({ records: 3 });
    await counts.fold(new Date());
    expect(await counts.decisions()).toBe(all - 2);
    await quarantines.lift(id, by);
    expect(await quarantines.settle()).toBe(true);
    expect([await counts.decisions(), new Set(await sums())]).toEqual([all, new Set(before)]);
    expect(await evidenceTables(app(), (connection) => connection(TABLES.apart).select())).toEqual([]);
  });

  describe('with months of their own', () => {
    const partitioned = () => app().strapi.db.dialect.client === 'postgres';
    const tables = async (strapi: Core.Strapi) => await strapi.db.dialect.schemaInspector.getTables();

    it('deletes the rows of a month that a backup holds, and drops it another time', async (context) => {
      if (!partitioned()) context.skip('only PostgreSQL has them');
      const { strapi } = app();
      await store().append([old('2024-01-01'), old('2024-02-01')]);
      const month = `${TABLES.records}_2024_01`;
      const backup = await strapi.db.connection.transaction();
      try {
        await backup(month).count();
        expect(await store().dropBefore(CUTOFF, KEEP)).toMatchObject({ records: 2 });
        expect((await store().log.latest('purge', 1))[0]).toMatchObject({ deleted: 2 });
        expect(await tables(strapi)).toContain(month);
      } finally {
        await backup.rollback();
      }
      expect(await store().dropBefore(CUTOFF, KEEP)).toMatchObject({ records: 0 });
      expect(await tables(strapi)).not.toContain(month);
    });

    it('takes an emptied month out as soon as nobody reads the table of records any more', async (context) => {
      if (!partitioned()) context.skip('only PostgreSQL has them');
      const { strapi } = app();
      const { connection } = strapi.db;
      const month = (number: number) => `${TABLES.records}_2023_0${number}`;
      const left = async () =>
        (await tables(strapi)).filter((name) => name.includes('_records_2023_')).sort();
      await store().append([old('2023-01-01'), old('2023-02-01'), old('2023-02-02')]);
      const backup = await connection.transaction();
      try {
        await backup(TABLES.snapshots).count();
        await backup.raw('lock table only ?? in access share mode', [TABLES.records]);
        expect(await store().dropBefore(CUTOFF, KEEP)).toMatchObject({ records: 3 });
        expect((await store().log.latest('purge', 1))[0]).toMatchObject({ deleted: 3 });
        expect(await left()).toEqual([month(1), month(2)]);
        const { rows } = await connection.raw('select count(*) from ?? union all select count(*) from ??', [
          month(1),
          month(2),
        ]);
        expect(rows).toEqual([{ count: '0' }, { count: '0' }]);
      } finally {
        await backup.rollback();
      }
      expect(await store().dropBefore(CUTOFF, KEEP)).toMatchObject({ records: 0 });
      expect(await left()).toEqual([]);
    });

    it('gives a month back that was written to while it was taken out, where a legal hold keeps that', async (context) => {
      if (!partitioned()) context.skip('only PostgreSQL has them');
      const { strapi } = app();
      const { connection } = strapi.db;
      const kept = old('2023-03-01');
      await store().append([kept, old('2023-04-01')]);
      const month = (number: number) => `${TABLES.records}_2023_0${number}`;
      // As where a purge was killed before it dropped them.
      for (const number of [3, 4]) {
        await connection.raw('alter table ?? detach partition ?? concurrently', [
          TABLES.records,
          month(number),
        ]);
      }
      await store().holds.place({
        consentId: kept.consentId,
        from: null,
        to: null,
        reason: 'a complaint',
        actor: { kind: 'admin', id: '1', name: 'Ada' },
        at: new Date(),
      });
      expect(await store().dropBefore(CUTOFF, KEEP)).toMatchObject({ records: 1 });
      expect((await tables(strapi)).filter((name) => name.includes('_records_2023_'))).toEqual([month(3)]);
      expect((await store().page({ consentId: kept.consentId }, { limit: 5 })).docs).toHaveLength(1);
    });

    it('stores on where nobody may make a table, as long as the month is there', async (context) => {
      if (!partitioned()) context.skip('only PostgreSQL has them');
      const { strapi } = app();
      const { connection } = strapi.db;
      const role = `consent_test_${randomBytes(4).toString('hex')}`;
      await connection.raw('create role ??', [role]);
      const SameDatabase = strapi.db.constructor as new (settings: object) => Core.Strapi['db'];
      const settings = { ...connection.client.connectionSettings, options: `-c role=${role}` };
      const limited = new SameDatabase({
        ...strapi.db.config,
        connection: { client: 'postgres', connection: settings },
      });
      const warnings: string[] = [];
      try {
        await connection.raw('grant select, insert, update, delete on all tables in schema public to ??', [
          role,
        ]);
        // All of them: an earlier test of this database may have made months that no start makes ahead.
        const month = `_records_${new Date().toISOString().slice(0, 7).replace('-', '_')}`;
        const ahead = (await tables(strapi)).filter(
          (name) => /_records_\d+_\d+$/.test(name) && name.slice(name.indexOf('_records_')) > month,
        );
        for (const name of ahead) await connection.raw('drop table ??', [name]);
        const own = sqlEvidenceStore({
          ...evidenceDatabaseOf(strapi),
          connection: limited.connection,
          warn: (message) => warnings.push(message),
        });
        await own.open();
        expect(warnings).toEqual([expect.stringMatching(/months to come .* permission denied/)]);
        expect(await own.append([newRecord()])).toMatchObject([{ status: 'fulfilled' }]);
        const later = newRecord({ createdAt: new Date(Date.now() + 400 * 86_400_000) });
        await expect(own.append([later])).rejects.toThrow('permission denied');
      } finally {
        await limited.destroy();
        await connection.raw('drop owned by ??', [role]);
        await connection.raw('drop role ??', [role]);
      }
    });
  });
});
