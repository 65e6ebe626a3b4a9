import { packageScript, runCommand } from './command.ts';
import { Failure } from './failure.ts';
import { CMS, ROOT, SITE } from './paths.ts';
import { isFresh, type Stamped, stamp } from './stamp.ts';

/** One thing that is built, from what, and to where; paths are relative to its folder. */
export interface Build extends Stamped {
  /** As it stands in a list of steps. */
  title: string;
}

const LOCK = `${ROOT}/pnpm-lock.yaml`;
const BASE = `${ROOT}/tsconfig.json`;
const CORE_SOURCES = [`${ROOT}/core/src`, `${ROOT}/core/tsdown.config.ts`, `${ROOT}/core/package.json`];
const PLUGIN_SOURCES = ['src', 'server', 'admin', 'package.json', 'tsdown.config.ts'].map(
  (path) => `${ROOT}/strapi-plugin/${path}`,
);
const INTEGRATION_SOURCES = ['src', 'components', 'package.json', 'tsdown.config.ts'].map(
  (path) => `${ROOT}/astro-integration/${path}`,
);

export const CORE_BUILD: Build = {
  name: 'core',
  title: 'the core',
  cwd: `${ROOT}/core`,
  inputs: [LOCK, BASE, ...CORE_SOURCES],
  outputs: ['dist'],
};

export const PLUGIN_BUILD: Build = {
  name: 'strapi-plugin',
  title: 'the Strapi plugin',
  cwd: `${ROOT}/strapi-plugin`,
  inputs: [LOCK, BASE, ...CORE_SOURCES, ...PLUGIN_SOURCES],
  outputs: ['dist/server', 'dist/admin', 'dist/root'],
};

export const INTEGRATION_BUILD: Build = {
  name: 'astro-integration',
  title: 'the Astro integration',
  cwd: `${ROOT}/astro-integration`,
  inputs: [LOCK, BASE, ...CORE_SOURCES, ...INTEGRATION_SOURCES],
  outputs: ['dist'],
};

export const CMS_BUILD: Build = {
  name: 'cms',
  title: 'the CMS with its admin panel',
  cwd: CMS,
  inputs: [
    LOCK,
    ...PLUGIN_BUILD.inputs,
    ...['config', 'src', 'package.json', 'tsconfig.json'].map((p) => `${CMS}/${p}`),
  ],
  outputs: ['dist/build', 'dist/config'],
  env: { NODE_ENV: 'production' },
};

/** Built while the CMS answers, so that prerendered pages carry its config. */
export const SITE_BUILD: Build = {
  name: 'site',
  title: 'the site',
  cwd: SITE,
  inputs: [
    LOCK,
    ...INTEGRATION_BUILD.inputs,
    ...['src', 'public', 'package.json', 'astro.config.mjs'].map((p) => `${SITE}/${p}`),
  ],
  outputs: ['dist/server/entry.mjs', 'dist/client'],
};

/**
 * Builds what is not up to date; answers whether there was anything to do.
 *
 * @throws {Failure} with the build's output when it fails.
 */
export async function build(what: Build, env: NodeJS.ProcessEnv = {}): Promise<boolean> {
  if (isFresh(what)) return false;
  const { code, output } = await runCommand(packageScript(what.cwd, 'build'), what.cwd, {
    ...what.env,
    ...env,
  });
  if (code !== 0) {
    throw new Failure(`${output.trimEnd()}\n\nBuilding ${what.title} failed; its output stands above.`);
  }
  stamp(what);
  return true;
}
