/** A random UUID (version 4), also where `crypto.randomUUID` is missing: on pages served without https. */
export const randomUuid = (): string =>
  crypto.randomUUID?.() ??
  // Of an 8 the two highest bits stay: the variant of RFC 9562.
  '10000000-1000-4000-8000-100000000000'.replace(/[018]/g, (digit) =>
    (+digit ^ (crypto.getRandomValues(new Uint8Array(1))[0]! & (15 >> (+digit / 4)))).toString(16),
  );
