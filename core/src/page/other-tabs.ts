/** The event that says to all stores of this page that one of them has written the cookie. */
export const WRITTEN = 'consentcookie';

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
