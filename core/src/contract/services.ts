import type { ConsentConfig, ConsentTracker } from './config.ts';

/**
 * A config with the list of its services (`ConsentConfig.services`): the trackers that have a key, by it. One that has the key
 * of a category loses it, and is decided on with its own category: `has` means a category by that.
 */
export function withServices<Config extends Pick<ConsentConfig, 'categories' | 'trackers' | 'services'>>(
  config: Config,
): Config {
  const isCategory = (name: string) => config.categories.some(({ key }) => key === name);
  // Nor is anything called like what every object has.
  const isName = (key: string) => !isCategory(key) && !(key in {});
  const named = config.trackers.filter(({ key }) => key !== undefined);
  if (named.length === 0) return config;
  const trackers = config.trackers.map((tracker) => {
    const { key, ...unnamed } = tracker;
    return key === undefined || isName(key) ? tracker : unnamed;
  });
  const services = named
    .filter(({ key, categoryKey }) => isName(key!) && isCategory(categoryKey))
    .map(({ key, categoryKey }) => [key, categoryKey]);
  return { ...config, trackers, services: Object.fromEntries(services) };
}

/**
 * Whether a visitor has refused a service of this category by name: then less than all of the category is granted, whatever was said of
 * the category itself. Where an owner has moved that service here, visitors who granted the category never saw it in it.
 */
export const hasRefusedService = (
  { decisions }: { decisions: Readonly<Record<string, boolean>> },
  { services = {} }: Pick<ConsentConfig, 'services'>,
  category: string,
): boolean => Object.entries(services).some(([name, key]) => key === category && decisions[name] === false);

/** By whose grant a tracker runs: as a service, or with its category. */
export const grantOf = ({ key, categoryKey }: Pick<ConsentTracker, 'key' | 'categoryKey'>): string =>
  key ?? categoryKey;
