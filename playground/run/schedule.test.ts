import { describe, expect, it } from 'vitest';
import { failedWith, PASSED } from './outcome.ts';
import { runStages } from './schedule.ts';
import { type Stage, withNeeds } from './stage.ts';

/** A stage that ends when it is told to. */
function held(name: string, needs: string[] = []) {
  const gate = Promise.withResolvers<void>();
  const stage: Stage = { name, needs, run: () => gate.promise.then(() => PASSED) };
  return { stage, end: () => gate.resolve() };
}

const passing = (name: string, needs: string[] = []): Stage => ({ name, needs, run: async () => PASSED });

/** Lets everything that is ready happen. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('the schedule of a test run', () => {
  it('begins what is ready in the order of the list, and no more at once than it may', async () => {
    const begun: string[] = [];
    const noted = (one: ReturnType<typeof held>) => {
      const { run } = one.stage;
      one.stage.run = () => {
        begun.push(one.stage.name);
        return run();
      };
      return one;
    };
    const [long, needing, short] = [held('long'), held('needing', ['long']), held('short')].map(noted) as [
      ReturnType<typeof held>,
      ReturnType<typeof held>,
      ReturnType<typeof held>,
    ];
    const ended = runStages([long.stage, needing.stage, short.stage], 2, () => {});
    await settled();
    expect(begun).toEqual(['long', 'short']);
    long.end();
    await settled();
    expect(begun).toEqual(['long', 'short', 'needing']);
    short.end();
    needing.end();
    expect((await ended).map(({ stage }) => stage.name)).toEqual(['long', 'short', 'needing']);
  });

  it('counts as failed what needs a stage that failed, without running it, however far behind', async () => {
    const broken: Stage = { name: 'build', run: async () => failedWith('no') };
    const finished = await runStages(
      [passing('e2e', ['site']), passing('site', ['build']), broken],
      2,
      () => {},
    );
    expect(Object.fromEntries(finished.map(({ stage, outcome }) => [stage.name, outcome.failed]))).toEqual({
      build: 1,
      site: 1,
      e2e: 1,
    });
  });

  it('counts a stage that throws as failed, with its message', async () => {
    const [finished] = await runStages(
      [{ name: 'a', run: () => Promise.reject(new Error('why')) }],
      1,
      () => {},
    );
    expect(finished?.outcome).toMatchObject({ failed: 1, output: 'why' });
  });

  it('refuses stages that wait for each other', async () => {
    const circle = [passing('a', ['b']), passing('b', ['a'])];
    await expect(runStages(circle, 2, () => {})).rejects.toThrow('a, b');
  });

  it('knows what a part needs, and what that needs', () => {
    const stages = [
      passing('core'),
      passing('plugin', ['core']),
      passing('cms', ['plugin']),
      passing('page'),
    ];
    expect(withNeeds(stages, ['cms']).map(({ name }) => name)).toEqual(['core', 'plugin', 'cms']);
    expect(() => withNeeds(stages, ['pages'])).toThrow('no stage "pages"');
  });
});
