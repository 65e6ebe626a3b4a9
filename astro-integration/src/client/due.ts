import { hasUnsent } from '@permesso/consent-core';
import type { PageFacts } from '../page.ts';
import { isPending } from './pending.ts';

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
    // The page is not shown yet: then the cookie is asked anew.
    isPending(payload.config) ||
    // A signal has to be recorded.
    judged.signal ||
    hasUnsent(payload.head.name)
  );
}
