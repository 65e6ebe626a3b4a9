/** Stands between vendors and IAB's libraries, which take every call as it comes, and call back unguarded. */

type Callback = (...answer: unknown[]) => void;
type VendorApi = (...call: unknown[]) => unknown;

/**
 * Has one of IAB's libraries take the place of its stub, and hands on what waited there. What a vendor throws as it is called back is
 * reported, and keeps nothing from others.
 *
 * @param callbackAt which argument of a call is the callback
 * @param takeOver makes the library's answering part, which puts itself into the page
 */
export function answerVendors<Answering>(
  name: '__tcfapi' | '__gpp',
  callbackAt: number,
  takeOver: () => Answering,
): Answering {
  const page = window as unknown as Record<typeof name, VendorApi | undefined>;
  const waiting = (page[name]?.() ?? []) as unknown[][];
  // The library asks for what waits, and would take it unguarded.
  page[name] = () => [];
  const answering = takeOver();
  const answer = page[name];
  const guarded: VendorApi = (...call) => {
    call[callbackAt] = guardCallback(call[callbackAt]);
    return answer(...call);
  };
  page[name] = guarded;
  for (const call of waiting) guarded(...call);
  return answering;
}

/** Where a vendor gives no callback nobody is answered. */
function guardCallback(callback: unknown): Callback {
  return (...answer) => {
    try {
      if (typeof callback === 'function') callback(...answer);
    } catch (error) {
      reportError(error);
    }
  };
}
