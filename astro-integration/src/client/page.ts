import type { ConsentGrants } from '@permesso/consent-core';
import type { Page, PageFacts } from '../page.ts';

const PAGE = Symbol.for('permesso.page');
const scope = globalThis as typeof globalThis & { __permesso?: PageFacts; [PAGE]?: Page };

/** On `globalThis`, so that two bundles share one truth. */
export function page(): Page {
  scope[PAGE] ??= {
    facts: scope.__permesso,
    store: null,
    listeners: new Set(),
    parts: {},
    urls: {},
  };
  return scope[PAGE];
}

/**
 * What is granted on this page now; answers with and without a store, and follows from one to the other. Here for
 * single categories only, which is all that most pages need; `grants` answers expressions too.
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
