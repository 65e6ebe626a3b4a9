import { PARTYTOWN } from '../contract/partytown.ts';
import { isLoadableAddress } from '../contract/safe-html.ts';
import {
  addedMatches,
  type ConsentGrants,
  DECLARED,
  element,
  expressionOf,
  type LoaderOptions,
  markRan,
} from './ledger.ts';
import { insertScript } from './script-insertion.ts';

/** Frames and images follow the grant both ways: a refused one leaves the network alone again. */
const followGrant = (media: HTMLElement, granted: boolean) => {
  const src = media.dataset.consentSrc!;
  if (granted) {
    // Visitors may have written it, and code would run as the page's own.
    if (!isLoadableAddress(src)) return;
    // A player's own code adds to the address, and would load again without that.
    if (!media.getAttribute('src')?.startsWith(src)) media.setAttribute('src', src);
  } else if (media.hasAttribute('src')) {
    media.removeAttribute('src');
    // Only a frame made anew is empty without an entry in the history.
    media.replaceWith(media.cloneNode(true));
  }
};

/**
 * Runs the declarative markup that the store grants, also markup that comes later. Within a category scripts run in
 * document order; categories do not wait for each other. Returns a function that detaches.
 */
export const attachDeclared = (store: ConsentGrants, options: LoaderOptions = {}): (() => void) => {
  let attached = true;
  const turns = new Map<string, Promise<unknown>>();
  /** Scripts that wait for their turn, which one that hangs may take for ever. */
  const queued = new WeakSet<HTMLScriptElement>();

  /** Puts a running script in the place of the inert one; settles when the next of its category may run. */
  const run = async (inert: HTMLScriptElement, turn?: Promise<unknown>) => {
    await turn;
    const expr = expressionOf(inert);
    const { consentSrc, consentTracker, type = '' } = inert.dataset;
    // An empty one is none: without an address the text would run, which nobody has judged.
    const address = consentSrc || inert.getAttribute('src');
    // Not a clone: markup that came by innerHTML is marked as run, and a clone inherits that.
    const attributes = [...inert.attributes].filter(({ name }) => name !== 'src');
    const script = element('script', attributes, {
      text: inert.text,
      // Not the page's: what was injected into the page would be allowed by it.
      nonce: options.nonce ?? inert.nonce,
      type,
      ...(address && { src: address }),
    });
    delete script.dataset.consentCategory;
    const { src } = script;
    // Once per document: by tracker id, else by address, else by text.
    const key = consentTracker ? `id:${consentTracker}` : src ? `src:${src}` : inert.text;
    // For browsers without modules: others neither run it nor tell of it.
    const isIgnored = script.noModule && type !== 'module';
    // It may have waited: for what hung before it, or for a navigation that took it away.
    if (isIgnored || !attached || !inert.isConnected || !store.has(expr) || !markRan(key, expr, store))
      return;
    await new Promise((resolve) => {
      // When a worker has run one nobody says.
      if (!src || script.hasAttribute('async') || type === PARTYTOWN) resolve(0);
      for (const end of ['load', 'error']) script.addEventListener(end, resolve);
      insertScript(script, () => inert.replaceWith(script));
    });
    if (type === PARTYTOWN) dispatchEvent(new Event('ptupdate'));
  };
  const queue = (script: HTMLScriptElement, category: string) => {
    if (queued.has(script)) return;
    queued.add(script);
    const turn = run(script, turns.get(category))
      .catch(console.error)
      .finally(() => queued.delete(script));
    turns.set(category, turn);
  };
  const serve = (found: HTMLElement) => {
    const granted = store.has(expressionOf(found));
    if (found.tagName !== 'SCRIPT') followGrant(found, granted);
    // The parser may stand within a script: what it has read so far is not the script.
    else if (granted && document.readyState !== 'loading')
      queue(found as HTMLScriptElement, found.dataset.consentCategory!);
  };
  const scan = () => {
    if (attached) document.querySelectorAll<HTMLElement>(DECLARED).forEach(serve);
  };

  const observer = new MutationObserver((changes) => {
    for (const found of addedMatches(changes, DECLARED)) serve(found);
  });
  observer.observe(document, { childList: true, subtree: true });
  addEventListener('DOMContentLoaded', scan);
  const unsubscribe = store.subscribe(scan);
  return () => {
    attached = false;
    observer.disconnect();
    unsubscribe();
  };
};
