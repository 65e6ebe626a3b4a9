/** One thing that goes wrong for a while: it is said once, until it went right again. */
export interface Warning {
  raise(message: string): void;
  /** It went right: the next failure is said anew. */
  clear(): void;
}

export function createWarning(warn: (message: string) => void): Warning {
  let isRaised = false;
  return {
    raise(message) {
      if (!isRaised) warn(message);
      isRaised = true;
    },
    clear() {
      isRaised = false;
    },
  };
}
