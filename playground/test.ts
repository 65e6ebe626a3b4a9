import { mkdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { PARTS, parseTestArguments } from './run/arguments.ts';
import { PNPM, stopCommands } from './run/command.ts';
import { runMain } from './run/failure.ts';
import type { Count, Failed } from './run/outcome.ts';
import { CACHE } from './run/paths.ts';
import { seconds, styled } from './run/progress.ts';
import { type Finished, runStages } from './run/schedule.ts';
import { lookAgain } from './run/second-look.ts';
import { withNeeds } from './run/stage.ts';
import { stagesOf } from './run/stages.ts';
import { describeTimes, keepTimes, keptTimes, timesOf } from './run/times.ts';

const describe = ({ passed, failed, skipped }: Count): string =>
  `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;

function report({ stage, outcome, took }: Finished): void {
  const mark = outcome.failed > 0 ? styled('red', '✗') : styled('green', '✓');
  console.log(
    `${mark} ${stage.name.padEnd(28)} ${seconds(took).padStart(8)}  ${styled('dim', describe(outcome))}`,
  );
  if (outcome.output) console.log(`\n${outcome.output.trimEnd()}\n`);
}

function sumOf(finished: readonly Finished[]): Count {
  const sum = (key: keyof Count) => finished.reduce((total, { outcome }) => total + outcome[key], 0);
  return { passed: sum('passed'), failed: sum('failed'), skipped: sum('skipped') };
}

const describeFailure = ({ title, command }: Failed): string =>
  `${styled('red', '✗')} ${title}\n    ${PNPM} exec ${command}`;

async function main(): Promise<number> {
  const { only, full, keepTimes: keptInRepository } = parseTestArguments(process.argv.slice(2));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      stopCommands();
      process.exit(1);
    });
  }
  mkdirSync(CACHE, { recursive: true });
  const start = performance.now();
  const all = stagesOf({ full });
  // Two more than there are processors: a stage that waits for a browser or a database leaves its own idle.
  const atOnce = availableParallelism() + 2;
  const finished = await lookAgain(await runStages(only ? withNeeds(all, PARTS[only]) : all, atOnce, report));
  const times = timesOf(finished, performance.now() - start);
  console.log(`\n${describeTimes(times, keptTimes())}`);
  if (!only) keepTimes(times, keptInRepository);
  const failures = finished.flatMap(({ outcome }) => outcome.failures ?? []);
  if (failures.length > 0) {
    console.log(`\nWhat failed, and what runs it alone:\n${failures.map(describeFailure).join('\n')}`);
  }
  const unsteady = finished.flatMap(({ outcome }) => outcome.unsteady ?? []);
  if (unsteady.length > 0) {
    console.log(
      `\nFailed beside everything else, passed alone:\n${unsteady.map((title) => `~ ${title}`).join('\n')}`,
    );
  }
  const sum = sumOf(finished);
  console.log(`\n${describe(sum)}`);
  return sum.failed > 0 ? 1 : 0;
}

await runMain(main);
