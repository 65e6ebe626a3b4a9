import { doAsAsked } from './control-actions.ts';
import type { Parts } from './page-state.ts';
import { pageStore, startStore } from './page-store.ts';

/** The store of the page and all that follows a decision. */
export const storePart: Parts['consent'] = {
  startStore,
  act(control) {
    const store = pageStore();
    if (store) doAsAsked(store, control);
  },
};
