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

/** An element with the attributes it was given, except those with the names refused, and with properties of its own. */
export function element<Tag extends 'script' | 'img'>(
  tag: Tag,
  attributes: Iterable<readonly [name: string, value: string]>,
  refused: RegExp,
  own: Partial<HTMLElementTagNameMap[Tag]>,
): HTMLElementTagNameMap[Tag] {
  const made = document.createElement(tag);
  for (const [name, value] of attributes) {
    try {
      if (!refused.test(name)) made.setAttribute(name, value);
    } catch {
      // Not a name of an attribute: the tracker works without it.
    }
  }
  // Astro's router would otherwise run a script a second time after a client-side navigation.
  made.dataset.astroExec = '';
  return Object.assign(made, own);
}
