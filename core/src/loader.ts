import type { ConsentExpr, ConsentTracker } from './config.ts';

/** What the loader needs of a store; anything that answers these serves as well. */
export interface ConsentGrants {
  has(expr: ConsentExpr): boolean;
  /** Calls the listener at once and on every change of what is granted. */
  subscribe(listener: () => void): () => void;
  /** Hears of each script that was inserted on a grant (rule C12). */
  markRan?(expr: ConsentExpr): void;
}

export interface LoaderOptions {
  /** For a Content-Security-Policy with nonces. */
  nonce?: string;
}

/**
 * What ran in this document, and under which expression (null: loads before consent). On `globalThis`,
 * because client-side navigation replaces the markup and bundles may be two, yet the scripts run on.
 */
const LEDGER = Symbol.for('permesso.ran');
const ledger = (): Map<string, ConsentExpr | null> => {
  const page = globalThis as { [LEDGER]?: Map<string, ConsentExpr | null> };
  page[LEDGER] ??= new Map();
  return page[LEDGER];
};

const DECLARED = 'script[type="text/plain"][data-consent-category],[data-consent-src][data-consent-category]';

function scriptElement(attributes: Iterable<[string, string]>, nonce: string | undefined) {
  const script = document.createElement('script');
  for (const [name, value] of attributes) setAttribute(script, name, value);
  if (nonce) script.nonce = nonce;
  // Astro's router would otherwise run it a second time after a client-side navigation.
  script.dataset.astroExec = '';
  return script;
}

/** Event handlers in a tracker's attributes would be code outside the script that was reviewed. */
function setAttribute(element: Element, name: string, value: string) {
  if (/^on/i.test(name)) return;
  try {
    element.setAttribute(name, value);
  } catch {
    // Not a name of an attribute: the tracker works without it.
  }
}

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

/** Loads now or, if `lazy`, at the next idle moment, at most 3 s later. */
function soon(tracker: ConsentTracker, load: () => void) {
  if (tracker.loader?.strategy !== 'lazy') load();
  else if (typeof requestIdleCallback === 'function') requestIdleCallback(load, { timeout: 3000 });
  else setTimeout(load, 1000);
}

/**
 * Runs what the store grants: the trackers of the config (kinds `script` and `pixel`) and the declarative
 * markup of the document, also markup that comes later. Within a category declared scripts run in document
 * order; categories do not wait for each other. Returns a function that detaches; what ran, ran.
 */
export function attachLoader(
  store: ConsentGrants,
  trackers: readonly ConsentTracker[],
  options: LoaderOptions = {},
): () => void {
  let attached = true;
  const claimed = new WeakSet<Element>();
  const turns = new Map<string, Promise<unknown>>();

  const granted = (tracker: ConsentTracker) =>
    tracker.loader?.consentModeManaged || store.has(tracker.categoryKey);
  const loadTracker = (tracker: ConsentTracker) => {
    if (!/^(script|pixel)$/.test(tracker.kind) || !granted(tracker)) return;
    soon(tracker, () => {
      if (!attached || !granted(tracker) || !injectTracker(tracker, options)) return;
      if (!tracker.loader?.consentModeManaged) store.markRan?.(tracker.categoryKey);
    });
  };

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

  // A new store on a page where scripts already ran (client-side navigation) must know of them.
  for (const expr of ledger().values()) if (expr !== null) store.markRan?.(expr);
  const unsubscribe = store.subscribe(() => {
    for (const tracker of trackers) loadTracker(tracker);
    scan();
  });
  return () => {
    attached = false;
    observer.disconnect();
    unsubscribe();
  };
}
