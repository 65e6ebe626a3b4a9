import { parseArgs } from 'node:util';
import { Failure } from './failure.ts';

/** Parts of the tests that can be run alone, and the stages that they are. */
export const PARTS = {
  core: ['core'],
  server: ['strapi-plugin'],
  admin: ['strapi-admin'],
  page: ['astro-integration'],
  e2e: ['e2e'],
} as const;

type Part = keyof typeof PARTS;

export interface TestArguments {
  /** Null for everything. */
  only: Part | null;
  /** What is too long for every day: twenty rounds of kills a database, and new apps from packed packages in any case. */
  full: boolean;
  /** Keeps the times of this run in the repository, for later runs to be compared with. */
  keepTimes: boolean;
}

const USAGE = `Use: pnpm test [--only ${Object.keys(PARTS).join('|')}] [--full] [--keep-times]`;

const isPart = (name: string): name is Part => name in PARTS;

/** @throws {Failure} that says what can be asked for. */
export function parseTestArguments(args: readonly string[]): TestArguments {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        only: { type: 'string' },
        full: { type: 'boolean', default: false },
        'keep-times': { type: 'boolean', default: false },
      },
    });
    const { only, full, 'keep-times': keepTimes } = values;
    if (only !== undefined && !isPart(only)) throw new Error(`There is no part "${only}".`);
    if (only !== undefined && keepTimes) throw new Error('Only the times of a whole run are kept.');
    return { only: only ?? null, full, keepTimes };
  } catch (error) {
    throw new Failure(`${(error as Error).message}\n${USAGE}`);
  }
}
