import type { ConsentExpr } from './config.ts';

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
export const ledger = (): Map<string, ConsentExpr | null> => {
  const page = globalThis as { [LEDGER]?: Map<string, ConsentExpr | null> };
  page[LEDGER] ??= new Map();
  return page[LEDGER];
};

/** Declarative markup that waits for consent. */
export const DECLARED =
  'script[type="text/plain"][data-consent-category],[data-consent-src][data-consent-category]';

/** A script that runs once it is inserted. */
export function scriptElement(attributes: Iterable<[string, string]>, nonce: string | undefined) {
  const script = document.createElement('script');
  for (const [name, value] of attributes) setAttribute(script, name, value);
  if (nonce) script.nonce = nonce;
  // Astro's router would otherwise run it a second time after a client-side navigation.
  script.dataset.astroExec = '';
  return script;
}

/** Event handlers in a tracker's attributes would be code outside the script that was reviewed. */
export function setAttribute(element: Element, name: string, value: string) {
  if (/^on/i.test(name)) return;
  try {
    element.setAttribute(name, value);
  } catch {
    // Not a name of an attribute: the tracker works without it.
  }
}
