import { attachTrackers, type ConsentTracker, DECLARED } from '@permesso/consent-core';
import { categoryGrants, page } from './page.ts';
import { withPart } from './parts.ts';

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

/** The trackers of the configuration that counts now. */
export function pageTrackers(): readonly ConsentTracker[] {
  const { store, facts } = page();
  return (store?.config ?? facts?.payload.config)?.trackers ?? [];
}

/** Whether the vendor has a consent API that must be told before its script runs. */
export function isAdapted(tracker: ConsentTracker): boolean {
  return tracker.loader?.adapter !== undefined;
}

/** Loads what serves markup that waits for consent as soon as the document has some, now or later. */
export function watchMarkup(): void {
  const waiting = `[data-consent-gate],astro-island[client=consent],${DECLARED}`;
  const look = () => {
    if (!document.querySelector(waiting)) return;
    observer.disconnect();
    withPart('markup', (attachMarkup) => attachMarkup());
  };
  const observer = new MutationObserver(look);
  observer.observe(document, { childList: true, subtree: true });
  look();
}
