import type { ConsentModeState, ConsentModeTerms } from '../contract/payload.ts';

/** Answers whether a category is granted. */
export type HasConsent = (key: string) => boolean;

export type Gtag = (...command: unknown[]) => void;

/** Google's function of this name: it reads `arguments` objects and ignores arrays. */
export const gtag: Gtag = function () {
  // biome-ignore lint/suspicious/noAssignInExpressions lint/complexity/noArguments: bytes of every page; see above
  ((globalThis as { dataLayer?: unknown[] }).dataLayer ??= []).push(arguments);
};

export const signalState = (signals: ConsentModeTerms['signals'], has: HasConsent): ConsentModeState =>
  Object.fromEntries(
    Object.entries(signals).map(([signal, keys]) => [signal, keys?.every(has) ? 'granted' : 'denied']),
  ) as ConsentModeState;

/**
 * Sends what a page load begins with: the defaults for places, of which Google takes the most specific, those for
 * the rest, the flags, and for a visitor who decided the choice, which Google does not remember.
 *
 * @param decided something was decided, if only by a clock that nobody can believe: a refusal of that kind holds, too (C3), and
 *   no default of a place may say otherwise
 * @param waits nobody knows yet whether the choice counts: it is told later
 */
export const startConsentMode = (
  { signals, wait, set, regions }: ConsentModeTerms,
  has: HasConsent,
  gpc: boolean,
  decided: unknown,
  to: Gtag = gtag,
  waits?: unknown,
): void => {
  const state = signalState(signals, has);
  for (const there of decided ? [] : regions[+gpc as 0 | 1]) to('consent', 'default', there);
  to('consent', 'default', { ...state, ...wait });
  for (const flag of set) to('set', flag, true);
  if (decided && !waits) to('consent', 'update', state);
};
