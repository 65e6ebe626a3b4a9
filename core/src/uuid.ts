/** A random UUID (version 4), also where `crypto.randomUUID` is missing: on pages served without https. */
export function randomUuid(): string {
  if (crypto.randomUUID) return crypto.randomUUID();
  const hex = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte, index) => {
    if (index === 6) byte = (byte & 15) | 64; // version 4
    if (index === 8) byte = (byte & 63) | 128; // variant of RFC 9562
    return (byte + 256).toString(16).slice(1);
  });
  return hex.join('').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
