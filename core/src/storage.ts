import type { ConsentConfig } from './config.ts';
import { getCookieValue, serializeConsentCookie } from './cookie.ts';

/** How the decision is kept. */
export type StorageOptions = ConsentConfig['cookie'];

/** Where a store keeps the decision. Only a decision writes (rule C7); nothing but its owner clears. */
export interface StorageAdapter {
  /** The encoded cookie value, or null. */
  read(): string | null;
  write(value: string, options: StorageOptions): void;
  clear(options: Pick<StorageOptions, 'name' | 'domain'>): void;
  /** Calls the listener when somebody may have written: another store, another tab. */
  subscribe?(listener: () => void): () => void;
}

export interface MemoryStorage extends StorageAdapter {
  value: string | null;
  write(value: string | null): void;
  clear(): void;
}

/** A storage of one variable, for tests and for servers. */
export function memoryStorage(initial: string | null = null): MemoryStorage {
  const listeners = new Set<() => void>();
  const storage: MemoryStorage = {
    value: initial,
    read: () => storage.value,
    write(value) {
      storage.value = value;
      for (const listener of [...listeners]) listener();
    },
    clear: () => storage.write(null),
    subscribe(listener) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
  };
  return storage;
}

/** A channel between tabs, or null where there is none (old browsers, opaque origins). */
function openChannel(name: string): BroadcastChannel | null {
  try {
    return new BroadcastChannel(name);
  } catch {
    return null;
  }
}

/**
 * The consent cookie in `document.cookie`. Other tabs and stores are told to read it again, by BroadcastChannel or
 * else by a `storage` event; the message carries no decision, so nothing but the cookie can grant.
 * Reads null and writes nothing where there is no document.
 */
export function cookieStorage({ name = 'pl-consent' }: { name?: string } = {}): StorageAdapter {
  const ping = `${name}:changed`;
  const inPage = typeof document !== 'undefined';

  const put = (value: string, options: StorageOptions) => {
    if (!inPage) return;
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is asynchronous; a decision is not.
    document.cookie = serializeConsentCookie(value, options, { secure: location.protocol === 'https:' });
    // Reading waits until the write has arrived; a tab that is told before that would find the old cookie.
    void document.cookie;
    const channel = openChannel(name);
    channel?.postMessage(0);
    channel?.close();
    try {
      if (!channel) localStorage.setItem(ping, `${Math.random()}`);
    } catch {
      // Neither channel nor storage: other tabs read the cookie when they are loaded again.
    }
  };

  return {
    read: () => (inPage ? getCookieValue(document.cookie, name) : null),
    write: put,
    clear: (options) => put('', { maxAgeDays: 0, sameSite: 'lax', ...options }),
    subscribe(listener) {
      if (!inPage) return () => {};
      const ended = new AbortController();
      let channel: BroadcastChannel | null;
      const open = () => {
        channel = openChannel(name);
        if (channel) channel.onmessage = listener;
      };
      // Closed while the page lies in the back/forward cache: a message to it there would evict it.
      const close = () => channel?.close();
      addEventListener('pagehide', close, ended);
      addEventListener(
        'pageshow',
        ({ persisted }) => {
          if (!persisted) return;
          open();
          listener();
        },
        ended,
      );
      addEventListener('storage', ({ key }) => key === ping && listener(), ended);
      open();
      return () => {
        ended.abort();
        close();
      };
    },
  };
}
