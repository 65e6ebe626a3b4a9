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
}

const USAGE = `Use: pnpm test [--only ${Object.keys(PARTS).join('|')}] [--full]`;

const isPart = (name: string): name is Part => name in PARTS;

/** @throws {Failure} that says what can be asked for. */
export function parseTestArguments(args: readonly string[]): TestArguments {
  try {
    const { only, full } = parseArgs({
      args: [...args],
      options: { only: { type: 'string' }, full: { type: 'boolean', default: false } },
    }).values;
    if (only !== undefined && !isPart(only)) throw new Error(`There is no part "${only}".`);
    return { only: only ?? null, full };
  } catch (error) {
    throw new Failure(`${(error as Error).message}\n${USAGE}`);
  }
}
