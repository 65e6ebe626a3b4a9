import type { ConsentConfig, ConsentDecisions, PendingConfig } from '../contract/config.ts';
import type { ConsentStore } from './store.ts';

/** What was granted on this device and may have left something behind: names of categories and services, as pages note them. */
export function notedGrants(name: string): string[] {
  try {
    return localStorage.getItem(`${name}:granted`)?.split(' ') ?? [];
  } catch {
    return [];
  }
}

/** Notes these, in place of what was noted before. */
export function keepGrants(name: string, granted: ReadonlySet<string>): void {
  try {
    if (granted.size > 0) localStorage.setItem(`${name}:granted`, [...granted].join(' '));
    else localStorage.removeItem(`${name}:granted`);
  } catch {
    // Storage is denied: this page alone knows.
  }
}

/**
 * Notes what is granted now, beside what was noted: that stays until what it left behind is removed.
 *
 * @param decisions of all optional categories
 * @param services of what is required nothing is noted
 * @param granted all of it, for the page that keeps it in mind: another tab may empty the note
 */
export function noteGrants(
  name: string,
  decisions: ConsentDecisions,
  services: ConsentConfig['services'] = {},
  has: (key: string) => boolean,
  granted = new Set<string>(),
): void {
  const noted = notedGrants(name);
  const optional = Object.keys(services).filter((service) => Object.hasOwn(decisions, services[service]!));
  for (const one of [...noted, ...[...Object.keys(decisions), ...optional].filter(has)]) granted.add(one);
  if (granted.size > noted.length) keepGrants(name, granted);
}

type Grants = Pick<ConsentStore, 'config' | 'getState' | 'has'>;

/**
 * Whether a name was revoked (I3): by the decision, also one that has to be renewed, or by the signal where the law does not ask for
 * consent. What is merely not granted, as by another law or a configuration that stands in, was not.
 */
export function isRefusedIn({ config, getState, has }: Grants, name: string): boolean {
  const { pending, services = {} }: PendingConfig = config;
  const { cookie, gpc, model } = getState();
  const isOff = gpc && !pending && model !== 'opt-in';
  return !has(name) && (isOff || (cookie?.x?.[name] ?? cookie?.d[services[name] ?? name]) === 0);
}

/**
 * Notes what a store grants. Returns whether something of it was refused; neither while nobody knows whether the configuration holds, nor
 * in a preview, where nothing runs.
 *
 * @param granted as for `noteGrants`
 */
export function noteStore(store: Grants, granted: Set<string>): boolean {
  const { enabled, pending, preview, cookie, services }: PendingConfig = store.config;
  if (!enabled || preview || pending === 'config') return false;
  noteGrants(cookie.name, store.getState().decisions, services, store.has, granted);
  return [...granted].some((name) => isRefusedIn(store, name));
}
