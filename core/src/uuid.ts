/** A random UUID (version 4), also where `crypto.randomUUID` is missing: on pages served without https. */
export const randomUuid = (): string =>
  crypto.randomUUID?.() ??
  'xxxxxxxx-xxxx-4xxx-yxxx-xxxxxxxxxxxx'.replace(/[xy]/g, (place) => {
    const digit = crypto.getRandomValues(new Uint8Array(1))[0]! & 15;
    // `y` holds the variant of RFC 9562: 8, 9, a or b.
    return (place === 'x' ? digit : (digit & 3) | 8).toString(16);
  });
