import type { Outcome } from './outcome.ts';
import type { Finished } from './schedule.ts';

/** More failures in a stage are no matter of time: something is broken. */
const MOST = 5;

/**
 * Runs the files of tests that failed beside everything else once more, one stage after the other. What passes with the
 * machine to itself has failed for want of time alone: it counts as passed, and is named, so that nobody takes it for steady.
 * What fails again stays failed.
 */
export async function lookAgain(finished: readonly Finished[]): Promise<Finished[]> {
  const looked: Finished[] = [];
  for (const one of finished) looked.push({ ...one, outcome: await outcomeOfSecond(one) });
  return looked;
}

async function outcomeOfSecond({ stage, outcome }: Finished): Promise<Outcome> {
  const { failures = [], failed } = outcome;
  const files = new Set(failures.map(({ file }) => file));
  // An error outside of tests belongs to no file, a command has none, and a counterexample is none of time.
  const isOfFiles = failures.length === failed && !files.has(undefined);
  if (failed === 0 || failed > MOST || !isOfFiles || !stage.runFiles) return outcome;
  const again = await stage.runFiles([...files] as string[]);
  if (again.failed > 0) return { ...outcome, output: again.output };
  const unsteady = failures.map(({ title }) => title);
  return { ...outcome, passed: outcome.passed + failed, failed: 0, failures: [], output: '', unsteady };
}
