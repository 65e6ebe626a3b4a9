import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ROOT } from '../../run/paths.ts';
import { catalogVersion, makeFolder } from '../harness/apps.ts';
import { registryAnswers, run } from '../harness/commands.ts';
import { type Registry, startRegistry } from '../harness/registry.ts';
import { tarballs } from '../harness/tarballs.ts';
import { runVitest } from '../harness/vitest-run.ts';

const possible = !!process.env.CI || (await registryAnswers());
const because = possible ? '' : ' (skipped: no package registry answers on this machine)';

describe.skipIf(!possible)(`whoever writes a store of evidence, outside this workspace${because}`, () => {
  let folder: string;
  let app: string;
  let registry: Registry;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'permesso-store-'));
    registry = await startRegistry(await tarballs(join(folder, 'packed')));
    app = makeFolder(folder, 'store', registry.origin);
    writeFileSync(join(app, 'package.json'), JSON.stringify({ type: 'module', private: true }));
    cpSync(`${ROOT}/playground/consumer/own-store`, app, { recursive: true });
    // Without the peers, but for Vitest's own: the contract needs no Strapi.
    const wanted = `@permesso/plugin-consent vite vitest@${catalogVersion('vitest')}`;
    await run(`npm install --legacy-peer-deps ${wanted}`, app);
  });
  afterAll(async () => {
    await registry?.stop();
    if (folder) rmSync(folder, { recursive: true, force: true });
  });

  /** The tests of the contract about releases that failed, and how many there are. */
  const ofReleases = (env?: NodeJS.ProcessEnv) => runVitest(app, env, '-t "^releases "');

  it('passes what the store does', async () => {
    const { code, output, all, ran, failed } = await ofReleases();
    expect(failed, output).toEqual([]);
    expect(code, output).toBe(0);
    expect(ran).toBeGreaterThan(5);
    expect(all, 'the contract is about all else, too').toBeGreaterThan(60);
  });

  it('fails, by the sentence of it, what the store does not do', async () => {
    const { code, failed } = await ofReleases({ CARELESS: '1' });
    expect(code).not.toBe(0);
    expect(failed).toContain('releases of two that follow the same one, one is added, with its entry');
  });
});
