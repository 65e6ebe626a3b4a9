import { afterAll, afterEach, beforeAll } from 'vitest';
import type { Engine, Profile, RunningEngine, Window } from './engine.ts';

/** Opens a window of its own for somebody new, who can open more of them. */
export type NewVisitor = () => Promise<{ page: Window; newWindow(): Promise<Window> }>;

/** One engine for a group of tests, one fresh profile for each visitor; everything is closed again. */
export function useEngine(engine: Engine, site: () => string): NewVisitor {
  let running: RunningEngine;
  const profiles: Profile[] = [];
  beforeAll(async () => {
    running = await engine.start();
  });
  afterEach(async () => {
    for (const profile of profiles.splice(0)) await profile.close();
  });
  afterAll(() => running?.stop());
  return async () => {
    const profile = await running.newProfile(site());
    profiles.push(profile);
    return { page: await profile.newWindow(), newWindow: profile.newWindow };
  };
}
