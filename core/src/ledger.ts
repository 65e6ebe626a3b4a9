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
 * What ran in this document, and under which expression. On `globalThis`, because client-side navigation replaces
 * the markup and bundles may be two, yet the scripts run on.
 */
const LEDGER = Symbol.for('permesso.ran');
export const ledger = (): Map<string, ConsentExpr> => {
  const page = globalThis as { [LEDGER]?: Map<string, ConsentExpr> };
  // biome-ignore lint/suspicious/noAssignInExpressions: bytes of every page
  return (page[LEDGER] ??= new Map());
};

/** Runs what may run once per document; returns whether it ran now. */
export function runOnce(
  key: string,
  expr: ConsentExpr,
  store: Partial<ConsentGrants>,
  run: () => void,
): boolean {
  if (ledger().has(key)) return false;
  ledger().set(key, expr);
  store.markRan?.(expr);
  run();
  return true;
}

/** Declarative markup that waits for consent. */
export const DECLARED =
  'script[type="text/plain"][data-consent-category],[data-consent-src][data-consent-category]';
