import { createRequire } from 'node:module';
import { describe, expect, it } from 'vitest';
import type { DatabaseClient } from '../server/src/database/named-lock';
import type { CountQuery } from '../server/src/evidence/decision-counts';
import { type EvidenceDatabase, TABLES } from '../server/src/evidence/sql/evidence-database';
import { migrate } from '../server/src/evidence/sql/migrations';
import { sqlEvidenceStore } from '../server/src/evidence/sql/sql-store';
import { DATABASES } from './support/databases';

const require = createRequire(import.meta.url);
const ofStrapi = createRequire(require.resolve('@strapi/database'));

/** The driver by which Strapi speaks to each kind of database. */
const DRIVERS: Record<DatabaseClient, string> = {
  sqlite: 'better-sqlite3',
  postgres: 'pg',
  mysql: 'mysql2',
};

const CELL = {
  ...{ source: 'banner', choice: '+analytics', country: 'DE', model: 'opt-in', language: 'de' },
  ...{ policy_version: 'aaaaaaaa', device: 'phone' },
} as const;

const OF_PHONES: CountQuery = {
  ...{ from: '1999-01-01', to: '2000-12-31', grain: 'month', by: 'country' },
  filter: { device: 'phone' },
};

for (const kind of DATABASES) {
  describe.skipIf(kind.missing)(`counts of years (${kind.missing ?? kind.name})`, () => {
    /** @param meanwhile asked after each transaction. */
    const withCounts = async (
      work: (
        database: EvidenceDatabase,
        counted: () => Promise<number>,
        fold: (meanwhile?: () => Promise<void>) => Promise<void>,
      ) => Promise<void>,
    ) => {
      const made = await kind.create();
      const { client, ...settings } = made.connection;
      const name = client as DatabaseClient;
      const connection: EvidenceDatabase['connection'] = ofStrapi('knex')({
        ...settings,
        client: DRIVERS[name],
      });
      const database = { client: name, connection, close: () => connection.destroy(), warn: () => {} };
      const store = sqlEvidenceStore(database);
      const fold = async (meanwhile = async () => {}) => {
        const observed = new Proxy(connection, {
          get(target, member) {
            if (member !== 'transaction') return Reflect.get(target, member);
            return async (...given: Parameters<typeof target.transaction>) => {
              const done = await target.transaction(...given);
              await meanwhile();
              return done;
            };
          },
        });
        await sqlEvidenceStore({ ...database, connection: observed }).counts.fold(new Date());
      };
      const counted = async () =>
        (await store.counts.sums(OF_PHONES)).reduce((all, { total }) => all + total, 0);
      try {
        await migrate(database);
        await work(database, counted, fold);
      } finally {
        await store.close();
        await made.drop();
      }
    };
    const fresh = (day: string) => ({ ...CELL, grain: 0, day, shard: 3, total: 1 });

    it('are the same after each day that is folded', () =>
      withCounts(async ({ connection }, counted, fold) => {
        const days = ['1999-03-01', '1999-03-02', '1999-11-01', '2000-01-01'];
        await connection(TABLES.decisions).insert(days.map(fresh));
        const seen: number[] = [];
        await fold(async () => {
          seen.push(await counted());
        });
        expect(seen.length).toBeGreaterThanOrEqual(days.length);
        expect(new Set(seen)).toEqual(new Set([days.length]));
      }));

    it('that an instance of an earlier version folded into months alone come in with the next day', () =>
      withCounts(async ({ connection }, counted, fold) => {
        await connection(TABLES.decisions).insert(fresh('1999-12-30'));
        await fold();
        const months = { ...CELL, day: '1999-12-01', policy_version: 'bbbbbbbb', shard: -1, total: 4 };
        await connection(TABLES.months).insert(months);
        await connection(TABLES.decisions).insert(fresh('2000-01-01'));
        await fold();
        expect(await counted()).toBe(6);
      }));
  });
}
