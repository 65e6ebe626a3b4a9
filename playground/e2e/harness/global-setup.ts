import type { TestProject } from 'vitest/node';
import type { Addresses } from '../../run/services.ts';
import { buildPackagesAndCms, buildSite } from './site.ts';
import { startStack } from './stack.ts';

/** What the tests need to know of the stack that all of them share. */
export interface SharedStack {
  at: Addresses;
  database: string;
  /** Where the site was built to. */
  dist: string;
}

declare module 'vitest' {
  export interface ProvidedContext {
    stack: SharedStack;
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  await buildPackagesAndCms();
  const stack = await startStack();
  try {
    const dist = await buildSite(stack.at);
    await stack.startSite(dist);
    project.provide('stack', { at: stack.at, database: stack.database, dist });
  } catch (error) {
    await stack.stop();
    throw error;
  }
  return () => stack.stop();
}
