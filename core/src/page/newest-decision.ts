import type { ConsentCookieV1 } from '../contract/config.ts';
import { readConsentCookie } from '../rules/cookie-reading.ts';

/** Under what the cookie of a refusal waits until its record is sent; see `newestConsent`. */
export const refusalKey = (name: string): string => `${name}:outbox-refusal`;

/**
 * The newest decision that this device knows of: that of the cookie, or a later one whose record waits to be sent. A page
 * may be left before its refusal is recorded, and then the late answer to an older record may set that one's cookie again.
 * Only what refuses something is kept for this: a grant that is lost so is asked for again.
 *
 * @param cookie the decision of the cookie, where it was read already
 */
export const newestConsent = (
  cookieHeader: string,
  name: string,
  cookie = readConsentCookie(cookieHeader, name),
): ConsentCookieV1 | null => {
  try {
    // Like a second cookie of the name; it stands first, and so counts before one of the same second.
    const refusal = cookie && localStorage.getItem(refusalKey(name));
    return refusal ? readConsentCookie(`${name}=${refusal};${cookieHeader}`, name) : cookie;
  } catch {
    return cookie;
  }
};

/** Whether records of an earlier page, or of another tab, wait to be sent. */
export const hasUnsent = (name: string): boolean => {
  try {
    return Object.keys(localStorage).some((key) => key.startsWith(`${name}:outbox:`));
  } catch {
    // Denied: there is nothing in it.
    return false;
  }
};
