import { doAsAsked } from '../control-actions.ts';
import { addPart } from '../page-state.ts';
import { pageStore, startStore } from '../page-store.ts';

/** The store of the page and all that follows a decision. */
addPart('consent', {
  startStore,
  act(control) {
    const store = pageStore();
    if (store) doAsAsked(store, control);
  },
});
