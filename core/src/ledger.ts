import { isolated } from './atom.ts';
import type { ConsentExpr } from './config.ts';

/** What the loader needs of a store; anything that answers these serves as well. */
export interface ConsentGrants {
  has(expr: ConsentExpr): boolean;
  /** Calls the listener at once and on every change of what is granted. */
  subscribe(listener: () => void): () => void;
}

export interface LoaderOptions {
  /** For a Content-Security-Policy with nonces. */
  nonce?: string;
}

export interface Ledger extends Map<string, ConsentExpr> {
  /** The decision that the window was told of last. */
  told?: string;
  /** While a decision is kept and recorded: what waits for the end of that. */
  afterCommit?: Set<() => void>;
}

/**
 * What ran in this document, and under which expression: where that is granted no more, only a reload ends it
 * (rule C12). On `globalThis`, because client-side navigation replaces the markup and the store, and bundles may
 * be two, yet the scripts run on. Under a symbol, because an element's `id` is a name on `window` too.
 */
export const ledger = (): Ledger =>
  ((globalThis as { [key: symbol]: Ledger | undefined })[Symbol.for('pl-consent')] ??= new Map());

/** Enters what is to run now; false where it ran already: once per document, whoever inserts it. */
export const markRan = (key: string, expr: ConsentExpr): boolean =>
  !ledger().has(key) && !!ledger().set(key, expr);

/** Declarative markup that waits for consent. */
export const DECLARED =
  'script[type="text/plain"][data-consent-category],[data-consent-src][data-consent-category]';

/** An element with these attributes, and with properties of its own. */
export const element = <Tag extends 'script' | 'img'>(
  tag: Tag,
  attributes: Iterable<{ name: string; value: string }>,
  own: Partial<HTMLElementTagNameMap[Tag]>,
): HTMLElementTagNameMap[Tag] => {
  const made = document.createElement(tag);
  // What is not a name of an attribute throws; the tracker works without it.
  for (const { name, value } of attributes) isolated(() => made.setAttribute(name, value));
  // Astro's router would otherwise run a script a second time after a client-side navigation.
  made.dataset.astroExec = '';
  return Object.assign(made, own);
};
