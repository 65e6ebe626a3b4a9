import type { Outcome } from './outcome.ts';

/** One thing that a test run does. */
export interface Stage {
  name: string;
  /** Stages that must have passed before it: what they built or installed, it uses. */
  needs?: readonly string[];
  run(): Promise<Outcome>;
  /** Runs some test files of it once more, where it has tests. */
  runFiles?(files: readonly string[]): Promise<Outcome>;
}

/**
 * The stages of these names with all that they need, in the order of the list.
 *
 * @throws when a name is no stage's.
 */
export function withNeeds(stages: readonly Stage[], names: readonly string[]): Stage[] {
  const byName = new Map(stages.map((stage) => [stage.name, stage]));
  const wanted = new Set<string>();
  const add = (name: string) => {
    if (wanted.has(name)) return;
    const stage = byName.get(name);
    if (!stage) throw new Error(`There is no stage "${name}".`);
    wanted.add(name);
    stage.needs?.forEach(add);
  };
  names.forEach(add);
  return stages.filter(({ name }) => wanted.has(name));
}
