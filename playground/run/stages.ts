import { rmSync } from 'node:fs';
import { ensureBrowsers } from './browsers.ts';
import { type Build, build, CMS_BUILD, CORE_BUILD, INTEGRATION_BUILD, PLUGIN_BUILD } from './builds.ts';
import { packageScript, runCommand } from './command.ts';
import { checkDatabases } from './databases.ts';
import { failedWith, type Outcome, PASSED } from './outcome.ts';
import { CACHE, ROOT } from './paths.ts';
import { readVitestReport, skippedGroups } from './vitest-report.ts';

export interface Stage {
  name: string;
  run(): Promise<Outcome>;
}

const command = (name: string, line: string, cwd = ROOT): Stage => ({
  name,
  async run() {
    const { code, output } = await runCommand(line, cwd);
    return code === 0 ? PASSED : failedWith(output);
  },
});

/** A stage of the package's own script, or none where the package has no such script. */
const script = (name: string, cwd: string, key: string): Stage[] => {
  const line = packageScript(cwd, key);
  return line ? [command(name, line, cwd)] : [];
};

const built = (what: Build): Stage => ({
  name: `build ${what.name}`,
  async run() {
    await build(what);
    return PASSED;
  },
});

/**
 * Vitest's JSON report is what is counted; its own printed report is what a person reads when something fails.
 *
 * @param files how many test files run at once: those that wait for databases and browsers leave much of the machine idle
 */
const vitest = (name: string, projects: readonly string[], files = 1): Stage => ({
  name,
  async run() {
    const report = `${CACHE}/${name}.json`;
    // One that an earlier run left must not be counted for this one.
    rmSync(report, { force: true });
    const selected = projects.map((project) => `--project ${project}`).join(' ');
    const { code, output } = await runCommand(
      `vitest run ${selected} --maxWorkers=${files} --reporter=default --reporter=json --outputFile.json=${report}`,
      ROOT,
      { NO_COLOR: '1' },
    );
    return { ...readVitestReport(report, code), output: code === 0 ? skippedGroups(report) : output };
  },
});

const PACKAGES = ['core', 'strapi-plugin', 'astro-integration'] as const;
const PLAYGROUND = ['cms', 'site', 'vendors', 'e2e', 'bench', 'consumer'] as const;

const ATTW_OPTIONS: Record<(typeof PACKAGES)[number], string> = {
  core: '',
  // Strapi's own build and `strapi-plugin verify` give one declaration file to both kinds of module.
  'strapi-plugin': '--ignore-rules false-cjs',
  // Astro projects are ES modules, and `.astro` files are resolved by Astro alone.
  'astro-integration': '--profile esm-only --exclude-entrypoints ./components',
};

const typechecks: Stage[] = [
  command('typecheck root', 'tsc -p .'),
  ...[...PACKAGES, ...PLAYGROUND.map((name) => `playground/${name}`)].flatMap((name) =>
    script(`typecheck ${name}`, `${ROOT}/${name}`, 'typecheck'),
  ),
];

const packaging: Stage[] = PACKAGES.flatMap((name) => [
  command(`publint ${name}`, `publint --strict --pack npm ${name}`),
  command(`attw ${name}`, `attw --pack . ${ATTW_OPTIONS[name]}`, `${ROOT}/${name}`),
  ...script(`size ${name}`, `${ROOT}/${name}`, 'size'),
]);

/**
 * Everything that CI runs: phases one after the other, in each phase lanes side by side (two, as CI's machines have
 * two cores), in each lane stages one after the other. A later phase needs what an earlier one built.
 */
export const PHASES: readonly (readonly Stage[])[][] = [
  [[command('lint', 'biome check --error-on-warnings .')], [built(CORE_BUILD)]],
  [[built(PLUGIN_BUILD)], [built(INTEGRATION_BUILD)]],
  // On a bare Debian the browsers take 40 s, which the shorter lane has.
  [
    [built(CMS_BUILD), { name: 'browsers', run: ensureBrowsers }],
    [...typechecks, ...packaging],
  ],
  [[{ name: 'databases', run: checkDatabases }]],
  [[vitest('unit', ['core'], 2)]],
  [[vitest('integration', ['strapi-plugin', 'astro-integration'], 2)]],
  // A consumer mostly waits for installs; browsers mostly wait for pages.
  [[vitest('admin', ['strapi-admin']), vitest('e2e', ['e2e'])], [vitest('consumer', ['consumer'])]],
];
