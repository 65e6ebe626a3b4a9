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
export const ledger = (): Map<string, ConsentExpr | null> =>
  ((globalThis as { [LEDGER]?: Map<string, ConsentExpr | null> })[LEDGER] ??= new Map());

/** Enters what is to run now; false where it ran already: once per document, whoever inserts it. */
export const enter = (key: string, expr: ConsentExpr | null, store?: ConsentGrants): boolean => {
  if (ledger().has(key)) return false;
  ledger().set(key, expr);
  if (expr !== null) store?.markRan?.(expr);
  return true;
};

/** Declarative markup that waits for consent. */
export const DECLARED =
  'script[type="text/plain"][data-consent-category],[data-consent-src][data-consent-category]';

/** An element with these attributes, and with properties of its own. */
export const element = <Tag extends 'script' | 'img'>(
  tag: Tag,
  attributes: Iterable<readonly [name: string, value: string]>,
  own: Partial<HTMLElementTagNameMap[Tag]>,
): HTMLElementTagNameMap[Tag] => {
  const made = document.createElement(tag);
  for (const [name, value] of attributes) {
    try {
      made.setAttribute(name, value);
    } catch {
      // Not a name of an attribute: the tracker works without it.
    }
  }
  // Astro's router would otherwise run a script a second time after a client-side navigation.
  made.dataset.astroExec = '';
  return Object.assign(made, own);
};
