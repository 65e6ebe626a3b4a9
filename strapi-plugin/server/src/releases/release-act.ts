import { AsyncLocalStorage } from 'node:async_hooks';

/** What is said of the release that comes of some work. */
export interface ReleaseAct {
  note: string | null;
  /** Number of the release that it takes back to. */
  restores: number | null;
}

const acts = new AsyncLocalStorage<ReleaseAct>();

/** Does something whose writes make one release, which says this of itself. */
export const asRelease = <T>(act: ReleaseAct, work: () => Promise<T>): Promise<T> => acts.run(act, work);

export const currentReleaseAct = (): ReleaseAct | undefined => acts.getStore();
