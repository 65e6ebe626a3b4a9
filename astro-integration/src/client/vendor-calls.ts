/** Stands between vendors and IAB's libraries, which take every call as it comes, and call back unguarded. */

type Callback = (...answer: unknown[]) => void;
type VendorApi = (...call: unknown[]) => unknown;

/** One of IAB's APIs, by which vendors ask a page. */
interface Api {
  name: '__tcfapi' | '__gpp';
  /** What it answers: to the libraries whatever a class has is a command, too. */
  commands: readonly string[];
  /** Which argument of a call is the callback. */
  callbackAt: number;
}

/**
 * Has one of IAB's libraries take the place of its stub, and hands on what waited there. No call of a vendor, or of a frame, keeps
 * anything from others: what is thrown as somebody is called back is reported, and what is no command is refused.
 *
 * @param takeOver makes the library's answering part, which puts itself into the page
 */
export function answerVendors<Answering>(
  { name, commands, callbackAt }: Api,
  takeOver: () => Answering,
): Answering {
  const page = window as unknown as Record<Api['name'], VendorApi | undefined>;
  const waiting = (page[name]?.() ?? []) as unknown[][];
  // The library asks for what waits, and would take it unguarded.
  page[name] = () => [];
  const answering = takeOver();
  const answer = page[name];
  const guarded: VendorApi = (...call) => {
    const callback = guardCallback(call[callbackAt]);
    if (!commands.includes(String(call[0]))) return callback(null, false);
    call[callbackAt] = callback;
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
