import type { ConsentTracker } from './config.ts';
import { type ConsentGrants, element, type LoaderOptions, ledger } from './ledger.ts';

/**
 * Inserts a tracker's script or pixel, whatever is granted, once per document. A loader with both `inline`
 * and `src` gets the inline script first: vendors' stubs queue calls for the script that follows.
 * A `pixel` with a `src` alone is an image. Returns whether it was inserted now.
 */
export function injectTracker(tracker: ConsentTracker, { nonce = '' }: LoaderOptions = {}): boolean {
  const { id, kind, loader } = tracker;
  if (!loader || ledger().has(`id:${id}`)) return false;
  ledger().set(`id:${id}`, loader.consentModeManaged ? null : tracker.categoryKey);
  const { src, inline, attributes = {} } = loader;
  const insert = <Tag extends 'script' | 'img'>(tag: Tag, own: Partial<HTMLElementTagNameMap[Tag]>) => {
    // Event handlers would be code outside the script that was reviewed.
    const made = element(tag, Object.entries(attributes), /^(on|src$)/i, own);
    made.dataset.consentTracker = id;
    (document.head ?? document.documentElement).append(made);
  };
  if (inline) insert('script', { text: inline, nonce });
  if (src && kind === 'pixel' && !inline) insert('img', { alt: '', hidden: true, src });
  else if (src) insert('script', { src, nonce });
  return true;
}

/** Loads now or, if `lazy`, at the next idle moment, at most 3 s later. */
function soon(tracker: ConsentTracker, load: () => void) {
  if (tracker.loader?.strategy !== 'lazy') load();
  else if (typeof requestIdleCallback === 'function') requestIdleCallback(load, { timeout: 3000 });
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
  options: LoaderOptions = {},
): () => void {
  let attached = true;
  const granted = (tracker: ConsentTracker) =>
    tracker.loader?.consentModeManaged || store.has(tracker.categoryKey);
  const load = (tracker: ConsentTracker) => {
    if (!/^(script|pixel)$/.test(tracker.kind) || !granted(tracker)) return;
    soon(tracker, () => {
      if (!attached || !granted(tracker) || !injectTracker(tracker, options)) return;
      if (!tracker.loader?.consentModeManaged) store.markRan?.(tracker.categoryKey);
    });
  };
  const unsubscribe = store.subscribe(() => trackers().forEach(load));
  return () => {
    attached = false;
    unsubscribe();
  };
}
