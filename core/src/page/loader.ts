import type { ConsentTracker } from '../contract/config.ts';
import { attachDeclared } from './declared-markup.ts';
import type { ConsentGrants, LoaderOptions } from './ledger.ts';
import { attachTrackers } from './tracker-scripts.ts';

/**
 * Runs what the store grants: the trackers of the config (kinds `script` and `pixel`) and the declarative
 * markup of the document, also markup that comes later. Within a category declared scripts run in document
 * order; categories do not wait for each other. Returns a function that detaches; what ran, ran.
 */
export const attachLoader = (
  store: ConsentGrants,
  trackers: readonly ConsentTracker[],
  options?: LoaderOptions,
): (() => void) => {
  const detachTrackers = attachTrackers(store, () => trackers, options);
  const detachDeclared = attachDeclared(store, options);
  return () => {
    detachTrackers();
    detachDeclared();
  };
};
