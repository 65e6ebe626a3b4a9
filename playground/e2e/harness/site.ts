import { rmSync } from 'node:fs';
import { build, CMS_BUILD, CORE_BUILD, INTEGRATION_BUILD, PLUGIN_BUILD } from '../../run/builds.ts';
import { packageScript, runCommand } from '../../run/command.ts';
import { Failure } from '../../run/failure.ts';
import { SITE } from '../../run/paths.ts';
import type { Addresses } from '../../run/services.ts';

/** Apart from the demo's build, and inside the site's folder, so that it finds its modules. */
const DIST = `${SITE}/node_modules/.cache/e2e`;

/** Builds what the stack needs before it can start, where it is stale. */
export async function buildPackagesAndCms(): Promise<void> {
  await build(CORE_BUILD);
  await Promise.all([build(PLUGIN_BUILD), build(INTEGRATION_BUILD)]);
  await build(CMS_BUILD);
}

/**
 * Builds the site against a running CMS, whose config its prerendered pages carry.
 *
 * @returns where the build lies.
 */
export async function buildSite(at: Addresses): Promise<string> {
  rmSync(DIST, { recursive: true, force: true });
  const { code, output } = await runCommand(packageScript(SITE, 'build'), SITE, {
    NODE_ENV: 'production',
    CONSENT_CMS_URL: at.cms,
    VENDORS_URL: at.vendors,
    SITE_OUT_DIR: DIST,
  });
  if (code !== 0) throw new Failure(`${output}\n\nThe site's build failed; its output stands above.`);
  return DIST;
}
