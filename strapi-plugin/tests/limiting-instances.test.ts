import { afterEach, describe, expect, it } from 'vitest';
import { getConsentOverview } from '../server/src/overview/overview';
import { type App, listening, preparedDatabase, startApp } from './support/app';
import { DATABASES, SQLITE, type TestDatabase } from './support/databases';
import { type Instance, startInstance } from './support/instance';

const INSTANCES = 'consent_instances';
const MINUTE = 60_000;
/** Each says it beside whatever else it does. */
const SOON = { timeout: 15_000 };

const isWarned = async ({ strapi }: App): Promise<boolean> =>
  (await getConsentOverview(strapi)).warnings.some(({ code }) => code === 'limit-per-instance');

for (const kind of DATABASES.filter((one) => one !== SQLITE)) {
  describe.skipIf(kind.missing)(
    `instances without a Redis on one ${kind.name} (${kind.missing ?? 'there'})`,
    () => {
      let database: TestDatabase;
      let app: App | undefined;
      let other: Instance | undefined;
      afterEach(async () => {
        await other?.kill();
        await app?.stop();
        await database?.drop();
      });

      it('are warned of in production while they run, and not of one that was stopped or killed', async () => {
        const options = { environment: 'production' };
        database = await preparedDatabase(kind, true);
        app = await startApp(kind, { ...options, database });
        await listening(app);
        const rows = () => (app as App).strapi.db.connection(INSTANCES);
        await expect.poll(() => rows().select('id'), SOON).toHaveLength(1);
        const [own] = await rows().select('id');
        expect(await isWarned(app)).toBe(false);

        other = await startInstance(database, options);
        await expect.poll(() => isWarned(app as App), SOON).toBe(true);
        await other.stop();
        expect(await rows().select('id')).toHaveLength(1);
        expect(await isWarned(app)).toBe(false);

        other = await startInstance(database, options);
        await expect.poll(() => isWarned(app as App), SOON).toBe(true);
        await other.kill();
        expect(await isWarned(app)).toBe(true);
        // Two minutes later: the one that runs has said so meanwhile, and the one that was killed has not.
        await rows()
          .whereNot(own)
          .update({ seen_at: Date.now() - 2 * MINUTE });
        expect(await isWarned(app)).toBe(false);
      });
    },
  );
}
