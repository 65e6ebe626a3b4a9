/**
 * The contract that the bindings of nanostores read. Written here, because the core has no dependencies and
 * the whole library would be bigger than what is needed of it.
 */
export interface Atom<T> {
  readonly value: T;
  /** The first value; bindings render it on the server. */
  readonly init: T;
  /** How many listen. */
  readonly lc: number;
  eq(a: T | undefined, b: T): boolean;
  get(): T;
  /** Calls the listener on every change. Returns a function that stops it. */
  listen(listener: (value: T, previous: T | undefined) => void): () => void;
  /** Calls the listener now and on every change. Returns a function that stops it. */
  subscribe(listener: (value: T, previous?: T) => void): () => void;
  notify(previous?: T): void;
  /** Called when the last listener has gone; libraries replace it. */
  off(): void;
}

/** Calls at once; what it throws, or rejects with later, is its own affair and stops nothing else. */
export const isolated = (call: () => unknown): Promise<unknown> =>
  (async () => call())().catch(console.error);

/** Listeners, each in a box of its own, so that one function may listen twice. */
export type Listeners<Args extends unknown[]> = Set<[(...args: Args) => void]>;

/** Adds a listener. Returns a function that stops it and, where it was the last, calls `off`. */
export const addListener = <Args extends unknown[]>(
  listeners: Listeners<Args>,
  listener: (...args: Args) => void,
  off?: () => void,
) => {
  const box: [typeof listener] = [listener];
  listeners.add(box);
  return () => {
    if (listeners.delete(box) && !listeners.size) off?.();
  };
};

/** Calls them all, but for one that an earlier one has stopped meanwhile. */
export const callListeners = <Args extends unknown[]>(
  listeners: Listeners<Args>,
  call: (listener: (...args: Args) => void) => void,
) => {
  for (const box of [...listeners]) if (listeners.has(box)) isolated(() => call(box[0]));
};
