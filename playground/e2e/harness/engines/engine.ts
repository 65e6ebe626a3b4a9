/** Keys that the journeys press, as `KeyboardEvent.key` names them. */
export type Key = 'Enter' | 'Escape' | ' ';

/** A window of a browser, in the few verbs that each engine's own client has. */
export interface Window {
  /** Opens a page of the site and waits until it is loaded. */
  open(path: string): Promise<void>;
  reload(): Promise<void>;
  /** Clicks with the mouse on what is there by now. */
  click(selector: string): Promise<void>;
  /** Presses a key on what has the focus. */
  press(key: Key): Promise<void>;
  /** Runs a function in the page, which sees nothing of what stands around it here but the selector. */
  evaluate<Result>(run: (selector: string) => Result, selector?: string): Promise<Result>;
}

/** Somebody with a fresh profile, and the windows that they have open. */
export interface Profile {
  newWindow(): Promise<Window>;
  close(): Promise<void>;
}

export interface RunningEngine {
  newProfile(site: string): Promise<Profile>;
  stop(): Promise<void>;
}

/** An engine other than Chromium, which the other tests use. */
export interface Engine {
  name: string;
  /** Why it cannot run on this machine; null where it can. */
  missing: string | null;
  /** @throws where it is missing. */
  start(): Promise<RunningEngine>;
}

/** Milliseconds that a first start may take: it reads a few hundred megabytes from the disk. */
export const START_WITHIN = 90_000;
