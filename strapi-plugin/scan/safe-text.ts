import { LIMITS } from './limits';

/** Control characters, what turns the direction of text, and what cannot be seen: none of it belongs in a report. */
const HARMFUL = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]+/gu;

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
