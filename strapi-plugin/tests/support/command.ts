import { execFile } from 'node:child_process';
import { rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { writeApp } from './app';
import { bundlePlugin } from './bundle';
import type { TestDatabase } from './databases';

const require = createRequire(import.meta.url);
const STRAPI = join(dirname(require.resolve('@strapi/strapi/package.json')), 'bin', 'strapi.js');

/** Milliseconds. It is ended before the test is, so that a Strapi that it asks is still there to see it go. */
const COMMAND_TIMEOUT = 60_000;

/**
 * Runs a command of Strapi's own in a project with the plugin, on this database.
 *
 * @returns what it wrote.
 * @throws where it fails or does not end, with what it wrote.
 */
export async function runStrapi(database: TestDatabase, ...command: string[]): Promise<string> {
  const dir = await writeApp(database, {});
  const plugin = join(dir, 'plugin-under-test.cjs');
  const bundle = JSON.stringify(await bundlePlugin());
  const lines = [
    `require('node:module').enableCompileCache();`,
    `globalThis.__consentPluginUnderTest = () => require(${bundle}).default;`,
  ];
  await writeFile(plugin, `${lines.join('\n')}\n`);
  try {
    const run = promisify(execFile)(process.execPath, ['--require', plugin, STRAPI, ...command], {
      cwd: dir,
      timeout: COMMAND_TIMEOUT,
    });
    const { stdout, stderr } = await run;
    return stdout + stderr;
  } catch (error) {
    const { message, stdout } = error as Error & { stdout: string };
    throw new Error(`strapi ${command[0]}: ${message}\n${stdout}`);
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
}
