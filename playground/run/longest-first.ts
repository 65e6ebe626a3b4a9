import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { ROOT } from './paths.ts';
import { keptTimes } from './times.ts';

/** Begins with the files that took longest when times were kept, so that none of them is left for the end, alone. */
export default class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const times = keptTimes()?.slowestFiles ?? {};
    const secondsOf = ({ moduleId }: TestSpecification): number => times[relative(ROOT, moduleId)] ?? 0;
    return (await super.sort(files)).toSorted((one, other) => secondsOf(other) - secondsOf(one));
  }
}
