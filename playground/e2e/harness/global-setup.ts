import { rmSync } from 'node:fs';
import type { TestProject } from 'vitest/node';
import {
  build,
  CMS_BUILD,
  CORE_BUILD,
  INTEGRATION_BUILD,
  PLUGIN_BUILD,
  SITE_BUILD,
} from '../../run/builds.ts';
import { packageScript, runCommand } from '../../run/command.ts';
import { Failure } from '../../run/failure.ts';
import { SITE } from '../../run/paths.ts';
import type { Addresses } from '../../run/services.ts';
import { startStack } from './stack.ts';

/** What the tests need to know of the stack that all of them share. */
export interface SharedStack {
  at: Addresses;
  database: string;
  /** Where the site was built to. */
  dist: string;
}

declare module 'vitest' {
  export interface ProvidedContext {
    stack: SharedStack;
  }
}

/** Apart from the demo's build, and inside the site's folder, so that it finds its modules. */
const DIST = `${SITE}/node_modules/.cache/e2e`;

async function buildSite(at: Addresses): Promise<void> {
  rmSync(DIST, { recursive: true, force: true });
  const { code, output } = await runCommand(packageScript(SITE, 'build'), SITE, {
    ...SITE_BUILD.env,
    NODE_ENV: 'production',
    CONSENT_CMS_URL: at.cms,
    VENDORS_URL: at.vendors,
    SITE_OUT_DIR: DIST,
  });
  if (code !== 0) throw new Failure(`${output}\n\nThe site's build failed; its output stands above.`);
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  await build(CORE_BUILD);
  await Promise.all([build(PLUGIN_BUILD), build(INTEGRATION_BUILD)]);
  await build(CMS_BUILD);
  const stack = await startStack();
  try {
    await buildSite(stack.at);
    await stack.startSite(DIST);
  } catch (error) {
    await stack.stop();
    throw error;
  }
  project.provide('stack', { at: stack.at, database: stack.database, dist: DIST });
  return () => stack.stop();
}
