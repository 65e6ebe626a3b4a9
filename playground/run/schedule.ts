import { failedWith, type Outcome } from './outcome.ts';
import type { Stage } from './stage.ts';

/** How a stage went. */
export interface Finished {
  stage: Stage;
  outcome: Outcome;
  /** Milliseconds. */
  took: number;
}

/**
 * Runs the stages, so many at once: always the first of the list that has all it needs. What needs a stage that failed
 * is not run, and counts as failed.
 *
 * @param done hears of each stage as it ends
 * @throws when stages wait for each other, or for one that is not in the list.
 */
export async function runStages(
  stages: readonly Stage[],
  atOnce: number,
  done: (finished: Finished) => void,
): Promise<Finished[]> {
  const waiting = [...stages];
  const running = new Set<Promise<void>>();
  const finished = new Map<string, Finished>();

  const end = (stage: Stage, outcome: Outcome, took: number) => {
    const one = { stage, outcome, took };
    finished.set(stage.name, one);
    done(one);
  };

  const start = (stage: Stage) => {
    const begin = performance.now();
    const run: Promise<void> = stage
      .run()
      .catch((error: Error) => failedWith(error.message))
      .then((outcome) => end(stage, outcome, performance.now() - begin))
      .finally(() => running.delete(run));
    running.add(run);
  };

  const isBroken = ({ needs = [] }: Stage) => needs.some((name) => finished.get(name)?.outcome.failed);
  const isReady = ({ needs = [] }: Stage) => needs.every((name) => finished.has(name));

  for (;;) {
    const at = waiting.findIndex((stage) => isBroken(stage) || (isReady(stage) && running.size < atOnce));
    const [next] = at < 0 ? [] : waiting.splice(at, 1);
    if (next && isBroken(next)) end(next, failedWith(`Not run: one of ${next.needs?.join(', ')} failed.`), 0);
    else if (next) start(next);
    else if (running.size > 0) await Promise.race(running);
    else break;
  }
  if (waiting.length > 0) {
    throw new Error(`These stages wait for each other: ${waiting.map(({ name }) => name).join(', ')}.`);
  }
  return [...finished.values()];
}
