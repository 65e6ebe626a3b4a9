import { attachTrackers, type ConsentTracker, DECLARED } from '@permesso/consent-core';
import { grants, page } from './page.ts';
import { withPart } from './parts.ts';

/** Loads the configuration's trackers as they are granted; those whose vendor must be told first wait for that. */
export function attachPageTrackers(): void {
  let told: 'no' | 'asked' | 'yes' = 'no';
  const current = () => {
    const { store, facts } = page();
    const config = store?.config ?? facts?.payload.config;
    const trackers = config?.trackers ?? [];
    if (told === 'no' && config && trackers.some(isAdapted)) {
      told = 'asked';
      withPart('adapters', (attachAdapters) => {
        told = 'yes';
        attachAdapters(grants, trackers, config.categories);
        attachTrackers(grants, () => trackers.filter(isAdapted));
      });
    }
    return trackers.filter((tracker) => !isAdapted(tracker));
  };
  attachTrackers(grants, current);
}

function isAdapted(tracker: ConsentTracker): boolean {
  return tracker.loader?.adapter !== undefined;
}

/** Loads what serves gates and declared markup as soon as the document has some, now or later. */
export function watchMarkup(): void {
  const waiting = `[data-consent-gate],${DECLARED}`;
  const look = () => {
    if (!document.querySelector(waiting)) return;
    observer.disconnect();
    withPart('markup', (attachMarkup) => attachMarkup());
  };
  const observer = new MutationObserver(look);
  observer.observe(document, { childList: true, subtree: true });
  look();
}
