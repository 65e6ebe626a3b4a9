import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { headlessOptions } from '../../run/chromium.ts';
import { ROOT } from '../../run/paths.ts';
import { catalogVersion, makeFolder } from '../harness/apps.ts';
import { registryAnswers, run } from '../harness/commands.ts';
import { type Registry, startRegistry } from '../harness/registry.ts';
import { tarballs } from '../harness/tarballs.ts';
import { runVitest } from '../harness/vitest-run.ts';

const possible = !!process.env.CI || (await registryAnswers());
const because = possible ? '' : ' (skipped: no package registry answers on this machine)';

describe.skipIf(!possible)(`whoever writes an adapter, outside this workspace${because}`, () => {
  let folder: string;
  let app: string;
  let registry: Registry;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'permesso-adapter-'));
    registry = await startRegistry(await tarballs(join(folder, 'packed')));
    app = makeFolder(folder, 'adapter', registry.origin);
    writeFileSync(join(app, 'package.json'), JSON.stringify({ type: 'module', private: true }));
    for (const file of ['server.ts', 'page-files.ts', 'tag.html'])
      cpSync(`${ROOT}/playground/plain/${file}`, join(app, file));
    cpSync(`${ROOT}/playground/consumer/own-adapter`, app, { recursive: true });
    const tools = ['vitest', 'playwright-core', 'zod'].map((name) => `${name}@${catalogVersion(name)}`);
    await run(`npm install @permesso/consent-core vite ${tools.join(' ')}`, app);
  });
  afterAll(async () => {
    await registry?.stop();
    if (folder) rmSync(folder, { recursive: true, force: true });
  });

  const prove = (only?: string) =>
    runVitest(app, { LAUNCH_OPTIONS: JSON.stringify(headlessOptions()) }, only);

  it('passes what the adapter does', async () => {
    const { code, output, ran, failed } = await prove();
    expect(failed, output).toEqual([]);
    expect(code, output).toBe(0);
    expect(ran).toBeGreaterThan(6);
  });

  it('fails, by the rule of it, what a page loads before the choice', async () => {
    const server = join(app, 'server.ts');
    const text = readFileSync(server, 'utf8');
    const careless = text.replace(/<iframe (.*) data-consent-src=/, '<iframe $1 src=');
    expect(careless).not.toBe(text);
    writeFileSync(server, careless);
    const { code, failed } = await prove('-t "I5, C3, C10"');
    expect(code).not.toBe(0);
    expect(failed.join()).toContain('I5, C3, C10: asks nobody and stores nothing before the choice');
  });
});
