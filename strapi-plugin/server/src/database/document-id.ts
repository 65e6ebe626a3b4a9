import { randomBytes } from 'node:crypto';

const LETTERS = 'abcdefghijklmnopqrstuvwxyz';
const ALPHABET = `${LETTERS}0123456789`;

/** An id in the form of Strapi's own document ids (24 letters and digits, a letter first), 123 random bits. */
export function createDocumentId(): string {
  const bytes = randomBytes(48);
  let id = '';
  for (let i = 0; id.length < 24; i += 1) {
    const alphabet = id.length === 0 ? LETTERS : ALPHABET;
    const byte = bytes[i] ?? randomBytes(1).readUInt8();
    // Bytes beyond the last whole multiple of the alphabet would make its first letters likelier.
    if (byte < 256 - (256 % alphabet.length)) id += alphabet[byte % alphabet.length];
  }
  return id;
}
