/**
 * Calls `wake` when another tab may have decided, or when the page comes back from the back/forward cache: what the
 * store's own storage listens to, for as long as there is no store.
 */
export function hearTabs(name: string, wake: () => void): void {
  addEventListener('storage', ({ key }) => key === name && wake());
  addEventListener('pageshow', ({ persisted }) => persisted && wake());
  let channel: BroadcastChannel | undefined;
  const listen = () => {
    try {
      channel = new BroadcastChannel(name);
      channel.onmessage = wake;
    } catch {
      // Old browsers: the storage event serves.
    }
  };
  listen();
  // An open channel would keep the page out of the back/forward cache.
  addEventListener('pagehide', () => channel?.close());
  addEventListener('pageshow', ({ persisted }) => persisted && listen());
}

/** Has other tabs read the cookie again, as the store's own storage has them. Carries no decision. */
export function tellTabs(name: string): void {
  try {
    const channel = new BroadcastChannel(name);
    channel.postMessage(0);
    channel.close();
  } catch {
    try {
      localStorage.setItem(name, `${Math.random()}`);
    } catch {
      // Neither channel nor storage: other tabs read the cookie when they are loaded again.
    }
  }
}
