import {
  type ConsentExpr,
  type ConsentGrants,
  type ConsentStore,
  evaluateExpr,
  ledger,
} from '@permesso/consent-core';
import type { Page, PageFacts } from '../page.ts';

const PAGE = Symbol.for('permesso.page');
const scope = globalThis as typeof globalThis & { __permesso?: PageFacts; [PAGE]?: Page };

/** On `globalThis`, so that two bundles share one truth. */
export function page(): Page {
  scope[PAGE] ??= { facts: scope.__permesso, store: null, listeners: new Set(), stashed: [], parts: {} };
  return scope[PAGE];
}

/** What is granted on this page now; answers with and without a store, and follows from one to the other. */
export const grants: ConsentGrants = {
  has(expr) {
    const { store, facts } = page();
    return store ? store.has(expr) : !!facts && evaluateExpr(expr, facts.has);
  },
  subscribe(listener) {
    const { listeners } = page();
    listeners.add(listener);
    listener();
    return () => listeners.delete(listener);
  },
  // Without a store the ledger alone remembers.
  markRan: (expr) => page().store?.markRan(expr),
};

/** Lets a store speak for the page from now on. */
export function adoptStore(store: ConsentStore): void {
  page().store = store;
  for (const expr of ledger().values()) if (expr !== null) store.markRan(expr);
  store.subscribe(() => {
    for (const listener of [...page().listeners]) listener();
  });
}

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
