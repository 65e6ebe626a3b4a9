import type { ConsentConfig } from '../contract/config.ts';
import { getCookieValue, serializeConsentCookie } from '../rules/cookie.ts';

/** How the decision is kept. */
export type StorageOptions = ConsentConfig['cookie'];

/** Where a store keeps the decision. Only a decision writes (rule C7); nothing but its owner clears. */
export interface StorageAdapter {
  /** Adapters of one id keep the same decision; one without an id, and no other, keeps its own. */
  readonly id?: string;
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
export const memoryStorage = (initial: string | null = null): MemoryStorage => {
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
};

/** A channel between tabs; there is none in old browsers and in opaque origins. */
const openChannel = (name: string, onmessage?: () => void): BroadcastChannel | undefined => {
  try {
    return Object.assign(new BroadcastChannel(name), { onmessage });
  } catch {}
};

/**
 * The consent cookie in `document.cookie`. Other tabs and stores are told to read it again, by BroadcastChannel or
 * else by a `storage` event, and by the browser where it tells of changed cookies; no message carries a decision, so
 * nothing but the cookie can grant.
 * Reads null and writes nothing where there is no document.
 */
export const cookieStorage = ({ name = 'pl-consent' }: { name?: string } = {}): StorageAdapter => {
  const page = globalThis.document as Document | undefined;

  const write: StorageAdapter['write'] = (value, attributes) => {
    if (!page) return;
    // Not the Cookie Store API: that is asynchronous, and a decision is not.
    page.cookie = serializeConsentCookie(value, attributes, { secure: location.protocol === 'https:' });
    // Reading waits until the write has arrived; a tab that is told before that would find the old cookie.
    void page.cookie;
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

  return {
    id: name,
    read: () => getCookieValue(page?.cookie, name),
    write,
    clear: (attributes) => write('', { sameSite: 'lax', ...attributes } as StorageOptions),
    subscribe:
      page &&
      ((listener) => {
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
      }),
  };
};
