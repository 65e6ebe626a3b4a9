import type { ConsentExpr } from '../contract/config.ts';
import { evaluateExpr } from '../rules/expression.ts';
import type { ConsentGrants } from './ledger.ts';
import { categoryGrants } from './page-state.ts';

/** What is granted on this page now, for expressions of categories too. */
export const grants: ConsentGrants = {
  subscribe: (listener) => categoryGrants.subscribe(listener),
  has: (expr) => evaluateExpr(expr, categoryGrants.has),
};

/**
 * Calls `run` once the expression is granted, at once if it is, and `cleanup` when it is no longer; again after each
 * change. An exception in one is reported and stops nothing else. Returns a function that stops it.
 */
export function onGrant(expr: ConsentExpr, run: () => unknown, cleanup?: () => unknown): () => void {
  let open = false;
  return grants.subscribe(() => {
    if (open === grants.has(expr)) return;
    open = !open;
    try {
      (open ? run : cleanup)?.();
    } catch (error) {
      reportError(error);
    }
  });
}
