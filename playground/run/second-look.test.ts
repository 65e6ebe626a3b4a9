import { describe, expect, it } from 'vitest';
import { type Failed, failedWith, type Outcome } from './outcome.ts';
import type { Finished } from './schedule.ts';
import { lookAgain } from './second-look.ts';

const failureIn = (file: string): Failed => ({ title: `a test of ${file}`, command: 'vitest run', file });

const failing = (failures: Failed[], failed = failures.length): Outcome => ({
  passed: 7,
  failed,
  skipped: 0,
  output: 'in the crowd',
  failures,
});

const green: Outcome = { passed: 3, failed: 0, skipped: 0, output: '' };

/** A stage that went so, and what its files would do alone. */
function finished(outcome: Outcome, alone: Outcome, asked: (readonly string[])[] = []): Finished {
  const runFiles = async (files: readonly string[]) => {
    asked.push(files);
    return alone;
  };
  return { stage: { name: 'e2e', run: async () => outcome, runFiles }, outcome, took: 1 };
}

describe('the second look at what failed beside everything else', () => {
  it('counts as passed, and names, what passes alone: each file is run once', async () => {
    const asked: string[][] = [];
    const failures = [failureIn('a.test.ts'), failureIn('a.test.ts'), failureIn('b.test.ts')];
    const [one] = await lookAgain([finished(failing(failures), green, asked)]);
    expect(asked).toEqual([['a.test.ts', 'b.test.ts']]);
    expect(one?.outcome).toMatchObject({ passed: 10, failed: 0, failures: [] });
    expect(one?.outcome.unsteady).toEqual(failures.map(({ title }) => title));
  });

  it('leaves failed what fails again, and shows how it failed alone', async () => {
    const failures = [failureIn('a.test.ts'), failureIn('b.test.ts')];
    const again = { ...green, failed: 1, output: 'alone' };
    const [one] = await lookAgain([finished(failing(failures), again)]);
    expect(one?.outcome).toMatchObject({ passed: 7, failed: 2, failures, output: 'alone' });
  });

  it.each<[string, Outcome]>([
    ['an error outside of tests', failing([failureIn('a.test.ts')], 2)],
    ['a command', failedWith('no', [{ title: 'lint', command: 'biome' }])],
    ['a build', failedWith('no')],
    ['many at once', failing(Array.from({ length: 6 }, (_, n) => failureIn(`${n}.test.ts`)))],
    ['nothing', green],
  ])('does not ask for %s once more', async (_, outcome) => {
    const asked: string[][] = [];
    const [one] = await lookAgain([finished(outcome, green, asked)]);
    expect(asked).toEqual([]);
    expect(one?.outcome).toEqual(outcome);
  });
});
