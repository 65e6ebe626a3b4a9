import type { ConsentExpr, ConsentTracker } from './config.ts';
import { type ConsentGrants, type LoaderOptions, runOnce } from './ledger.ts';

/** What Consent Mode manages loads before consent: under the expression that always holds. */
const termsOf = ({ loader, categoryKey }: ConsentTracker): ConsentExpr =>
  loader?.consentModeManaged ? { and: [] } : categoryKey;

/**
 * Inserts a tracker's script or pixel, whatever is granted, once per document. A loader with both `inline`
 * and `src` gets the inline script first: vendors' stubs queue calls for the script that follows.
 * A `pixel` with a `src` alone is an image. Returns whether it was inserted now.
 */
export function injectTracker(
  tracker: ConsentTracker,
  { nonce = '' }: LoaderOptions = {},
  store: Partial<ConsentGrants> = {},
): boolean {
  const { id, kind, loader } = tracker;
  if (!loader) return false;
  const { src, inline, attributes = {} } = loader;
  const insert = (tag: 'script' | 'img', own: object) => {
    const made = document.createElement(tag);
    for (const name in attributes) {
      try {
        // Event handlers would be code outside the script that was reviewed.
        if (!/^(on|src$)/i.test(name)) made.setAttribute(name, attributes[name]!);
      } catch {
        // Not a name of an attribute: the tracker works without it.
      }
    }
    // The router of Astro would otherwise run it a second time after a client-side navigation.
    Object.assign(made.dataset, { astroExec: '', consentTracker: id });
    document.head.append(Object.assign(made, own));
  };
  return runOnce(`id:${id}`, termsOf(tracker), store, () => {
    if (inline) insert('script', { nonce, text: inline });
    if (src && kind === 'pixel' && !inline) insert('img', { alt: '', hidden: true, src });
    else if (src) insert('script', { nonce, src });
  });
}

/** Loads now or, if `lazy`, at the next idle moment, at most 3 s later. */
function soon({ loader }: ConsentTracker, load: () => void) {
  if (loader?.strategy !== 'lazy') load();
  else if (globalThis.requestIdleCallback as unknown) requestIdleCallback(load, { timeout: 3000 });
  else setTimeout(load, 1000);
}

/**
 * Loads the trackers of a config (kinds `script` and `pixel`) that the store grants. Returns a function that
 * detaches; what ran, ran.
 *
 * @param trackers asked anew on every change, since a page's config may come later than its store
 */
export function attachTrackers(
  store: ConsentGrants,
  trackers: () => readonly ConsentTracker[],
  options?: LoaderOptions,
): () => void {
  let attached = true;
  const unsubscribe = store.subscribe(() => {
    for (const tracker of trackers()) {
      const granted = () => attached && store.has(termsOf(tracker));
      if (/^(script|pixel)$/.test(tracker.kind) && granted()) {
        soon(tracker, () => granted() && injectTracker(tracker, options, store));
      }
    }
  });
  return () => {
    attached = false;
    unsubscribe();
  };
}
