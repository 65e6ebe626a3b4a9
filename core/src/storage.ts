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

const listenersOf = () => {
  const all = new Set<() => void>();
  return {
    all,
    tell: () => {
      for (const listener of [...all]) listener();
    },
  };
};

export interface MemoryStorage extends StorageAdapter {
  value: string | null;
  write(value: string | null): void;
  clear(): void;
}

/** A storage of one variable, for tests and for servers. */
export function memoryStorage(initial: string | null = null): MemoryStorage {
  const { all, tell } = listenersOf();
  const storage: MemoryStorage = {
    value: initial,
    read: () => storage.value,
    write(value) {
      storage.value = value;
      tell();
    },
    clear: () => storage.write(null),
    subscribe(listener) {
      all.add(listener);
      return () => {
        all.delete(listener);
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
 * The consent cookie in `document.cookie`. Other tabs are told to read it again, by BroadcastChannel or
 * else by a `storage` event; the message carries no decision, so nothing but the cookie can grant.
 * Reads null and writes nothing where there is no document.
 */
export function cookieStorage({ name = 'pl-consent' }: { name?: string } = {}): StorageAdapter {
  const { all, tell } = listenersOf();
  const ping = `${name}:changed`;
  let channel: BroadcastChannel | null = null;
  let listening: AbortController | undefined;

  // Closed while the page lies in the back/forward cache: a message to it there would evict it.
  const close = () => {
    channel?.close();
    channel = null;
  };
  const open = () => {
    close();
    channel = openChannel(name);
    if (channel) channel.onmessage = tell;
  };

  const put = (value: string, options: StorageOptions) => {
    if (typeof document === 'undefined') return;
    const secure = location.protocol === 'https:';
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is asynchronous; a decision is not.
    document.cookie = serializeConsentCookie(value, options, { secure });
  };
  const announce = () => {
    tell();
    if (typeof document === 'undefined') return;
    const passing = channel ? null : openChannel(name);
    (channel ?? passing)?.postMessage(0);
    passing?.close();
    try {
      if (!channel && !passing) localStorage.setItem(ping, String(Math.random()));
    } catch {
      // Neither channel nor storage: other tabs read the cookie when they are loaded again.
    }
  };

  return {
    read: () => (typeof document === 'undefined' ? null : getCookieValue(document.cookie, name)),
    write(value, options) {
      put(value, options);
      announce();
    },
    clear(options) {
      put('', { maxAgeDays: 0, sameSite: 'lax', ...options });
      announce();
    },
    subscribe(listener) {
      if (typeof document !== 'undefined' && !all.size) {
        listening = new AbortController();
        const on = { signal: listening.signal };
        open();
        addEventListener('storage', ({ key }) => key === ping && tell(), on);
        addEventListener('pagehide', close, on);
        addEventListener('pageshow', open, on);
      }
      all.add(listener);
      return () => {
        if (!all.delete(listener) || all.size) return;
        close();
        listening?.abort();
      };
    },
  };
}
