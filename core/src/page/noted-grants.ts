import type { ConsentConfig, ConsentDecisions, PendingConfig } from '../contract/config.ts';
import type { ConsentStore } from './store.ts';

/** What was granted on this device and may have left something behind: names of categories and services, as pages note them. */
function notedGrants(name: string): string[] {
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

/** Whether some of what was noted is not granted now: revoked, where that was decided (I3). */
export const isNotedOff = (name: string, has: (key: string) => boolean): boolean =>
  !notedGrants(name).every(has);

/**
 * Notes what a store grants. Returns whether a decision, or the signal, has revoked something of it (I3): where nobody has decided nothing is.
 * Neither while nobody knows what holds, or by which law the signal is to be judged, nor in a preview, where nothing runs.
 *
 * @param granted as for `noteGrants`
 */
export function noteStore(
  { config, getState, has }: Pick<ConsentStore, 'config' | 'getState' | 'has'>,
  granted: Set<string>,
): boolean {
  const { enabled, pending, preview, cookie, services }: PendingConfig = config;
  const { status, gpc, decisions } = getState();
  if (!enabled || preview || pending === 'config' || (pending && gpc)) return false;
  noteGrants(cookie.name, decisions, services, has, granted);
  const isDecided = status === 'decided' || (gpc && status === 'undecided');
  return isDecided && ![...granted].every(has);
}
