import type { ConsentStore } from '@permesso/consent-core';

/**
 * Has the draft say what counts now of all but one category, and of that one what was chosen: whoever chooses vendors was shown no
 * other category. So what does not count now, an old grant or an unsaved tick, is not granted by it.
 */
export function draftCategory(store: ConsentStore, category: string, isGranted: boolean): void {
  const { services = {}, granularity } = store.config;
  const drafted = (name: string) => {
    const { draft } = store.get();
    return draft[name] ?? draft[services[name] ?? ''];
  };
  const restore = (name: string) => {
    if (drafted(name) !== store.has(name)) store.toggle(name, store.has(name));
  };
  const keys = Object.keys(store.get().decisions).filter((name) => !Object.hasOwn(services, name));
  const isOther = (name: string) => name !== category && services[name] !== category;
  // Categories first: what is said of one is said of all its services.
  for (const name of [...keys, ...Object.keys(services)].filter(isOther)) restore(name);

  const isNews = !isGranted || drafted(category) !== true || !store.has(category);
  if (isNews) store.toggle(category, isGranted);
  if (granularity !== 'service') return;
  // A service that was refused by name stays so (C3).
  const { decisions } = store.get();
  for (const name of Object.keys(services).filter((one) => services[one] === category))
    if (isGranted && decisions[name] === false) store.toggle(name, false);
}
