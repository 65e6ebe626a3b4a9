import {
  type ConsentConfig,
  cookieStorage,
  getCookieValue,
  type StorageAdapter,
  serializeConsentCookie,
} from '@permesso/consent-core';

/**
 * The consent cookie, also on a page with an element named `cookie`: that stands in the place of `document.cookie`
 * (HTML, 3.1.7), and a stored refusal would count as none (C3).
 */
export function pageCookie({ cookie }: ConsentConfig): StorageAdapter {
  const storage = cookieStorage(cookie);
  return {
    ...storage,
    read: () => getCookieValue(Reflect.get(Document.prototype, 'cookie', document), cookie.name),
    write(value, options) {
      // Before other tabs are told. Elsewhere the storage's own write does, and a second would hold up the page.
      if (typeof document.cookie !== 'string') {
        const text = serializeConsentCookie(value, options, { secure: location.protocol === 'https:' });
        Reflect.set(Document.prototype, 'cookie', text, document);
      }
      storage.write(value, options);
    },
  };
}
