import { browserSignal } from './browser-signal.ts';
import { hasUnsent } from './newest-decision.ts';
import { notedGrants } from './noted-grants.ts';
import { onOtherTabs } from './other-tabs.ts';
import { whenIdle } from './page-moments.ts';
import {
  categoryGrants,
  type PageFacts,
  page,
  storedCookie,
  tellPage,
  withhold,
  withPart,
} from './page-state.ts';
import { isPending } from './remembered-payload.ts';

/**
 * What every page does once it has been read: it sees what it needs, and loads that. A visitor who has decided against
 * everything loads nothing.
 */
export function startPage(): void {
  const { facts } = page();
  // Before anything is opened: something may have been decided since the head was read.
  if (facts) followOtherTabs(facts);
  watchMarkup();
  categoryGrants.subscribe(loadTrackers);
  if (!facts || needsStore(facts)) startStore();
  else {
    // Storage holds up the page that asks it.
    whenIdle(() => {
      const { payload, judged, gpc, has } = facts;
      const { name } = payload.head;
      // Whether the signal counts here the store knows.
      const stands = (one: string) => has(one) || !(gpc || judged.cookie?.d[one] === 0);
      if (hasUnsent(name) || !notedGrants(name).every(stands)) startStore();
    });
  }
}

const startStore = () => withPart('consent', (part) => void part.startStore(), tellPage);

/** Until there is a store, which has a storage of its own, and follows other tabs from then on. */
function followOtherTabs(facts: PageFacts): void {
  const look = () => {
    if (page().store) stop();
    else if (storedCookie() !== facts.cookie || (browserSignal() && !facts.gpc)) {
      facts.gpc ||= browserSignal();
      // Single services may have been decided on since.
      facts.payload.head.store = 'services';
      withhold();
      startStore();
    }
  };
  const stop = onOtherTabs(look);
  look();
}

/** Loads what loads trackers as soon as one may be loaded. */
function loadTrackers(): void {
  const { loads = [] } = page().facts?.payload.head ?? {};
  if (loads.some((key) => key === '*' || categoryGrants.has(key))) {
    withPart('trackers', ({ attachPageTrackers }) => attachPageTrackers());
  }
}

/** Whether this page needs its store at once, and not only when something happens. */
function needsStore({ payload, judged }: PageFacts): boolean {
  return (
    // The visitor, or the configuration, is not known yet.
    !!payload.source ||
    // The banner of a page for everybody is not yet that of this visitor.
    (payload.at !== undefined && judged.status !== 'decided') ||
    // The page is not shown yet: then the cookie is asked anew.
    isPending(payload.config) ||
    // A signal may have to be recorded.
    judged.signal ||
    // Single services were decided on.
    !!judged.cookie?.x
  );
}

/**
 * Markup that waits for consent: gates, what is declared so (see `declared-markup.ts`), and what an adapter has marked, as components
 * of its framework.
 */
export const WAITING_MARKUP = '[data-consent-gate],[data-consent-category],[data-consent-wait]';

const waits = (node: Node) =>
  node instanceof Element && (node.matches(WAITING_MARKUP) || node.querySelector(WAITING_MARKUP) !== null);

/** Loads what serves markup that waits for consent as soon as the document has some, now or later. */
export function watchMarkup(): void {
  const serve = () => {
    observer.disconnect();
    withPart('markup', ({ attachMarkup }) => attachMarkup());
  };
  // Of what changes only what was added is looked at: most pages never have any.
  const observer = new MutationObserver((changes) => {
    if (changes.some(({ addedNodes }) => [...addedNodes].some(waits))) serve();
  });
  // By this an adapter says that it has marked something that was in the page already.
  document.addEventListener('consentwait', serve);
  if (waits(document.documentElement)) serve();
  else observer.observe(document, { childList: true, subtree: true });
}
