import { packageScript, runCommand } from './command.ts';
import { Failure } from './failure.ts';
import { CMS, RECIPES, ROOT, SITE } from './paths.ts';
import { contentHash, isMadeFrom, type Stamped, stamp } from './stamp.ts';

/** One thing that is built, from what, and to where. */
export interface Build extends Stamped {
  /** As it stands in a list of steps. */
  title: string;
}

const LOCK = `${ROOT}/pnpm-lock.yaml`;
const BASE = `${ROOT}/tsconfig.json`;
const CORE = `${ROOT}/core`;
const PLUGIN = `${ROOT}/strapi-plugin`;
const INTEGRATION = `${ROOT}/astro-integration`;

export const CORE_BUILD: Build = {
  name: 'core',
  title: 'the core',
  cwd: CORE,
  inputs: [LOCK, BASE, CORE],
  outputs: ['dist'],
};

export const PLUGIN_BUILD: Build = {
  name: 'strapi-plugin',
  title: 'the Strapi plugin',
  cwd: PLUGIN,
  inputs: [LOCK, BASE, CORE, PLUGIN],
  outputs: ['dist/server', 'dist/admin', 'dist/root'],
};

export const INTEGRATION_BUILD: Build = {
  name: 'astro-integration',
  title: 'the Astro integration',
  cwd: INTEGRATION,
  inputs: [LOCK, BASE, CORE, INTEGRATION],
  outputs: ['dist'],
};

export const CMS_BUILD: Build = {
  name: 'cms',
  title: 'the CMS with its admin panel',
  cwd: CMS,
  inputs: [...PLUGIN_BUILD.inputs, CMS],
  outputs: ['dist/build', 'dist/config'],
  env: { NODE_ENV: 'production' },
};

/** Built while the CMS answers, so that prerendered pages carry its config. */
export const SITE_BUILD: Build = {
  name: 'site',
  title: 'the site',
  cwd: SITE,
  inputs: [...INTEGRATION_BUILD.inputs, SITE],
  outputs: ['dist/server/entry.mjs', 'dist/client'],
};

/** A page for each recipe of `docs/recipes.md`. */
export const RECIPES_BUILD: Build = {
  name: 'recipes',
  title: 'the recipes',
  cwd: RECIPES,
  inputs: [...INTEGRATION_BUILD.inputs, PLUGIN, RECIPES],
  outputs: ['dist/ga4/index.html'],
};

/** Whether a build of it would have anything to do. */
export const isStale = (what: Build): boolean => !isMadeFrom(contentHash(what), what);

/**
 * Builds what is not up to date; answers whether there was anything to do.
 *
 * @throws {Failure} with the build's output when it fails.
 */
export async function build(what: Build, env: NodeJS.ProcessEnv = {}): Promise<boolean> {
  // Before the build: what changes while it runs makes it stale.
  const hash = contentHash(what);
  if (isMadeFrom(hash, what)) return false;
  const { code, output } = await runCommand(packageScript(what.cwd, 'build'), what.cwd, {
    ...what.env,
    ...env,
  });
  if (code !== 0) {
    throw new Failure(`${output.trimEnd()}\n\nBuilding ${what.title} failed; its output stands above.`);
  }
  stamp(hash, what);
  return true;
}
