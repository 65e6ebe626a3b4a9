import type { ConsentConfig } from '../contract/config.ts';
import { serializeConsentCookie } from '../rules/cookie.ts';
import { cookieDomain } from '../rules/cookie-domain.ts';
import { getCookieValue } from '../rules/cookie-reading.ts';
import { cookieText, setCookie } from './document-cookie.ts';
import { onOtherTabs, WRITTEN } from './other-tabs.ts';
import { afterPaint } from './page-moments.ts';

/** How the decision is kept. */
export type StorageOptions = ConsentConfig['cookie'];

/** Where a store keeps the decision. Only a decision writes (rule C7); nothing but its owner clears. */
export interface StorageAdapter {
  /** Adapters of one id keep the same decision; one without an id, and no other, keeps its own. */
  readonly id?: string;
  /** The encoded value of the cookie that was decided on last, or null; of what is no cookie of ours nothing counts. */
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

/**
 * Has other tabs, and other stores of this page, read the cookie of this name again: tabs hear a `storage` event, which
 * leaves nothing behind. No message carries a decision, so nothing but the cookie can grant.
 */
const tellOthers = (name: string): void => {
  // Reading waits until the write has arrived; a tab that is told before that would find the old cookie.
  cookieText();
  try {
    localStorage.setItem(name, `${Math.random()}`);
    localStorage.removeItem(name);
  } catch {
    // Storage is denied: the browser tells of the cookie, or other tabs find it when they are come back to.
  }
  dispatchEvent(new Event(WRITTEN));
};

/**
 * The consent cookie in `document.cookie`. Other tabs and stores are told to read it again, by a `storage` event and by the
 * browser where it tells of changed cookies; no message carries a decision, so nothing but the cookie can grant.
 * Reads null and writes nothing where there is no document.
 */
export const cookieStorage = ({ name = 'pl-consent' }: { name?: string } = {}): StorageAdapter => {
  const page = globalThis.document as Document | undefined;
  const write: StorageAdapter['write'] = (value, attributes) => {
    if (!page) return;
    const { protocol, hostname: host } = location;
    if (cookieDomain(attributes, host) !== attributes.domain) {
      console.warn(`consent: cookie.domain ${attributes.domain} does not fit ${host}`);
    }
    setCookie(serializeConsentCookie(value, attributes, { secure: protocol === 'https:', host }));
    // The page's own paint comes first: what is told is a matter of other tabs.
    afterPaint(() => tellOthers(name));
  };

  return {
    id: name,
    read: () => (page ? getCookieValue(cookieText(), name) : null),
    write,
    clear: (attributes) => write('', { sameSite: 'lax', ...attributes } as StorageOptions),
    subscribe: page && onOtherTabs,
  };
};
