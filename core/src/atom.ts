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
export function isolated(call: () => void): void {
  try {
    call();
  } catch (error) {
    console.error(error);
  }
}

/** An atom and the way to set it: `beforehand` runs when the value is new and nobody has heard of it yet. */
export function createAtom<T>(initial: T) {
  /** In boxes of their own, so that one function may listen twice. */
  const listeners = new Set<[(value: T, previous: T | undefined) => void]>();
  const atom: { -readonly [Key in keyof Atom<T>]: Atom<T>[Key] } = {
    value: initial,
    init: initial,
    lc: 0,
    eq: Object.is,
    get: () => atom.value,
    listen(listener: (value: T, previous: T | undefined) => void) {
      const box: [typeof listener] = [listener];
      atom.lc = listeners.add(box).size;
      return () => {
        if (!listeners.delete(box)) return;
        atom.lc = listeners.size;
        if (!atom.lc) atom.off();
      };
    },
    subscribe(listener: (value: T, previous?: T) => void) {
      const stop = atom.listen(listener);
      listener(atom.value);
      return stop;
    },
    notify(previous?: T) {
      // Computed stores of nanostores look for changes only when this number moved.
      const { nanostoresGlobal } = globalThis as { nanostoresGlobal?: { epoch: number } };
      if (nanostoresGlobal) nanostoresGlobal.epoch++;
      for (const box of [...listeners]) {
        // One that an earlier listener has stopped must not hear of this any more.
        if (listeners.has(box)) isolated(() => box[0](atom.value, previous));
      }
    },
    off() {},
  };

  /** Sets what differs; the same value keeps its identity. */
  const set = (next: T, beforehand?: () => void) => {
    const previous = atom.value;
    const changed = JSON.stringify(next) !== JSON.stringify(previous);
    if (changed) atom.value = next;
    beforehand?.();
    if (changed) atom.notify(previous);
  };
  const clear = () => {
    listeners.clear();
    atom.lc = 0;
  };
  return { atom, set, clear };
}
