import type { PendingConfig, TrackerStorage } from '../contract/config.ts';
import { readCookieLine } from '../rules/cookie-line.ts';
import { mayBeSet } from '../rules/declared-entries.ts';
import { categoryGrants, page } from './page-state.ts';

/** What `cookieStore.set` takes in place of a name and a value. */
interface CookieInit {
  name: string;
  expires?: number | null;
}

/** The Cookie Store API, which not every browser has. */
interface CookieStoreScope {
  CookieStore?: { prototype: { set(cookie: string | CookieInit, value?: string): Promise<void> } };
}

/**
 * Has scripts of this page set no cookie, and no entry of local or session storage, that trackers declare while none of these
 * is granted. What is refused goes as if the browser did not take it: nothing is thrown. It guards against scripts that do not
 * ask, and not against those that evade it: a frame has a `document.cookie` of its own, and `localStorage.name = value` is no call.
 *
 * @param necessary names, with `*` for anything, that are set in any case
 */
export function guardStorage(necessary: readonly string[]): void {
  const isRefused = (name: string, storage: TrackerStorage) => {
    // Each time: a decision, or a page that client-side navigation brings, may have changed all of it.
    const { store, facts } = page();
    const config: PendingConfig | null | undefined = store?.config ?? facts?.payload.config;
    return !mayBeSet(name, storage, {
      trackers: config ? (config.guarded ?? config.trackers) : null,
      has: categoryGrants.has,
      own: facts?.payload.head.name || 'pl-consent',
      necessary,
      host: location.hostname,
    });
  };
  guardCookies((text) => {
    const { name, removes } = readCookieLine(text);
    return !removes && isRefused(name, 'cookie');
  });
  guardCookieStore((name) => isRefused(name, 'cookie'));
  Storage.prototype.setItem = refusing(Storage.prototype.setItem, (storage, name) =>
    isRefused(`${name}`, storage === sessionStorage ? 'sessionStorage' : 'localStorage'),
  );
}

function guardCookies(isRefused: (text: string) => boolean): void {
  // Where documents inherit it from; an element named `cookie` would stand in the document itself.
  let owner: object = Object.getPrototypeOf(document);
  while (!Object.hasOwn(owner, 'cookie')) owner = Object.getPrototypeOf(owner);
  const cookie = Object.getOwnPropertyDescriptor(owner, 'cookie')!;
  const set = refusing(cookie.set!, (_, text) => isRefused(`${text}`));
  Object.defineProperty(owner, 'cookie', { ...cookie, set });
}

function guardCookieStore(isRefused: (name: string) => boolean): void {
  const { CookieStore } = globalThis as CookieStoreScope;
  if (!CookieStore) return;
  const { prototype } = CookieStore;
  prototype.set = refusing(
    prototype.set,
    (_, cookie) => {
      const { name, expires = null } = typeof cookie === 'object' ? cookie : { name: `${cookie}` };
      return !(expires !== null && expires <= Date.now()) && isRefused(name);
    },
    () => Promise.resolve(),
  );
}

/** The same function, which does nothing where its call is refused. */
function refusing<Act extends (...given: never[]) => unknown>(
  act: Act,
  isRefused: (self: unknown, ...given: Parameters<Act>) => boolean,
  instead?: () => ReturnType<Act>,
): Act {
  return new Proxy(act, {
    apply: (target, self, given) =>
      isRefused(self, ...(given as Parameters<Act>)) ? instead?.() : Reflect.apply(target, self, given),
  });
}
