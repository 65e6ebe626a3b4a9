import {
  type ConsentExpr,
  type ConsentStore,
  createConsentStore,
  inertConfig,
  memoryStorage,
} from '@permesso/consent-core';
import { awaitedStore, onGrant, pageStore } from '@permesso/consent-core/page';

/**
 * The page's consent: all methods of a store, beside those of nanostores (`get`, `listen`, `subscribe`, `value`).
 * On the server, where islands are rendered, and until the page knows a configuration nothing is granted.
 */
export const consent: ConsentStore =
  typeof document === 'undefined'
    ? createConsentStore({ config: inertConfig(), storage: memoryStorage(), gpc: false })
    : (pageStore() ?? awaitedStore());

/**
 * Calls `run` as soon as a category, or an expression of categories, is granted, and `cleanup` when it is revoked;
 * again after each change. Returns a function that stops it.
 */
export function onConsent(expr: ConsentExpr, run: () => unknown, cleanup?: () => unknown): () => void {
  return typeof document === 'undefined' ? () => {} : onGrant(expr, run, cleanup);
}
