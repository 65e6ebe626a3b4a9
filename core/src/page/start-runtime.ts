import { categoryGrants } from './category-grants.ts';
import { attachControls } from './controls.ts';
import { watchMarkup } from './markup-watch.ts';
import { onOtherTabs } from './other-tabs.ts';
import { type PageFacts, page, storedCookie, tellPage } from './page-state.ts';
import { withPart } from './parts.ts';
import { isPending } from './pending-config.ts';
import { isOutdated } from './remembered-payload.ts';
import { hasUnsent } from './unsent-records.ts';

/**
 * What every page runs: it delegates the clicks and sees what the page needs, and loads that. A visitor who has decided
 * against everything gets nothing more.
 *
 * @param files address of the folder with the parts of the runtime
 */
export function startRuntime(files: string): void {
  const current = page();
  const { facts } = current;
  current.files = files;
  attachControls();
  watchMarkup();
  categoryGrants.subscribe(loadTrackers);
  const startStore = () => withPart('consent', (part) => void part.startStore(), tellPage);
  if (needsStore(facts)) startStore();
  else {
    const judged = storedCookie();
    const stop = onOtherTabs(facts!.payload.head.name, () => {
      // The store has a storage of its own, which follows other tabs from then on.
      if (current.store) stop();
      else if (storedCookie() !== judged) {
        // What the head judged grants nothing more: what was decided may be a refusal.
        facts!.judged.decisions = {};
        startStore();
      }
    });
  }
}

/** Loads what loads trackers as soon as one may be loaded. */
function loadTrackers(): void {
  const { loads = [] } = page().facts?.payload.head ?? {};
  if (loads.some((key) => key === '*' || categoryGrants.has(key))) {
    withPart('trackers', ({ attachPageTrackers }) => attachPageTrackers());
  }
}

/** Whether this page needs its store at once, and not only when something happens. */
function needsStore(facts: PageFacts | undefined): boolean {
  // The head could read nothing: somebody has to tell Consent Mode that nothing is granted.
  if (!facts) return true;
  const { payload, judged } = facts;
  return (
    // The visitor, or the configuration, is not known yet, or no longer.
    !!payload.source ||
    isOutdated(payload) ||
    // The banner of a page for everybody is not yet that of this visitor.
    (payload.at !== undefined && judged.status !== 'decided') ||
    // The page is not shown yet: then the cookie is asked anew.
    isPending(payload.config) ||
    // A signal has to be recorded.
    judged.signal ||
    hasUnsent(payload.head.name)
  );
}
