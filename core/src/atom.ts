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

/** Calls one listener; what it throws is its own affair and stops no other. */
export const isolated = (call: () => void): void => {
  try {
    call();
  } catch (error) {
    console.error(error);
  }
};

/** An atom without a value yet; its listeners stand in the set that it is given. */
export const createAtom = <T>(listeners: Set<[(value: T, previous: T | undefined) => void]>) => {
  const atom = {
    get lc() {
      return listeners.size;
    },
    eq: Object.is,
    get: () => atom.value,
    listen(listener: (value: T, previous: T | undefined) => void) {
      // In a box of its own, so that one function may listen twice.
      const box: [typeof listener] = [listener];
      listeners.add(box);
      return () => {
        if (listeners.delete(box) && !listeners.size) atom.off();
      };
    },
    subscribe(listener: (value: T, previous?: T) => void) {
      const stop = atom.listen(listener);
      listener(atom.value);
      return stop;
    },
    notify(previous?: T) {
      // Computed stores of nanostores look for changes only when this number moved.
      // biome-ignore lint/suspicious/noAssignInExpressions: as nanostores itself makes it
      ((globalThis as { nanostoresGlobal?: { epoch: number } }).nanostoresGlobal ??= { epoch: 0 }).epoch++;
      for (const box of [...listeners]) {
        // One that an earlier listener has stopped must not hear of this any more.
        if (listeners.has(box)) isolated(() => box[0](atom.value, previous));
      }
    },
    off() {},
  } as { -readonly [Key in keyof Atom<T>]: Atom<T>[Key] };
  return atom;
};
