import type { PageFacts } from '../page.ts';
import { hasUnsent } from './unsent.ts';

/** Whether the visitor has the banner before them. */
export const bannerShows = () => document.documentElement.dataset.consentUi === 'banner';

/** Whether this page needs its store at once, and not only when something happens. */
export function isDue(facts: PageFacts | undefined): boolean {
  // The head could read nothing: somebody has to say that nothing is granted.
  if (!facts) return true;
  const { payload, judged } = facts;
  return (
    // The visitor, or the configuration, is not known yet.
    !!payload.source ||
    // A signal has to be recorded.
    judged.signal ||
    hasUnsent(payload.head.name)
  );
}

/**
 * Calls `wake` when another tab may have decided, or when the page comes back from the back/forward cache: what the
 * store's own storage listens to, for as long as there is no store.
 */
export function hears(name: string, wake: () => void): void {
  addEventListener('storage', ({ key }) => key === `${name}:changed` && wake());
  addEventListener('pageshow', ({ persisted }) => persisted && wake());
  let channel: BroadcastChannel | undefined;
  const listen = () => {
    try {
      channel = new BroadcastChannel(name);
      channel.onmessage = wake;
    } catch {
      // Old browsers: the storage event serves.
    }
  };
  listen();
  // An open channel would keep the page out of the back/forward cache.
  addEventListener('pagehide', () => channel?.close());
  addEventListener('pageshow', ({ persisted }) => persisted && listen());
}
