import type { ConsentTracker } from '../contract/config.ts';
import { withContent } from './config-content.ts';
import { attachTrackers } from './loader.ts';
import { noteGrants } from './noted-grants.ts';
import { categoryGrants, page, withPart } from './page-state.ts';
import { isPending } from './remembered-payload.ts';

let isAttached = false;

/**
 * Loads the configuration's trackers as they are granted; those whose vendor must be told first wait for that. Called when
 * the first of them may load.
 */
export function attachPageTrackers(): void {
  if (isAttached) return;
  isAttached = true;
  let isServed = false;
  attachTrackers(categoryGrants, () => {
    withContent(() => {});
    noteWithoutStore();
    const trackers = pageTrackers();
    if (!isServed && trackers.some(isAdapted)) {
      isServed = true;
      withPart('markup', ({ attachVendors }) => attachVendors());
    }
    return trackers.filter((tracker) => !isAdapted(tracker));
  });
}

/** The store notes by itself what it grants. */
function noteWithoutStore(): void {
  const { store, facts } = page();
  if (store || !facts || facts.payload.config?.preview) return;
  const { head, config } = facts.payload;
  noteGrants(head.name, facts.judged.decisions, config?.services, facts.has);
}

/** The trackers of the configuration that counts now: none while nobody knows whether it still does. */
export function pageTrackers(): readonly ConsentTracker[] {
  const { store, facts } = page();
  const config = store?.config ?? facts?.payload.config;
  return config && !isPending(config) ? config.trackers : [];
}

/** Whether the vendor has a consent API that must be told before its script runs. */
export function isAdapted(tracker: ConsentTracker): boolean {
  return tracker.loader?.adapter !== undefined;
}
