/** A channel between tabs; there is none in old browsers and in opaque origins. */
const openChannel = (name: string, onmessage?: () => void): BroadcastChannel | undefined => {
  try {
    return Object.assign(new BroadcastChannel(name), { onmessage });
  } catch {}
};

/**
 * Has other tabs, and other stores of this page, read the cookie of this name again: by BroadcastChannel or else by a
 * `storage` event. No message carries a decision, so nothing but the cookie can grant.
 */
export const tellOtherTabs = (name: string): void => {
  const channel = openChannel(name);
  try {
    if (channel) {
      channel.postMessage(0);
      channel.close();
    } else localStorage[name] = Math.random();
  } catch {
    // Neither channel nor storage: other tabs read the cookie when they are loaded again.
  }
};

/**
 * Calls the listener when the cookie of this name may have changed elsewhere, also by the browser where it tells of changed
 * cookies, and when the page comes back from the back/forward cache. Returns a function that stops it.
 */
export const onOtherTabs = (name: string, listener: () => void): (() => void) => {
  const ended = new AbortController();
  let channel = openChannel(name, listener);
  // Closed while the page lies in the back/forward cache: a message to it there would evict it.
  const close = () => channel?.close();
  // Whatever else was stored: to read once too often changes nothing.
  addEventListener('storage', listener, ended);
  // Firefox delivers a message before it shows the cookie that the message is about.
  globalThis.cookieStore?.addEventListener('change', listener, ended);
  addEventListener('pagehide', close, ended);
  addEventListener(
    'pageshow',
    (event) => {
      if (!event.persisted) return;
      channel = openChannel(name, listener);
      listener();
    },
    ended,
  );
  return () => {
    ended.abort();
    close();
  };
};
