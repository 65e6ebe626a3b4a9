import type { ConsentExpr } from './config.ts';
import { type ConsentGrants, DECLARED, element, type LoaderOptions, ledger } from './ledger.ts';

/** A category key, or the JSON of an expression; what cannot be read is never granted. */
function expressionOf({ dataset }: HTMLElement): ConsentExpr {
  const text = dataset.consentCategory!;
  try {
    return text.includes('{') ? JSON.parse(text) : text;
  } catch {
    return { or: [] };
  }
}

/** Once per document: by tracker id, else by address, else by text. */
function keyOf({ dataset, src, text }: HTMLScriptElement) {
  const { consentTracker, consentSrc } = dataset;
  // A link resolves any address, and takes a wrong one as it is.
  const { href } = Object.assign(document.createElement('a'), { href: consentSrc || src });
  return consentTracker ? `id:${consentTracker}` : consentSrc || src ? `src:${href}` : text;
}

/** Puts a running script in the place of an inert one; settles when the next of its category may run. */
function runDeclared(inert: HTMLScriptElement, nonce = inert.nonce): Promise<unknown> {
  const { attributes, dataset, text } = inert;
  const src = dataset.consentSrc || inert.src;
  const script = element(
    'script',
    [...attributes].map(({ name, value }) => [name, value] as const),
    /^(src|type|data-type|data-consent-(category|src))$/,
    { text, nonce, type: dataset.type ?? '', ...(src && { src }) },
  );
  return new Promise((resolve) => {
    if (!src || inert.hasAttribute('async')) resolve(0);
    for (const end of ['load', 'error']) script.addEventListener(end, resolve);
    inert.replaceWith(script);
  });
}

/** Frames and images follow the grant both ways: a refused one leaves the network alone again. */
function followGrant(media: HTMLElement, granted: boolean) {
  const src = media.dataset.consentSrc ?? '';
  if (granted) {
    if (media.getAttribute('src') !== src) media.setAttribute('src', src);
  } else if (media.hasAttribute('src')) {
    media.removeAttribute('src');
    // Only a frame made anew is empty without an entry in the history.
    media.replaceWith(media.cloneNode());
  }
}

/**
 * Runs the declarative markup that the store grants, also markup that comes later. Within a category scripts run in
 * document order; categories do not wait for each other. Returns a function that detaches.
 */
export function attachDeclared(store: ConsentGrants, { nonce }: LoaderOptions = {}): () => void {
  let attached = true;
  const turns = new Map<string, Promise<unknown>>();

  const run = (script: HTMLScriptElement) => {
    const expr = expressionOf(script);
    const key = keyOf(script);
    // It may have waited: for what hung before it, or for a navigation that took it away.
    if (!attached || !script.isConnected || !store.has(expr) || ledger().has(key)) return;
    ledger().set(key, expr);
    store.markRan?.(expr);
    return runDeclared(script, nonce);
  };
  const scan = () => {
    for (const found of document.querySelectorAll<HTMLElement>(DECLARED)) {
      const granted = store.has(expressionOf(found));
      const category = found.dataset.consentCategory!;
      if (!(found instanceof HTMLScriptElement)) followGrant(found, granted);
      // The parser may stand within a script: what it has read so far is not the script.
      else if (granted && document.readyState !== 'loading' && !ledger().has(keyOf(found))) {
        const turn = Promise.resolve(turns.get(category)).then(() => run(found));
        turns.set(category, turn.catch(console.error));
      }
    }
  };

  const observer = new MutationObserver((changes) => {
    if (changes.some(({ addedNodes }) => addedNodes.length)) scan();
  });
  observer.observe(document, { childList: true, subtree: true });
  document.addEventListener('DOMContentLoaded', scan);
  const unsubscribe = store.subscribe(scan);
  return () => {
    attached = false;
    observer.disconnect();
    document.removeEventListener('DOMContentLoaded', scan);
    unsubscribe();
  };
}
