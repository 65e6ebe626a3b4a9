import type { ConsentExpr, ConsentTracker } from '../contract/config.ts';
import { grantOf } from '../contract/services.ts';
import { LOADED_KINDS } from '../contract/values.ts';
import { isInForce } from '../rules/terms.ts';
import { attachDeclared } from './declared-markup.ts';
import { type ConsentGrants, element, type LoaderOptions, ledger, markRan, pageNonce } from './ledger.ts';
import { whenIdle } from './page-moments.ts';
import { insertScript } from './script-insertion.ts';

/** What Consent Mode speaks for may load before consent: it runs under what always holds. */
const ALWAYS: ConsentExpr = { and: [] };

/** The elements of a tracker: the inline script first, since vendors' stubs queue calls for the script that follows. */
const elementsOf = ({ id, kind, loader }: ConsentTracker, nonce: string): HTMLElement[] => {
  const { src, inline, attributes = {} } = loader!;
  // Event handlers would be code outside the script that was reviewed.
  const allowed = Object.entries(attributes)
    .filter(([name]) => !/^(on|src$)/i.test(name))
    .map(([name, value]) => ({ name, value }));
  allowed.push({ name: 'data-consent-tracker', value: id });
  const made: HTMLElement[] = [];
  if (inline) made.push(element('script', allowed, { text: inline, nonce }));
  if (src && kind === 'pixel' && !inline) made.push(element('img', allowed, { src, alt: '', hidden: true }));
  else if (src) made.push(element('script', allowed, { src, nonce }));
  return made;
};

/** Inserts a tracker that runs under an expression, once per document. Returns whether it was inserted now. */
const insertTracker = (
  tracker: ConsentTracker,
  expr: ConsentExpr,
  { nonce }: LoaderOptions,
  store?: ConsentGrants,
): boolean => {
  const key = `id:${tracker.id}`;
  if (!tracker.loader || ledger().has(key)) return false;
  try {
    const parts = elementsOf(tracker, nonce ?? pageNonce());
    // An image is no script: nothing of it runs on after a revocation (C12).
    markRan(key, parts.some(({ tagName }) => tagName === 'SCRIPT') ? expr : ALWAYS, store);
    for (const part of parts) insertScript(part, () => document.head.append(part));
    return true;
  } catch {
    // The page demands Trusted Types and does not allow our policy: nothing runs, and the browser says why.
    return false;
  }
};

/**
 * Inserts a tracker's script or pixel, whatever is granted, once per document. A loader with both `inline`
 * and `src` gets the inline script first. A `pixel` with a `src` alone is an image. Returns whether it was inserted now.
 */
export const injectTracker = (tracker: ConsentTracker, options: LoaderOptions = {}): boolean =>
  insertTracker(tracker, tracker.loader?.consentModeManaged ? ALWAYS : grantOf(tracker), options);

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
  /** Whether Consent Mode tells the tag what is granted; where nobody does, the tag waits like any other. */
  const isSpokenFor = ({ loader }: ConsentTracker) => {
    const { config } = store;
    return loader?.consentModeManaged === true && !!config?.consentMode.enabled && isInForce(config);
  };
  const serve = (tracker: ConsentTracker) => {
    const { loader } = tracker;
    const load = () => {
      if (!attached) return;
      if (isSpokenFor(tracker)) insertTracker(tracker, ALWAYS, options, store);
      else if (store.has(grantOf(tracker))) insertTracker(tracker, grantOf(tracker), options, store);
    };
    if (!LOADED_KINDS.includes(tracker.kind)) return;
    if (loader?.strategy === 'lazy') whenIdle(load);
    else load();
  };
  const unsubscribe = store.subscribe(() => trackers().forEach(serve));
  return () => {
    attached = false;
    unsubscribe();
  };
};

/**
 * Runs what the store grants: the trackers of the config (kinds `script` and `pixel`) and the declarative
 * markup of the document, also markup that comes later. Within a category declared scripts run in document
 * order; categories do not wait for each other. Returns a function that detaches; what ran, ran.
 */
export const attachLoader = (
  store: ConsentGrants,
  trackers: readonly ConsentTracker[],
  options?: LoaderOptions,
): (() => void) => {
  const detachTrackers = attachTrackers(store, () => trackers, options);
  const detachDeclared = attachDeclared(store, options);
  return () => {
    detachTrackers();
    detachDeclared();
  };
};
