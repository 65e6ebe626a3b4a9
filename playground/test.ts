import { mkdirSync } from 'node:fs';
import { stopCommands } from './run/command.ts';
import { runMain } from './run/failure.ts';
import { type Count, failedWith, type Outcome } from './run/outcome.ts';
import { CACHE } from './run/paths.ts';
import { seconds, styled } from './run/progress.ts';
import { PHASES, type Stage } from './run/stages.ts';

const sum: Count = { passed: 0, failed: 0, skipped: 0 };

function describe({ passed, failed, skipped }: Count): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}

function report(name: string, outcome: Outcome, took: number): void {
  const mark = outcome.failed > 0 ? styled('red', '✗') : styled('green', '✓');
  console.log(`${mark} ${name.padEnd(28)} ${seconds(took).padStart(8)}  ${styled('dim', describe(outcome))}`);
  if (outcome.output) console.log(`\n${outcome.output.trimEnd()}\n`);
}

async function runStage({ name, run }: Stage): Promise<void> {
  const start = performance.now();
  const outcome = await run().catch((error: Error) => failedWith(error.message));
  sum.passed += outcome.passed;
  sum.failed += outcome.failed;
  sum.skipped += outcome.skipped;
  report(name, outcome, performance.now() - start);
}

async function runLane(stages: readonly Stage[]): Promise<void> {
  for (const stage of stages) await runStage(stage);
}

async function main(): Promise<number> {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      stopCommands();
      process.exit(1);
    });
  }
  mkdirSync(CACHE, { recursive: true });
  const start = performance.now();
  for (const lanes of PHASES) await Promise.all(lanes.map(runLane));
  console.log(`\nAll of it took ${seconds(performance.now() - start)}.`);
  console.log(describe(sum));
  return sum.failed > 0 ? 1 : 0;
}

await runMain(main);
