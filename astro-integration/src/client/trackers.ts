import { addedMatches, attachTrackers, type ConsentTracker, DECLARED } from '@permesso/consent-core';
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
  const serve = () => {
    observer.disconnect();
    withPart('markup', (attachMarkup) => attachMarkup());
  };
  // Of what changes only what was added is looked at: most pages never have any.
  const observer = new MutationObserver((changes) => {
    if (addedMatches(changes, waiting).length > 0) serve();
  });
  if (document.querySelector(waiting)) serve();
  else observer.observe(document, { childList: true, subtree: true });
}
