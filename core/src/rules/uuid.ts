/**
 * A random UUID (version 4), also where `crypto.randomUUID` is missing: on pages served without https. There the
 * browser makes one for the address of an object (File API, section 8.3), and everywhere.
 */
export const randomUuid = (): string => crypto.randomUUID?.() ?? URL.createObjectURL(new Blob()).slice(-36);
