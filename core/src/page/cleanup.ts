import type { ConsentTracker, TrackerStorage } from '../contract/config.ts';
import { grantOf } from '../contract/services.ts';
import { belongsTo, declaredNames } from '../rules/declared-entries.ts';
import { cookieText, setCookie } from './document-cookie.ts';
import { isRefusedIn, keepGrants, noteStore } from './noted-grants.ts';
import type { ConsentStore } from './store.ts';

/** Every domain that a cookie of this page may belong to: the host, and its parents but for the last; an address has none. */
const domainsOf = (host: string) =>
  /^[\d.]+$|:/.test(host)
    ? []
    : host
        .split('.')
        .map((_, at, labels) => labels.slice(at).join('.'))
        .slice(0, -1);

/** Every path that a cookie of this page may be limited to, each with and without its last slash. */
function pathsOf(pathname: string): string[] {
  const segments = pathname.split('/').filter(Boolean);
  const folders = segments.map((_, at) => `/${segments.slice(0, at + 1).join('/')}`);
  return ['/', ...folders.flatMap((folder) => [folder, `${folder}/`])];
}

/**
 * A cookie can be removed only by its own domain and path, which the page cannot read: so try them all. A domain that a
 * tracker declares is among those of this host, or out of reach.
 */
function removeCookie(name: string) {
  // One that is kept for this site alone goes only by the attributes that made it so.
  const kinds = location.protocol === 'https:' ? ['; Secure', '; Secure; SameSite=None; Partitioned'] : [''];
  for (const domain of ['', ...domainsOf(location.hostname)]) {
    for (const path of pathsOf(location.pathname)) {
      for (const kind of kinds)
        setCookie(`${name}=; Max-Age=0; Path=${path}${domain && `; Domain=${domain}`}${kind}`);
    }
  }
}

/**
 * Removes the cookies and the entries of local and session storage that the revoked trackers declare (rule I3).
 * What a tracker in `remaining` declares too stays, and so does the product's own: every name in `protectedNames`,
 * and every name that begins with one of them and a colon.
 */
export function cleanRevoked(
  revoked: readonly ConsentTracker[],
  remaining: readonly ConsentTracker[],
  protectedNames: readonly string[],
): void {
  const removable = (storage: TrackerStorage) => {
    const goes = declaredNames(revoked, storage, location.hostname);
    const stays = declaredNames(remaining, storage, location.hostname);
    return (name: string) => goes(name) && !stays(name) && !belongsTo(name, protectedNames);
  };
  const goes = removable('cookie');
  const names = new Set(
    cookieText()
      .split(';')
      .map((pair) => pair.split('=')[0]!.trim()),
  );
  for (const name of names) if (name && goes(name)) removeCookie(name);
  for (const area of ['localStorage', 'sessionStorage'] as const) {
    try {
      const entries = window[area];
      for (const name of Object.keys(entries).filter(removable(area))) entries.removeItem(name);
    } catch {
      // The browser denies storage to this page: there is nothing in it.
    }
  }
}

/** What cleanup needs of a store. */
export type ConsentChanges = Pick<ConsentStore, 'config' | 'has' | 'getState' | 'subscribe'>;

/**
 * Cleans up after every revocation, also after one that was made on an earlier page, which was left before that, or without scripts. A
 * script that ran before may write again until the page is left, so what it declares is removed once more then. Returns a function that
 * detaches.
 *
 * @param whenKnown goes on when the store's configuration has its trackers; by default it has them
 * @param granted what this page has granted so far
 */
export function attachCleanup(
  store: ConsentChanges,
  whenKnown: (use: () => void) => void = (use) => use(),
  granted = new Set<string>(),
): () => void {
  const revoked = new Set<string>();
  const clean = () => {
    if (!revoked.size) return;
    const { trackers, cookie } = store.config;
    const isRevoked = (tracker: ConsentTracker) =>
      revoked.has(grantOf(tracker)) && !store.has(grantOf(tracker));
    cleanRevoked(
      trackers.filter(isRevoked),
      trackers.filter((tracker) => store.has(grantOf(tracker))),
      [cookie.name, 'permesso'],
    );
  };
  const cleanGranted = () => {
    const { trackers, cookie } = store.config;
    for (const tracker of trackers) {
      const name = grantOf(tracker);
      const isNoted = granted.has(name) || granted.has(tracker.categoryKey);
      if (isNoted && isRefusedIn(store, name)) revoked.add(name);
    }
    clean();
    for (const name of granted) if (isRefusedIn(store, name)) granted.delete(name);
    keepGrants(cookie.name, granted);
  };
  const stop = store.subscribe(() => {
    // What is known later may be judged otherwise by then.
    const look = () => {
      if (noteStore(store, granted)) cleanGranted();
    };
    if (noteStore(store, granted)) whenKnown(look);
  });
  window.addEventListener('pagehide', clean);
  return () => {
    stop();
    window.removeEventListener('pagehide', clean);
  };
}
