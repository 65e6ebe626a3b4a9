import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { getConsentOverview } from '../server/src/overview/overview';
import { preparedDatabase, withDatabases } from './support/app';
import { DATABASES } from './support/databases';
import { type Instance, startInstance } from './support/instance';
import { newRecord } from './support/new-record';
import { ORIGIN, store } from './support/sealed-log';

const POSTGRES = DATABASES.filter(({ name }) => name === 'PostgreSQL');

withDatabases(POSTGRES, 'What keeps one of several instances from sealing', (start, kind) => {
  let folder: string;
  let other: Instance | undefined;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'consent-instances-'));
  });
  afterAll(async () => {
    await other?.kill();
    await rm(folder, { recursive: true });
  });

  it('is said by the overview of another one, until it is mended or that instance is gone', async () => {
    const database = await preparedDatabase(kind);
    const seal = { origin: ORIGIN };
    const app = await start({ database, options: { seal } });
    const warned = async () =>
      (await getConsentOverview(app.strapi)).warnings.filter(({ code }) => code === 'seal-folder');
    expect(await warned()).toEqual([]);

    const blocked = join(folder, 'blocked');
    await writeFile(blocked, '');
    const failing = { ...seal, folder: join(blocked, 'log') };
    const options = { seal: failing, jobs: { seal: { everySeconds: 1 } } };
    other = await startInstance(database, { options });
    const said = [{ code: 'seal-folder', message: expect.stringContaining(failing.folder) }];
    await vi.waitFor(async () => expect(await warned()).toMatchObject(said), 20_000);
    await rm(blocked);
    await vi.waitFor(async () => expect(await warned()).toEqual([]), 20_000);

    await rm(blocked, { recursive: true, force: true });
    await writeFile(blocked, '');
    await store(app).append([newRecord()]);
    await vi.waitFor(async () => expect(await warned()).toMatchObject(said), 20_000);
    await other.stop();
    expect(await warned()).toEqual([]);

    other = await startInstance(database, { options });
    await vi.waitFor(async () => expect(await warned()).toMatchObject(said), 20_000);
    await other.kill();
    expect(await warned()).toMatchObject(said);
    const { leaves } = store(app);
    for (const { name, value } of await leaves.noted('problem ')) {
      await leaves.note(name, JSON.stringify({ ...JSON.parse(value), at: Date.now() - 3_600_000 }));
    }
    expect(await warned()).toEqual([]);
  }, 180_000);
});
