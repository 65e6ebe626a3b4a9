/** What the page itself tells: who stores what, and what Consent Mode is told. */
import { LIMITS } from '../limits';
import { safeAddress, safeText } from '../safe-text';
import type { EntryStorage } from './observations';

/** A word of the watch in the page. */
export type PageWord =
  | { kind: 'stored'; storage: EntryStorage; name: string; host: string; stack: string[] }
  | { kind: 'consent'; command: 'default' | 'update'; state: Record<string, string>; at: number };

/** The name under which the page speaks to the scanner. */
export const WATCH_BINDING = '__permessoScan';

/**
 * Runs in every document before anything of its own does. It wraps what stores, and what Google's tags are told by, and goes
 * on to do as the page asked.
 */
export function watchPage({ binding, most }: { binding: string; most: number }): void {
  const page = window as unknown as Record<string, unknown>;
  let told = 0;
  const tell = (word: object) => {
    if (told++ < most) void (page[binding] as ((word: object) => unknown) | undefined)?.(word);
  };
  const stackHere = () => (new Error().stack ?? '').split('\n').slice(3, 11);
  const stored = (storage: string, name: unknown) =>
    tell({
      kind: 'stored',
      storage,
      name: String(name).slice(0, 300),
      host: location.hostname,
      stack: stackHere(),
    });

  const around = (owner: object, name: string, before: (...args: unknown[]) => void) => {
    const own = Reflect.get(owner, name) as ((...args: unknown[]) => unknown) | undefined;
    if (typeof own !== 'function') return;
    Reflect.set(owner, name, function (this: unknown, ...args: unknown[]) {
      before.call(this, ...args);
      return own.apply(this, args);
    });
  };

  const cookie = Object.getOwnPropertyDescriptor(Document.prototype, 'cookie');
  if (cookie?.set && cookie.get) {
    Object.defineProperty(Document.prototype, 'cookie', {
      ...cookie,
      set(text: unknown) {
        stored('cookie', String(text).split('=')[0]?.trim());
        cookie.set?.call(this, text);
      },
    });
  }
  if ('cookieStore' in window) {
    around(Object.getPrototypeOf(page.cookieStore), 'set', (first) =>
      stored('cookie', typeof first === 'object' ? Object(first).name : first),
    );
  }
  around(Storage.prototype, 'setItem', function (this: unknown, name) {
    let storage = 'localStorage';
    try {
      if (this === sessionStorage) storage = 'sessionStorage';
    } catch {
      // Storage is denied to this document.
    }
    stored(storage, name);
  });
  around(IDBFactory.prototype, 'open', (name) => stored('indexedDB', name));

  // What Google's tags are told goes through an array; they replace its `push`.
  const watched = new WeakSet<object>();
  const hear = (entry: unknown) => {
    if (Object.prototype.toString.call(entry) !== '[object Arguments]') return;
    const [name, command, state] = Array.from(entry as ArrayLike<unknown>);
    if (name !== 'consent' || (command !== 'default' && command !== 'update')) return;
    const signals = Object.entries(Object(state))
      .filter(([, value]) => value === 'granted' || value === 'denied')
      .slice(0, 20);
    tell({
      kind: 'consent',
      command,
      state: Object.fromEntries(signals),
      at: performance.timeOrigin + performance.now(),
    });
  };
  const watchLayer = (layer: unknown) => {
    if (!Array.isArray(layer) || watched.has(layer)) return;
    watched.add(layer);
    for (const entry of layer) hear(entry);
    let push: (...entries: unknown[]) => unknown = Array.prototype.push.bind(layer);
    Object.defineProperty(layer, 'push', {
      configurable: true,
      get:
        () =>
        (...entries: unknown[]) => {
          for (const entry of entries) hear(entry);
          return push.apply(layer, entries);
        },
      set: (own: typeof push) => {
        push = own;
      },
    });
  };
  let layer: unknown;
  Object.defineProperty(window, 'dataLayer', {
    configurable: true,
    get: () => layer,
    set: (own: unknown) => {
      layer = own;
      watchLayer(own);
    },
  });
}

/** What a page has told, where it is what the watch tells: any script of the page can speak by its name. */
export function readPageWord(word: unknown): PageWord | null {
  const { kind, storage, name, host, stack, command, state, at } = Object(word) as Record<string, unknown>;
  if (kind === 'stored') {
    if (!['cookie', 'localStorage', 'sessionStorage', 'indexedDB'].includes(storage as string)) return null;
    const lines = Array.isArray(stack) ? stack.slice(0, LIMITS.stackLines) : [];
    return {
      kind,
      storage: storage as EntryStorage,
      name: safeText(name),
      host: safeText(host),
      stack: lines.map((line) => safeAddress(String(line).replace(/^\s*at /, ''))),
    };
  }
  if (kind !== 'consent' || (command !== 'default' && command !== 'update')) return null;
  const signals = Object.entries(Object(state) as object).slice(0, 20);
  return {
    kind,
    command,
    state: Object.fromEntries(signals.map(([signal, value]) => [safeText(signal), safeText(value)])),
    at: typeof at === 'number' ? at : 0,
  };
}
