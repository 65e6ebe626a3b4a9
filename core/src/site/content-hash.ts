/**
 * Names a text by what it says: 16 hexadecimal digits, the same in every process. Not for secrets: two texts of one name
 * could be made on purpose, and nobody but the site itself writes these. At once, where WebCrypto would have to be waited for.
 */
export function contentHash(text: string): string {
  // Two multiplicative hashes of 32 bits side by side (cyrb53, https://github.com/bryc/code, public domain).
  let one = 0xdeadbeef;
  let other = 0x41c6ce57;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    one = Math.imul(one ^ code, 2654435761);
    other = Math.imul(other ^ code, 1597334677);
  }
  one = Math.imul(one ^ (one >>> 16), 2246822507) ^ Math.imul(other ^ (other >>> 13), 3266489909);
  other = Math.imul(other ^ (other >>> 16), 2246822507) ^ Math.imul(one ^ (one >>> 13), 3266489909);
  return hex(other) + hex(one);
}

const hex = (value: number) => (value >>> 0).toString(16).padStart(8, '0');
