import type { ConsentExpr } from './config.ts';
import { type ConsentGrants, DECLARED, type LoaderOptions, ledger, scriptElement } from './ledger.ts';

/** A category key, or the JSON of an expression; what cannot be read is never granted. */
function expressionOf(element: Element): ConsentExpr {
  const text = element.getAttribute('data-consent-category') ?? '';
  if (!text.trim().startsWith('{')) return text;
  try {
    return JSON.parse(text);
  } catch {
    return { or: [] };
  }
}

/** Once per document: by tracker id, else by address, else by text. */
function keyOf({ dataset, src, text }: HTMLScriptElement) {
  if (dataset.consentTracker) return `id:${dataset.consentTracker}`;
  if (!dataset.consentSrc && !src) return `text:${text}`;
  try {
    return `src:${new URL(dataset.consentSrc || src, document.baseURI)}`;
  } catch {
    return `src:${dataset.consentSrc || src}`;
  }
}

/** Puts a running script in the place of an inert one; settles when the next of its category may run. */
function runDeclared(inert: HTMLScriptElement, nonce: string | undefined): Promise<unknown> | undefined {
  const attributes = [...inert.attributes].map(({ name, value }): [string, string] => [name, value]);
  const script = scriptElement(
    attributes.filter(([name]) => !/^(type|data-type|data-consent-(category|src))$/.test(name)),
    nonce || inert.nonce,
  );
  if (inert.dataset.type) script.type = inert.dataset.type;
  const src = inert.dataset.consentSrc;
  if (src) script.src = src;
  script.text = inert.text;
  const settled =
    script.hasAttribute('src') && !inert.hasAttribute('async')
      ? new Promise((resolve) => {
          script.onload = script.onerror = resolve;
        })
      : undefined;
  inert.replaceWith(script);
  return settled;
}

/** Frames and images follow the grant both ways: a refused one leaves the network alone again. */
function followGrant(element: HTMLElement, granted: boolean) {
  const src = element.dataset.consentSrc ?? '';
  if (granted) {
    if (element.getAttribute('src') !== src) element.setAttribute('src', src);
  } else if (element.hasAttribute('src')) {
    // Only a frame made anew is empty without an entry in the history.
    const blocked = element.cloneNode(false) as HTMLElement;
    blocked.removeAttribute('src');
    element.replaceWith(blocked);
  }
}

/**
 * Runs the declarative markup that the store grants, also markup that comes later. Within a category scripts run in
 * document order; categories do not wait for each other. Returns a function that detaches.
 */
export function attachDeclared(store: ConsentGrants, options: LoaderOptions = {}): () => void {
  let attached = true;
  const claimed = new WeakSet<Element>();
  const turns = new Map<string, Promise<unknown>>();

  const runScript = (script: HTMLScriptElement, expr: ConsentExpr) => {
    claimed.delete(script);
    const key = keyOf(script);
    if (!attached || !script.isConnected || !store.has(expr) || ledger().has(key)) return;
    ledger().set(key, expr);
    const settled = runDeclared(script, options.nonce);
    store.markRan?.(expr);
    return settled;
  };
  const visit = (element: HTMLElement) => {
    const expr = expressionOf(element);
    if (!(element instanceof HTMLScriptElement)) return followGrant(element, store.has(expr));
    if (claimed.has(element) || !store.has(expr) || ledger().has(keyOf(element))) return;
    claimed.add(element);
    const category = element.dataset.consentCategory ?? '';
    turns.set(
      category,
      (turns.get(category) ?? Promise.resolve()).then(() => runScript(element, expr)),
    );
  };
  const scan = () => {
    for (const element of document.querySelectorAll<HTMLElement>(DECLARED)) visit(element);
  };

  const observer = new MutationObserver((changes) => {
    const added = changes.flatMap((change) => [...change.addedNodes]);
    if (
      added.some(
        (node) => node instanceof Element && (node.matches(DECLARED) || node.querySelector(DECLARED)),
      )
    )
      scan();
  });
  observer.observe(document, { childList: true, subtree: true });
  const unsubscribe = store.subscribe(scan);
  return () => {
    attached = false;
    observer.disconnect();
    unsubscribe();
  };
}
