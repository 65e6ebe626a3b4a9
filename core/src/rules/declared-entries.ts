/*
 * Cookies and entries of storage that trackers declare: by their names they are removed after a revocation, and kept from being
 * set before a grant. The one place that says which name a declaration means.
 */
import type { DeclaredEntries, TrackerCookie, TrackerStorage } from '../contract/config.ts';
import { grantOf } from '../contract/services.ts';

/**
 * What a declared entry's name matches: itself, with `*` for anything. Each but the last `*` ends where the text behind it
 * comes first, for good: whoever names a cookie of this page must not keep a pattern busy for a second.
 */
export const namePattern = ({ name }: Pick<TrackerCookie, 'name'>): RegExp => {
  let stars = 0;
  const pattern = name
    .replace(/[\\^$.+?()[\]{}|]/g, '\\$&')
    // A lookahead is not entered again: what it found is then taken as it is.
    .replace(/\*+([^*]+)(?=\*)|\*+/g, (_, text) => (text ? `(?=(.*?${text}))\\${++stars}` : '.*'));
  return new RegExp(`^${pattern}$`);
};

/** Entries of a vendor's own domain are out of reach here, and often named like the site's own: `uid`, `player`. */
const isOfHost = ({ domain }: TrackerCookie, host: string) => {
  const own = domain?.replace(/^\./, '').toLowerCase();
  return !own || host === own || host.endsWith(`.${own}`);
};

/** Whether one of these trackers declares an entry of a name, in this storage of a page of this host. */
export function declaredNames(
  trackers: readonly DeclaredEntries[],
  storage: TrackerStorage,
  host: string,
): (name: string) => boolean {
  const patterns = trackers
    .flatMap((tracker) => tracker.cookies ?? [])
    .filter((entry) => entry.storage === storage && isOfHost(entry, host))
    .map(namePattern);
  return (name) => patterns.some((pattern) => pattern.test(name));
}

/** Whether an entry has one of these names, or is kept under one of them and a colon, as the product keeps its own. */
export const belongsTo = (name: string, owners: readonly string[]): boolean =>
  owners.some((own) => name === own || name.startsWith(`${own}:`));

/** By what it is judged whether an entry may be set. */
export interface EntryTerms {
  /** Null while no configuration is known: then nobody knows what is declared, and only what is necessary may be set (C1). */
  trackers: readonly DeclaredEntries[] | null;
  has(name: string): boolean;
  /** Name of the consent cookie, which is always set. */
  own: string;
  /** What is always set besides, whatever trackers declare: names, with `*` for anything. */
  necessary: readonly string[];
  /** The page's host. */
  host: string;
}

/**
 * Whether an entry may be set now. One that nobody declares may; one that trackers declare, if one of them is granted or
 * required, as is kept of it after a revocation.
 */
export function mayBeSet(name: string, storage: TrackerStorage, terms: EntryTerms): boolean {
  const { trackers, has, own, necessary, host } = terms;
  if (belongsTo(name, [own, 'permesso'])) return true;
  if (necessary.some((entry) => namePattern({ name: entry }).test(name))) return true;
  if (!trackers) return false;
  const of = (granted: boolean) =>
    declaredNames(
      trackers.filter((tracker) => has(grantOf(tracker)) === granted),
      storage,
      host,
    );
  return of(true)(name) || !of(false)(name);
}
