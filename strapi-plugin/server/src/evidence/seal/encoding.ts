/** Standard base64 with its padding (RFC 4648, section 4), and nothing that only resembles it: else null. */
export function base64Bytes(text: string): Buffer | null {
  const bytes = Buffer.from(text, 'base64');
  return bytes.length > 0 && bytes.toString('base64') === text ? bytes : null;
}

/** A decimal number without sign or leading zeros, up to 2^53 - 1: else null. */
export function decimalCount(text: string): number | null {
  const count = /^(0|[1-9][0-9]{0,15})$/.test(text) ? Number(text) : Number.NaN;
  return Number.isSafeInteger(count) ? count : null;
}

/** The text of UTF-8 bytes. Throws `TypeError` for bytes that are not UTF-8. */
export function utf8Text(bytes: Uint8Array): string {
  return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
}

/**
 * For `JSON.stringify`: half of a character, which JSON can escape and UTF-8 cannot hold, becomes U+FFFD, in the names of members
 * too. Without it one such text has no canonical form.
 */
export function wellFormed(_name: string, member: unknown): unknown {
  if (typeof member === 'string') return member.toWellFormed();
  if (member === null || typeof member !== 'object' || Array.isArray(member)) return member;
  return Object.fromEntries(Object.entries(member).map(([name, value]) => [name.toWellFormed(), value]));
}
