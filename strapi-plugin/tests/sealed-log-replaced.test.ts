import { afterAll, beforeEach, expect, it, vi } from 'vitest';
import { appendToLog, entryOf, newSignerKey, signersOf } from '../server/src/evidence/seal';
import { memoryTileStore } from '../server/src/evidence/seal/tile-store';
import { startSealing, stopSealing } from '../server/src/evidence/sealing/job';
import { TABLES } from '../server/src/evidence/sql/evidence-database';
import { getPluginOptions } from '../server/src/options';
import { getConsentOverview } from '../server/src/overview/overview';
import { type App, onEachDatabase } from './support/app';
import { evidenceTables } from './support/evidence-tables';
import { newRecord } from './support/new-record';
import { keyOf, ORIGIN, run, SEALING_SERVER, sizeOf, store } from './support/sealed-log';

type FileRow = { path: string; bytes: Uint8Array };

const replaceFiles = (app: App, rows: readonly FileRow[]) =>
  evidenceTables(app, async (connection) => {
    await connection(TABLES.logFiles).delete();
    for (const { path, bytes } of rows) {
      await connection(TABLES.logFiles).insert({ path, bytes: Buffer.from(bytes) });
    }
  });

const filesOf = (app: App) =>
  evidenceTables(app, async (connection) => (await connection(TABLES.logFiles)) as FileRow[]);

/** A log of as many entries under the same name, as somebody makes it who can write to the database and has no key of ours. */
async function forgedFiles(app: App, key: string): Promise<FileRow[]> {
  const files = new Map<string, Uint8Array>();
  const leaves = await store(app).leaves.from(0, 1000);
  const entries = leaves.map(({ kind, commitment }, at) =>
    entryOf(kind, at === 0 ? Buffer.alloc(32, 7) : commitment),
  );
  await appendToLog({ store: memoryTileStore(files), signers: signersOf(key) }, { from: 0, entries });
  return [...files].map(([path, bytes]) => ({ path, bytes }));
}

onEachDatabase('A sealed log whose rows somebody has replaced', { server: SEALING_SERVER }, (app) => {
  const key = newSignerKey(ORIGIN);
  beforeEach(() => {
    vi.stubEnv('CONSENT_SEAL_KEY', key);
  });
  afterAll(() => vi.unstubAllEnvs());

  it('is not signed on where the key is the environment’s: the overview says so, and what waits is sealed later', async () => {
    const { strapi } = app();
    const { jobs } = getPluginOptions(strapi);
    await store(app()).append([newRecord(), newRecord()]);
    const size = await sizeOf(app());
    const own = await filesOf(app());
    const forged = await forgedFiles(app(), newSignerKey(ORIGIN));
    await replaceFiles(app(), forged);
    await store(app()).append([newRecord()]);
    const error = vi.spyOn(strapi.log, 'error').mockImplementation(() => strapi.log);
    jobs.seal = { everySeconds: 0.01 };
    try {
      startSealing(strapi);
      const { warnings } = await vi.waitFor(async () => {
        const overview = await getConsentOverview(strapi);
        expect(overview.warnings.map(({ code }) => code)).toContain('seal-fails');
        return overview;
      }, 10_000);
      const { message = '' } = warnings.find(({ code }) => code === 'seal-fails') ?? {};
      expect(message).toContain('by none of the keys that sign now');
      expect(message).toContain('docs/sealed-log.md');
    } finally {
      await stopSealing(strapi);
      jobs.seal = false;
      error.mockRestore();
    }
    const same = (rows: readonly FileRow[]) =>
      rows.map(({ path, bytes }) => `${path} ${Buffer.from(bytes).toString('hex')}`).toSorted();
    expect(same(await filesOf(app()))).toEqual(same(forged));
    await replaceFiles(app(), own);
    expect(await sizeOf(app())).toBe(size + 1);
  });

  it('is not signed on where its former key has signed it once more, which is kept in the database', async () => {
    vi.stubEnv('CONSENT_SEAL_KEY', '');
    await replaceFiles(app(), []);
    await evidenceTables(app(), (connection) => connection(TABLES.leaves).delete());
    await store(app()).append([newRecord(), newRecord()]);
    const kept = await keyOf(app());
    const size = await sizeOf(app());
    const secret = await store(app()).leaves.kept('key', () => null);
    vi.stubEnv('CONSENT_SEAL_KEY', `${key} ${kept}`);
    await run(app());
    vi.stubEnv('CONSENT_SEAL_KEY', key);
    await run(app());
    const own = await filesOf(app());
    const forged = await forgedFiles(app(), secret ?? '');
    const keys = own.filter(({ path }) => path === 'keys');
    await replaceFiles(app(), [...forged.filter(({ path }) => path !== 'keys'), ...keys]);
    await expect(run(app())).rejects.toThrow('its checkpoint is signed by');
    await replaceFiles(app(), forged);
    await expect(run(app())).rejects.toThrow('the list of its keys is signed by');
    await replaceFiles(app(), own);
    expect(await sizeOf(app())).toBe(size);
  });
});
