import { LIMITS } from './limits';

/** Control characters, what turns the direction of text, and what cannot be seen: none of it belongs in a report. */
export const HARMFUL = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]+/gu;

/** A text of the site for a report or a terminal: one line without controls, at most `length` characters. */
export function safeText(text: unknown, length: number = LIMITS.textLength): string {
  // Before anything else: a replacement over megabytes would take its time.
  const plain = String(text)
    .slice(0, length * 4)
    .replace(HARMFUL, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  return plain.length > length ? `${plain.slice(0, length - 1)}…` : plain;
}

export const safeAddress = (address: string): string => safeText(address, LIMITS.addressLength);

/** Sentences that carry an address; all other texts of a report are names. */
const SENTENCES = new Set(['message', 'seen', 'origin', 'text']);

/** The same with every text of it made safe: what is written into a report comes from the site in more ways than one. */
export function withSafeTexts<T>(part: T, key = ''): T {
  if (typeof part === 'string')
    return safeText(part, LIMITS.addressLength * (SENTENCES.has(key) ? 4 : 1)) as T;
  if (Array.isArray(part)) return part.map((item) => withSafeTexts(item, key)) as T;
  if (part === null || typeof part !== 'object') return part;
  return Object.fromEntries(
    Object.entries(part).map(([name, value]) => [name, withSafeTexts(value, name)]),
  ) as T;
}
