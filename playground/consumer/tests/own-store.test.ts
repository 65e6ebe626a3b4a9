import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCommand } from '../../run/command.ts';
import { ROOT } from '../../run/paths.ts';
import { catalogVersion, makeFolder } from '../harness/apps.ts';
import { outside, registryAnswers, run } from '../harness/commands.ts';
import { type Registry, startRegistry } from '../harness/registry.ts';
import { tarballs } from '../harness/tarballs.ts';

const possible = !!process.env.CI || (await registryAnswers());
const because = possible ? '' : ' (skipped: no package registry answers on this machine)';

/** What Vitest says of a run. */
interface Report {
  success: boolean;
  testResults: { assertionResults: { fullName: string; status: string }[] }[];
}

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
  async function ofReleases(env: NodeJS.ProcessEnv = {}) {
    const line = 'npx vitest run --reporter=json --outputFile=report.json -t "^releases "';
    const { code, output } = await runCommand(line, app, outside(env));
    const file = join(app, 'report.json');
    if (!existsSync(file)) throw new Error(`Vitest wrote no report: ${output}`);
    const report: Report = JSON.parse(readFileSync(file, 'utf8'));
    rmSync(file);
    const tests = report.testResults.flatMap(({ assertionResults }) => assertionResults);
    const ran = tests.filter(({ status }) => status !== 'skipped' && status !== 'pending');
    const failed = ran.filter(({ status }) => status !== 'passed').map(({ fullName }) => fullName);
    return { code, output, all: tests.length, ran: ran.length, failed };
  }

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
