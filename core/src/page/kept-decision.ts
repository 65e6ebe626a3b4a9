import type { ConsentCookieV1 } from '../contract/config.ts';
import { decodeConsentCookie, encodeConsentCookie } from '../rules/cookie.ts';
import { isolated } from './atom.ts';
import type { StorageAdapter, StorageOptions } from './storage.ts';

/** The decision that is kept: in the storage or, where the browser does not take it there, for this page. */
export const createKept = (storage: StorageAdapter) => {
  let unkept: ConsentCookieV1 | null = null;
  const stored = () => {
    try {
      const value = storage.read();
      kept.unreadable = false;
      return decodeConsentCookie(value);
    } catch {
      kept.unreadable = true;
      return null;
    }
  };
  const kept = {
    /** The browser denies the storage, as in a sandboxed frame: it may hold a refusal. */
    unreadable: false,
    read: () => stored() ?? unkept,
    write(cookie: ConsentCookieV1, options: StorageOptions) {
      isolated(() => storage.write(encodeConsentCookie(cookie), options));
      unkept = stored() ? null : cookie;
    },
  };
  return kept;
};
