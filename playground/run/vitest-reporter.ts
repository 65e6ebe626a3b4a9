import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import type { Reporter, TestCase, TestModule } from 'vitest/node';
import type { Failed, Outcome } from './outcome.ts';
import { ROOT } from './paths.ts';

/** Names the file that the reporter writes, in the environment of the run. */
export const REPORT_VARIABLE = 'PERMESSO_VITEST_REPORT';

export type VitestReport = Pick<Required<Outcome>, 'passed' | 'failed' | 'skipped' | 'failures' | 'files'> & {
  /** Why tests were skipped: the titles of their groups. */
  skippedGroups: readonly string[];
};

/** Writes what a run of all tests has to know of one of Vitest. */
export default class RunReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]): void {
    const path = process.env[REPORT_VARIABLE];
    if (!path) throw new Error(`Set ${REPORT_VARIABLE} to the file that the report goes to.`);
    writeFileSync(path, JSON.stringify(reportOf(modules, errors.length)));
  }
}

/** @param errors how many were thrown outside of tests: each fails the run */
export function reportOf(modules: readonly TestModule[], errors: number): VitestReport {
  const tests = modules.flatMap((module) => [...module.children.allTests()]);
  const inState = (state: string) => tests.filter((test) => test.result().state === state);
  // A file that does not load, or whose hooks fail, may have no failed test.
  const broken = modules.filter(
    (module) => !module.ok() && ![...module.children.allTests()].some((test) => !test.ok()),
  );
  const failures = [...inState('failed').map(failedTest), ...broken.map(failedModule)];
  const skipped = [...inState('skipped'), ...inState('pending')];
  return {
    passed: inState('passed').length,
    failed: failures.length + errors,
    skipped: skipped.length,
    failures,
    files: modules.map((module) => ({ file: fileOf(module), ms: durationOf(module) })),
    skippedGroups: [...new Set(skipped.map(groupOf))],
  };
}

const fileOf = ({ moduleId }: TestModule): string => relative(ROOT, moduleId);

function durationOf(module: TestModule): number {
  const { collectDuration, setupDuration, prepareDuration, environmentSetupDuration, duration } =
    module.diagnostic();
  return collectDuration + setupDuration + prepareDuration + environmentSetupDuration + duration;
}

/** The title of what stands around a test, which says why it is skipped; its own where it stands alone. */
const groupOf = ({ parent, fullName }: TestCase): string =>
  parent.type === 'suite' ? parent.fullName : fullName;

const run = (module: TestModule) => `vitest run --project ${module.project.name} ${fileOf(module)}`;

const failedTest = (test: TestCase): Failed => ({
  title: test.fullName,
  command: `${run(test.module)} -t ${quoted(test.fullName)}`,
  // A counterexample of a property holds however busy the machine is, and another run looks for other ones.
  ...(isCounterexample(test) ? {} : { file: fileOf(test.module) }),
});

/** As fast-check reports one. */
const isCounterexample = (test: TestCase): boolean =>
  (test.result().errors ?? []).some(({ message }) => /^Property failed after \d+ tests/.test(message));

const failedModule = (module: TestModule): Failed => ({
  title: fileOf(module),
  command: run(module),
  file: fileOf(module),
});

/** For a shell, and for Vitest, which takes a title for a pattern. */
function quoted(title: string): string {
  return `'${title.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&').replaceAll("'", "'\\''")}'`;
}
