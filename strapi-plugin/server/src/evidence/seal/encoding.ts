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
