import type { ConsentGrants } from './ledger.ts';
import { page } from './page-state.ts';

/**
 * What is granted on this page now; answers with and without a store, and follows from one to the other. For single
 * categories only, which is all that the runtime needs; `grants` answers expressions too.
 */
export const categoryGrants: ConsentGrants = {
  get config() {
    const { store, facts } = page();
    return store?.config ?? facts?.payload.config ?? undefined;
  },
  has(key) {
    const { store, facts } = page();
    return store ? store.has(key) : facts?.has(key as string) === true;
  },
  subscribe(listener) {
    const { listeners } = page();
    listeners.add(listener);
    listener();
    return () => listeners.delete(listener);
  },
};
