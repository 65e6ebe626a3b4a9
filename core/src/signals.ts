import type { ConsentModeSignal } from './config.ts';

/** Answers whether a category is granted. */
export type HasConsent = (key: string) => boolean;

export type ConsentModeState = Record<ConsentModeSignal, 'granted' | 'denied'>;

/** The parameters of `gtag('consent', 'default', …)`. */
export type ConsentModeDefault = ConsentModeState & { wait_for_update: number; region?: string[] };

/**
 * The part of a config that Consent Mode needs: plain data that survives JSON, small enough for the head of
 * every page.
 */
export interface ConsentModeTerms {
  /** The categories that must all be granted for a signal; null where it never is. */
  signals: Partial<Record<ConsentModeSignal, string[] | null>>;
  /** How long tags wait for an update, in milliseconds. */
  wait: { wait_for_update: number };
  /** The flags to set: `ads_data_redaction`, `url_passthrough`. */
  set: string[];
  /** Defaults for places, without and with Global Privacy Control. */
  regions?: [ConsentModeDefault[], ConsentModeDefault[]];
}

export type Gtag = (...command: unknown[]) => void;

/** Google's function of this name: it reads `arguments` objects and ignores arrays. */
export const gtag: Gtag = function () {
  const page = globalThis as { dataLayer?: unknown[] };
  page.dataLayer ??= [];
  // biome-ignore lint/complexity/noArguments: see above
  page.dataLayer.push(arguments);
};

export const signalState = (signals: ConsentModeTerms['signals'], has: HasConsent): ConsentModeState =>
  Object.fromEntries(
    Object.entries(signals).map(([signal, keys]) => [
      signal,
      keys?.every((key) => has(key)) ? 'granted' : 'denied',
    ]),
  ) as ConsentModeState;

/** Sends the defaults: those for places, of which Google takes the most specific, and those for the rest. */
export function pushConsentDefault(
  terms: ConsentModeTerms | null,
  has: HasConsent,
  gpc = false,
  to: Gtag = gtag,
): void {
  if (!terms) return;
  for (const there of terms.regions?.[gpc ? 1 : 0] ?? []) to('consent', 'default', there);
  to('consent', 'default', { ...signalState(terms.signals, has), ...terms.wait });
  for (const flag of terms.set) to('set', flag, true);
}

/** Sends what is granted now. */
export function pushConsentUpdate(terms: ConsentModeTerms | null, has: HasConsent, to: Gtag = gtag): void {
  if (terms) to('consent', 'update', signalState(terms.signals, has));
}
