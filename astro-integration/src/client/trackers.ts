import { addedMatches, attachTrackers, type ConsentTracker, DECLARED } from '@permesso/consent-core';
import { categoryGrants, page } from './page.ts';
import { withPart } from './parts.ts';
import { isPending } from './pending.ts';

/** Loads the configuration's trackers as they are granted; those whose vendor must be told first wait for that. */
export function attachPageTrackers(): void {
  let asked = false;
  attachTrackers(categoryGrants, () => {
    const trackers = pageTrackers();
    if (!asked && trackers.some(isAdapted)) {
      asked = true;
      withPart('adapters', (attachAdapted) => attachAdapted());
    }
    return trackers.filter((tracker) => !isAdapted(tracker));
  });
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

/** Markup that waits for consent. */
export const WAITING_MARKUP = `[data-consent-gate],astro-island[client=consent],${DECLARED}`;

/** Loads what serves markup that waits for consent as soon as the document has some, now or later. */
export function watchMarkup(): void {
  const serve = () => {
    observer.disconnect();
    withPart('markup', (attachMarkup) => attachMarkup());
  };
  // Of what changes only what was added is looked at: most pages never have any.
  const observer = new MutationObserver((changes) => {
    if (addedMatches(changes, WAITING_MARKUP).length > 0) serve();
  });
  if (document.querySelector(WAITING_MARKUP)) serve();
  else observer.observe(document, { childList: true, subtree: true });
}
