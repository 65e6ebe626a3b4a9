import { type ConsentStore, ledger } from '@permesso/consent-core';
import { page } from './page.ts';

/** Lets a store speak for the page from now on. */
export function adoptStore(store: ConsentStore): void {
  page().store = store;
  for (const expr of ledger().values()) if (expr !== null) store.markRan(expr);
  store.subscribe(() => {
    for (const listener of [...page().listeners]) listener();
  });
}
