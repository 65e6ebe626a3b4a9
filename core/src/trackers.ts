import type { ConsentTracker } from './config.ts';
import { type ConsentGrants, type LoaderOptions, ledger, scriptElement, setAttribute } from './ledger.ts';

/**
 * Inserts a tracker's script or pixel, whatever is granted, once per document. A loader with both `inline`
 * and `src` gets the inline script first: vendors' stubs queue calls for the script that follows.
 * A `pixel` with a `src` alone is an image. Returns whether it was inserted now.
 */
export function injectTracker(tracker: ConsentTracker, { nonce }: LoaderOptions = {}): boolean {
  const { id, kind, loader } = tracker;
  const key = `id:${id}`;
  if (!loader || ledger().has(key)) return false;
  ledger().set(key, loader.consentModeManaged ? null : tracker.categoryKey);
  const attributes = Object.entries(loader.attributes ?? {});
  const insert = (element: Element) => {
    element.setAttribute('data-consent-tracker', id);
    (document.head ?? document.documentElement).append(element);
  };
  if (loader.inline) {
    const script = scriptElement(attributes, nonce);
    script.removeAttribute('src');
    script.text = loader.inline;
    insert(script);
  }
  if (!loader.src) return true;
  if (kind === 'pixel' && !loader.inline) {
    const pixel = new Image(1, 1);
    for (const [name, value] of attributes) setAttribute(pixel, name, value);
    pixel.hidden = true;
    pixel.alt = '';
    pixel.src = loader.src;
    insert(pixel);
  } else {
    const script = scriptElement(attributes, nonce);
    script.src = loader.src;
    insert(script);
  }
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
