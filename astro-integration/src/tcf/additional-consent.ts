/** Google's Additional Consent, version 2: `2~consented~dv.disclosed`, for providers that are not on IAB's list. */

const FORM = /^2~((?:\d+(?:\.\d+)*)?)~dv\.((?:\d+(?:\.\d+)*)?)$/;

/**
 * The string of a choice: those that were consented to, and those that the visitor was told of beside them.
 *
 * @param told all that the visitor was told of; of others no consent counts
 */
export function encodeAdditionalConsent(granted: ReadonlySet<number>, told: Iterable<number>): string {
  const ids = [...told].sort((a, b) => a - b);
  const consented = ids.filter((id) => granted.has(id));
  return `2~${consented.join('.')}~dv.${ids.filter((id) => !granted.has(id)).join('.')}`;
}

/** Those that were consented to, and all that were told of; null where the text is no such string. */
export function readAdditionalConsent(text: string): { granted: Set<number>; told: Set<number> } | null {
  const [, consented, others] = FORM.exec(text) ?? [];
  if (consented === undefined || others === undefined) return null;
  const ids = (part: string) => (part === '' ? [] : part.split('.').map(Number));
  const granted = ids(consented);
  return { granted: new Set(granted), told: new Set([...granted, ...ids(others)]) };
}
