import type { ConsentExpr } from './config.ts';
import { type ConsentGrants, DECLARED, type LoaderOptions, runOnce } from './ledger.ts';

/** A category key, or the JSON of an expression; what cannot be read is no key, and never granted. */
function expressionOf(text: string): ConsentExpr {
  try {
    return text.includes('{') ? JSON.parse(text) : text;
  } catch {
    return text;
  }
}

/** The running script that is to take the place of an inert one. */
function liveScript(
  { attributes, nonce, src, text }: HTMLScriptElement,
  own: LoaderOptions,
): HTMLScriptElement {
  const script = document.createElement('script');
  // Copied as they are: a parser takes names that `setAttribute` refuses.
  for (const attribute of attributes) script.setAttributeNode(attribute.cloneNode() as Attr);
  const { consentSrc = src, type = '' } = script.dataset;
  delete script.dataset.consentCategory;
  // The router of Astro would otherwise run it a second time after a client-side navigation.
  script.dataset.astroExec = '';
  return Object.assign(script, { nonce, text, type, ...own, ...(consentSrc && { src: consentSrc }) });
}

/** Frames and images follow the grant both ways: a refused one leaves the network alone again. */
function followGrant(media: HTMLElement, granted: boolean) {
  const src = media.getAttribute('src');
  const { consentSrc } = media.dataset;
  if (granted) {
    if (src !== consentSrc) media.setAttribute('src', consentSrc!);
  } else if (src !== null) {
    media.removeAttribute('src');
    // Only a frame made anew is empty without an entry in the history.
    media.replaceWith(media.cloneNode());
  }
}

/**
 * Runs the declarative markup that the store grants, also markup that comes later. Within a category scripts run in
 * document order; categories do not wait for each other. Returns a function that detaches.
 */
export function attachDeclared(store: ConsentGrants, options: LoaderOptions = {}): () => void {
  let attached = true;
  const turns = new Map<string, Promise<unknown>>();

  /** Settles when the next of its category may run. */
  const run = (inert: HTMLScriptElement, expr: ConsentExpr) =>
    new Promise<unknown>((next) => {
      // It may have waited: for what hung before it, or for a navigation that took it away.
      if (!attached || !inert.isConnected || !store.has(expr)) return next(0);
      const script = liveScript(inert, options);
      const { dataset, src, text } = script;
      // Once per document: by tracker id, else by address, else by text.
      const key = dataset.consentTracker ? `id:${dataset.consentTracker}` : src ? `src:${src}` : text;
      const ran = runOnce(key, expr, store, () => {
        for (const end of ['load', 'error']) script.addEventListener(end, next);
        inert.replaceWith(script);
      });
      if (!ran || !src || script.hasAttribute('async')) next(0);
    });
  const scan = () => {
    for (const found of document.querySelectorAll<HTMLElement>(DECLARED)) {
      const category = found.dataset.consentCategory!;
      const expr = expressionOf(category);
      const granted = store.has(expr);
      if (!(found instanceof HTMLScriptElement)) followGrant(found, granted);
      else if (granted) {
        const turn = Promise.resolve(turns.get(category)).then(() => run(found, expr));
        turns.set(category, turn.catch(console.error));
      }
    }
  };

  const observer = new MutationObserver(scan);
  observer.observe(document, { childList: true, subtree: true });
  const unsubscribe = store.subscribe(scan);
  return () => {
    attached = false;
    observer.disconnect();
    unsubscribe();
  };
}
