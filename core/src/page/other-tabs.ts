/** Says to all stores of this page that one of them has written the cookie. */
const WRITTEN = 'consentcookie';

/**
 * Has other tabs, and other stores of this page, read the cookie of this name again: tabs hear a `storage` event, which
 * leaves nothing behind. No message carries a decision, so nothing but the cookie can grant.
 */
export const tellOtherTabs = (name: string): void => {
  try {
    localStorage.setItem(name, `${Math.random()}`);
    localStorage.removeItem(name);
  } catch {
    // Storage is denied: the browser tells of the cookie, or other tabs find it when they are come back to.
  }
  setTimeout(() => dispatchEvent(new Event(WRITTEN)));
};

/**
 * Calls the listener when the consent cookie, or the browser's signal, may have changed elsewhere: as tabs and the browser tell, and
 * when the page is come back to, be it from an extension's window. Once too often changes nothing. Returns a function that stops it.
 */
export const onOtherTabs = (listener: () => void): (() => void) => {
  const ended = new AbortController();
  for (const type of ['storage', WRITTEN, 'pageshow', 'visibilitychange', 'focus'])
    addEventListener(type, listener, ended);
  // A tab may be told before it can see the cookie: then this comes second.
  globalThis.cookieStore?.addEventListener('change', listener, ended);
  return () => ended.abort();
};
