/** Services by name, and where they stand, for tests of what visitors decide about them. */
import type { ConsentConfig, ConsentTracker } from '../src/contract/config.ts';

export const SERVICES = ['s', 't', 'u', 'v', 'w'];

export const trackerOf = (key: string, categoryKey: string): ConsentTracker => ({
  id: `id-${key}`,
  key,
  name: key,
  categoryKey,
  kind: 'cookie-only',
});

export const servicesOf = ({ services = {} }: ConsentConfig) => Object.entries(services);
export const categoryOf = (config: ConsentConfig, key: string) =>
  config.categories.find((one) => one.key === key)!;
