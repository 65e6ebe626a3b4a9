import type { ConsentTracker } from './config.ts';
import { type ConsentGrants, element, type LoaderOptions, markRan } from './ledger.ts';

/**
 * Inserts a tracker's script or pixel, whatever is granted, once per document. A loader with both `inline`
 * and `src` gets the inline script first: vendors' stubs queue calls for the script that follows.
 * A `pixel` with a `src` alone is an image. Returns whether it was inserted now.
 */
export const injectTracker = (tracker: ConsentTracker, options: LoaderOptions = {}): boolean => {
  const { id, loader } = tracker;
  // What loads before consent runs under what always holds.
  if (!loader || !markRan(`id:${id}`, loader.consentModeManaged ? { and: [] } : tracker.categoryKey))
    return false;
  const { src, inline } = loader;
  const nonce = options.nonce ?? '';
  const insert = (tag: 'script' | 'img', own: Partial<HTMLScriptElement & HTMLImageElement>) => {
    // Event handlers would be code outside the script that was reviewed.
    const allowed = Object.entries(loader.attributes ?? {})
      .filter(([name]) => !/^(on|src$)/i.test(name))
      .map(([name, value]) => ({ name, value }));
    const made = element(tag, allowed, own);
    made.dataset.consentTracker = id;
    document.head.append(made);
  };
  if (inline) insert('script', { text: inline, nonce });
  if (src)
    insert(tracker.kind === 'pixel' && !inline ? 'img' : 'script', { src, nonce, alt: '', hidden: true });
  return true;
};

/**
 * Loads the trackers of a config (kinds `script` and `pixel`) that the store grants. Returns a function that
 * detaches; what ran, ran.
 *
 * @param trackers asked anew on every change, since a page's config may come later than its store
 */
export const attachTrackers = (
  store: ConsentGrants,
  trackers: () => readonly ConsentTracker[],
  options: LoaderOptions = {},
): (() => void) => {
  let attached = true;
  const serve = (tracker: ConsentTracker) => {
    const { loader, categoryKey } = tracker;
    const load = () => {
      if (attached && (loader?.consentModeManaged || store.has(categoryKey))) injectTracker(tracker, options);
    };
    if (!['script', 'pixel'].includes(tracker.kind)) return;
    if (loader?.strategy !== 'lazy') load();
    // Safari has no idle moments to ask for.
    else globalThis.requestIdleCallback?.(load, { timeout: 3000 }) ?? setTimeout(load, 1000);
  };
  const unsubscribe = store.subscribe(() => trackers().forEach(serve));
  return () => {
    attached = false;
    unsubscribe();
  };
};
