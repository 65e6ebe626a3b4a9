/** The present in unix seconds, or a clock that tells it. */
export type Clock = number | (() => number);

/** Whole unix seconds; NaN when the clock is unusable, which every comparison here takes for "expired". */
export const unixSeconds = (now: Clock = Date.now() / 1000): number => {
  const seconds = Math.floor(typeof now === 'function' ? now() : now);
  return Number.isFinite(seconds) ? seconds : Number.NaN;
};

/**
 * A random UUID (version 4), also where `crypto.randomUUID` is missing: on pages served without https. There the
 * browser makes one for the address of an object (File API, section 8.3), and everywhere.
 */
export const randomUuid = (): string => crypto.randomUUID?.() ?? URL.createObjectURL(new Blob()).slice(-36);
