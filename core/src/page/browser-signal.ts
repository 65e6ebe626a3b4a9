/** Global Privacy Control, as the browser says it to scripts at this moment: no event tells when it is switched on. */
export const browserSignal = (): boolean =>
  (globalThis.navigator as { globalPrivacyControl?: unknown } | undefined)?.globalPrivacyControl === true;
