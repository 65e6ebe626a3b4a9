import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { type Build, build, CMS_BUILD, CORE_BUILD, INTEGRATION_BUILD, PLUGIN_BUILD } from './builds.ts';
import { RUNNING_PNPM, runCommand } from './command.ts';
import { checkDatabases } from './databases.ts';
import { failedWith, type Outcome, PASSED } from './outcome.ts';
import { CACHE, ROOT } from './paths.ts';
import type { Stage } from './stage.ts';
import { ensureTestPrograms } from './test-programs.ts';
import { REPORT_VARIABLE, type VitestReport } from './vitest-reporter.ts';

const PACKAGES = ['core', 'strapi-plugin', 'astro-integration'] as const;
type Package = (typeof PACKAGES)[number];

/** Where the packages lie as they would be published. */
const TARBALLS = `${CACHE}/tarballs`;

/** As pnpm names it: by the package's name, without its `@`. */
function tarballOf(name: Package): string {
  const manifest: { name: string } = JSON.parse(readFileSync(`${ROOT}/${name}/package.json`, 'utf8'));
  return `${TARBALLS}/${manifest.name.slice(1).replace('/', '-')}.tgz`;
}

const ATTW_OPTIONS: Record<Package, string> = {
  // A script tag names the one and stylesheets import the other: neither has types. The contract of adapters is as that of stores.
  core: '--exclude-entrypoints ./consent.js ./styles/legal.css ./adapter-contract',
  // Strapi takes the admin's path from `import` as a string, which leaves one declaration file to both kinds of module.
  // Of the contract of stores it would ask for CommonJS, which Vitest cannot run.
  'strapi-plugin': '--ignore-rules false-cjs --exclude-entrypoints ./evidence-contract',
  // Astro projects are ES modules, and `.astro` files are resolved by Astro alone.
  'astro-integration': '--profile esm-only --exclude-entrypoints ./components',
};

const PACKAGE_BUILDS = [CORE_BUILD, PLUGIN_BUILD, INTEGRATION_BUILD];
const nameOf = (what: Build) => `build ${what.name}`;

async function runLine(line: string, cwd: string, title: string): Promise<Outcome> {
  const { code, output } = await runCommand(line, cwd);
  if (code === 0) return PASSED;
  return failedWith(output, [{ title, command: cwd === ROOT ? line : `(cd ${cwd} && ${line})` }]);
}

const command = (name: string, line: string, needs: readonly string[] = [], cwd = ROOT): Stage => ({
  name,
  needs,
  run: () => runLine(line, cwd, name),
});

const built = (what: Build, ...needed: Build[]): Stage => ({
  name: nameOf(what),
  needs: needed.map(nameOf),
  async run() {
    await build(what);
    return PASSED;
  },
});

/** Packs each package as a release would: what is checked here, and what a consumer installs, is what gets published. */
const pack: Stage = {
  name: 'pack',
  needs: PACKAGE_BUILDS.map(nameOf),
  async run() {
    rmSync(TARBALLS, { recursive: true, force: true });
    const filters = PACKAGES.map((name) => `--filter ./${name}`).join(' ');
    return runLine(`${RUNNING_PNPM} ${filters} pack --out "${TARBALLS}/%s.tgz"`, ROOT, 'pack');
  },
};

/** What a registry and every kind of import would make of the package. */
const packaging = (name: Package): Stage => ({
  name: `packaging ${name}`,
  needs: [pack.name],
  async run() {
    const lint = await runLine(`publint run --strict ${tarballOf(name)}`, ROOT, `publint ${name}`);
    if (lint.failed > 0) return lint;
    // AGENTS.md says that llms.txt is the whole documentation.
    const pages = readdirSync(`${ROOT}/docs`).filter((page) => page.endsWith('.md'));
    for (const line of [
      `tar -tzf ${tarballOf(name)} package/AGENTS.md package/llms.txt`,
      ...pages.map(
        (page) => `tar -xOzf ${tarballOf(name)} package/llms.txt | grep -Fx "This is docs/${page}."`,
      ),
    ]) {
      const guided = await runLine(line, ROOT, `guides of ${name}`);
      if (guided.failed > 0) return guided;
    }
    return runLine(`attw ${tarballOf(name)} ${ATTW_OPTIONS[name]}`, ROOT, `attw ${name}`);
  },
});

interface TestOptions {
  /** What the tests find in their environment. */
  env?: NodeJS.ProcessEnv;
  /** One where it is left out: what runs beside them is another stage. */
  workers?: number;
}

/** Tests of one project. */
function tests(
  project: string,
  needs: readonly string[],
  { env = {}, workers = 1 }: TestOptions = {},
): Stage {
  const run = async (files: readonly string[]): Promise<Outcome> => {
    const report = `${CACHE}/${project}.json`;
    // One that an earlier run left must not be counted for this one.
    rmSync(report, { force: true });
    const line = ['vitest run --project', project, `--maxWorkers=${workers}`, ...files].join(' ');
    const { code, output } = await runCommand(
      `${line} --reporter=default --reporter=./playground/run/vitest-reporter.ts`,
      ROOT,
      { ...env, NO_COLOR: '1', [REPORT_VARIABLE]: report },
    );
    return outcomeOf(report, code, output, line);
  };
  return { name: project, needs, run: () => run([]), runFiles: run };
}

/** A run that failed without a failed test, or left no report, counts as a failure, so that it can never look green. */
function outcomeOf(path: string, code: number, output: string, line: string): Outcome {
  let report: VitestReport;
  try {
    report = JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return failedWith(output, [{ title: 'the run itself', command: line }]);
  }
  if (code === 0 && report.failed === 0) return { ...report, output: report.skippedGroups.join('\n') };
  const { failures } = report;
  return {
    ...report,
    failed: report.failed || 1,
    failures: failures.length > 0 ? failures : [{ title: 'the run itself', command: line }],
    output,
  };
}

export interface StageOptions {
  /** See `TestArguments`. */
  full: boolean;
}

const PROGRAMS = 'test programs';
const DATABASES = 'databases';

/**
 * Everything that CI runs. As the stages stand here they are begun, each once what it needs is there: what takes
 * longest comes first, so that nothing long is left for the end.
 */
export const stagesOf = ({ full }: StageOptions): Stage[] => [
  built(CORE_BUILD),
  { name: PROGRAMS, run: ensureTestPrograms },
  { name: DATABASES, run: checkDatabases },
  built(PLUGIN_BUILD, CORE_BUILD),
  // As much as all other stages together, so that it would run alone in the end; half of it waits for databases. A third worker
  // would have the browsers' tests beside it run out of time.
  tests('strapi-plugin', [nameOf(CORE_BUILD), PROGRAMS, DATABASES], {
    env: full ? { CONSENT_KILL_ROUNDS: '20' } : {},
    workers: 2,
  }),
  built(INTEGRATION_BUILD, CORE_BUILD),
  tests('astro-integration', [nameOf(INTEGRATION_BUILD), PROGRAMS]),
  built(CMS_BUILD, PLUGIN_BUILD),
  tests('e2e', [nameOf(CMS_BUILD), nameOf(INTEGRATION_BUILD), PROGRAMS]),
  tests('strapi-admin', [nameOf(CMS_BUILD), PROGRAMS]),
  tests('scan', [PROGRAMS], { env: full ? { CONSENT_FULL_LENGTH: '1' } : {} }),
  pack,
  tests('consumer', [pack.name], {
    env: { PERMESSO_TARBALLS: TARBALLS, ...(full ? { CONSENT_PROVE_CONSUMER: '1' } : {}) },
  }),
  tests('core', [nameOf(CORE_BUILD), PROGRAMS], { env: full ? { CONSENT_FULL_LENGTH: '1' } : {} }),
  command('types', `${RUNNING_PNPM} typecheck`, PACKAGE_BUILDS.map(nameOf)),
  ...PACKAGES.map(packaging),
  command('size core', 'size-limit', [nameOf(CORE_BUILD)], `${ROOT}/core`),
  tests('run', []),
  command('lint', 'biome check --error-on-warnings .'),
];
